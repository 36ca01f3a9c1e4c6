"""Which numbers of a line come from the row and which from the column of an entry that is written out."""

from __future__ import annotations

from dataclasses import replace

from attncalc.render.blocks import Bracket, Cells, Formula, Math, Piece, Stretch
from attncalc.render.width import width

ROW, COLUMN, ENTRY = "row", "column", "entry"
ROLES = (ROW, COLUMN)  # of the factors of a product
SIGNS = " =·+−()"  # what may stand between two factors
BETWEEN = 4  # characters of it
MARKS = {"": "x", ROW: "\ue001", COLUMN: "\ue002", ENTRY: "\ue003"}
BY_MARK = {mark: role for role, mark in MARKS.items()}


def stretches(text: str, factors: list[tuple[str, str]]) -> tuple[Stretch, ...]:
    """A line cut at its factors, each given with its role; whole where they do not follow each other in it."""
    found: list[Stretch] = []
    end = text.find(" = ") + 1
    before = text[:end]
    for factor, role in factors:
        start = text.find(factor, end)
        gap = text[end:start]
        if start < 0 or (found and len(gap) > BETWEEN) or not set(gap) <= set(SIGNS):
            return (Stretch(text),)
        found += [Stretch(before + gap), Stretch(factor, role)]
        before, end = "", start + len(factor)
    return (*found, Stretch(before + text[end:]))


def with_roles(line: tuple[Piece, ...], i: int, j: int) -> tuple[Piece, ...]:
    """The line of a product of two matrices with the row, the column and the entry (i, j) of the result marked."""
    match line:
        case (Math() as name, Bracket() as left, Bracket() as right, Math() as equals, Bracket() as result):
            pass
        case _:
            return line
    if len(result.cells[0]) == 1 and len(right.cells[0]) == 1 and i == 0:  # a vector that stands as a column
        i, j = j, 0
    if not (i < len(left.cells) and j < len(right.cells[0]) and i < len(result.cells) and j < len(result.cells[0])):
        return line
    marked = [
        _marked(left.cells, i, None, ROW),
        _marked(right.cells, None, j, COLUMN),
        _marked(result.cells, i, j, ENTRY),
    ]
    return name, Bracket(marked[0]), Bracket(marked[1]), equals, Bracket(marked[2])


def _marked(cells: Cells, i: int | None, j: int | None, role: str) -> Cells:
    return tuple(
        tuple(cell._replace(role=role) if i in (None, a) and j in (None, b) else cell for b, cell in enumerate(row))
        for a, row in enumerate(cells)
    )


def mask(block: Formula) -> Formula:
    """The same formula with a mark for the role of each letter in its place, which is laid out in the same way."""
    texts = ["".join(map(_mark, parts)) for parts in block.stretches]
    lines = [tuple(map(_masked, line)) for line in block.lines]
    if len(texts) == len(lines):
        lines = [(Math(text, ""),) if text else line for text, line in zip(texts, lines, strict=True)]
    return replace(block, lines=tuple(lines))


def _mark(part: tuple[str, str]) -> str:
    text, role = part
    return "".join(" " if char == " " else MARKS[role] * width(char) for char in text)


def _masked(piece: Piece) -> Piece:
    if isinstance(piece, Math):
        return Math(_mark((piece.text, "")), "")
    cells = tuple(tuple(cell._replace(text=_mark((cell.text, cell.role))) for cell in row) for row in piece.cells)
    return piece._replace(cells=cells)
