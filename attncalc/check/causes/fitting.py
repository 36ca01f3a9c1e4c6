"""How written numbers and calculated ones compare, beyond what `Grain` says."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.limits import ball_of
from attncalc.check.calculation import Entry
from attncalc.check.judging.grain import Grain

EXACTLY = 9  # significant digits of what is written as a fraction
FINE = fmpq(1, 10**9)  # the unit that exact numbers are compared with


def near(value: Entry, number: Grain, units: int) -> bool:
    """Whether a calculated entry is less than so many units away from a number."""
    if value is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return value is number.value
    return bool(abs(value - number.value) < (number.unit or FINE) * units)


def is_other(value: Entry, base: Entry, number: Grain) -> bool:
    """Whether two calculated entries differ in the digits that are written."""
    if value is MINUS_INFINITY or base is MINUS_INFINITY:
        return value is not base
    return bool(abs(value - base) >= (number.unit or FINE))


def significant(number: Grain) -> int:
    """How many significant digits are written."""
    if not number.unit or number.value is MINUS_INFINITY:
        return EXACTLY
    size, count = abs(number.value) / number.unit, 0
    while count < EXACTLY and bool(size >= fmpq(1, 2)):
        size, count = size / 10, count + 1
    return count


@dataclass(frozen=True, slots=True)
class Rounding:
    """A change of entries to so many decimals, as somebody does who writes lines on the way with few digits."""

    places: int

    def __call__(self, entry: Entry) -> Entry:
        """The entry with these decimals."""
        if entry is MINUS_INFINITY:
            return entry
        scale = fmpq(10) ** self.places
        number = entry if type(entry) is fmpq else ball_of(entry)
        scaled = (number * scale + fmpq(1, 2)).floor()
        whole = scaled if type(number) is fmpq else scaled.unique_fmpz()
        return entry if whole is None else fmpq(int(whole)) / scale
