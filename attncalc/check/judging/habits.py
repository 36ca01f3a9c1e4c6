"""Habits of working by hand that a page does not show: a divisor with few digits, unwritten lines that are rounded.

A habit counts only where it explains a writing better than the plain chains do, and half of it: one of many habits fits
a single slip by chance, and several numbers of a line that is wrong, but not everything that stands around them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.digits import round_to
from attncalc.arithmetic.limits import ball_of
from attncalc.check.calculation import Calculation, Change, Entry
from attncalc.check.judging.grain import HALF, Grain
from attncalc.worksheet.expression import Expr

# How constants are used: places, whether those of the inverse, whether the other digits are cut off.
CONSTANTS: list[tuple[int | None, bool, bool]] = [
    (1, False, False),
    (2, False, False),
    (3, False, False),
    (4, False, False),
    (2, False, True),
    (3, False, True),
    (2, True, False),
    (3, True, False),
    (4, True, False),
]
MOST_PLACES = 12
BETTER = 2  # numbers that a habit explains beyond the plain chains, if not all
MOST_KNOWN = 4000  # lines that are kept for the next page

Lines = Mapping[str, Array]
Ends = tuple[Entry, Entry]  # the least and the largest of some values
Numbers = Mapping[int, Grain]  # what is written, by the place in the flat list


@dataclass(frozen=True, slots=True)
class Habit:
    """How many decimals the constants have (of their inverses, where these multiply), and the unwritten lines.

    Exponentials and their sums (`details`) may have others than the rest.
    """

    constants: int | None = None
    inverse: bool = False
    lines: int | None = None
    details: int | None = None
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


@dataclass(frozen=True, slots=True)
class Path:
    """A way to a line: the lines between that are calculated on the way, in order, and what they start from.

    A way may pass lines that are written: they were kept with more digits than are shown.
    """

    between: Sequence[str]
    bases: Sequence[Lines]


def explained(
    calculation: Calculation, key: str, paths: Sequence[Path], numbers: Numbers, around: Numbers, plain: Sequence[Array]
) -> list[list[Array]]:
    """The values of a line under each habit that explains its writing better than the plain chains `plain`.

    It explains half of what stands `around`: of all writings of the line.
    """
    ends = [_ends(plain, place) for place in numbers]
    most = max(sum(map(rule, numbers.values(), ends)) for rule in RULES)
    least, half = min(len(numbers), most + BETTER), (len(around) + 1) // 2
    if most >= least:
        return []
    ordered, others = _hardest_first(numbers, plain), _hardest_first(around, plain)
    best: list[tuple[int, list[Array]]] = []
    for path in paths:
        ways = [_Way(calculation, key, path.between, base) for base in path.bases]
        for habit in _habits(calculation, key, path, numbers):
            values = [value for way in ways if (value := way.worked(habit)) is not None]
            count = _explained(ordered, values, least) if values else 0
            if count >= least and _explained(others, values, half) >= half:
                best.append((count, values))
    top = max((count for count, _ in best), default=0)
    return [values for count, values in best if count == top]


def _hardest_first(numbers: Numbers, plain: Sequence[Array]) -> list[tuple[int, Grain]]:
    """Numbers in the order in which a habit is refuted soonest."""
    return sorted(numbers.items(), key=lambda item: _is_rounded(item[1], _ends(plain, item[0])))


def _ball(entry: Entry) -> Entry:
    return entry if entry is MINUS_INFINITY else ball_of(entry)


def _habits(calculation: Calculation, key: str, path: Path, numbers: Numbers) -> Iterator[Habit]:
    """Those that make a difference: a rounded constant, rounded lines, both."""
    own = max((_places(number.unit) for number in numbers.values()), default=2)
    constants: list[tuple[int | None, bool, bool]] = [(None, False, False)]
    if has_constants(calculation, (*path.between, key)):
        constants += CONSTANTS
    rounded = list(_roundings(calculation, path.between, range(max(1, own - 1), own + 3)))
    for places, inverse, cut in constants:
        for lines, details in rounded:
            yield Habit(places, inverse, lines, details, cut)
            if places is None:
                yield Habit(places, inverse, lines, details, cut=True)


def _roundings(
    calculation: Calculation, between: Sequence[str], places: range
) -> Iterator[tuple[int | None, int | None]]:
    """How many decimals lines and details may have that are not written: none are rounded, all alike, each its own."""
    kinds = {calculation.records[name].detail for name in between}
    yield None, None
    if kinds:
        yield from ((number, number) for number in places)
    if len(kinds) > 1:
        yield from ((lines, details) for details in places for lines in (None, details - 1))


def has_constants(calculation: Calculation, keys: Iterable[str]) -> bool:
    """Whether lines are calculated with a number that people round: √8, not 2."""
    return any(_is_long(calculation, expr) for key in keys for expr in _constants(calculation.records[key].expr))


def _is_long(calculation: Calculation, expr: Expr) -> bool:
    value: Entry = calculation.value(expr, {})
    return not (type(value) is fmpq and value.q == 1)


def _constants(expr: Expr) -> Iterator[Expr]:
    if expr.op == "constant":
        yield expr
    for arg in expr.args:
        yield from _constants(arg)


def _places(unit: fmpq) -> int:
    places = 0
    while 0 < unit < 1 and places < MOST_PLACES:
        unit, places = unit * 10, places + 1
    return places


@dataclass(frozen=True)
class _Way:
    """A way to a line from given lines; from the true ones it is the same on every page, and known from the first."""

    calculation: Calculation
    key: str
    between: Sequence[str]
    base: Lines

    def worked(self, habit: Habit) -> Array | None:
        """The line in a habit."""
        if not self._is_true:
            return self._worked(habit)
        known, name = self.calculation.known, (self.key, *self.between, habit)
        if name not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[name] = self._worked(habit)
        return known[name]

    @cached_property
    def _is_true(self) -> bool:
        return all(array is self.calculation.truth[name] for name, array in self.base.items())

    @cached_property
    def _balls(self) -> Lines:
        return {name: array.map(_ball) for name, array in self.base.items()}

    def _worked(self, habit: Habit) -> Array | None:
        lines = dict(self._balls)
        change: Change | None = habit.constant if habit.constants is not None else None
        for name in self.between:
            if (value := self.calculation.line(name, lines, change)) is None:
                return None
            digits = habit.details if self.calculation.records[name].detail else habit.lines
            lines[name] = value if digits is None else value.map(partial(_rounded, places=digits, rule=habit.rule))
        return self.calculation.line(self.key, lines, change)


def _rounded(entry: Entry, places: int, rule: str) -> Entry:
    short = round_to(entry, places, rule) if entry is not MINUS_INFINITY else None
    return entry if short is None else arb(short)


def _explained(numbers: Sequence[tuple[int, Grain]], values: Sequence[Array], least: int) -> int:
    """How many numbers are what these values give, all rounded or all cut, or lie between them; 0 if under `least`.

    It is fastest where those come first that are hardest to explain.
    """
    best = 0
    for rule in RULES:
        missed = 0
        for place, number in numbers:
            missed += not rule(number, _ends(values, place))
            if missed > len(numbers) - least:
                break
        else:
            best = max(best, len(numbers) - missed)
    return best


def _ends(values: Sequence[Array], place: int) -> Ends:
    found = [array.flat[place] for array in values if 0 <= place < len(array.flat)]  # of no entry, or another size
    finite = [value for value in found if value is not MINUS_INFINITY]
    return (min(finite), max(finite)) if finite else (MINUS_INFINITY, MINUS_INFINITY)


def _is_rounded(number: Grain, ends: Ends) -> bool:
    low, high = ends
    if low is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return number.is_hidden and low is MINUS_INFINITY
    half = number.unit * HALF
    return not (number.value < low - half or number.value > high + half)  # what cannot be told may be a tie


def _is_cut(number: Grain, ends: Ends) -> bool:
    low, high = ends
    if low is MINUS_INFINITY or number.value is MINUS_INFINITY:
        return number.is_hidden and low is MINUS_INFINITY
    if low >= 0:
        return bool(number.value > low - number.unit) and not number.value > high
    if high <= 0:
        return bool(number.value < high + number.unit) and not number.value < low
    return _is_rounded(number, ends)


RULES = (_is_rounded, _is_cut)
