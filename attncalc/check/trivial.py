"""Whether an earlier mistake made a step trivial: then what follows from it earns nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import Judged
from attncalc.check.writings import with_entries

ZERO = fmpq(0)


def is_trivial(calculation: Calculation, key: str, written: Mapping[str, list[Judged]]) -> bool:
    """Whether a line, or one that it is made from, is trivial as it was written and is not so in truth."""
    if key in calculation.records and calculation.records[key].expr.op == "beside":
        return False  # no work in any case
    with calculation.working():
        return any(
            _became_trivial(calculation, line, written.get(line, []))
            for line in (key, *_operands(calculation, key, written))
        )


def _operands(calculation: Calculation, key: str, written: Mapping[str, list[Judged]]) -> Iterator[str]:
    """The written lines that a line is made from, if need be through others that are not written."""
    if key not in calculation.records:
        return
    for line in calculation.records[key].expr.lines():
        if line.key in written:
            yield line.key
        else:
            yield from _operands(calculation, line.key, written)


def _became_trivial(calculation: Calculation, key: str, written: Iterable[Judged]) -> bool:
    truth = calculation.truth[key]
    claims = {(item.claim.at.row - 1, item.claim.at.column - 1): item.claim for item in written if item.claim.at}
    if len(claims) < len(truth.flat):
        return False
    own = with_entries(truth, claims)
    record = calculation.records.get(key)
    kinds = OF_WEIGHTS if record and record.expr.op == "share" else KINDS
    return any(kind(own) and not kind(truth) for kind in kinds)


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries are equal, balls as far as one can tell."""
    if one is MINUS_INFINITY or other is MINUS_INFINITY:
        return one is other
    return bool(one == other) or bool(arb(one).overlaps(arb(other)))


def _equal_in_rows(array: Array) -> bool:
    """All weights of each query the same; zeros too."""
    return array.shape[-1] > 1 and all(_same(entry, row[0]) for row in array.rows for entry in row)


def _equal_rows(array: Array) -> bool:
    """Every query gets the same; two may do so by chance."""
    first, *others = array.rows
    return len(others) > 1 and all(_same(a, b) for row in others for a, b in zip(first, row, strict=True))


def _identity(array: Array) -> bool:
    """The identity, or a multiple of it."""
    rows = array.rows
    return len(rows) == array.shape[-1] > 1 and all(
        _same(entry, rows[0][0] if i == j else ZERO) for i, row in enumerate(rows) for j, entry in enumerate(row)
    )


def _selection(array: Array) -> bool:
    """One weight in each row that is not 0: what comes next only copies."""
    return array.shape[-1] > 1 and all(sum(not _same(entry, ZERO) for entry in row) == 1 for row in array.rows)


KINDS = (_equal_in_rows, _equal_rows, _identity)
OF_WEIGHTS = (*KINDS, _selection)
