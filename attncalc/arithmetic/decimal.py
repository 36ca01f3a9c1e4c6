"""Every printed digit right: rationals and surds as long as they last, short closed forms, then balls.

A ball (Arb, through python-flint) holds the true value between two bounds. What it does not settle is asked again
with more precision; a number that is exactly halfway between two roundings is a rational, and the closed forms
find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from flint import arb, ctx, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array, Entry, beside
from attncalc.arithmetic.base import Arithmetic
from attncalc.arithmetic.closed import Closed, exponential, monomial, sign
from attncalc.arithmetic.digits import Digits, text_of
from attncalc.arithmetic.exp_sum import TanhBottom
from attncalc.arithmetic.limits import ONE, ZERO, at_most, ball_of, digits_in, is_zero
from attncalc.arithmetic.products import is_real, product
from attncalc.arithmetic.roots import root_of
from attncalc.arithmetic.surd import Surd, square_root
from attncalc.arithmetic.trig import Trig, cosine, sine
from attncalc.errors import MorePrecision, NumberError
from attncalc.limits import ENTRY, POWER_OF_TEN

READABLE = 12  # terms up to which a closed form is kept, so that exact values show as such
POWERS = [10**places for places in range(ENTRY.most + 1)]


class Decimal(Arithmetic):
    """Exact as long as it lasts, then balls of `precision` bits; closed forms of up to `terms` terms."""

    name: ClassVar[str] = "decimal"

    def __init__(self, precision: int, terms: int = READABLE) -> None:
        self.precision = precision
        self.terms = terms

    @contextmanager
    def working(self) -> Iterator[None]:
        """Flint's precision and the limit of closed forms are global: set here, and put back."""
        before = ctx.prec
        ctx.prec = self.precision
        try:
            with at_most(self.terms):
                yield
        finally:
            ctx.prec = before

    def rational(self, text: str) -> Entry:
        """A plain decimal, exactly; a ball of one that is printed with an exponent beyond those that are typed."""
        whole, _, fraction = text.partition(".")
        if "e" not in text and "E" not in text:
            return fmpq(int(whole + fraction), POWERS[len(fraction)]) if fraction else fmpq(int(whole))
        mantissa, _, exponent = text.lower().partition("e")
        if abs(int(exponent)) > POWER_OF_TEN.most:  # flint ends the process at 10^(10^12)
            return arb(self.rational(mantissa)) * arb(10) ** int(exponent)
        return self.rational(mantissa) * fmpq(10) ** int(exponent)

    def constant(self, name: str) -> Entry:
        """pi is a ball; e is e^1."""
        return arb.pi() if name == "pi" else self.function("exp", fmpq(1))

    def function(self, name: str, value: Entry) -> Entry:
        """A function of one entry, exactly where there is a closed form."""
        exactly = getattr(self, f"_{name}", None)
        result = exactly(value) if exactly else None
        if result is not None:
            return result
        ball = ball_of(value)
        if name == "ln" and not ball > 0:
            raise (NumberError("a logarithm needs a positive number") if ball <= 0 else MorePrecision())
        if name == "sqrt" and not ball >= 0:
            raise (NumberError("there is no real square root of a negative number") if ball < 0 else MorePrecision())
        result = getattr(ball, {"ln": "log"}.get(name, name))()
        whole = result.unique_fmpz() if result.is_exact() else None
        return result if whole is None else fmpq(whole)

    def erf(self, value: Entry) -> Entry:
        """A ball: there is no closed form."""
        return ball_of(value).erf()

    def root_of_2_over_pi(self) -> Entry:
        """A ball."""
        return (2 / arb.pi()).sqrt()

    def _exp(self, value: Entry) -> Entry:
        if value is MINUS_INFINITY:
            return ZERO
        if isinstance(value, Closed | Trig):
            return exponential(value) if value.is_short else None
        return exponential(value) if is_real(value) else None

    def _sqrt(self, value: Entry) -> Entry:
        if type(value) is fmpq:
            return square_root(value) if value >= 0 else None
        coefficient, exponent = monomial(value) or (ZERO, ZERO)
        if type(coefficient) is fmpq and coefficient > 0 and (root := square_root(coefficient)) is not None:
            return exponential(exponent / 2) * root
        return root_of(value) if isinstance(value, Closed) else None

    def _tanh(self, value: Entry) -> Entry:
        if not is_real(value) and not (isinstance(value, Trig) and value.is_short):
            return None
        double = exponential(2 * value)
        form = (double - 1) / (double + 1)
        return Closed({TanhBottom(d.terms): n for d, n in form.parts.items()}) if isinstance(form, Closed) else form

    def _sin(self, value: Entry) -> Entry:
        return sine(value) if is_real(value) else None

    def _cos(self, value: Entry) -> Entry:
        return cosine(value) if is_real(value) else None

    def _tan(self, value: Entry) -> Entry:
        return sine(value) / cosine(value) if is_real(value) else None

    def _ln(self, value: Entry) -> Entry:
        coefficient, exponent = monomial(value) or (value, ZERO)
        return exponent if type(coefficient) is fmpq and coefficient == 1 else None

    def array(self, rows: Sequence[Sequence[Entry]]) -> Array:
        """The matrix with these rows."""
        return Array.of(rows)

    def matmul(self, a: Array, b: Array) -> Array:
        """The product; rows of rationals and, where the work is large, of balls go to flint whole."""
        shape = (*a.shape[:-1], *b.shape[1:])
        a2 = a if len(a.shape) == 2 else a.reshape(1, a.shape[0])
        b2 = b if len(b.shape) == 2 else b.reshape(b.shape[0], 1)
        return Array(product(a2, b2), shape)

    def map(self, name: str, a: Array) -> Array:
        """A function of every entry; exponentials of rows with many different entries are balls at once."""
        if name == "exp" and a.shape[-1] > self.terms:
            return Array([entry for row in a.rows for entry in self._exp_row(row)], a.shape)
        return a.map(lambda value: self.function(name, value))

    def _exp_row(self, row: list[Entry]) -> list[Entry]:
        different = set()
        for entry in row:
            different.add(entry if type(entry) is not arb else None)
            if len(different) > self.terms:
                return [ZERO if entry is MINUS_INFINITY else ball_of(entry).exp() for entry in row]
        return [self.function("exp", entry) for entry in row]

    def power(self, base: Entry, a: Array) -> Array:
        """base^x = e^(x ln base), a rational where x is an integer."""
        return a.map(lambda x: ZERO if x is MINUS_INFINITY else self._power(base, x))

    def row_sum(self, a: Array) -> Array:
        """Sums of rows; masked entries count nothing."""
        sums = [total([entry for entry in row if entry is not MINUS_INFINITY]) for row in a.rows]
        return Array(sums, (*a.shape[:-1], 1))

    def row_max(self, a: Array) -> Array:
        """The largest of each row; of two that are too close to tell, a ball that holds both ends."""
        return Array([self._largest(row) for row in a.rows], (*a.shape[:-1], 1))

    def _largest(self, row: list[Entry]) -> Entry:
        best = row[0]
        for entry in row[1:]:
            best = entry if best is MINUS_INFINITY else best if entry is MINUS_INFINITY else self._larger(best, entry)
        return best

    def _larger(self, best: Entry, entry: Entry) -> Entry:
        try:
            return entry if self._sign(entry - best) > 0 else best
        except MorePrecision:
            return ball_of(best).max(ball_of(entry))

    def positive_part(self, entry: Entry) -> Entry:
        """max(0, x); of a ball around 0, the ball of all that it may be."""
        try:
            return super().positive_part(entry)
        except MorePrecision:
            return ball_of(entry).max(0)

    def masked(self, scores: Array, mask: Array) -> Array:
        """The sum; -inf absorbs."""
        return scores + mask

    def share(self, parts: Array, whole: Array) -> Array:
        """The quotient; exact zeros stay zero, and what stands alone in its row is 1."""
        pairs = zip(parts.rows, whole.flat, strict=True)
        return Array([share for row, total in pairs for share in _shares(row, total)], parts.shape)

    def through_softmax(self, weights: Array, gradient: Array) -> Array:
        """Rows of rationals exactly; otherwise balls, since closed forms would grow."""
        pairs = zip(weights.rows, gradient.rows, strict=True)
        return Array([entry for pair in pairs for entry in self._row_through_softmax(*pair)], gradient.shape)

    def _row_through_softmax(self, weights: list[Entry], gradient: list[Entry]) -> list[Entry]:
        """aⱼ (gⱼ − g − Σₖ aₖ (gₖ − g)) with the g of the largest weight: next to it, no digits are lost."""
        if all(type(a) is fmpq for a in weights):
            exact = total([a * g for a, g in zip(weights, gradient, strict=True)])
            return [a * (g - exact) for a, g in zip(weights, gradient, strict=True)]
        balls = [ball_of(a) for a in weights]
        most = gradient[max(range(len(balls)), key=lambda k: float(balls[k].mid()))]
        away = [ZERO if g is most else g - most for g in gradient]
        mean = sum((a * ball_of(g) for a, g in zip(balls, away, strict=True) if not is_zero(g)), ZERO)
        if is_zero(mean):
            return [ZERO] * len(away)
        return [
            ZERO if is_zero(weight) else a * (ball_of(g) - mean)
            for weight, a, g in zip(weights, balls, away, strict=True)
        ]

    def returned(self, a: Array) -> Array:
        """Closed forms over several denominators become balls: those of the next line would have all of them."""
        return a.map(lambda x: x.ball() if isinstance(x, Closed) and len(x.parts) > 1 else x)

    def beside(self, parts: Sequence[Array]) -> Array:
        """Side by side."""
        return beside(list(parts))

    def same(self, a: Entry, b: Entry) -> bool:
        """Equality, decided."""
        if a is MINUS_INFINITY or b is MINUS_INFINITY:
            return a is b
        return self._sign(a - b) == 0

    def rows(self, a: Array) -> list[list[Entry]]:
        """Rows of entries."""
        return a.rows

    def is_masked(self, entry: Entry) -> bool:
        """-inf."""
        return entry is MINUS_INFINITY

    def is_positive(self, entry: Entry) -> bool:
        """Decided by sign."""
        return entry is not MINUS_INFINITY and self._sign(entry) > 0

    def _sign(self, difference: Entry) -> int:
        if type(difference) is fmpq or isinstance(difference, Surd):
            return sign(difference)
        ball = ball_of(difference)
        if ball > 0 or ball < 0 or ball == 0:  # a ball is 0 if it holds nothing else
            return int(ball > 0) - int(ball < 0)
        if isinstance(difference, Closed) and (constant := difference.constant()) is not None:
            return sign(constant)
        raise MorePrecision

    def digits_of(self, entry: Entry) -> int:
        """Of the longest number in a rational or a closed form."""
        return digits_in(entry)

    def integer(self, entry: Entry) -> int | None:
        """The integer that a rational is."""
        return int(entry.p) if type(entry) is fmpq and entry.q == 1 else None

    def text(self, entry: Entry, digits: Digits) -> str | None:
        """Digits that the entry's ball settles; a constant in disguise is found where it does not."""
        if type(entry) in (fmpq, arb):
            return text_of(entry, digits)
        if entry is MINUS_INFINITY:
            return "-inf"
        text = text_of(ball_of(entry), digits)
        looks_exact = text is None or text.endswith("00")
        if looks_exact and isinstance(entry, Closed) and type(constant := entry.constant()) is fmpq:
            return text_of(constant, digits)
        return text


def _shares(row: list[Entry], total: Entry) -> list[Entry]:
    parts = [ZERO if part is MINUS_INFINITY else part for part in row]
    return [part if is_zero(part) else ONE if part is total else part / total for part in parts]


def total(entries: list[Entry]) -> Entry:
    """The sum; what stands alone among zeros is the sum itself, so that its share is exactly 1."""
    others = [entry for entry in entries if not is_zero(entry)]
    return others[0] if len(others) == 1 else sum(entries, ZERO)
