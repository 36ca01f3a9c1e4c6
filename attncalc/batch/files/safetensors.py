"""Safetensors: eight bytes that give the length of a header in JSON, the header, then the numbers.

Read by its documented layout, as the package's own `safe_open` copies every slice that is asked of it; a mapped array
is read where it stands, and needs no package.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from attncalc.batch.files.layout import FLOATS, Array, Layout
from attncalc.batch.files.mapped import map_file
from attncalc.batch.files.tensors import Tensors
from attncalc.errors import InputError, Place, shorten

LENGTH = 8
MOST_HEADER = 1 << 24  # a model with 100,000 tensors has 10 MB
HALF = "BF16"  # the upper half of a float32, as which it is read
DTYPES = {HALF: "<u2", "F16": "<f2", "F32": "<f4", "F64": "<f8", "BOOL": "?"}


def open_safetensors(path: Path) -> Tensors:
    """The tensors of a file by name, mapped on demand; raises InputError where its header is not true."""
    place = Place(str(path))
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(LENGTH), "little")
        if size < LENGTH or length > min(MOST_HEADER, size - LENGTH):
            raise InputError("its header is longer than the file: it is cut off, or no safetensors", place=place)
        entries = _entries(file.read(length), place)
    start = LENGTH + length
    return {name: partial(_open, path, name, entry, start, size) for name, entry in entries.items()}


def _entries(header: bytes, place: Place) -> dict[str, Any]:
    try:
        entries = json.loads(header.decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise InputError(f"its header cannot be read: {shorten(str(error), 80)}", place=place) from None
    if not isinstance(entries, dict):
        raise InputError("its header lists no tensors", place=place)
    entries.pop("__metadata__", None)
    return entries


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("it names a tensor twice")
    return made


def _open(path: Path, name: str, entry: Any, start: int, size: int) -> Array:
    place = Place(f"{path}, {shorten(name)}")
    try:
        kind, shape, (first, last) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
    except (KeyError, TypeError, ValueError):
        raise InputError("its header does not say what it is", place=place) from None
    if not all(type(number) is int for number in (*shape, first, last)) or not 0 <= first <= last <= size - start:
        raise InputError("its header points outside the file: it is cut off or damaged", place=place)
    if kind not in DTYPES:
        raise InputError(
            f"it holds {shorten(str(kind))}; attention takes {', '.join(FLOATS)}",
            place=place,
            hint="Save it again after tensor.float().",
        )
    layout = Layout(np.dtype(DTYPES[kind]), shape, start + first)
    layout.check(last - first, place)
    with path.open("rb") as file:
        found = map_file(file, layout)
    return _widened(found) if kind == HALF else found


def _widened(halves: Array) -> Array:
    whole = halves.astype(np.uint32)
    whole <<= 16
    return whole.view(np.float32)
