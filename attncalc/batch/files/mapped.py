"""Arrays that stand in a file and are read where they are used."""

from __future__ import annotations

import errno
import mmap
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np

from attncalc.batch.files.layout import Array, Layout

NOT_HERE = (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS)  # a file system that cannot
BLOCK = 1 << 22  # bytes that are read, checked or copied at once


def map_file(file: IO[bytes], layout: Layout, *, writable: bool = False) -> Array:
    """The array that stands in `file`, for reading, or for writing too."""
    if not layout.bytes:
        return np.empty(layout.shape, layout.dtype)
    start = layout.offset - layout.offset % mmap.ALLOCATIONGRANULARITY
    access = mmap.ACCESS_WRITE if writable else mmap.ACCESS_READ
    view = mmap.mmap(file.fileno(), layout.offset - start + layout.bytes, access=access, offset=start)
    order: Any = "F" if layout.fortran else "C"
    return np.ndarray(layout.shape, layout.dtype, buffer=view, offset=layout.offset - start, order=order)


def scratch(shape: tuple[int, ...], dtype: Any, folder: Path) -> Array:
    """An array in a file without a name in `folder`, gone when nobody holds it any more. Raises OSError: disk full."""
    layout = Layout(np.dtype(dtype), shape, 0)
    with scratch_file(folder) as file:
        reserve(file, layout.bytes)
        return map_file(file, layout, writable=True)


def scratch_file(folder: Path) -> IO[bytes]:
    """A file without a name, in the folder where the output goes, as it may be as large."""
    return tempfile.TemporaryFile(dir=folder, prefix=".attncalc.")


def reserve(file: IO[bytes], size: int) -> None:
    """Takes the room on the disk at once: a mapped file that finds none later would end the process."""
    if not size or _allocated(file, size):
        return
    at = file.tell()
    file.seek(0, os.SEEK_END)
    while (left := size - file.tell()) > 0:
        file.write(bytes(min(BLOCK, left)))
    file.flush()
    file.seek(at)


def _allocated(file: IO[bytes], size: int) -> bool:
    """Whether the file system took the room; False where it cannot."""
    try:
        os.posix_fallocate(file.fileno(), 0, size)
    except AttributeError:  # of a system without it
        return False
    except OSError as error:
        if error.errno in NOT_HERE:
            return False
        raise
    return True


def map_of(array: Array) -> mmap.mmap | None:
    """The map that an array stands in; None of one in memory."""
    view: Any = array
    while isinstance(view, np.ndarray):
        view = view.base
    return view if isinstance(view, mmap.mmap) else None


def release(array: Array) -> None:
    """Gives back the memory of a mapped array's pages; they are read again where they are needed."""
    view = map_of(array)
    if view is not None and hasattr(view, "madvise"):
        view.madvise(mmap.MADV_DONTNEED)


def close(view: mmap.mmap) -> None:
    """Closes a map that no array stands in any more: Windows renames no file that is mapped."""
    with suppress(BufferError):
        view.close()


def block_rows(array: Array) -> int:
    """How many entries of the first axis make a block."""
    return max(1, BLOCK // max(1, array[:1].nbytes))
