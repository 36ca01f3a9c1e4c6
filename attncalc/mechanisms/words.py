"""Matrices that are given in words, such as W: identity and v: ones, in the sizes that follow from the others."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from attncalc.errors import InputError
from attncalc.problem.matrix import Matrix, read_matrix, written
from attncalc.problem.signature import joined, parts_of
from attncalc.problem.tree import Scalar
from attncalc.reading.matrices.made import filled, times

Shape = tuple[int, int]


def shapes_of(
    axes: Mapping[str, tuple[str, ...]], words: Mapping[str, Matrix], sizes: Mapping[str, int]
) -> dict[str, Shape]:
    """Rows and columns of each matrix in words; an identity is square. Raises InputError where a size is not known."""
    known = dict(sizes)
    for name in sorted(words, key=lambda name: "identity" not in words[name].words):
        sides = [_size(axis, known) for axis in axes[name]]
        if "identity" in words[name].words and len(sides) == 2:
            sides = [sides[0] or sides[1], sides[1] or sides[0]]
        for axis, side in zip(axes[name], sides, strict=True):
            if side is None:
                raise InputError(
                    f"{name} is {words[name].words}, but nothing says how large: {axis} is not known",
                    place=words[name].place,
                    hint="Write its size: identity(4), ones(3, 2)",
                )
            known.setdefault(axis, side)
    return {name: _shape([_size(axis, known) or 0 for axis in axes[name]]) for name in words}


def _size(axis: str, known: Mapping[str, int]) -> int | None:
    if axis in known:
        return known[axis]
    parts = [known.get(part) for part in parts_of(axis)]
    return None if None in parts else joined(axis, [part or 0 for part in parts])


def _shape(sides: list[int]) -> Shape:
    return (1, prod(sides)) if len(sides) == 1 else (sides[0], sides[1])


def written_out(name: str, matrix: Matrix, shape: Shape) -> Matrix:
    """A matrix in words, entry by entry."""
    factor, _, kind = matrix.words.rpartition("*")
    place = matrix.place
    scalar = Scalar(matrix.words, place.source, place.line, place.column) if place else Scalar(matrix.words)
    body = filled(kind, *shape)
    return read_matrix(written(scalar, times(factor, body) if factor else body), name)
