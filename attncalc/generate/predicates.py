"""What a problem's lines may be asked to be: integer, rational, of few digits, distinct, spread …"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.errors import InputError, did_you_mean
from attncalc.generate.effort import mistakes_show, multiplications

MOST_DIGITS = 12
LEAST_WEIGHT, MOST_WEIGHT = fmpq(1, 100), fmpq(99, 100)
SMALL, DIGITS = 99, 6  # what is calculated by hand is at most so large, and has at most so many digits
PRODUCTS = ("matmul",)
TOKENS = ("X", "Q", "K", "V", "H", "Y")
FEW = 4  # rows that are easily all different


@dataclass(frozen=True, slots=True)
class Constraint:
    """A predicate on a line of the work (on all where none is named), with its numbers."""

    name: str
    step: str = ""
    numbers: tuple[fmpq, ...] = ()

    def holds(self, calculation: Calculation, lines: Lines) -> bool:
        """Whether it does on these lines, for certain; raises InputError where there is no such line."""
        if (whole := PREDICATES[self.name].whole) is not None:
            return whole(calculation, lines, *self.numbers)
        return all(PREDICATES[self.name].test(lines[key], *self.numbers) for key in self._keys(calculation))

    def _keys(self, calculation: Calculation) -> Iterator[str]:
        known = {**calculation.inputs, **calculation.records}
        if not self.step:
            yield from filter(PREDICATES[self.name].applies(calculation), known)
            return
        found = [key for key, record in known.items() if self.step in (key, record.name)]
        if not found:
            raise InputError(f"there is no step {self.step}", hint=did_you_mean(self.step, known))
        yield from found

    def __str__(self) -> str:
        numbers = " ".join(map(str, self.numbers))
        return " ".join(filter(None, (self.name, self.step, numbers)))


Test = Callable[..., bool]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A test of one line, what numbers it takes, which lines it is of where none is named, and what helps."""

    test: Test = lambda _: True
    numbers: tuple[str, ...] = ()
    applies: Callable[[Calculation], Callable[[str], bool]] = lambda _: lambda _: True
    helps: str = "other entries"
    exactly: bool = False  # whether it asks for closed forms
    whole: Callable[..., bool] | None = None  # a test of all lines together


def finite(array: Array) -> list[Any]:
    """The entries that are numbers."""
    return [entry for entry in array.flat if entry is not MINUS_INFINITY]


def _integer(array: Array) -> bool:
    return all(type(entry) is fmpq and entry.q == 1 for entry in finite(array))


def _rational(array: Array) -> bool:
    return all(type(entry) is fmpq for entry in finite(array))


def _at_most_digits(array: Array, most: fmpq) -> bool:
    """Whether every rational entry has a decimal of so many digits; what is not rational has no last digit."""
    return all(_digits(entry) <= most for entry in finite(array) if type(entry) is fmpq)


def _digits(entry: fmpq) -> int:
    for places in range(MOST_DIGITS):
        scaled = entry * 10**places
        if scaled.q == 1:
            return len(str(abs(int(scaled.p))))
    return MOST_DIGITS


def _at_most(array: Array, most: fmpq) -> bool:
    return all(bool(abs(entry) <= most) for entry in finite(array))


def _denominators(array: Array, most: fmpq) -> bool:
    return all(type(entry) is fmpq and entry.q <= most for entry in finite(array))


def _distinct(array: Array) -> bool:
    entries = sorted(finite(array), key=float)
    return all(bool(a < b) for a, b in pairwise(entries))


def _distinct_rows(array: Array) -> bool:
    rows = [tuple(map(str, row)) for row in array.rows]
    return len(set(rows)) == len(rows)


def _spread(array: Array, least: fmpq, most: fmpq) -> bool:
    """Whether every weight lies between these, but for what is masked and for rows of one key."""
    rows = ([entry for entry in row if entry != 0] for row in array.rows)
    return all(bool(least <= entry) and bool(entry <= most) for row in rows if len(row) > 1 for entry in row)


def _no_zero_line(array: Array) -> bool:
    """Whether no row and no column is all zeros, as far as there are entries enough for all columns."""
    rows = array.rows
    columns = list(zip(*rows, strict=True))
    filled = sum(entry != 0 for entry in array.flat) >= len(columns)
    lines = [*(rows if len(columns) > 1 else []), *(columns if filled and len(rows) > 1 else [])]
    return all(any(entry != 0 for entry in line) for line in lines)


def _not_zero(array: Array) -> bool:
    return any(entry != 0 for entry in finite(array))


def _uneven(array: Array) -> bool:
    """Whether some row of weights, what is masked aside, is not the same all over; one key has nothing to choose."""
    rows = [row for row in ([entry for entry in row if entry != 0] for row in array.rows) if len(row) > 1]
    return not rows or any(bool(a < b) or bool(b < a) for row in rows for a, b in pairwise(row))


def _no_ties(array: Array) -> bool:
    rows = ([entry for entry in row if entry is not MINUS_INFINITY] for row in array.rows)
    ordered = (sorted(row, key=float) for row in rows if len(row) > 1)
    return all(bool(row[-2] < row[-1]) for row in ordered)


def _effort(calculation: Calculation, lines: Lines, most: fmpq) -> bool:
    return bool(multiplications(calculation, lines) <= most)


def _mistakes_show(calculation: Calculation, lines: Lines, decimals: fmpq) -> bool:
    return mistakes_show(calculation, lines, min(int(decimals), MOST_DIGITS))


def _of_weights(calculation: Calculation) -> Callable[[str], bool]:
    return lambda key: key in calculation.records and calculation.records[key].expr.op == "share"


def _of_products(calculation: Calculation) -> Callable[[str], bool]:
    return lambda key: key in calculation.records and calculation.records[key].expr.op in PRODUCTS


def _of_inputs(calculation: Calculation) -> Callable[[str], bool]:
    return {*calculation.inputs}.intersection(TOKENS).__contains__


def _of_tokens(calculation: Calculation) -> Callable[[str], bool]:
    few = (key for key, record in calculation.inputs.items() if len(record.value.rows) <= FEW)
    return {*few}.intersection(TOKENS).__contains__


PREDICATES: Mapping[str, Predicate] = {
    "integer": Predicate(_integer, applies=_of_products, helps="integers as entries"),
    "rational": Predicate(_rational, applies=_of_products, helps="a d_k that is a square, or scale: 1/2"),
    "at-most-digits": Predicate(_at_most_digits, ("digits",), _of_products, "smaller entries"),
    "at-most": Predicate(_at_most, ("number",), _of_products, "smaller entries"),
    "denominators": Predicate(_denominators, ("number",), _of_weights, "fewer keys", exactly=True),
    "distinct": Predicate(_distinct, helps="entries from a wider range"),
    "distinct-rows": Predicate(_distinct_rows, applies=_of_tokens, helps="entries from a wider range"),
    "spread": Predicate(_spread, ("from", "to"), _of_weights, "smaller entries, so that no weight takes all"),
    "no-zero-line": Predicate(_no_zero_line, applies=_of_inputs, helps="entries with fewer zeros"),
    "not-zero": Predicate(_not_zero, applies=_of_products, helps="entries with fewer zeros"),
    "uneven": Predicate(_uneven, applies=_of_weights, helps="entries with fewer zeros"),
    "no-ties": Predicate(_no_ties, helps="entries from a wider range"),
    "hand-effort": Predicate(numbers=("multiplications",), whole=_effort, helps="more zeros: --entries sparse"),
    "mistakes-show": Predicate(numbers=("decimals",), whole=_mistakes_show, helps="other sizes: n beside d"),
}
NICE = (
    Constraint("at-most", "", (fmpq(SMALL),)),
    Constraint("at-most-digits", "", (fmpq(DIGITS),)),
    Constraint("distinct-rows"),
    Constraint("spread", "", (LEAST_WEIGHT, MOST_WEIGHT)),
    Constraint("no-zero-line"),
    Constraint("not-zero"),
    Constraint("uneven"),
)


def with_usual(own: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """These constraints, and the usual ones of other names."""
    own = tuple(own)
    names = {constraint.name for constraint in own}
    return (*own, *(usual for usual in NICE if usual.name not in names))


def without_usual(constraints: Iterable[Constraint], names: Collection[str] = PREDICATES) -> tuple[Constraint, ...]:
    """These constraints without the usual ones, or without those of these names."""
    return tuple(one for one in constraints if one not in NICE or one.name not in names)
