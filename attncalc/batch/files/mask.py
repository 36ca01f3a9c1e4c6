"""A mask in a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from attncalc.batch.files.finite import check_finite
from attncalc.batch.files.layout import Array
from attncalc.batch.files.mapped import block_rows
from attncalc.batch.files.tensors import open_tensors
from attncalc.batch.options import Options
from attncalc.errors import InputError, Place, did_you_mean


def read_mask(path: Path, options: Options) -> Options:
    """Options with the mask of a .npy file: truths, or 0 and 1, say who may attend; other numbers are added."""
    place = Place(str(path))
    if path.suffix.lower() != ".npy":
        raise InputError(
            "a mask is causal, causal-lower-right or a .npy file",
            place=place,
            hint=did_you_mean(str(path), ("causal", "causal-lower-right"), listed=False),
        )
    if not path.is_file():
        raise InputError("there is no such file", place=place)
    mask = next(iter(open_tensors(path, path.parent).values()))()
    if mask.dtype.kind == "f":
        check_finite(mask, place, hidden=True)
        return replace(options, bias=mask)
    if mask.dtype.kind != "b" and not all(_is_table(block) for block in _blocks(mask)):
        raise InputError("whole numbers in a mask are 0 and 1", place=place, hint="Numbers to be added are float32.")
    return replace(options, mask=mask if mask.dtype.kind == "b" else mask.astype(bool))


def _blocks(mask: Array) -> Iterator[Array]:
    step = block_rows(mask)
    yield from (mask[start : start + step] for start in range(0, len(mask), step))


def _is_table(block: Array) -> bool:
    return bool(((block == 0) | (block == 1)).all())
