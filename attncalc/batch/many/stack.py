"""Arrays that hold the matrices of many problems, one behind the other along the last side.

The problems stand last because the matrices are small: every operation then runs along the problems, and a sum over
a row of five entries is five additions of long vectors. What all problems share has one layer for all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

LARGE = 16**3  # multiplications of one problem from which BLAS, problem by problem, is faster than adding long vectors


class Stack:
    """Vectors or matrices of as many problems: `data` is rows × columns × problems, or entries × problems."""

    __slots__ = ("data",)
    __array_ufunc__ = None  # a vector of NumPy times a stack is a stack

    def __init__(self, data: Any) -> None:
        self.data = data

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of one problem's matrix."""
        sizes: tuple[int, ...] = self.data.shape[:-1]
        return sizes

    @property
    def T(self) -> Stack:
        """Rows and columns exchanged; a vector is its own transpose."""
        return self if self.data.ndim == 2 else Stack(self.data.swapaxes(0, 1))

    def __getitem__(self, index: Any) -> Stack:
        return Stack(self.data[index])

    def reshape(self, *shape: int) -> Stack:
        """The same entries in another shape."""
        return Stack(self.data.reshape(*shape, self.data.shape[-1]))

    def __add__(self, other: Any) -> Stack:
        return Stack(self.data + bare(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Stack:
        return Stack(self.data - bare(other))

    def __rsub__(self, other: Any) -> Stack:
        return Stack(bare(other) - self.data)

    def __mul__(self, other: Any) -> Stack:
        return Stack(self.data * bare(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Stack:
        return Stack(self.data / bare(other))

    def __rtruediv__(self, other: Any) -> Stack:
        return Stack(bare(other) / self.data)

    def __neg__(self) -> Stack:
        return Stack(-self.data)


def bare(value: Any) -> Any:
    """The numbers of a stack; an entry, which is a number or a vector of one for each problem, is its own."""
    return value.data if isinstance(value, Stack) else value


def product(a: Any, b: Any) -> Any:
    """The product of stacked matrices and vectors."""
    left, right = a if a.ndim == 3 else a[None], b if b.ndim == 3 else b[:, None]
    found = _product(left, right)
    return found.reshape(*a.shape[:-2], *b.shape[1:-1], found.shape[-1])


def _product(a: Any, b: Any) -> Any:
    if b.shape[-1] == 1:  # weights that all problems share: one product for all
        return b[..., 0].T @ a
    if a.shape[-1] == 1:
        flat = a[..., 0] @ b.reshape(b.shape[0], -1)
        return flat.reshape(a.shape[0], *b.shape[1:])
    if a.shape[0] * a.shape[1] * b.shape[1] < LARGE:
        return np.einsum("ikz,kjz->ijz", a, b)
    each, other = (np.ascontiguousarray(np.moveaxis(part, -1, 0)) for part in (a, b))
    return np.moveaxis(each @ other, 0, -1)
