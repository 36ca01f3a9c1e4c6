"""Hand work: every line is rounded before the next one uses it."""

from __future__ import annotations

from typing import ClassVar

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array, Entry
from attncalc.arithmetic.decimal import Decimal
from attncalc.arithmetic.digits import round_to
from attncalc.arithmetic.limits import ball_of
from attncalc.errors import MorePrecision


class Rounded(Decimal):
    """Every line is rounded before the next one uses it, as a careful student does."""

    name: ClassVar[str] = "rounded"

    def __init__(self, precision: int, decimals: int, rule: str) -> None:
        super().__init__(precision)
        self.decimals = decimals
        self.rule = rule

    def settle(self, a: Array) -> Array:
        """Every entry rounded; raises MorePrecision where a ball does not decide which way."""
        return a.map(self._round)

    def _round(self, entry: Entry) -> Entry:
        if entry is MINUS_INFINITY:
            return entry
        rounded = round_to(entry if type(entry) is fmpq else ball_of(entry), self.decimals, self.rule)
        if rounded is None:
            raise MorePrecision(f"a number is too large, or too near a tie, to be rounded to {self.decimals} decimals")
        return rounded
