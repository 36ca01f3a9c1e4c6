"""Matrices in files beside the problem: CSV, TSV, NPY, or text in any notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

from attncalc.errors import InputError, Place, shorten
from attncalc.files import note_read
from attncalc.limits import FILE, MATRIX
from attncalc.npy import read_header
from attncalc.problem.matrix import read_text
from attncalc.problem.tree import Node, Scalar, Sequence
from attncalc.reading.source import read_source


def read_file(node: Scalar, folder: Path | None, *, anywhere: bool = False) -> Node:
    """The matrix in a file named relative to `folder`, which must hold it unless it may stand `anywhere`.

    Raises InputError where the file is outside, too large, cannot be read or holds no matrix.
    """
    name = node.text.strip()
    if folder is None:
        raise InputError(f"{shorten(name)}: files are read beside a problem file, and this is none", place=node.place)
    try:
        path = (folder / name).resolve()
        inside = path.is_relative_to(folder.resolve())
        if not (inside or anywhere):
            raise InputError(
                f"{shorten(name)} is outside the problem's folder",
                place=node.place,
                hint="--any-file reads files from anywhere.",
            )
        if not path.is_file():
            raise InputError(f"there is no file {shorten(name)} beside the problem", place=node.place)
        if path.stat().st_size > FILE.most:
            raise InputError(f"{shorten(name)}: {FILE.told}", place=node.place)
        note_read(path)
        return READERS[path.suffix.lower()](path, str(folder / name))
    except (OSError, ValueError) as error:
        raise InputError(f"{shorten(name)} cannot be read: {shorten(str(error), 80)}", place=node.place) from None


def _text(path: Path, source: str) -> Node:
    return read_text(Scalar(_of(path, source), source, 0, 1, True, block=True))


def _of(path: Path, source: str) -> str:
    return read_source(path.read_bytes(), source).text


def _separated(path: Path, source: str) -> Node:
    """Rows of cells; a first row or column of words is a heading."""
    import csv

    text = _of(path, source)
    separator = max("\t;,", key=text[:4096].count) if path.suffix.lower() == ".csv" else "\t"
    rows = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    lines = [(number, row) for number, row in enumerate(rows, 1) if any(row)]
    if not lines:
        raise InputError("the file is empty", place=Place(source))
    if not any(map(_is_number, lines[0][1][-1:])):
        lines = lines[1:]
    first = 0 if all(_is_number(row[0]) for _, row in lines) else 1
    return Sequence(
        tuple(
            Sequence(tuple(Scalar(cell.strip(), source, number, None, True) for cell in row[first:]), source, number, 1)
            for number, row in lines
        ),
        source,
        1,
        1,
    )


def _is_number(cell: str) -> bool:
    return re.match(r"\s*[-+−]?(?:[\d.√]|sqrt|inf|exp|ln|pi\b|e\b)", cell) is not None


def _npy(path: Path, source: str) -> Node:
    """An array of numbers with up to three axes; its header is read before its numbers, and nothing is unpickled."""
    import numpy as np

    with path.open("rb") as file:
        shape, _, dtype = read_header(file, Place(source))
        if dtype.kind not in "biuf" or not 0 < len(shape) < 4:
            raise InputError(
                f"this array has {len(shape)} axes of {dtype}; numbers in rows are read", place=Place(source)
            )
        if prod(shape) > MATRIX.most:
            raise InputError(MATRIX.told, place=Place(source))
        file.seek(0)
        return _nested(np.load(file, allow_pickle=False), source)


def _nested(array: Any, source: str) -> Node:
    if array.ndim == 0:
        return Scalar(str(array), source, quoted=True)
    return Sequence(tuple(_nested(part, source) for part in array), source)


READERS: dict[str, Callable[[Path, str], Node]] = {
    ".csv": _separated,
    ".tsv": _separated,
    ".npy": _npy,
    ".txt": _text,
}
