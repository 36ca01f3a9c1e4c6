"""Closed forms as long as there are any: rationals, surds, sines, exponentials, letters.

Letters, logarithms and π are SymPy's; it is imported when the first one appears.
"""

from __future__ import annotations

from typing import Any, ClassVar

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array, Entry
from attncalc.arithmetic.decimal import Decimal, total
from attncalc.arithmetic.digits import Digits
from attncalc.arithmetic.limits import MAX_TERMS
from attncalc.errors import MorePrecision, NumberError


class Exact(Decimal):
    """Closed forms; digits of them where they hold no letters."""

    name: ClassVar[str] = "exact"

    def __init__(self, precision: int) -> None:
        super().__init__(precision, MAX_TERMS)

    def symbol(self, name: str) -> Entry:
        """A letter that stays a letter."""
        from attncalc.arithmetic.symbolic import letter

        return letter(name)

    def constant(self, name: str) -> Entry:
        """π stays π."""
        if name == "e":
            return super().constant(name)
        from attncalc.arithmetic.symbolic import pi

        return pi()

    def function(self, name: str, value: Entry) -> Entry:
        """A function in closed form, by SymPy where the forms of attention have none."""
        if value is not MINUS_INFINITY and type(value) is not arb and _needs_sympy(name, value):
            from attncalc.arithmetic.symbolic import apply, has_form

            self._domain(name, value)
            if has_form(name, value):
                return apply(name, value)
        return super().function(name, value)

    def _domain(self, name: str, value: Entry) -> None:
        """Raises NumberError for ln and sqrt of what is not positive; letters are not asked."""
        if hasattr(value, "free") and value.free:
            return
        if name == "ln" and self._sign(value) <= 0:
            raise NumberError("a logarithm needs a positive number")
        if name == "sqrt" and self._sign(value) < 0:
            raise NumberError("there is no real square root of a negative number")

    def is_positive(self, entry: Entry) -> bool:
        """Decided by sign; letters are taken to be positive."""
        return (hasattr(entry, "free") and entry.free) or super().is_positive(entry)

    def same(self, a: Entry, b: Entry) -> bool:
        """Equality; expressions with letters are the same if they look the same."""
        try:
            return super().same(a, b)
        except (MorePrecision, NumberError):
            if hasattr(a - b, "free"):
                return False
            raise

    def through_softmax(self, weights: Array, gradient: Array) -> Array:
        """aⱼ Σₖ aₖ (gⱼ − gₖ), the same over one denominator, and 0 where the gradients are equal."""
        pairs = zip(weights.rows, gradient.rows, strict=True)
        return Array(
            [
                a * total([b * (x - y) for b, y in zip(row, slopes, strict=True) if y is not x])
                for row, slopes in pairs
                for a, x in zip(row, slopes, strict=True)
            ],
            gradient.shape,
        )

    def returned(self, a: Array) -> Array:
        """Forms stay."""
        return a

    def text(self, entry: Entry, digits: Digits) -> str | None:
        """Digits, where there are no letters; a letter settles to its name."""
        return "?" if hasattr(entry, "free") and entry.free else super().text(entry, digits)


class Proving(Exact):
    """Closed forms behind digits, which prove what digits leave open; a page shows it as `decimal`."""

    name: ClassVar[str] = Decimal.name

    def returned(self, a: Array) -> Array:
        """Forms of SymPy become balls, which do not grow from line to line on the way back."""
        return a.map(lambda x: x.ball() if hasattr(x, "free") and not x.free else x)


def _needs_sympy(name: str, value: Any) -> bool:
    return hasattr(value, "free") or (name == "ln" and type(value) is fmpq and value != 1)
