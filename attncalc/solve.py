"""From a problem to its worksheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attncalc.arithmetic.base import ARITHMETICS, Arithmetic, ArithmeticName
from attncalc.arithmetic.base import arithmetic as arithmetic_of
from attncalc.errors import InputError, did_you_mean
from attncalc.limits import DIGITS
from attncalc.log import timed
from attncalc.mechanisms.plan import Plan, plan
from attncalc.problem.problem import Problem
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.worksheet import Worksheet

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Rounding
    from attncalc.mechanisms.chain import Chain


def solve(
    problem: Problem,
    arithmetic: ArithmeticName = "decimal",
    *,
    decimals: int | None = None,
    significant: int | None = None,
    rounding: Rounding = "half-up",
    partial: bool = False,
) -> Worksheet:
    """The worksheet of a problem under an arithmetic: exact, decimal, rounded (to `decimals`) or float.

    >>> from attncalc import problem
    >>> solve(problem("scaled-dot-product", given={"Q": "1 0", "K": "1 0; 0 1", "V": "1; 2"}))["O"].values()
    [['1.3302']]

    A `partial` sheet may end before the result, where what that needs is not given; so may one whose file names
    the steps to show.

    Raises InputError where the problem cannot be meant: names, sizes, numbers or options that do not fit.
    """
    from attncalc.arithmetic.digits import RULES, Digits

    if not isinstance(problem, Problem):
        raise InputError("solve takes one problem; load gives a list of them", hint="solve(load(path)[0])")
    for what, word, words in (("arithmetic", arithmetic, ARITHMETICS), ("rounding", rounding, RULES)):
        if word not in words:
            raise InputError(f"there is no {what} {word}", hint=did_you_mean(word, words))
    if "variants" in problem.options:
        raise InputError("solve takes one problem; problem.variants() gives one for each variant")
    places = 4 if decimals is None else decimals
    if not 0 <= places <= DIGITS.most:
        raise InputError(f"decimals go from 0 to {DIGITS.most:,}")
    if significant is not None and not 0 < significant <= DIGITS.most:
        raise InputError(f"significant digits go from 1 to {DIGITS.most:,}")
    digits = Digits(places, significant, rounding, padded=arithmetic == "rounded")
    try:
        planned = _planned(problem, partial=partial or "steps" in problem.show)

        def run(precision: int, long: bool) -> tuple[Arithmetic, Recorder]:
            name = "proving" if long and arithmetic == "decimal" else arithmetic  # forms prove what digits leave open
            ar = arithmetic_of(name, precision=precision, decimals=digits.decimals, rule=digits.rule)
            with timed(f"worked out in {name}, {precision} bits"):
                return ar, planned.recorded(ar)

        return Worksheet(planned, run, digits)
    except InputError as error:
        raise error.at(problem.place) from None


def _planned(problem: Problem, *, partial: bool) -> Plan | Chain:
    if not problem.parts:
        return plan(problem, partial=partial)
    from attncalc.mechanisms.chain import chain

    return chain(problem, partial=partial)
