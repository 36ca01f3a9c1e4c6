"""The arrays of a file by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from attncalc.batch.files.layout import Array
from attncalc.errors import InputError, Place

Tensors: TypeAlias = dict[str, Callable[[], Array]]  # opened when it is used


def open_tensors(path: Path, folder: Path) -> Tensors:
    """The arrays of a file, by its ending; what must be unpacked is put into `folder`. Raises InputError."""
    from attncalc.batch.files.npy import map_npy
    from attncalc.batch.files.npz import open_npz
    from attncalc.batch.files.safetensors import open_safetensors

    kinds: dict[str, Callable[[], Tensors]] = {
        ".npz": lambda: open_npz(path, folder),
        ".npy": lambda: {path.stem: lambda: map_npy(path)},
        ".safetensors": lambda: open_safetensors(path),
    }
    if path.suffix.lower() not in kinds:
        raise InputError("arrays are read from .npz, .npy and .safetensors", place=Place(str(path)))
    try:
        return kinds[path.suffix.lower()]()
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", place=Place(str(path))) from None
