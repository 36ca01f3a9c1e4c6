"""Arrays that are written block by block, and stand under their name only when they are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import clear_frames
from typing import IO, Any
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy_format

from attncalc.batch.files.layout import Array, Layout
from attncalc.batch.files.mapped import BLOCK, close, map_file, map_of, reserve, scratch
from attncalc.errors import InputError, Place
from attncalc.files import whole

SPARE = 4096  # bytes of a zip beside its arrays


def check_output(path: Path, endings: tuple[str, ...], *, force: bool) -> None:
    """Raises InputError where a file cannot go there: another ending, no folder, or a file that is there already."""
    place = Place(str(path))
    if path.suffix.lower() not in endings:
        raise InputError(f"what is written is {' or '.join(endings)}", place=place)
    if not path.parent.is_dir():
        raise InputError("there is no such folder", place=Place(str(path.parent)))
    if path.exists() and not path.is_file():
        raise InputError("this is no file that could be replaced", place=place)
    if path.exists() and not force:
        raise InputError("this file exists", place=place, hint="--force replaces it.")


@contextmanager
def whole_npy(path: Path, shape: tuple[int, ...], dtype: Any) -> Iterator[Array]:
    """A mapped array that is the .npy file `path` at the end. Its room on the disk is taken at the start."""
    with whole(path) as file:
        layout = _head(file, shape, np.dtype(dtype))
        reserve(file, layout.offset + layout.bytes)
        array = map_file(file, layout, writable=True)
        view = map_of(array)
        try:
            yield array
            if view is not None:
                view.flush()
        except BaseException as error:
            clear_frames(error.__traceback__)  # they hold the array
            raise
        finally:
            del array
            if view is not None:
                close(view)


def _head(file: IO[bytes], shape: tuple[int, ...], dtype: np.dtype[Any]) -> Layout:
    header = {"descr": npy_format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    npy_format.write_array_header_1_0(file, header)
    file.flush()
    return Layout(dtype, shape, file.tell())


@contextmanager
def whole_npz(path: Path, shape: tuple[int, ...], dtype: Any, name: str = "O") -> Iterator[Array]:
    """A mapped array that is in the .npz file `path` at the end. The room of both is taken at the start."""
    with whole(path) as file:
        array = scratch(shape, dtype, path.resolve().parent)
        reserve(file, array.nbytes + SPARE)
        yield array
        _write_zip(file, {name: array})


def write_npz(path: Path, arrays: Mapping[str, Array]) -> None:
    """Writes arrays by name. Raises OutputError where that is not possible."""
    with whole(path) as file:
        _write_zip(file, arrays)


def _write_zip(file: IO[bytes], arrays: Mapping[str, Array]) -> None:
    """A zip that is not packed, as np.savez writes it, so that it can be mapped."""
    with ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                _write(member, array)
    file.truncate(file.tell())


def _write(member: IO[bytes], array: Array) -> None:
    header = {"descr": npy_format.dtype_to_descr(array.dtype), "fortran_order": False, "shape": array.shape}
    npy_format.write_array_header_1_0(member, header)
    flat = array.reshape(-1)
    step = BLOCK // array.itemsize
    for start in range(0, flat.size, step):
        member.write(np.ascontiguousarray(flat[start : start + step]).data)
