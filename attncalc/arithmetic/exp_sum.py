"""Sums of coefficients times exponentials, Σ c e^a: the numerators and denominators of closed forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

Real = Any  # fmpq or Surd; as an exponent, a short closed form too
ZERO, ONE = fmpq(0), fmpq(1)
MAX_TERMS = 4000

_limit = MAX_TERMS


class TooLarge(ArithmeticError):  # noqa: N818  not an error: a ball is used instead
    """A closed form has grown beyond the limit in force; a ball takes its place."""


@contextmanager
def at_most(terms: int) -> Iterator[None]:
    """Closed forms of more than so many terms become balls inside this context."""
    global _limit  # noqa: PLW0603  like flint's own precision, it belongs to the calculation that runs
    before, _limit = _limit, min(terms, MAX_TERMS)
    try:
        yield
    finally:
        _limit = before


def is_zero(value: Any) -> bool:
    """Whether an entry is exactly 0."""
    return type(value) is fmpq and value == 0


def ball_of(value: Any) -> arb:
    """Any entry as a ball at the current precision."""
    kind = type(value)
    return value if kind is arb else arb(value) if kind is fmpq else value.ball()


class ExpSum:
    """A sum of coefficients times exponentials; `terms` goes from exponent to coefficient, none of them 0."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Real, Real]) -> None:
        self.terms = {exponent: value for exponent, value in terms.items() if not is_zero(value)}
        if len(self.terms) > _limit or any(type(value) is arb for value in self.terms.values()):
            raise TooLarge
        self._hash = hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpSum) and self.terms == other.terms

    def __add__(self, other: ExpSum) -> ExpSum:
        total = dict(self.terms)
        for exponent, value in other.terms.items():
            total[exponent] = total[exponent] + value if exponent in total else value
        return ExpSum(total)

    def __mul__(self, other: ExpSum) -> ExpSum:
        if len(self.terms) * len(other.terms) > 4 * MAX_TERMS:
            raise TooLarge
        total: dict[Real, Real] = {}
        for e1, c1 in self.terms.items():
            for e2, c2 in other.terms.items():
                exponent, value = e1 + e2, c1 * c2
                total[exponent] = total[exponent] + value if exponent in total else value
        return ExpSum(total)

    def times(self, factor: Real, shift: Real = ZERO) -> ExpSum:
        """This sum times factor · e^shift."""
        return ExpSum({exponent + shift: value * factor for exponent, value in self.terms.items()})

    def ratio(self, other: ExpSum) -> Real | None:
        """The number k with self = k · other, or None."""
        if self.terms.keys() != other.terms.keys():
            return None
        ratios = [value / other.terms[exponent] for exponent, value in self.terms.items()]
        return ratios[0] if all(ratio == ratios[0] for ratio in ratios) else None

    def ball(self) -> arb:
        """Its value at the current precision."""
        return sum((ball_of(value) * _exp(exponent, ctx.prec) for exponent, value in self.terms.items()), arb(0))


class TanhBottom(ExpSum):
    """1 + e^{2x} as the denominator of tanh x: what stands over it may be a multiple of tanh x, and is written so."""

    def multiple(self, numerator: ExpSum) -> tuple[Real, Real] | None:
        """The coefficient and the x of c·tanh x, or None where the numerator is another one."""
        exponent = next(exponent for exponent in self.terms if not is_zero(exponent))
        factor = numerator.ratio(ExpSum({exponent: ONE, ZERO: -ONE}))
        return None if factor is None else (factor, exponent / 2)


@lru_cache(maxsize=4096)
def _exp(exponent: Real, precision: int) -> arb:
    assert precision == ctx.prec
    return ball_of(exponent).exp()


UNIT = ExpSum({ZERO: ONE})
