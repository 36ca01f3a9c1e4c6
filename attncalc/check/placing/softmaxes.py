"""Softmax and division as people write them out: quotients of exponentials, of their values, or by a constant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.check.placing.bits import Bit
from attncalc.check.placing.marks import closeness
from attncalc.check.placing.readings import Part, Quotient
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.terms import Leaf


def of_quotient(sheet: Sheet, spot: Leaf, quotient: Quotient) -> tuple[float, list[Bit]]:
    """A softmax as a quotient of exponentials, or of their values; or an entry over another one or a constant."""
    key, row, column = spot
    expr = sheet.calculation.records[key].expr
    if expr.op == "share" and all(arg.op == "line" for arg in expr.args):
        ways = []
        for parts, whole in _softmaxes(sheet, *(arg.key for arg in expr.args)):
            if len(quotient.below) == 1 and not quotient.below[0].exponent:
                ways.append(_of_values(sheet, quotient, (parts, row, column), (whole, row, 0)))
            else:
                ways.append(_of_exponentials(sheet, quotient, parts, row, column))
        return max(ways, key=lambda way: way[0], default=(0.0, []))
    is_over = expr.op in ("over", "times") and expr.args[0].op == "line" and expr.args[0].key in sheet.truth
    if is_over and len(quotient.below) == 1:
        leaf = (expr.args[0].key, row, column)
        agree = max(closeness(quotient.above.mark, value) for value in sheet.values(leaf))
        terms = sheet.terms(*spot)
        divisor = terms[0][1] if [len(term) for term in terms] == [2] else None
        return agree * 0.9, [Bit(quotient.above.ink, 1, 1, leaf), Bit(quotient.below[0].ink, 1, 2, divisor)]
    return 0.0, []


def of_exponential(sheet: Sheet, spot: Leaf, part: Part) -> tuple[float, list[Bit]]:
    """One exponential: e² = 7.389."""
    key, row, column = spot
    scores = sheet.exponents(key)
    if scores is None:
        return 0.0, []
    leaf = (scores, row, column)
    return max(closeness(part.mark, value) for value in sheet.values(leaf)), [Bit(part.ink, 1, 1, leaf)]


def _softmaxes(sheet: Sheet, parts: str, whole: str) -> Iterator[tuple[str, str]]:
    """The exponentials and their sum, and the same of scores less their maximum."""
    if {parts, whole} <= sheet.truth.keys():
        yield parts, whole
    shifted = tuple(re.sub(r"^([A-Za-z]+)", r"\1_shifted", key) for key in (parts, whole))
    if set(shifted) <= sheet.truth.keys():
        yield shifted[0], shifted[1]


def _of_values(sheet: Sheet, quotient: Quotient, above: Leaf, below: Leaf) -> tuple[float, list[Bit]]:
    one = max(closeness(quotient.above.worth, value) for value in sheet.values(above))
    two = max(closeness(quotient.below[0].worth, value) for value in sheet.values(below))
    return (one + two) / 2, [Bit(quotient.above.ink, None, 1, above), Bit(quotient.below[0].ink, None, 2, below)]


def _of_exponentials(sheet: Sheet, quotient: Quotient, parts: str, row: int, column: int) -> tuple[float, list[Bit]]:
    """Every exponent against the scores of the row: the numerator's against its own."""
    scores = sheet.exponents(parts)
    width = sheet.shape(parts)[1]
    if len(quotient.below) not in (width - 1, width, width + 1):
        return 0.0, []

    def leaf(part: Part, k: int) -> Leaf:
        return (scores, row, k) if part.exponent and scores else (parts, row, k)

    def close(part: Part, k: int) -> float:
        return max(closeness(part.mark, value) for value in sheet.values(leaf(part, k)))

    free = list(range(width))
    agree, bits = close(quotient.above, column), [Bit(quotient.above.ink, column + 1, 1, leaf(quotient.above, column))]
    for part in quotient.below:
        k = max(free, key=lambda k: close(part, k), default=None)
        if k is None:
            bits.append(Bit(part.ink, None, 2, None))
            continue
        free.remove(k)
        agree += close(part, k)
        bits.append(Bit(part.ink, k + 1, 2, leaf(part, k), part.why))
    return agree / (width + 1), bits
