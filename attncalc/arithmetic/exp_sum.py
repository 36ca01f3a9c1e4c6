"""Sums of coefficients times exponentials, Σ c e^a: the numerators and denominators of closed forms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from attncalc.arithmetic.limits import ONE, ZERO, TooLarge, ball_of, is_zero, limit
from attncalc.arithmetic.trig import Trig

Real = Any  # fmpq or Surd; as a coefficient, a sum of sines too; as an exponent, a sum of sines or short closed form


class ExpSum:
    """A sum of coefficients times exponentials; `terms` goes from exponent to coefficient, none of them 0."""

    __slots__ = ("_ball", "_hash", "terms")

    def __init__(self, terms: Mapping[Real, Real]) -> None:
        self.terms = {exponent: value for exponent, value in terms.items() if not is_zero(value)}
        kinds = {*map(type, self.terms), *map(type, self.terms.values())}
        if arb in kinds or (self.size if Trig in kinds else len(self.terms)) > limit():
            raise TooLarge
        self._hash: int | None = None
        self._ball: tuple[int, arb] | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpSum) and self.terms == other.terms

    def __add__(self, other: ExpSum) -> ExpSum:
        total = dict(self.terms)
        for exponent, value in other.terms.items():
            total[exponent] = total[exponent] + value if exponent in total else value
        return ExpSum(total)

    def __mul__(self, other: ExpSum) -> ExpSum:
        if self.size * other.size > 2 * limit():  # of a square, nearly half of the products are alike
            raise TooLarge
        total: dict[Real, Real] = {}
        for e1, c1 in self.terms.items():
            for e2, c2 in other.terms.items():
                exponent, value = e1 + e2, c1 * c2
                total[exponent] = total[exponent] + value if exponent in total else value
        return ExpSum(total)

    @property
    def size(self) -> int:
        """How many terms there are, those of coefficients among them."""
        return sum(len(value.terms) if type(value) is Trig else 1 for value in self.terms.values())

    def times(self, factor: Real, shift: Real = ZERO) -> ExpSum:
        """This sum times factor · e^shift."""
        return ExpSum({exponent + shift: value * factor for exponent, value in self.terms.items()})

    def ratio(self, other: ExpSum) -> Real | None:
        """The number k with self = k · other, or None."""
        if self.terms.keys() != other.terms.keys():
            return None
        ratios = [_ratio(value, other.terms[exponent]) for exponent, value in self.terms.items()]
        return ratios[0] if type(ratios[0]) is not arb and all(ratio == ratios[0] for ratio in ratios) else None

    def ball(self) -> arb:
        """Its value at the current precision, calculated once: rows share their denominators."""
        if self._ball is None or self._ball[0] != ctx.prec:
            parts = (ball_of(value) * _exp(exponent, ctx.prec) for exponent, value in self.terms.items())
            self._ball = ctx.prec, sum(parts, arb(0))
        return self._ball[1]


class TanhBottom(ExpSum):
    """1 + e^{2x} as the denominator of tanh x: what stands over it may be a multiple of tanh x, and is written so."""

    def multiple(self, numerator: ExpSum) -> tuple[Real, Real] | None:
        """The coefficient and the x of c·tanh x, or None where the numerator is another one."""
        exponent = next(exponent for exponent in self.terms if not is_zero(exponent))
        factor = numerator.ratio(ExpSum({exponent: ONE, ZERO: -ONE}))
        return None if factor is None else (factor, exponent / 2)


def _ratio(value: Real, other: Real) -> Real | None:
    """value / other where that is no quotient of sums of sines."""
    if not isinstance(other, Trig):
        return value / other
    return value.ratio(other) if isinstance(value, Trig) else None


@lru_cache(maxsize=4096)
def _exp(exponent: Real, precision: int) -> arb:
    assert precision == ctx.prec
    return ball_of(exponent).exp()


UNIT = ExpSum({ZERO: ONE})
