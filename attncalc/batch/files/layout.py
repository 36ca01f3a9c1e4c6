"""What the header of an array says, checked before anything is allocated."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attncalc.errors import InputError, Place

Array = NDArray[Any]
FLOATS = ("float16", "float32", "float64")
MASKS = ("bool", "int8", "uint8", "int16", "uint16", "int32", "int64", *FLOATS)
MOST_AXES = 16
MOST_BYTES = 1 << 48  # 256 TiB: no file system holds more, and no product below overflows


class Layout(NamedTuple):
    """How an array stands in a file: `offset` is where its numbers start."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int
    fortran: bool = False

    @property
    def bytes(self) -> int:
        """The length of its numbers."""
        return prod(self.shape) * self.dtype.itemsize

    def check(self, follow: int, place: Place) -> None:
        """Raises InputError where the header cannot be true of the `follow` bytes behind it."""
        if self.dtype.hasobject:
            raise InputError("it holds Python objects, which are never read: they can run code", place=place)
        if self.dtype.name not in MASKS or not self.dtype.isnative:
            raise InputError(
                f"it holds {_kind(self.dtype)}; attention takes {', '.join(FLOATS)}",
                place=place,
                hint="Save it again after .astype(np.float32).",
            )
        if len(self.shape) > MOST_AXES or any(size >= MOST_BYTES for size in self.shape):
            raise InputError(f"its header states an impossible shape, {shown(self.shape)}", place=place)
        if self.bytes > MOST_BYTES:
            raise InputError(f"its header states {shown(self.shape)} numbers, more than any file holds", place=place)
        if self.bytes != follow:
            raise InputError(
                f"its header states {shown(self.shape)} numbers of {self.dtype.name}, {self.bytes:,} "
                f"bytes, and {follow:,} bytes follow: it is cut off or damaged",
                place=place,
            )


def shown(shape: tuple[int, ...]) -> str:
    """A shape as it is printed: 2×3."""
    return "×".join(f"{size:,}" for size in shape[:MOST_AXES]) if shape else "a single number"


def _kind(dtype: np.dtype[Any]) -> str:
    if dtype.names:
        return "records"
    return dtype.name if dtype.isnative else f"{dtype.name} with its bytes in the other order"
