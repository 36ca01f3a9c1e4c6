"""Rows that are given one by one, x1, x2, x3 or x_the and x_cat, as the matrix that they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.problem.matrix import Matrix

Rows = Mapping[int | str, Matrix]


class Joined(NamedTuple):
    """The matrix that rows make, what they are called, and what there is to note about their numbers."""

    matrix: Matrix
    words: tuple[str, ...]
    note: str = ""


def joined(base: str, rows: Rows, *, also_whole: bool) -> Joined:
    """The rows of a matrix one below another: by number, from 0 or from 1, or by word as they stand.

    Raises InputError where one is missing, or the matrix is given whole too.
    """
    letter = base.lower()
    numbers = sorted(which for which in rows if isinstance(which, int))
    words = tuple(which for which in rows if isinstance(which, str))
    start = 0 if 0 in rows else 1
    missing = next((number for number in range(start, start + len(numbers)) if number not in rows), None)
    if missing is not None or also_whole or (numbers and words):
        other = f"{letter}_{words[0]}" if words else f"{letter}{missing}"
        why = f"{base} is given too" if also_whole else f"{other} is {'given too' if words else 'missing'}"
        raise InputError(
            f"{letter}{start}, {letter}{start + 1} … are the rows of {base}, but {why}",
            place=next(iter(rows.values())).place,
        )
    note = f"Rows are counted from 0 in what is given: {letter}0 is row 1 of {base}." if 0 in rows else ""
    return Joined(_one_below_another(base, {which: rows[which] for which in words or numbers}), words, note)


def _one_below_another(base: str, parts: Rows) -> Matrix:
    first = next(iter(parts.values()))
    rows = []
    for which, part in parts.items():
        name = f"{base.lower()}{'_' if isinstance(which, str) else ''}{which}"
        if part.words:
            raise InputError(f"{name} is one row of {base}, and cannot be {part.words}", place=part.place)
        vector = part.transposed if part.shape[1] == 1 else part
        if vector.shape[0] != 1 or vector.shape[1] != max(first.shape):
            raise InputError(f"{name} should be a vector with {max(first.shape)} entries", place=part.place)
        rows.append(vector.rows[0])
    return Matrix(tuple(rows), first.place, by_token=True)
