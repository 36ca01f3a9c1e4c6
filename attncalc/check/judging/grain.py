"""How fine a claim is written, and whether a value is what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Entry
from attncalc.check.claim import Claim
from attncalc.check.written import EXACT, Value, value_of

HIDDEN = fmpq(-10_000)  # a finite score from which on it stands for -inf
HALF = fmpq(1, 2)
FINE = fmpq(1, 10**9)  # the unit that exact numbers are compared with
TINY = fmpq(1, 10_000)  # below this a number is written with a power of ten
NEAR_UNITS, NEAR = 20, fmpq(1, 50)  # how far apart two chains from wrong numbers may be: units, and a share


@dataclass(frozen=True, slots=True)
class Grain:
    """A written number: its value, and the unit of the last place to which it is written (0: exactly)."""

    value: Entry
    unit: fmpq

    def is_right(self, true: Entry) -> bool:
        """Whether it is this value, correctly rounded; ties may go either way, but no integer stands for a half."""
        if true is MINUS_INFINITY or self.value is MINUS_INFINITY:
            return self.is_hidden and true is MINUS_INFINITY
        if not self.unit:
            return equal(self.value, true)
        distance = abs(self.value - true)
        return bool(distance < self.unit * HALF if self.unit >= 1 else distance <= self.unit * HALF)

    def is_copy(self, value: Entry) -> bool:
        """Whether it is copied from this value: correctly rounded, or the decimals behind its own left off."""
        if self.is_right(value):
            return True
        if not 0 < self.unit < 1 or MINUS_INFINITY in (self.value, value) or self.value * value <= 0:
            return False
        return bool(0 <= abs(value) - abs(self.value) < self.unit)

    @property
    def is_hidden(self) -> bool:
        """Whether it stands for a masked score."""
        return self.value is MINUS_INFINITY or bool(self.value <= HIDDEN)

    def fits(self, values: Sequence[Entry], *, near: bool = False) -> bool:
        """Whether it is less than a unit away from one of these values, or lies between two of them.

        Between two that are far apart nobody gets by rounding; `near` asks for two that are not.
        """
        finite = [value for value in values if value is not MINUS_INFINITY]
        if self.is_hidden and len(finite) < len(values):
            return True
        if not finite or self.value is MINUS_INFINITY:
            return False
        if not self.unit:
            return any(equal(self.value, value) for value in finite)
        least, most = min(finite), max(finite)
        if near and most - least > max(NEAR_UNITS * self.unit, NEAR * abs(self.value)):
            return any(abs(self.value - value) < self.unit for value in finite)
        return bool(self.value > least - self.unit and self.value < most + self.unit)


def is_other(value: Entry, base: Entry, number: Grain) -> bool:
    """Whether two calculated entries differ in the digits that are written."""
    if value is MINUS_INFINITY or base is MINUS_INFINITY:
        return value is not base
    return bool(2 * abs(value - base) >= (number.unit or FINE))


def equal(a: Entry, b: Entry) -> bool:
    """Whether two numbers are the same, as far as balls tell."""
    if a is MINUS_INFINITY or b is MINUS_INFINITY:
        return a is b
    if type(a) is fmpq and type(b) is fmpq:
        return bool(a == b)
    return bool(arb(a).overlaps(arb(b)))


def grain_of(claim: Claim) -> Grain | None:
    """The grain of a claim that stands alone; None where it has no value."""
    return grain_among(claim, ())


def grain_among(claim: Claim, around: Collection[fmpq], exact: bool = False) -> Grain | None:
    """The grain of a claim where numbers of these units stand around it; None where it has no value.

    An integer among decimals is as fine as they are, among fractions it is exact; `exact` says that a bare integer is.
    """
    value = _value(claim)
    if value is None:
        return None
    if value.unit != 1:
        return Grain(value.value, value.unit)
    decimals = [unit for unit in around if 0 < unit < 1]
    if decimals:
        return Grain(value.value, min(decimals))
    return Grain(value.value, EXACT if exact or EXACT in around else fmpq(1))


def units(claims: Iterable[Claim]) -> list[fmpq]:
    """The units of the last places of these claims, each once; a tiny number (1.7e-48) has that of its digits."""
    found: list[fmpq] = []
    for claim in claims:
        value = _value(claim)
        if value is None:
            continue
        is_tiny = value.value is not MINUS_INFINITY and 0 < abs(value.value) < TINY and type(value.value) is fmpq
        unit = value.unit / abs(value.value) if is_tiny else value.unit
        if unit not in found:
            found.append(unit)
    return found


def _value(claim: Claim) -> Value | None:
    return value_of(claim.written.number) if claim.written.number else None
