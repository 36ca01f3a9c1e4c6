"""Operations on images: convolution with zero padding, and patches as rows."""

from __future__ import annotations

from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.reading.number import Node
from attncalc.worksheet.entry_rules import EntryOf, plus, times
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import ATOM, PRODUCT
from attncalc.worksheet.operation import Axes, Notation, Operation


def covered(i: int, j: int, map_: tuple[int, int], kernel: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """The entries of a map that a kernel over (i, j) covers, each with the kernel's own entry; beside the map is 0."""
    up, left = (kernel[0] - 1) // 2, (kernel[1] - 1) // 2
    places = ((i + a - up, j + b - left, a, b) for a in range(kernel[0]) for b in range(kernel[1]))
    return [place for place in places if 0 <= place[0] < map_[0] and 0 <= place[1] < map_[1]]


def _convolved(ar: Arithmetic, map_: Any, kernel: Any, _: Any) -> Any:
    rows, weights = ar.rows(map_), ar.rows(kernel)

    def entry(i: int, j: int) -> Any:
        total = ar.rational("0")
        for y, x, a, b in covered(i, j, map_.shape, kernel.shape):
            total = total + rows[y][x] * weights[a][b]
        return total

    return ar.array([[entry(i, j) for j in range(map_.shape[1])] for i in range(map_.shape[0])])


def _convolved_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """Every product of an entry that the kernel covers with the kernel's own."""
    map_, kernel = ((arg.axes[0].size or 0, arg.axes[1].size or 0) for arg in expr.args)
    places = covered(i, j, map_, kernel)
    return plus(times(of(expr.args[0], y, x), of(expr.args[1], a, b)) for y, x, a, b in places)


def _places(number: int, k: int, size: int, width: int) -> tuple[int, int]:
    """Row and column of entry k of a patch, both counted row by row."""
    down, across = divmod(number, width // size)
    return down * size + k // size, across * size + k % size


def _patches(ar: Arithmetic, map_: Any, size: int) -> Any:
    rows, (height, width) = ar.rows(map_), map_.shape
    places = [
        [_places(number, k, size, width) for k in range(size * size)]
        for number in range((height // size) * (width // size))
    ]
    return ar.array([[rows[y][x] for y, x in patch] for patch in places])


def _patches_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    map_ = expr.args[0]
    return of(map_, *_places(i, j, expr.params, map_.axes[1].size or 0))


def _patches_axes(map_: Axes, size: int) -> Axes:
    height, width = (axis.size or 0 for axis in map_)
    return Axis("n", (height // size) * (width // size)), Axis("p_len", size * size)


IMAGES: dict[str, Operation] = {
    "convolved": Operation(
        _convolved,
        _convolved_entry,
        Notation("{0} ∗ {1}", r"{0} \ast {1}", PRODUCT, (PRODUCT, PRODUCT)),
        lambda map_, _, __: map_,
    ),
    "patches": Operation(
        _patches,
        _patches_entry,
        Notation("patches of {0}", r"\text{{patches of }} {0}", ATOM, (ATOM,)),
        _patches_axes,
    ),
}
