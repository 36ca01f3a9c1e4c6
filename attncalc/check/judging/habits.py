"""Habits of working by hand that a page does not show: a divisor with few digits, unwritten lines that are rounded.

A habit counts only where it explains a writing better than the plain chains do: one of many habits fits a single
slip by chance, but not everything that stands around it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.digits import round_to
from attncalc.arithmetic.limits import ball_of
from attncalc.check.calculation import Calculation, Change, Entry
from attncalc.check.judging.grain import HALF, Grain

CONSTANT_PLACES = (1, 2, 3, 4)
MOST_PLACES = 12

Lines = Mapping[str, Array]
Numbers = Mapping[int, Grain]  # what is written, by the place in the flat list


@dataclass(frozen=True, slots=True)
class Habit:
    """How many decimals the constants have (of their inverses, where these multiply), and the unwritten lines."""

    constants: int | None = None
    inverse: bool = False
    lines: int | None = None
    cut: bool = False

    def constant(self, value: Entry) -> Entry:
        """A constant as it is used."""
        if self.constants is None or (type(value) is fmpq and value.q == 1):
            return value
        ball = ball_of(value)
        short = round_to(1 / ball if self.inverse else ball, self.constants, self.rule)
        return value if not short else 1 / short if self.inverse else short

    @property
    def rule(self) -> str:
        """How digits are left off."""
        return "down" if self.cut else "half-up"


def explained(calculation: Calculation, key: str, between: Sequence[str], bases: Sequence[Lines],
              numbers: Numbers, plain: Sequence[Array]) -> Iterator[list[Array]]:  # fmt: skip
    """The values of a line under each habit that explains its writing better than the plain chains `plain`.

    `between` are the unwritten lines that lead from the written ones to it, in order; `bases` are these as they are
    written, and as they should be.
    """
    most = _explained(numbers, plain)
    if most == len(numbers):
        return
    best: list[tuple[int, list[Array]]] = []
    for habit in _habits(calculation, key, between, numbers):
        values = [value for base in bases if (value := _worked(calculation, key, between, base, habit)) is not None]
        count = _explained(numbers, values) if values else 0
        if count > most and (count == len(numbers) or count >= most + 2):
            best.append((count, values))
    top = max((count for count, _ in best), default=0)
    yield from (values for count, values in best if count == top)


def _habits(calculation: Calculation, key: str, between: Sequence[str], numbers: Numbers) -> Iterator[Habit]:
    own = max((_places(number.unit) for number in numbers.values()), default=2)
    irrational = any(_has_constant(calculation, name) for name in (*between, key))
    constants = [(None, False), *((places, inverse) for places in CONSTANT_PLACES for inverse in (False, True)
                                  if places > 1 or not inverse)] if irrational else [(None, False)]  # fmt: skip
    rounded = [None, *range(max(1, own - 1), own + 3)] if between else [None]
    for lines in rounded:
        for places, inverse in constants:
            if places is not None or lines is not None:
                yield Habit(places, inverse, lines)
                yield Habit(places, inverse, lines, cut=True)


def _has_constant(calculation: Calculation, key: str) -> bool:
    found = False

    def change(value: Entry) -> Entry:
        nonlocal found
        found = found or not (type(value) is fmpq and value.q == 1)
        return value

    calculation.line(key, calculation.truth, change)
    return found


def _places(unit: fmpq) -> int:
    places = 0
    while 0 < unit < 1 and places < MOST_PLACES:
        unit, places = unit * 10, places + 1
    return places


def _worked(calculation: Calculation, key: str, between: Sequence[str], base: Lines, habit: Habit) -> Array | None:
    lines = dict(base)
    change: Change | None = habit.constant if habit.constants is not None else None
    for name in between:
        if (value := calculation.line(name, lines, change)) is None:
            return None
        lines[name] = value.map(lambda entry: _rounded(entry, habit)) if habit.lines is not None else value
    return calculation.line(key, lines, change)


def _rounded(entry: Entry, habit: Habit) -> Entry:
    short = round_to(entry, habit.lines or 0, habit.rule) if entry is not MINUS_INFINITY else None
    return entry if short is None else short


def _explained(numbers: Numbers, values: Sequence[Array]) -> int:
    """How many numbers are what these values give, all rounded or all cut; or lie between them."""
    ends = {place: _ends([value.flat[place] for value in values]) for place in numbers}
    return max(sum(_is_rounded(number, *ends[place]) for place, number in numbers.items()),
               sum(_is_cut(number, *ends[place]) for place, number in numbers.items()))  # fmt: skip


def _ends(values: Sequence[Entry]) -> tuple[Entry, Entry]:
    finite = [value for value in values if value is not MINUS_INFINITY]
    return (min(finite), max(finite)) if finite else (MINUS_INFINITY, MINUS_INFINITY)


def _is_rounded(number: Grain, low: Entry, high: Entry) -> bool:
    if low is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return number.is_hidden and low is MINUS_INFINITY
    half = number.unit * HALF
    return bool(number.value >= low - half and number.value <= high + half)


def _is_cut(number: Grain, low: Entry, high: Entry) -> bool:
    if low is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return number.is_hidden and low is MINUS_INFINITY
    if low >= 0:
        return bool(number.value > low - number.unit and number.value <= high)
    if high <= 0:
        return bool(number.value < high + number.unit and number.value >= low)
    return _is_rounded(number, low, high)
