"""Numbers that are none: where they stand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from attncalc.batch.files.layout import Array
from attncalc.batch.files.mapped import BLOCK, release
from attncalc.errors import InputError, Place


def check_finite(array: Array, place: Place, *, hidden: bool = False) -> None:
    """Raises InputError that says where the first NaN or infinity stands; −∞ is one that `hidden` allows."""
    if array.dtype.kind != "f":
        return
    for start, block in _blocks(array):
        bad = ~np.isfinite(block)
        if hidden:
            bad &= block != -np.inf
        if bad.any():
            at = int(bad.argmax())
            order = "C" if array.flags.c_contiguous else "F"
            where = np.unravel_index(start + at, array.shape, order=order)  # type: ignore[call-overload]
            raise InputError(
                f"{_position(where)} is {block[at]}",
                place=place,
                hint=None if hidden else "--allow-nonfinite calculates with it.",
            )
    release(array)


def _blocks(array: Array) -> Iterator[tuple[int, Array]]:
    """The numbers in the order in which they stand in memory, without a copy of all of them."""
    flat = (array if array.flags.c_contiguous else array.T).reshape(-1)
    step = BLOCK // array.itemsize
    for start in range(0, flat.size, step):
        yield start, flat[start : start + step]


def _position(where: tuple[int, ...]) -> str:
    *batch, row, column = (int(number) + 1 for number in where)
    inside = f"[{', '.join(map(str, batch))}] " if batch else ""
    return f"{inside}row {row:,}, column {column:,}"
