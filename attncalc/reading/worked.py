"""The matrix that an ink is, with what is done to it: a transpose taken, a number before it multiplied in."""

from __future__ import annotations

import re
from dataclasses import replace

from attncalc.errors import NumberError
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink
from attncalc.reading.number import read_number

SHAPE = re.compile(r"\)?\.(?:reshape|view)\(\s?(-1|\d{1,4})\s?,\s?(-1|\d{1,4})\s?\)")
MAX_CELLS = 10_000


def matrix_in(ink: Ink, text: str = "") -> Ink | None:
    """The matrix that an ink is; None where it is none, or is calculated from several.

    In a `text` a program may give it another shape behind it.

    >>> from attncalc.reading import read_page
    >>> side = read_page("Q = 1/2 [2 4]'").statements[0].sides[1]
    >>> [[cell.number.text for cell in row.args] for row in matrix_in(side).args]
    [['1'], ['2']]
    """
    if ink.kind == "matrix":
        shape = SHAPE.match(text, ink.end)
        return _flat(_shaped(ink, int(shape[1]), int(shape[2])) if shape else ink)
    if ink.kind == "transpose" or (ink.kind == "call" and ink.name == "transpose" and len(ink.args) == 1):
        return _turned(ink, matrix_in(ink.args[0]))
    if ink.kind == "neg":
        return _scaled(ink, matrix_in(ink.args[0]), "-1")
    if ink.kind == "quotient":
        below = number_of(ink.args[1])
        return _scaled(ink, matrix_in(ink.args[0]), f"1/({below.text})") if below else None
    if ink.kind == "product":
        return _product(ink)
    return None


def _shaped(ink: Ink, height: int, width: int) -> Ink:
    """A matrix with its cells in rows of another length, where these fit; -1 is what follows."""
    cells = [cell for row in ink.args for cell in row.args]
    height, width = (size if size > 0 else len(cells) // max(1, -height * width) for size in (height, width))
    if height * width != len(cells):
        return ink
    rows = (tuple(cells[start : start + width]) for start in range(0, len(cells), width))
    return replace(ink, args=tuple(Ink("row", row[0].start, row[-1].end, "", row) for row in rows))


def _flat(ink: Ink) -> Ink | None:
    """A matrix whose cells are no matrices: one in the cell of a table is the matrix itself."""
    cells = [cell for row in ink.args for cell in row.args]
    if not any(cell.kind in ("matrix", "transpose") for cell in cells):
        return ink
    inner = [matrix_in(cell) for cell in cells]
    found = [matrix for matrix in inner if matrix]
    if len(found) < len(inner):
        return None
    return found[0] if len(found) == 1 else replace(ink, args=tuple(row for matrix in found for row in matrix.args))


def _turned(ink: Ink, inner: Ink | None) -> Ink | None:
    rows = [row.args for row in inner.args] if inner else []
    if not rows or len({len(row) for row in rows}) > 1:
        return None
    columns = zip(*rows, strict=True)
    return replace(
        ink,
        kind="matrix",
        name="",
        args=tuple(Ink("row", column[0].start, column[0].end, column[0].text, column) for column in columns),
    )


def _product(ink: Ink) -> Ink | None:
    matrices = [(part, matrix) for part in ink.args if (matrix := matrix_in(part))]
    if len(matrices) != 1:
        return None
    worked = matrices[0][0]
    found: Ink | None = matrices[0][1]
    others = [part for part in ink.args if part is not worked]
    factors = [number_of(part) for part in others if part.kind != "name"]  # e[2, 3] are entries of e
    if not all(factors) or len(factors) < len(others):
        return None
    for factor in factors:
        found = _scaled(ink, found, factor.text if factor else "")
    return found


def _scaled(ink: Ink, inner: Ink | None, factor: str) -> Ink | None:
    """A matrix whose numbers are multiplied."""
    cells = [cell for row in inner.args for cell in row.args] if inner else []
    if inner is None or len(cells) > MAX_CELLS:
        return None
    try:
        return replace(
            inner,
            start=ink.start,
            end=ink.end,
            text=ink.text,
            args=tuple(replace(row, args=tuple(_times(cell, factor) for cell in row.args)) for row in inner.args),
        )
    except NumberError:
        return None


def _times(cell: Ink, factor: str) -> Ink:
    from attncalc.reading.matrices.made import product

    number = number_of(cell)
    if number is None:
        return cell
    return replace(cell, kind="number", args=(), name="", number=read_number(product(factor, number.text)))
