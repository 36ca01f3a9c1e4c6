r"""Lines of mathematics under one another, aligned at their first relation, long ones broken to a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

from attncalc.render.blocks import Bracket, Cells, Piece
from attncalc.render.latex.measure import Part, matrix_part, parts_of, width_of, written

INDENT = 1.0  # of a line that goes on within a side
MOST_ROWS = 36.0  # of a matrix that stays on one page
FRACTION_ROW = 1.6  # how many rows a row with fractions takes
WIDE_NAME = 0.35  # of a line, from which on others are not aligned with a name
ENOUGH = 0.4  # of a line that is to be filled before a product is broken
LAST = 4  # how well a row may end within a number
Line = tuple[Part, ...]


def matrix(cells: Cells) -> str:
    """A matrix in brackets; rows with fractions stand apart."""
    rows = [" & ".join(cell.latex for cell in row) for row in cells]
    ends = [r" \\[5pt]" if r"\frac" in row or r"\frac" in below else r" \\" for row, below in pairwise(rows)]
    body = "\n".join(row + end for row, end in zip(rows, [*ends, ""], strict=True))
    return f"\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"


def is_tall(cells: Cells) -> bool:
    """Whether a matrix may be too high for a page."""
    return sum(FRACTION_ROW if any(r"\frac" in cell.latex for cell in row) else 1 for row in cells) > MOST_ROWS


def line_of(pieces: Sequence[Piece]) -> Line:
    """The parts of a line."""
    found: list[Part] = []
    for piece in pieces:
        if isinstance(piece, Bracket):
            part = matrix_part(matrix(piece.cells), piece.cells)
            found.append(replace(part, width=inf) if is_tall(piece.cells) else part)
        else:
            found += parts_of(piece.latex, before=found[-1].kind if found else "relation")
    return tuple(found)


def sides(line: Line) -> tuple[Line, Line]:
    """What stands before the first relation, and the rest."""
    at = next((number for number, part in enumerate(line) if part.kind == "relation"), 0)
    return line[:at], line[at:]


def name_width(lines: Sequence[Line], room: float) -> float:
    """The width of the longest name before a relation, but for those that stand apart."""
    widths = [width_of(sides(line)[0]) for line in lines]
    return max((width for width in widths if width <= WIDE_NAME * room), default=0.0)


def aligned(line: Line, room: float, names: float) -> list[str] | None:
    """The rows of a line, with & where they are aligned; None where it does not fit."""
    name, rest = sides(line)
    if width_of(name) > names:
        name, rest = (), line
    rows = broken(rest, room - names)
    if rows is None:
        return None
    first, *others = rows
    head = f"{written(name)} " if name else ""
    return [f"{head}&{written(first)}", *(f"&{_goes_on(row)}" for row in others)]


def _goes_on(row: Line) -> str:
    if row[0].kind == "relation":
        return written(row)
    return r"\quad " + ("{}" if row[0].kind == "between" else "") + written(row)


def broken(parts: Line, room: float) -> list[Line] | None:
    """A line in rows of a width; None where some part of it is too wide."""
    fitted = _fitted(parts, room - INDENT)
    if fitted is None:
        return None
    rows, start = [], 0
    while start < len(fitted):
        stop = _stop(fitted, start, room - (INDENT if start and fitted[start].kind != "relation" else 0))
        if not stop:
            return None
        rows.append(fitted[start:stop])
        start = stop
    return rows


def _fitted(parts: Line, room: float) -> Line | None:
    """The parts with those that are too wide in several; None where that is not possible."""
    found: list[Part] = []
    for part in parts:
        if part.width <= room:
            found.append(part)
        elif part.loose and (inner := _fitted(part.loose(), room)) is not None:
            found += inner
        else:
            return None
    return tuple(found)


def _stop(parts: Line, start: int, room: float) -> int:
    """Where a row ends: before a relation if it can, then before + or −, then before any sign; 0 where it cannot.

    A number is cut only where nothing else can be.
    """
    total, best = 0.0, dict[int, int]()
    for place in range(start, len(parts)):
        total += parts[place].width
        if total > room:
            break
        rank = _rank(parts, place + 1)
        if rank != 1 or total > ENOUGH * room or 1 not in best:
            best[rank] = place + 1
    else:
        return len(parts)
    ranks = 1 if any(part.kind == "matrix" for part in parts) else LAST + 1  # a side with matrices stays whole
    return next((best[rank] for rank in range(ranks) if rank in best), 0)


def _rank(parts: Line, place: int) -> int:
    """How well a row may end before a part."""
    if place >= len(parts):
        return 0
    if parts[place - 1].kind == "comma":
        return 1
    kind = parts[place].kind
    if parts[place - 1].latex[-1:].isdigit() and parts[place].latex[:1].isdigit():
        return LAST
    if kind == "between" and r"\cdot" in parts[place].latex:
        return 2
    return {"relation": 0, "between": 1}.get(kind, 3)
