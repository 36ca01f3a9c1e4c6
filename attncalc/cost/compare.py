"""Several mechanisms at several sizes, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from attncalc.cost.count import Counts
from attncalc.cost.run import Counted


class Point(NamedTuple):
    """One mechanism at one size: its multiply-adds, and the numbers in its largest line."""

    multiply_adds: int
    largest: int


def points(counted: Counted, word: str, sizes: Sequence[int]) -> list[Point]:
    """The counts at each size; of what masks leave alone."""
    return [_point(counted, {word: size}) for size in sizes]


def _point(counted: Counted, sizes: Mapping[str, int]) -> Point:
    counts = Counts(counted.run(**sizes), masked=True)
    held = (line.entries.value for line in counts.lines if line.forward)  # a table of a mask is none
    return Point(counts.total("forward", multiplied=True), max(held, default=0))
