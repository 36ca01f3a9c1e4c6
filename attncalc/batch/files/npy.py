"""NumPy's .npy: a header, then the numbers."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO

from numpy.lib import format as npy_format

from attncalc.batch.files.layout import Array, Layout
from attncalc.batch.files.mapped import map_file
from attncalc.errors import InputError, Place

READERS = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}


def map_npy(path: Path) -> Array:
    """The array of a file, mapped; raises InputError where its header is not true."""
    place = Place(str(path))
    with path.open("rb") as file:
        layout = read_layout(file, place)
        layout.check(path.stat().st_size - layout.offset, place)
        return map_file(file, layout)


def read_layout(file: IO[bytes], place: Place) -> Layout:
    """The header that starts where `file` stands; its offset counts from there. Nothing is executed or unpickled."""
    start = file.tell()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of headers that are read by guessing
            version = npy_format.read_magic(file)
            shape, fortran, dtype = READERS[version](file)
    except KeyError:
        raise InputError("it is a .npy of a version that holds no plain numbers", place=place) from None
    except Exception:  # whatever NumPy's reader meets in a header that means nothing, a tokenizer's errors among them
        raise InputError("it has no header of a .npy file: it is cut off, or something else", place=place) from None
    return Layout(dtype, shape, file.tell() - start, fortran)
