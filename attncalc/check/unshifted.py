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
LARGEST = re.compile(r"(?<![a-z])max", re.IGNORECASE)  # it is called by its name, and no softmax


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
    if less is None or plain is None or _stand(plain.flat, written) <= _stand(less.flat, written):
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


def _stand(entries: Iterable[Entry], written: Sequence[str]) -> int:
    """How many of these entries stand among written decimals."""
    places = {len(text.partition(".")[2]) for text in written}
    known = set(written)
    return sum(any(f"{float(entry):.{place}f}" in known for place in places) for entry in entries)
