"""From a problem to its worksheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from attncalc.arithmetic.base import ARITHMETICS, Arithmetic, arithmetic
from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.registry import Mechanism, find, read_options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import Name, read_name
from attncalc.problem.number import read_number
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.problem.signature import STEP_AXES, Found, Term, as_columns, axes_of, unify
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor
from attncalc.worksheet.worksheet import Worksheet

MAX_DIGITS = 1000

# The mechanism that a problem means if it names none: the first whose names are all given, and none of whose
# other names are.
GUESSES = (
    ({"W", "s", "H"}, "general"),
    ({"s", "H"}, "dot-product"),
    ({"Wo"}, "multi-head"),
    ({"X"}, "self-attention"),
    ({"Q", "K"}, "scaled-dot-product"),
    ({"S"}, "scaled-dot-product"),
    ({"A"}, "scaled-dot-product"),
)


def solve(problem: Problem, arithmetic: str = "decimal", *, decimals: int | None = None,
          significant: int | None = None, rounding: str = "half-up", partial: bool = False) -> Worksheet:  # fmt: skip
    """The worksheet of a problem under an arithmetic: exact, decimal, rounded (to `decimals`) or float.

    >>> solve(problem("scaled-dot-product", given={"Q": "1 0", "K": "1 0; 0 1", "V": "1; 2"}))["O"].values()
    [['1.3302']]

    A `partial` sheet may end before the result, where what that needs is not given.

    Raises InputError where the problem cannot be meant: names, sizes, numbers or options that do not fit.
    """
    from attncalc.arithmetic.digits import RULES, Digits

    if not isinstance(problem, Problem):
        raise InputError("solve takes one problem; load gives a list of them", hint="solve(load(path)[0])")
    if arithmetic not in ARITHMETICS:
        raise InputError(f"there is no arithmetic {arithmetic}", hint=did_you_mean(arithmetic, ARITHMETICS))
    if rounding not in RULES:
        raise InputError(f"there is no rounding {rounding}", hint=did_you_mean(rounding, RULES))
    try:
        plan = replace(_plan(problem), partial=partial)
    except InputError as error:
        raise error.at(problem.place) from None
    places = 4 if decimals is None else decimals
    if not 0 <= places <= MAX_DIGITS:
        raise InputError(f"decimals go from 0 to {MAX_DIGITS:,}")
    if significant is not None and not 0 < significant <= MAX_DIGITS:
        raise InputError(f"significant digits go from 1 to {MAX_DIGITS:,}")
    digits = Digits(places, significant, rounding, padded=arithmetic == "rounded")
    try:
        return Worksheet(plan, lambda precision, long: plan.run(arithmetic, precision, long, digits), digits)
    except InputError as error:
        raise error.at(problem.place) from None


@dataclass(frozen=True)
class Plan:
    """All that does not depend on the arithmetic: the mechanism, its options, the matrices turned to rows."""

    problem: Problem
    mechanism: Mechanism
    options: dict[str, Any]
    orientation: Orientation
    given: dict[str, Matrix]
    sizes: dict[str, int]
    partial: bool = False

    @property
    def title(self) -> str:
        """The problem's title, or the mechanism's."""
        return self.problem.title or self.mechanism.title

    @property
    def _reads(self) -> str:
        return f"{self.mechanism.title} reads {self.mechanism.signature}"

    def run(self, name: str, precision: int, long: bool, digits: Any) -> tuple[Arithmetic, Recorder]:
        """One run of the mechanism; raises MorePrecision where a decision needs more."""
        name = "exact" if long and name == "decimal" else name  # closed forms prove what digits leave open
        ar = arithmetic(name, precision=precision, decimals=digits.decimals, rule=digits.rule)
        letters = {name: read_number(text) for name, text in self.problem.values.items()}
        w = Recorder(ar, self.given, self.sizes, letters, self.problem.symbols)
        with ar.working():
            result = self.mechanism.function(w, *(self._input(w, term) for term in self.mechanism.signature.inputs),
                                             **self.options)  # fmt: skip
        self._check(w, result)
        return ar, w

    def _input(self, w: Recorder, term: Term) -> Tensor | None:
        """The tensor of one input: given, left out (None), or absent."""
        matrix = self.given.get(term.name)
        if matrix is None:
            return None if term.optional else w.absent(term.name, term.axes)
        return w.matrix(term.name, matrix, term.axes)

    def _check(self, w: Recorder, result: Tensor) -> None:
        """Raises InputError if the result is absent, or something given was never looked at."""
        if result.absent and not (self.partial and w.records):
            name = result.expr.key
            needs = f"{name} needs {', '.join(dict.fromkeys(w.lacking[name]))}"
            hint = f"--steps {w.records[-1].key} stops before it." if w.records else None
            raise InputError(needs, place=self.problem.place, hint=hint or self._reads)
        for name, matrix in self.given.items():
            if name not in w.used:
                raise InputError(f"{name} is no input and no line of {self.mechanism.name}", place=matrix.place,
                                 hint=self._reads)  # fmt: skip


def _plan(problem: Problem) -> Plan:
    mechanism = _mechanism(problem)
    orientation = _orientation(problem, mechanism)
    given = {name: matrix.transposed if orientation.turns(name, mechanism.signature) and not _is_vector(name, mechanism)
             else matrix for name, matrix in problem.given.items()}  # fmt: skip
    options, sizes = read_options(mechanism, problem.options, given)
    found = list(_found(mechanism, given, orientation, _shared(options)))
    flat = {name for name, matrix in given.items() if matrix.flat and len(matrix.rows[0]) > 1}
    if flat and (columns := as_columns(mechanism.signature, found, flat, sizes)):
        given, typed = (
            {name: matrix.transposed if name in columns else matrix for name, matrix in matrices.items()}
            for matrices in (given, problem.given)
        )
        problem = replace(problem, given=typed)
        found = list(_found(mechanism, given, orientation, _shared(options)))
    return Plan(problem, mechanism, options, orientation, given, unify(mechanism.signature, found, sizes))


def _mechanism(problem: Problem) -> Mechanism:
    try:
        return find(problem.mechanism or _guess(problem))
    except InputError as error:
        raise error.at(problem.places.get("mechanism")) from None


def _orientation(problem: Problem, mechanism: Mechanism) -> Orientation:
    if not {"tokens", "weights"} & problem.options.keys():
        return Orientation()
    from attncalc.mechanisms.outline import used_transposed

    return Orientation.read(problem.options, used_transposed(mechanism))


def _guess(problem: Problem) -> str:
    bases = {known.base for known in map(read_name, problem.given) if known}
    sections = any(known.section for known in map(read_name, problem.given) if known)
    if sections or "heads" in problem.options:
        return "multi-head"
    for names, mechanism in GUESSES:
        if names <= bases:
            return mechanism
    given = ", ".join(problem.given) or "nothing"
    raise InputError(f"which mechanism is meant? Given is {given}", place=problem.place,
                     hint="Name it: mechanism: scaled-dot-product")  # fmt: skip


def _shared(options: dict[str, Any]) -> frozenset[str]:
    return next((group.shared for group in options.values() if hasattr(group, "shared")), frozenset())


def _is_vector(name: str, mechanism: Mechanism) -> bool:
    known = read_name(name)
    return (
        known is not None and known.base in mechanism.signature.names and len(mechanism.signature[known.base].axes) == 1
    )


def _found(
    mechanism: Mechanism, given: dict[str, Matrix], orientation: Orientation, shared: frozenset[str]
) -> Iterator[Found]:
    for name, matrix in given.items():
        known = read_name(name) or Name(name)
        if known.base not in mechanism.signature.names and known.base not in STEP_AXES:
            continue
        turned = orientation.turns(name, mechanism.signature)
        found = Found(name, matrix.shape, matrix.place, turned, name in shared)
        if len(axes_of(mechanism.signature, found)) == 1:
            if 1 not in matrix.shape:
                raise InputError(
                    f"{name} is {matrix.shape[0]}×{matrix.shape[1]}, but should be a vector", place=matrix.place
                )
            found = Found(name, (max(matrix.shape),), matrix.place, one_head=name in shared)
        yield found
