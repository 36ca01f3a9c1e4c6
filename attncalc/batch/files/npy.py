"""NumPy's .npy: a header, then the numbers."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from attncalc.batch.files.layout import Array, Layout
from attncalc.batch.files.mapped import map_file
from attncalc.errors import Place
from attncalc.npy import read_header


def map_npy(path: Path) -> Array:
    """The array of a file, mapped; raises InputError where its header is not true."""
    place = Place(str(path))
    with path.open("rb") as file:
        layout = read_layout(file, place)
        layout.check(path.stat().st_size - layout.offset, place)
        return map_file(file, layout)


def read_layout(file: IO[bytes], place: Place) -> Layout:
    """The header that starts where `file` stands; its offset counts from there."""
    start = file.tell()
    shape, fortran, dtype = read_header(file, place)
    return Layout(dtype, shape, file.tell() - start, fortran)
