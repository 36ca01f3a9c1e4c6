"""Softmax without subtracting the maximum: a page whose exponentials are those of the scores is worked out so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from attncalc.check.calculation import Calculation, Entry
from attncalc.problem.problem import Option
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.recorder import Record

DECIMAL = re.compile(r"(?<![\w.,])\d{1,9}[.,]\d{1,9}(?![\w])")
SHIFT = "shift"
LARGE = 1000.0  # beyond which a float may be no whole number, though it looks so
LARGEST = re.compile(r"(?<![a-z])max", re.IGNORECASE)  # it is called by its name, and no softmax
MOST = 0.6  # of the exponentials, that stand on a page where they are what it works with


def as_on_page(calculation: Calculation, text: str) -> Calculation:
    """The problem as a page works it out, where its file leaves open whether the maximum is subtracted."""
    from attncalc.solve import solve

    problem = calculation.sheet.plan.problem
    shifted = next(_shifted(calculation), None)
    if shifted is None or SHIFT in problem.options or LARGEST.search(text):
        return calculation
    exponentials, scores = shifted
    written = [found[0].replace(",", ".") for found in DECIMAL.finditer(text)]
    less = calculation.line(exponentials.key, calculation.truth)
    plain = calculation.value(replace(exponentials.expr, args=(scores,)), calculation.truth)
    if less is None or plain is None:
        return calculation
    share = _share(plain.flat, written)
    if share < MOST or share <= _share(less.flat, written):
        return calculation
    options = {**problem.options, SHIFT: Option(SHIFT, Scalar("false"))}
    return Calculation(solve(replace(problem, options=options), partial=True))


def _shifted(calculation: Calculation) -> Iterator[tuple[Record, Expr]]:
    """Exponentials of scores less their maximum, and these scores."""
    for record in calculation.sheet.records:
        inner = record.expr.args[0] if record.expr.op == "exp" else None
        less = calculation.records.get(inner.key) if inner and inner.op == "line" else None
        if less and less.name.endswith("_shifted"):
            yield record, less.expr.args[0]


def _share(entries: Iterable[Entry], written: Sequence[str]) -> float:
    """How many of these entries stand among written decimals, of those that are no small whole numbers."""
    places = {len(text.partition(".")[2]) for text in written}
    known = set(written)
    values = [value for value in map(float, entries) if value > LARGE or not value.is_integer()]
    stand = sum(any(f"{value:.{place}f}" in known for place in places) for value in values)
    return stand / len(values) if values else 0.0
