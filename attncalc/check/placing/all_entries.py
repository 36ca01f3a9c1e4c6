"""All entries of a problem as they should be, in order: how seldom a number is among them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from attncalc.check.placing.marks import Mark

TINY = 1e-6  # of a value that is written exactly
HALF = 0.51  # of a unit, by which a rounded number is off


class AllEntries:
    """Values in order, and what was found of numbers before."""

    def __init__(self, values: Iterable[float]) -> None:
        self.values = sorted(values)
        self.known: dict[tuple[float, float], float] = {}

    def surprise(self, mark: Mark) -> float:
        """How much it tells, in nats, that a number agrees with an entry: few of all entries do."""
        token = (mark.value, mark.unit)
        if token not in self.known:
            near = self._count(mark, max(mark.unit, TINY * abs(mark.value)))
            self.known[token] = math.log((len(self.values) + 1) / (max(near, 1) + 0.5))
        return self.known[token]

    def holds(self, mark: Mark) -> bool:
        """Whether a number, rounded as it is, is one of the entries."""
        return self._count(mark, HALF * mark.unit) > 0

    def _count(self, mark: Mark, window: float) -> int:
        """How many entries lie so near to a number."""
        return bisect_right(self.values, mark.value + window) - bisect_left(self.values, mark.value - window)
