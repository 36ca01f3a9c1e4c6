"""Numbers that a paper prescribes: `constants: {e^1.41: 4.11, √2: 1.41}`; those of a calculator are right as well."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Entry, Lines
from attncalc.check.written import EXACT, value_of
from attncalc.problem.marked import exponent_of
from attncalc.reading.number import Number, read_number

HALF = fmpq(1, 2)
WHOLE = fmpq(1)  # the unit of an exponent without decimals, which is meant as it is
NEAR = fmpq(1, 10**12)  # of constants: √2 is calculated in more than one way


@dataclass(frozen=True, slots=True)
class Prescribed:
    """Exponents (with half of the unit that they are written to) and constants, each with what stands for it.

    `base` is what is taken for e.
    """

    exponentials: tuple[tuple[Entry, fmpq, Entry], ...]
    constants: tuple[tuple[Entry, Entry], ...]
    base: Entry | None = None

    def line(self, calculation: Calculation, key: str, lines: Lines) -> Array | None:
        """A line as it comes out with the numbers of the paper."""
        expr = calculation.records[key].expr
        if expr.op != "exp":
            return calculation.line(key, lines, self._constant)
        exponents = calculation.value(expr.args[0], lines, self._constant)
        powers = calculation.line(key, lines, self._constant)
        if exponents is None or powers is None:
            return None
        return Array(list(map(self._exponential, exponents.flat, powers.flat)), powers.shape)

    def lines(self, calculation: Calculation) -> dict[str, Array]:
        """Every line as it comes out with the numbers of the paper from the beginning."""
        found = dict(calculation.truth)
        for key in calculation.records:
            if (value := self.line(calculation, key, found)) is not None:
                found[key] = value
        return found

    def _constant(self, value: Entry) -> Entry:
        return next((meant for known, meant in self.constants if bool(abs(known - value) <= NEAR)), value)

    def _exponential(self, exponent: Entry, power: Entry) -> Entry:
        """The prescribed power of what rounds to its exponent, the finest first; or the power as it is."""
        if exponent is MINUS_INFINITY:
            return power
        other = power if self.base is None else arb(exponent * arb(self.base).log()).exp()
        return next((meant for known, half, meant in self.exponentials if bool(abs(exponent - known) <= half)), other)


def prescribed(calculation: Calculation) -> Prescribed | None:
    """What a problem's file prescribes; None where it prescribes nothing."""
    constants = calculation.sheet.plan.problem.constants
    return _read(tuple(constants.items())) if constants else None


@lru_cache(maxsize=64)
def _read(constants: tuple[tuple[str, str], ...]) -> Prescribed:
    exponentials, others, base = [], [], None
    for text, number in constants:
        meant, exponent = _value(read_number(number)), exponent_of(read_number(text))
        if text.strip() == "e":
            base = meant[0]
        elif exponent is None:
            others.append((_value(read_number(text))[0], meant[0]))
        else:
            value, unit = _value(exponent)
            exponentials.append((value, EXACT if unit == WHOLE else unit * HALF, meant[0]))
    return Prescribed(tuple(sorted(exponentials, key=lambda each: each[1])), tuple(others), base)


def _value(number: Number) -> tuple[Entry, fmpq]:
    found = value_of(number)
    assert found is not None  # the reader has asked for that
    return found.value, found.unit
