"""Sums of sines and cosines of rationals or surds, such as 1/2 + cos(1) − √2 sin(3/4), as positions are encoded.

cos a and sin a are halves of e^{ia} ± e^{−ia}. By Lindemann and Weierstrass, exponentials of different algebraic
numbers are linearly independent over the algebraic numbers, so with angles greater than 0 a dictionary is a normal
form, and products stay in it: cos a · cos b = (cos(a − b) + cos(a + b))/2. With such sums as coefficients of e^c,
c real, that stays true, as a ± ib + c are different algebraic numbers again: quotients of them are closed forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from attncalc.arithmetic.form import Form
from attncalc.arithmetic.limits import ZERO, TooLarge, ball_of, is_zero, limit, sign_of
from attncalc.arithmetic.surd import Surd

Real = Any  # fmpq or Surd
Wave = tuple[str, Real]  # "cos" or "sin", and its angle
CONSTANT: Wave = ("cos", ZERO)
HALF = fmpq(1, 2)
SHORT = 8  # terms up to which such a sum may stand in an exponent
MAX_WAVES = 40
MAX_PRODUCT = 1000  # products of terms, beyond which a sum of products is a ball


class Trig(Form):
    """A sum of waves that is no constant; `terms` goes from wave to coefficient, none 0, the constant first."""

    __slots__ = ("_ball", "_hash", "terms")

    def __init__(self, terms: Mapping[Wave, Real]) -> None:
        self.terms = terms
        self._hash: int | None = None
        self._ball: tuple[int, arb] | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trig) and self.terms == other.terms

    def __repr__(self) -> str:
        return " + ".join(f"({value})*{name}({angle})" for (name, angle), value in self.terms.items())

    def __neg__(self) -> Trig:
        return Trig({wave: -value for wave, value in self.terms.items()})

    def joins(self, other: Any) -> bool:
        """Rationals, surds and other sums of waves."""
        return type(other) is fmpq or isinstance(other, Surd | Trig)

    def plus(self, other: Any) -> Any:
        """Coefficients of the same wave are added."""
        total = dict(self.terms)
        for wave, value in _terms_of(other).items():
            total[wave] = total[wave] + value if wave in total else value
        return _form({wave: value for wave, value in total.items() if not is_zero(value)})

    def times(self, other: Any) -> Any:
        """Products of waves are waves."""
        if not isinstance(other, Trig):
            return ZERO if is_zero(other) else _form({wave: value * other for wave, value in self.terms.items()})
        return dot([self], [other])

    def over(self, other: Any) -> Any:
        """A quotient of sums of waves is a closed form."""
        return _quotient(self, other) if isinstance(other, Trig) else self.times(1 / other)

    def under(self, other: Any) -> Any:
        """The other over this."""
        return _quotient(other, self)

    def ratio(self, other: Trig) -> Real | None:
        """The rational or surd k with self = k · other, or None."""
        if self.terms.keys() != other.terms.keys():
            return None
        ratios = [value / other.terms[wave] for wave, value in self.terms.items()]
        return ratios[0] if type(ratios[0]) is not arb and all(ratio == ratios[0] for ratio in ratios) else None

    @property
    def leading(self) -> Real:
        """The coefficient of the first term."""
        return next(iter(self.terms.values()))

    @property
    def is_short(self) -> bool:
        """Whether it may stand in an exponent."""
        return len(self.terms) <= SHORT

    def ball(self) -> arb:
        """Its value at the current precision."""
        if self._ball is None or self._ball[0] != ctx.prec:
            waves = (ball_of(value) * _wave(*wave, ctx.prec) for wave, value in self.terms.items())
            self._ball = ctx.prec, sum(waves, arb(0))
        return self._ball[1]


def sine(angle: Real) -> Any:
    """The sine of a rational or a surd."""
    return reduced([("sin", angle, fmpq(1))])


def cosine(angle: Real) -> Any:
    """The cosine of a rational or a surd."""
    return reduced([("cos", angle, fmpq(1))])


def reduced(parts: Iterable[tuple[str, Real, Real]]) -> Any:
    """The sum of these waves, angles and coefficients: a rational or a surd where it is constant."""
    total: dict[Wave, Real] = {}
    for name, angle, value in parts:
        if arb in (type(angle), type(value)):
            raise TooLarge
        if turned := (angle < 0 if type(angle) is fmpq else sign_of(angle) < 0):
            angle = -angle  # noqa: PLW2901  cos(−a) = cos a, sin(−a) = −sin a
        part = -value if turned and name == "sin" else value
        before = total.get(wave := (name, angle))
        total[wave] = part if before is None else before + part
    return _form({wave: value for wave, value in total.items() if not is_zero(value) and wave != ("sin", ZERO)})


def _form(terms: Mapping[Wave, Real]) -> Any:
    if terms.keys() <= {CONSTANT}:
        return terms.get(CONSTANT, ZERO)
    if len(terms) > min(limit(), MAX_WAVES) or any(type(value) is arb for value in terms.values()):
        raise TooLarge
    return Trig(dict(sorted(terms.items(), key=lambda term: _place(*term[0]))))


def _place(name: str, angle: Real) -> tuple[bool, fmpq, str]:
    """Where a wave stands: by its angle; those of surds last, as they came."""
    return (False, angle, name) if type(angle) is fmpq else (True, ZERO, name)


def _terms_of(value: Any) -> Mapping[Wave, Real]:
    return value.terms if isinstance(value, Trig) else {} if is_zero(value) else {CONSTANT: value}


def dot(first: Iterable[Any], second: Iterable[Any]) -> Any:
    """Σ xᵢ yᵢ of rationals, surds and sums of waves, built once; raises TooLarge where it grows too long."""
    pairs = [(_terms_of(x), _terms_of(y)) for x, y in zip(first, second, strict=True)]
    if sum(len(x) * len(y) for x, y in pairs) > MAX_PRODUCT:
        raise TooLarge
    return reduced(part for x, y in pairs for a in x.items() for b in y.items() for part in _two_waves(*a, *b))


def are_many(entries: Iterable[Any]) -> bool:
    """Whether there are so many different waves in these entries that sums of products would hardly stay exact."""
    waves: set[Wave] = set()
    for entry in entries:
        if isinstance(entry, Trig):
            waves.update(entry.terms)
            if len(waves) > 4 * limit():
                return True
    return False


def _two_waves(first: Wave, c1: Real, second: Wave, c2: Real) -> Iterable[tuple[str, Real, Real]]:
    """The product of c₁ times a wave and c₂ times another, as two waves."""
    (name, a), (other, b) = first, second
    product = c1 * c2
    if is_zero(a) or is_zero(b):
        return ((other, b, product) if is_zero(a) else (name, a, product),)
    half = product * HALF
    if name == other:
        return ("cos", a - b, half), ("cos", a + b, half if name == "cos" else -half)
    return ("sin", a + b, half), ("sin", a - b, half if name == "sin" else -half)


def _quotient(top: Any, bottom: Any) -> Any:
    from attncalc.arithmetic.closed import quotient
    from attncalc.arithmetic.exp_sum import ExpSum

    return quotient(ExpSum({ZERO: top}), ExpSum({ZERO: bottom}))


@lru_cache(maxsize=4096)
def _wave(name: str, angle: Real, precision: int) -> arb:
    assert precision == ctx.prec
    return ball_of(angle).cos() if name == "cos" else ball_of(angle).sin()
