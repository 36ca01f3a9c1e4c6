"""How written numbers and calculated ones compare, beyond what `Grain` says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.digits import round_to
from attncalc.arithmetic.limits import ball_of
from attncalc.check.calculation import Entry
from attncalc.check.judging.grain import FINE, Grain

EXACTLY = 9  # significant digits of what is written as a fraction
OUTSIDE = 10  # the part of their distance by which something may lie outside two entries
ALIKE = 50  # the part of an entry by which another one is much the same
SAME, APART = 100, 5  # the part of an entry by which a number is much the same; how much farther another one is
FAR_UNITS, FAR_PART = 10, 20  # units, and the part of a line's largest entry, by which a number is far off


def near(value: Entry, number: Grain, units: int) -> bool:
    """Whether a calculated entry is less than so many units away from a number."""
    if value is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return value is number.value
    return bool(abs(value - number.value) < (number.unit or FINE) * units)


def widened(one: Entry, other: Entry) -> list[Entry]:
    """The bounds of what lies between two entries that are much the same, or a little outside; just one if not."""
    if MINUS_INFINITY in (one, other):
        return [one]
    more = (other - one) / OUTSIDE
    return [one - more, other + more] if bool(abs(other - one) < abs(one) / ALIKE) else [one]


def is_nearly(number: Grain, value: Entry, others: Iterable[Entry]) -> bool:
    """Whether a number is much the same as a calculated entry, and has little to do with others."""
    if MINUS_INFINITY in (value, number.value):
        return value is number.value
    off = abs(number.value - value)
    is_close = bool(off < 2 * (number.unit or FINE)) or bool(off < abs(value) / SAME)
    return is_close and all(
        other is MINUS_INFINITY or bool(off * APART < abs(number.value - other)) for other in others
    )


def is_far(value: Entry, number: Grain, largest: Entry) -> bool:
    """Whether a number has little to do with the calculated entry of a line whose largest one is `largest`."""
    if value is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return value is not number.value
    distance = abs(value - number.value)
    return bool(distance > number.unit * FAR_UNITS) and bool(distance > largest / FAR_PART)


def significant(number: Grain) -> int:
    """How many significant digits are written."""
    if not number.unit or number.value is MINUS_INFINITY:
        return EXACTLY
    size, count = abs(number.value) / number.unit, 0
    while count < EXACTLY and bool(size >= 1):
        size, count = size / 10, count + 1
    return count


@dataclass(frozen=True, slots=True)
class Rounding:
    """A change of entries to so many decimals, as somebody does who writes lines on the way with few digits."""

    places: int
    rule: str = "half-up"

    def __call__(self, entry: Entry) -> Entry:
        """The entry with these decimals."""
        if entry is MINUS_INFINITY:
            return entry
        short = round_to(entry if type(entry) is fmpq else ball_of(entry), self.places, self.rule)
        return entry if short is None else short
