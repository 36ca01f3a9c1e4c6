"""Sums of rationals times square roots, such as 1/2 + 3√2 − √6: the field Q(√2, √3, √5, …), exactly.

Square roots of different squarefree integers are linearly independent over the rationals, so a dictionary from
radicand to coefficient is a normal form: two surds are equal when their dictionaries are.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd, isqrt, prod
from typing import Any

from flint import arb, fmpq, fmpz

Terms = dict[int, fmpq]
ONE = fmpq(1)
MAX_TERMS = 16
MAX_RADICAND = 10**24


class Surd:
    """A sum of rationals times square roots that is not rational; `terms` goes from radicand to coefficient."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            # flint's own hash of a rational inverts its denominator, which takes ten times as long
            self._hash = hash(frozenset((radicand, int(c.p), int(c.q)) for radicand, c in self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and self.terms == other.terms

    def __repr__(self) -> str:
        return " + ".join(f"{coefficient}*sqrt({radicand})" for radicand, coefficient in sorted(self.terms.items()))

    def ball(self) -> arb:
        """This number as a ball at the current precision."""
        return sum((arb(c) * _root(r) if r > 1 else arb(c) for r, c in self.terms.items()), arb(0))

    def __neg__(self) -> Surd:
        return Surd({radicand: -coefficient for radicand, coefficient in self.terms.items()})

    def __add__(self, other: Any) -> Any:
        if (terms := terms_of(other)) is None:
            return self.ball() + other if type(other) is arb else NotImplemented
        total = dict(self.terms)
        for radicand, coefficient in terms.items():
            total[radicand] = total.get(radicand, 0) + coefficient
        return reduced(total)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if type(other) in (fmpq, fmpz, int):
            return Surd({r: c * other for r, c in self.terms.items()}) if other != 0 else fmpq(0)
        if (terms := terms_of(other)) is None:
            return self.ball() * other if type(other) is arb else NotImplemented
        total: Terms = {}
        for r1, c1 in self.terms.items():
            for r2, c2 in terms.items():
                common = gcd(r1, r2)
                radicand = (r1 // common) * (r2 // common)
                total[radicand] = total.get(radicand, 0) + c1 * c2 * common
        return reduced(total)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if type(other) in (fmpq, fmpz, int):
            return self * (ONE / other)
        if isinstance(other, Surd):
            return self * inverse(other)
        return self.ball() / other if type(other) is arb else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        if terms_of(other) is None:
            return other / self.ball() if type(other) is arb else NotImplemented
        return inverse(self) * other


def terms_of(value: Any) -> Terms | None:
    """The terms of a rational or a surd; None for anything else."""
    if isinstance(value, Surd):
        return value.terms
    return {1: value if type(value) is fmpq else fmpq(value)} if type(value) in (fmpq, fmpz, int) else None


def reduced(terms: Terms) -> Any:
    """The rational or the surd with these terms; a ball where there are too many."""
    left = {radicand: coefficient for radicand, coefficient in terms.items() if coefficient != 0}
    if not left:
        return fmpq(0)
    if len(left) > MAX_TERMS:
        return Surd(left).ball()
    return left[1] if len(left) == 1 and 1 in left else Surd(left)


def inverse(value: Surd) -> Any:
    """1 / value, its denominator made rational one prime after the other."""
    numerator: Any = ONE
    denominator: Any = value
    while isinstance(denominator, Surd):
        prime = _prime_of(max(denominator.terms))
        conjugate = Surd({r: -c if r % prime == 0 else c for r, c in denominator.terms.items()})
        numerator, denominator = conjugate * numerator, denominator * conjugate
    return numerator * (ONE / denominator)


def square_root(value: fmpq) -> Any:
    """√value of a rational that is not negative: a rational, or a surd; None if its factors are out of reach.

    >>> square_root(fmpq(8))
    2*sqrt(2)
    """
    radicand = int(value.p * value.q)
    root = isqrt(radicand)
    if root * root == radicand:
        return fmpq(root) / value.q
    if radicand > MAX_RADICAND:
        return None
    factors = fmpz(radicand).factor()
    outside = prod(int(prime) ** (power // 2) for prime, power in factors)
    inside = prod(int(prime) for prime, power in factors if power % 2)
    return Surd({inside: fmpq(outside) / value.q})


@lru_cache(maxsize=1024)
def _prime_of(radicand: int) -> int:
    return int(fmpz(radicand).factor()[0][0])


def _root(radicand: int) -> arb:
    return arb(radicand).sqrt()
