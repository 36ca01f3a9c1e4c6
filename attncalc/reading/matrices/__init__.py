"""Matrices as people type them, in problem files and in answers: every reading of a text, each with its cells."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from attncalc.errors import InputError
from attncalc.reading.number import PLAIN
from attncalc.reading.source import WIDE

PLAIN_ROWS = re.compile(r"[-+\d./ \n;]*", re.ASCII)
THOUSANDS = re.compile(r"(?<![\d.])\d{1,3} 0\d\d(?![\d.])")
ROW = re.compile(r"[^;\n]+")
WORD = re.compile(r"\S+")
ENTRY = re.compile(rf"{PLAIN.pattern}(?:/\d+)?", re.ASCII)


class Cell(NamedTuple):
    """One entry as it was typed, and where it stands in the text."""

    text: str
    start: int


class Rows(NamedTuple):
    """Cells of a row, rows of a matrix, or matrices of a stack; rows may have `names`."""

    items: tuple[Body, ...]
    start: int
    names: tuple[Cell, ...] = ()


Body: TypeAlias = Cell | Rows


class Reading(NamedTuple):
    """One way to read a text: its rows, or the words for a matrix whose size is left open; `doubt` says what else."""

    body: Body
    doubt: InputError | None = None


class TextError(InputError):
    """What is amiss with a typed text, `start` characters into it."""

    def __init__(self, message: str, start: int, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.start = start


class DoubtError(TextError):
    """A text that can be read in more ways than one, with the ways to write each plainly, where there are any."""

    texts: tuple[str, ...] = ()


def read_matrix(text: str) -> tuple[Reading, ...]:
    """Every reading of a text as a matrix, whatever its notation.

    >>> [reading.body.items[1].items[0].text for reading in read_matrix("1 2; 3 4")]
    ['3']

    Raises TextError where it is no matrix at all, with the place in the text.
    """
    text = text if text.isascii() else text.translate(WIDE)
    if rows := _plain(text):
        return (Reading(rows),)
    from attncalc.reading.matrices.layouts import readings

    return readings(text)


def _plain(text: str) -> Rows | None:
    """Rows of decimals that can mean nothing else; None for any other text."""
    if not PLAIN_ROWS.fullmatch(text) or THOUSANDS.search(text):
        return None
    rows = []
    for row in ROW.finditer(text):
        cells = [Cell(word[0], word.start()) for word in WORD.finditer(text, row.start(), row.end())]
        if not all(ENTRY.fullmatch(cell.text) for cell in cells):
            return None
        rows += [Rows(tuple(cells), row.start())] if cells else []
    if len({len(row.items) for row in rows}) != 1:
        return None
    from attncalc.reading.matrices.doubts import of_rows
    from attncalc.reading.matrices.piece import Piece

    try:
        return of_rows(Piece(text, text), Rows(tuple(rows), 0))
    except DoubtError:
        return None
