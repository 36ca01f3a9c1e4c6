"""The sides of a chain with what they come to, and whether two of them say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.decimal import Decimal
from attncalc.check.calculation import PRECISION
from attncalc.check.judging.grain import HALF, equal
from attncalc.check.judging.says import shown
from attncalc.check.written import EXACT, Value

PAIRS = {"(": 1, ")": -1, "[": 1, "]": -1, "{": 1, "}": -1}
MOST_AROUND = 100  # brackets and blanks beside an expression that belong to it


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a chain: how it is written and where, the sign before it, and what it may come to.

    Where names have a value as it was written and an exact one, it has two values. It `is_number` if it is nothing but
    a number.
    """

    text: str
    start: int
    sign: str
    values: tuple[Value, ...]
    is_number: bool = False

    @property
    def value(self) -> str | None:
        """What it comes to, as a text; None where it has no value."""
        if not self.values:
            return None
        with Decimal(PRECISION).working():
            return shown(self.values[0].value)


class Untrue(NamedTuple):
    """Two sides that should say the same and do not; `is_mended` if the chain ends with what it begins with."""

    left: Side
    right: Side
    is_mended: bool = False


def agree(left: Side, right: Side) -> bool:
    """Whether two sides say the same: a decimal is less than one unit of its last place away."""
    return any(_agree(left, one, right, two) for one in left.values for two in right.values)


def _agree(left: Side, one: Value, right: Side, two: Value) -> bool:
    if one.value is MINUS_INFINITY or two.value is MINUS_INFINITY or not (unit := _unit(left, one, right, two)):
        return equal(one.value, two.value)
    return bool(abs(one.value - two.value) < unit)


def _unit(left: Side, one: Value, right: Side, two: Value) -> fmpq:
    """How far two sides may be apart: that of decimals; without one, half of what a calculation with decimals has."""
    sides = ((left, one), (right, two))
    decimals = [value.unit for side, value in sides if side.is_number and _is_rounded(value, right)]
    calculated = [value.unit * HALF for side, value in sides if not side.is_number]
    return max(decimals or calculated, default=EXACT)


def _is_rounded(value: Value, right: Side) -> bool:
    """Whether a number may stand for another one: a decimal, or an integer behind ≈."""
    return bool(value.unit and (value.unit != 1 or right.sign == "≈"))


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Where an expression stands with all of its brackets."""
    missing_before, missing_behind = _unpaired(text, start, end)
    for _ in range(MOST_AROUND):
        if missing_before and start and text[start - 1] in "([{ ":
            start -= 1
            missing_before -= text[start] != " "
        elif missing_behind and end < len(text) and text[end] in ")]} ":
            missing_behind -= text[end] != " "
            end += 1
        else:
            break
    return start, end


def _unpaired(text: str, start: int, end: int) -> tuple[int, int]:
    """How many brackets are missing before a piece of a text, and behind it."""
    depth = lowest = 0
    for char in text[start:end]:
        depth += PAIRS.get(char, 0)
        lowest = min(lowest, depth)
    return -lowest, depth - lowest
