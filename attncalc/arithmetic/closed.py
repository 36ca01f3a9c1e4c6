"""Closed forms of attention: sums of quotients of exponential sums, such as (2 + 4e)/(1 + e) + √2 e^{1/2}.

Exponents and coefficients are rationals or surds; coefficients may be sums of sines. By Lindemann and Weierstrass,
exponentials of different algebraic numbers are linearly independent over the algebraic numbers: an exponential sum
is 0 only if every coefficient is, so dictionaries are normal forms, equality is decided, and no simplification is
ever searched for. Exponents that are transcendental themselves (e^e, e^{cos 1}) are carried along: equal
dictionaries are equal numbers, and nothing is concluded from different ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flint import arb, fmpq, fmpz

from attncalc.arithmetic.exp_sum import UNIT, ExpSum, Real
from attncalc.arithmetic.form import Form
from attncalc.arithmetic.limits import MAX_TERMS, ONE, ZERO, TooLarge, at_most, is_zero, limit, sign_of
from attncalc.arithmetic.surd import Surd, terms_of
from attncalc.arithmetic.trig import Trig

SHORT = 8  # terms up to which a closed form may stand in an exponent
MAX_PRODUCT = 20_000  # products of terms, beyond which a product of closed forms is a ball


class Closed(Form):
    """A sum of quotients; `parts` goes from denominator to numerator, the denominator 1 among them."""

    __slots__ = ("parts",)

    def __init__(self, parts: Mapping[ExpSum, ExpSum]) -> None:
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Closed) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(frozenset(self.parts.items()))

    def __neg__(self) -> Any:
        return self * fmpq(-1)

    def joins(self, other: Any) -> bool:
        """Rationals, surds and sums of sines."""
        return parts_of(other) is not None

    def plus(self, other: Any) -> Any:
        """Numerators over the same denominator are added."""
        total = dict(self.parts)
        for denominator, numerator in (parts_of(other) or {}).items():
            total[denominator] = total[denominator] + numerator if denominator in total else numerator
        return reduced(total)

    def times(self, other: Any) -> Any:
        """Every part times every part."""
        if not isinstance(other, Closed):
            return ZERO if is_zero(other) else reduced({den: num.times(other) for den, num in self.parts.items()})
        if self.depth * other.depth > 2 * limit() or self.size * other.size > MAX_PRODUCT:
            raise TooLarge
        total: Any = ZERO
        for d1, n1 in self.parts.items():
            for d2, n2 in other.parts.items():
                total = total + quotient(n1 * n2, d1 * d2)
        return total

    def over(self, other: Any) -> Any:
        """What both are over is left out: (e²/Z)/((e² + e)/Z) is e²/(e² + e)."""
        if isinstance(other, Closed) and len(self.parts) == 1 and self.parts.keys() == other.parts.keys():
            ((top,), (bottom,)) = self.parts.values(), other.parts.values()
            return quotient(top, bottom)
        return self * _inverse(other)

    def under(self, other: Any) -> Any:
        """The inverse, times the other."""
        return self.inverse() * other

    def inverse(self) -> Any:
        """1 / self."""
        numerator, denominator = self.joined()
        return quotient(denominator, numerator)

    def joined(self) -> tuple[ExpSum, ExpSum]:
        """Numerator and denominator of the whole, over one common denominator."""
        top, bottom = ExpSum({}), UNIT
        for denominator, numerator in self.parts.items():
            top = top * denominator + numerator * bottom
            bottom = bottom * denominator
        return top, bottom

    def constant(self) -> Real | None:
        """The rational, surd or sum of sines that this is, or None where it is another number, or that is open."""
        try:
            with at_most(MAX_TERMS):
                numerator, denominator = self.joined()
        except TooLarge:
            return None
        return ZERO if not numerator.terms else numerator.ratio(denominator)

    @property
    def size(self) -> int:
        """How many terms there are in all."""
        return sum(top.size + bottom.size for bottom, top in self.parts.items())

    @property
    def depth(self) -> int:
        """How many terms its denominators have."""
        return sum(len(denominator.terms) for denominator in self.parts)

    @property
    def is_short(self) -> bool:
        """Whether it may stand in an exponent: one of many terms would bury what it stands in."""
        return self.size <= SHORT

    def ball(self) -> arb:
        """Its value at the current precision."""
        return sum((top.ball() / bottom.ball() for bottom, top in self.parts.items()), arb(0))


def combination(forms: Iterable[Any], coefficients: Iterable[Real]) -> Any:
    """Σ coefficient · form, each sum of exponentials built once; raises TooLarge where it grows too long."""
    pairs = [(parts_of(form) or {}, factor) for form, factor in zip(forms, coefficients, strict=True)]
    pairs = [(parts, factor) for parts, factor in pairs if not is_zero(factor)]
    totals: dict[ExpSum, dict[Real, Real]] = {denominator: {} for parts, _ in pairs for denominator in parts}
    _check_depth(totals)
    for parts, coefficient in pairs:
        for denominator, numerator in parts.items():
            terms = totals[denominator]
            for exponent, value in numerator.terms.items():
                part = value * coefficient
                terms[exponent] = terms[exponent] + part if exponent in terms else part
    return reduced({denominator: ExpSum(terms) for denominator, terms in totals.items()})


def _inverse(value: Any) -> Any:
    return value.inverse() if isinstance(value, Closed) else ONE / value


def exponential(exponent: Real) -> Any:
    """e^exponent of a rational, a surd, or a short form."""
    return ONE if is_zero(exponent) else Closed({UNIT: ExpSum({exponent: ONE})})


def monomial(value: Any) -> tuple[Real, Real] | None:
    """The coefficient and the exponent of c·e^x, or None for anything else."""
    if not isinstance(value, Closed) or value.parts.keys() != {UNIT} or len(value.parts[UNIT].terms) != 1:
        return None
    ((exponent, coefficient),) = value.parts[UNIT].terms.items()
    return coefficient, exponent


def quotient(numerator: ExpSum, denominator: ExpSum) -> Any:
    """numerator / denominator; a denominator of one or two terms is divided by its term of least exponent.

    Two exponents that are closed forms or sines stay: their difference is longer than they are.
    """
    if not denominator.terms:
        raise ZeroDivisionError
    if len(denominator.terms) <= 2 - any(terms_of(exponent) is None for exponent in denominator.terms):
        least = _least(denominator)
        coefficient = denominator.terms[least]
        factor = ONE / (coefficient.leading if isinstance(coefficient, Trig) else coefficient)
        numerator, denominator = numerator.times(factor, -least), denominator.times(factor, -least)
    return reduced({denominator: numerator})


def reduced(parts: Mapping[ExpSum, ExpSum]) -> Any:
    """The closed form with these parts: a rational, a surd or a sum of sines where it is one at sight."""
    whole = parts.get(UNIT, ExpSum({}))
    left: dict[ExpSum, ExpSum] = {}
    for denominator, numerator in parts.items():
        if denominator is UNIT or denominator == UNIT or not numerator.terms:
            continue
        ratio = numerator.ratio(denominator)
        if ratio is None:
            left[denominator] = numerator
        else:
            whole = whole + ExpSum({ZERO: ratio})
    _check_depth(left)
    if not left and all(is_zero(exponent) for exponent in whole.terms):
        return whole.terms.get(ZERO, ZERO)
    return Closed({**({UNIT: whole} if whole.terms else {}), **left})


def _check_depth(denominators: Collection[ExpSum]) -> None:
    """Raises TooLarge where the denominators of a sum have more terms together than one may have."""
    if len(denominators) > 1 and sum(len(denominator.terms) for denominator in denominators) > limit():
        raise TooLarge


def parts_of(value: Any) -> Mapping[ExpSum, ExpSum] | None:
    """The parts of a closed form, a rational, a surd or a sum of sines; None for anything else."""
    if isinstance(value, Closed):
        return value.parts
    if type(value) in (int, fmpz):
        value = fmpq(value)
    if is_zero(value):
        return {}
    return {UNIT: ExpSum({ZERO: value})} if type(value) is fmpq or isinstance(value, Surd | Trig) else None


def sign(value: Any) -> int:
    """The sign of a closed form, a sum of sines, a surd or a rational.

    Raises TooLarge where a closed form stays undecided: it may be 0 in a way that is not seen here.
    """
    if isinstance(value, Closed):
        value = value if (constant := value.constant()) is None else constant
    return sign_of(value)


def _least(total: ExpSum) -> Real:
    first, *rest = total.terms
    return first if not rest or sign(rest[0] - first) > 0 else rest[0]
