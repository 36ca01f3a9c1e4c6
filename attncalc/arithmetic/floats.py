"""NumPy's float64, the way frameworks calculate: for comparison with code."""

from __future__ import annotations

import decimal
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from attncalc.arithmetic.base import Arithmetic, Entry
from attncalc.errors import NumberError
from attncalc.reading.number import Node, Number

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Digits

Floats = Any
ROUNDING = {"half-up": decimal.ROUND_HALF_UP, "half-even": decimal.ROUND_HALF_EVEN, "down": decimal.ROUND_DOWN}
LARGE = 1e15


class Float(Arithmetic):
    """Binary floating point of 64 bits; softmax subtracts the row's maximum first, so nothing overflows."""

    name: ClassVar[str] = "float"
    stable: ClassVar[bool] = True

    def rational(self, text: str) -> Entry:
        """The nearest double; raises NumberError where there is none."""
        if math.isinf(value := float(text)):
            raise NumberError(f"{text} is too large for a float", hint="Leave out --float.")
        return value

    def evaluate(self, tree: Node, names: Mapping[str, Number]) -> Entry:
        """The double of a tree; raises NumberError where it is none."""
        value = super().evaluate(tree, names)
        if math.isnan(value) or value == math.inf:
            raise NumberError("it is too large for a float", hint="Leave out --float.")
        return value

    def constant(self, name: str) -> Entry:
        """pi or e."""
        return {"pi": math.pi, "e": math.e}[name]

    def function(self, name: str, value: Entry) -> Entry:
        """A function of one number."""
        try:
            return float(getattr(math, {"ln": "log"}.get(name, name))(value))
        except ValueError:
            raise NumberError(f"{name} of {value:g} is not a real number") from None
        except OverflowError:
            raise NumberError(f"{name} of {value:g} is too large for a float") from None

    def erf(self, value: Entry) -> Entry:
        """The error function."""
        return math.erf(value)

    def root_of_2_over_pi(self) -> Entry:
        """√(2/π)."""
        return math.sqrt(2 / math.pi)

    def minus_infinity(self) -> Entry:
        """-inf."""
        return -math.inf

    def array(self, rows: Sequence[Sequence[Entry]]) -> Floats:
        """The matrix with these rows."""
        return np.array(rows, dtype=np.float64)

    def matmul(self, a: Floats, b: Floats) -> Floats:
        """The product."""
        return a @ b

    def map(self, name: str, a: Floats) -> Floats:
        """A function of every entry."""
        with np.errstate(over="ignore"):
            found = getattr(np, {"ln": "log"}.get(name, name))(a)
        if np.isposinf(found).any():
            raise NumberError(f"{name} of {np.max(a):g} is too large for a float", hint="Leave out --float.")
        return found

    def power(self, base: Entry, a: Floats) -> Floats:
        """base^x."""
        with np.errstate(over="ignore"):
            powers = np.power(base, a)
        if np.isinf(powers).any():
            raise NumberError("a power is too large for a float", hint="Leave out --float.")
        return powers

    def row_sum(self, a: Floats) -> Floats:
        """Sums of rows; masked entries count nothing."""
        return a.sum(axis=-1, keepdims=True, where=~np.isneginf(a))

    def row_max(self, a: Floats) -> Floats:
        """The largest of each row; 0 where all are -inf, so that they stay so when it is subtracted."""
        largest = a.max(axis=-1, keepdims=True)
        return np.where(np.isneginf(largest), 0.0, largest)

    def masked(self, scores: Floats, mask: Floats) -> Floats:
        """The sum; -inf absorbs."""
        return np.where(np.isneginf(mask), -np.inf, scores + mask)

    def share(self, parts: Floats, whole: Floats) -> Floats:
        """The quotient; zeros stay zero."""
        return np.divide(parts, whole, out=np.zeros_like(parts), where=(parts != 0) & ~np.isneginf(parts))

    def beside(self, parts: Sequence[Floats]) -> Floats:
        """Side by side."""
        return np.concatenate(parts, axis=-1)

    def rows(self, a: Floats) -> list[list[Entry]]:
        """Rows of doubles."""
        rows: list[list[Entry]] = a.reshape(-1, a.shape[-1]).tolist()
        return rows

    def is_masked(self, entry: Entry) -> bool:
        """-inf."""
        return bool(entry == -math.inf)

    def is_positive(self, entry: Entry) -> bool:
        """More than 0."""
        return bool(entry > 0)

    def same(self, a: Entry, b: Entry) -> bool:
        """Equality of doubles."""
        return bool(a == b)

    def integer(self, entry: Entry) -> int | None:
        """The integer that a double is."""
        return int(entry) if float(entry).is_integer() else None

    def text(self, entry: Entry, digits: Digits) -> str | None:
        """The double rounded to the digits asked; one that has fewer prints as it is."""
        value = float(entry)
        if not math.isfinite(value):
            return "nan" if math.isnan(value) else "-inf" if value < 0 else "inf"
        if value == 0:
            return "0"
        short = decimal.Decimal(repr(value))
        if digits.significant is None and abs(value) < LARGE:
            if -int(short.normalize().as_tuple().exponent) <= digits.decimals:
                return f"{short.normalize():f}"
            rounded = decimal.Decimal(value).quantize(
                decimal.Decimal(1).scaleb(-digits.decimals), ROUNDING[digits.rule]
            )
            if rounded:
                return f"{rounded:f}"
        return _significant(value, digits)


def _significant(value: float, digits: Digits) -> str:
    count = digits.significant or (2 if abs(value) < 1 else digits.decimals + 1)
    context = decimal.Context(prec=count, rounding=ROUNDING[digits.rule])
    short = decimal.Decimal(repr(value)).normalize()
    rounded = short if len(short.as_tuple().digits) <= count else context.plus(decimal.Decimal(value))
    exponent = rounded.adjusted()
    if digits.significant and -6 < exponent < max(count, 1):
        return f"{rounded:f}"
    return f"{rounded:e}".replace("E", "e")
