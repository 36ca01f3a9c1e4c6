"""The header of an .npy file; nothing in it is executed or unpickled."""

from __future__ import annotations

import warnings
from typing import IO, TYPE_CHECKING, Any

from attncalc.errors import InputError, Place

if TYPE_CHECKING:
    import numpy as np


def read_header(file: IO[bytes], place: Place) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, whether columns stand together, and type; raises InputError where there is no such header."""
    from numpy.lib import format as npy

    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of headers that are read by guessing
            version = npy.read_magic(file)
            shape, fortran, dtype = readers[version](file)
    except KeyError:
        raise InputError("it is a .npy of a version that holds no plain numbers", place=place) from None
    except Exception:  # whatever NumPy's reader meets in a header that means nothing, a tokenizer's errors among them
        raise InputError("it has no header of a .npy file: it is cut off, or something else", place=place) from None
    if not all(type(size) is int and size >= 0 for size in shape):
        raise InputError("its header states an impossible shape", place=place)
    return shape, fortran, dtype
