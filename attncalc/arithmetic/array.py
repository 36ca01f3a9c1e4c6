"""Arrays of exact entries, with the few habits of NumPy that mechanisms use.

Homework has at most a few thousand entries, and NumPy's import alone takes longer than solving it; its object
arrays are no faster than lists. Vectors and matrices are all there is: a shape has one or two sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import add, mul, neg, truediv
from typing import Any

Entry = Any
Index = Any


class Array:
    """A vector or a matrix: `flat` holds its entries row by row."""

    __slots__ = ("flat", "shape")

    def __init__(self, flat: list[Entry], shape: tuple[int, ...]) -> None:
        self.flat = flat
        self.shape = shape

    @classmethod
    def of(cls, rows: Iterable[Iterable[Entry]]) -> Array:
        """The matrix with these rows."""
        lists = [list(row) for row in rows]
        return cls(list(chain.from_iterable(lists)), (len(lists), len(lists[0]) if lists else 0))

    @property
    def rows(self) -> list[list[Entry]]:
        """The entries as a list of rows; a vector is one row."""
        width = self.shape[-1]
        return [self.flat[start : start + width] for start in range(0, len(self.flat), width)]

    @property
    def T(self) -> Array:
        """Rows and columns exchanged; a vector is its own transpose."""
        if len(self.shape) == 1:
            return self
        height, width = self.shape
        return Array([self.flat[i * width + j] for j in range(width) for i in range(height)], (width, height))

    def map(self, function: Callable[[Entry], Entry]) -> Array:
        """`function` of every entry."""
        return Array([function(entry) for entry in self.flat], self.shape)

    def __getitem__(self, index: Index) -> Array:
        """Rows, or rows and columns, chosen by slices."""
        rows, columns = index if isinstance(index, tuple) else (index, slice(None))
        if len(self.shape) == 1:
            part = self.flat[rows]
            return Array(part, (len(part),))
        return Array.of(row[columns] for row in self.rows[rows])

    def reshape(self, *shape: int) -> Array:
        """The same entries in another shape."""
        return Array(self.flat, shape)

    def _with(self, other: Any, operation: Callable[[Entry, Entry], Entry]) -> Array:
        """Entry by entry with an array of the same shape, a row, a column, or one number."""
        if not isinstance(other, Array):
            return Array([operation(entry, other) for entry in self.flat], self.shape)
        if other.shape == self.shape:
            return Array([operation(a, b) for a, b in zip(self.flat, other.flat, strict=True)], self.shape)
        if len(self.flat) < len(other.flat):
            return other._with(self, lambda entry, own: operation(own, entry))
        if len(other.flat) == 1:
            return self._with(other.flat[0], operation)
        if other.shape == (self.shape[0], 1):
            spread = [entry for entry in other.flat for _ in range(self.shape[1])]
        elif other.shape in ((self.shape[-1],), (1, self.shape[-1])):
            spread = other.flat * self.shape[0]
        else:
            raise ValueError(f"shapes {self.shape} and {other.shape} do not fit")
        return self._with(Array(spread, self.shape), operation)

    def __add__(self, other: Any) -> Array:
        return self._with(other, add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Array:
        return self._with(other, _less)

    def __rsub__(self, other: Any) -> Array:
        return self._with(other, lambda entry, number: number - entry)

    def __mul__(self, other: Any) -> Array:
        return self._with(other, mul)

    def __rmul__(self, other: Any) -> Array:
        return self._with(other, lambda entry, factor: factor * entry)

    def __truediv__(self, other: Any) -> Array:
        return self._with(other, truediv)

    def __rtruediv__(self, other: Any) -> Array:
        return self._with(other, lambda entry, number: number / entry)

    def __neg__(self) -> Array:
        return self.map(neg)


def beside(parts: list[Array]) -> Array:
    """Matrices of as many rows side by side, or vectors end to end."""
    if len(parts[0].shape) == 1:
        flat = [entry for part in parts for entry in part.flat]
        return Array(flat, (len(flat),))
    return Array.of(list(chain.from_iterable(rows)) for rows in zip(*(part.rows for part in parts), strict=True))


class MinusInfinity:
    """The score of a masked pair: it absorbs what is added or multiplied, and its exponential is 0.

    Raises ArithmeticError where it stands for something else: 1/−∞, sin(−∞).
    """

    __slots__ = ()

    def _same(self, _: Any = None) -> MinusInfinity:
        return self

    __add__ = __radd__ = __sub__ = __mul__ = __rmul__ = __truediv__ = _same

    def _nothing(self, _: Any = None) -> Any:
        raise ArithmeticError("−∞ is no score here")

    __neg__ = __abs__ = __rsub__ = __rtruediv__ = __pow__ = __rpow__ = ball = _nothing
    __lt__ = __le__ = __gt__ = __ge__ = _nothing

    def __repr__(self) -> str:
        return "-inf"


MINUS_INFINITY = MinusInfinity()


def _less(a: Entry, b: Entry) -> Entry:
    """The difference; of one and the same ball it is 0, as where a row's largest score is subtracted from itself."""
    return a * 0 if a is b and a is not MINUS_INFINITY else a - b
