"""Tables: Markdown, text boxes and spreadsheet cells, with a heading, labels, numbers in cells or a vector in one."""

from __future__ import annotations

import re

from attncalc.problem.notation.columns import bare, begins_as_number, is_entry, is_vector, matrix_of
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import counts
from attncalc.problem.tree import Node

FRAME = r"[┌┐└┘├┤┬┴┼─═╔╗╚╝╠╣]"
RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
BAR = r"(?<!\\)\|"


def read_table(piece: Piece) -> Node:
    """A Markdown table or a text box. Raises InputError where columns may be different things."""
    piece = piece.blanked(FRAME).blanked("│|║", "|")
    lines = [line.strip() for line in piece.split(r"\n") if line.text.strip()]
    rules = [number for number, line in enumerate(lines) if RULE.fullmatch(line.text)]
    return _table(piece, [_cells(line) for number, line in enumerate(lines) if number not in rules], rules[:1] == [1])


def read_tabbed(piece: Piece) -> Node:
    """Cells copied from a spreadsheet. Raises InputError where columns may be different things."""
    lines = [line for line in piece.split(r"\n") if line.text.strip()]
    return _table(piece, [[cell.strip() for cell in line.split(r"\t")] for line in lines], is_ruled=False)


def _table(piece: Piece, rows: list[list[Piece]], is_ruled: bool) -> Node:
    if not rows:
        raise piece.error("the table has no rows; it is empty")
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[0].error(f"this row of the table has {len(row)} cells, the first has {len(rows[0])}")
    return matrix_of(piece, _heading(piece, rows, is_ruled), rows)


def _heading(piece: Piece, rows: list[list[Piece]], is_ruled: bool) -> list[str]:
    """The heading, taken from the rows; numbers above the rule are a row that Markdown made a heading."""
    texts = [bare(cell) for cell in rows[0]]
    if all(map(is_entry, texts)):
        if is_ruled and counts(texts):
            raise _either(piece, texts, rows)
        return []
    is_count = len(texts) > 1 and not texts[0] and counts(texts[1:])
    if is_count and not is_ruled and not any(bare(row[0]) for row in rows):
        raise _either(piece, texts[1:], rows)
    words = [text for text in texts[1:] or texts if text and not is_entry(text) and not is_vector(text)]
    if not (is_ruled or is_count or (words and not any(map(begins_as_number, texts)))):
        return []
    if len(rows) == 1:
        raise piece.error("the table has a heading and no rows; it is empty")
    del rows[0]
    return texts if any(texts) else []


def _either(piece: Piece, texts: list[str], rows: list[list[Piece]]) -> Exception:
    """The error that the first row may be a heading."""
    return piece.error(f"the heading {', '.join(texts)} can number the columns of {len(rows) - 1}×{len(texts)}, "
                       f"or be the first row of {len(rows)}×{len(texts)}")  # fmt: skip


def _cells(line: Piece) -> list[Piece]:
    inner = line[1:] if line.text.startswith("|") else line
    inner = inner[:-1] if inner.text.rstrip().endswith("|") else inner
    return [cell.strip() for cell in inner.split(BAR)]
