"""Slips of place: the value of another entry, an older value, a last weight that makes the row sum to 1."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.causes.site import name_of
from attncalc.check.causes.slip import Guess, Slip

WEIGHTS = ("share", "share down")


def mirrored(slip: Slip) -> Iterator[Guess]:
    """The entry with row and column exchanged."""
    yield from _at(slip, [(slip.at.column, slip.at.row)])


def of_another_column(slip: Slip) -> Iterator[Guess]:
    """Another entry of the same row."""
    width = len(slip.lines[slip.at.key].rows[0])
    yield from _at(slip, [(slip.at.row, column) for column in range(1, width + 1)])


def of_another_row(slip: Slip) -> Iterator[Guess]:
    """Another entry of the same column."""
    height = len(slip.lines[slip.at.key].rows)
    yield from _at(slip, [(row, slip.at.column) for row in range(1, height + 1)])


def _at(slip: Slip, places: list[tuple[int, int]]) -> Iterator[Guess]:
    rows = slip.lines[slip.at.key].rows
    for row, column in places if not slip.product else ():
        if (row, column) != (slip.at.row, slip.at.column) and row <= len(rows) and column <= len(rows[0]):
            yield Guess(rows[row - 1][column - 1], {"row": str(row), "column": str(column)})


def older(slip: Slip) -> Iterator[Guess]:
    """Another number that was written for this entry before."""
    for text, value in slip.older if not slip.product else ():
        if value.value is not MINUS_INFINITY:
            yield Guess(value.value, {"older": text})


def before(slip: Slip) -> Iterator[Guess]:
    """The entry at the same place of a line that this one is made from."""
    record = slip.calculation.records.get(slip.at.key)
    if record is None or slip.product:
        return
    for leaf in record.expr.lines():
        value = slip.lines.get(leaf.key)  # None of what is not given where a problem starts in the middle
        if value is not None and value.shape == slip.lines[slip.at.key].shape:
            yield Guess(value.rows[slip.at.row - 1][slip.at.column - 1], {"line": name_of(leaf)})


def patched(slip: Slip) -> Iterator[Guess]:
    """The last weight of a row, made so that the row sums to 1."""
    record = slip.calculation.records.get(slip.at.key)
    width = len(slip.lines[slip.at.key].rows[0])
    others = [value.value for column, value in slip.row.items() if column != slip.at.column]
    if (
        record is None
        or slip.product
        or record.expr.op not in WEIGHTS
        or slip.at.column != width
        or len(others) != width - 1
    ):
        return
    if MINUS_INFINITY not in others:
        yield Guess(sum((-value for value in others), fmpq(1)), exactly=True)
