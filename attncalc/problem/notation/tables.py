"""Tables: Markdown and text boxes, with a heading, labels, numbers in cells or a vector in one."""

from __future__ import annotations

import re

from attncalc.errors import InputError, shorten
from attncalc.problem.notation.lists import read_lists
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import entries
from attncalc.problem.tree import Mapping, Node

FRAME = r"[┌┐└┘├┤┬┴┼─═╔╗╚╝╠╣]"
RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
NUMBER = re.compile(r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:/\d+)?%?|[-+−]?(?:inf|∞)|√\d+|[xX✗.]|\?")
NUMBERED = re.compile(r"(?:pos(?:ition)?|index|i|t|#|no\.?|step|token)?", re.IGNORECASE)


def read_table(piece: Piece) -> Node:
    """A Markdown table or a text box: a heading, then one row for each token, numbers in cells or a vector in one.

    Raises InputError where columns may be different things.
    """
    piece = piece.blanked(FRAME).blanked("│|║", "|")
    lines = [line.strip() for line in piece.split(r"\n") if line.text.strip()]
    rules = [number for number, line in enumerate(lines) if RULE.fullmatch(line.text)]
    rows = [_cells(line) for number, line in enumerate(lines) if number not in rules]
    heading = _heading(piece, rows, rules[:1] == [1])
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[0].error(f"this row of the table has {len(row)} cells, the first has {len(rows[0])}")
    return _of_columns(piece, heading, rows)


def _heading(piece: Piece, rows: list[list[Piece]], is_ruled: bool) -> list[str]:
    """The heading, taken from the rows; numbers above the rule are a row that Markdown made a heading."""
    texts = [_bare(cell) for cell in rows[0]]
    if all(map(NUMBER.fullmatch, texts)):
        if not is_ruled:
            return []
        if texts not in ([str(i + first) for i in range(len(texts))] for first in (0, 1)):
            return []
        raise piece.error(f"the heading {', '.join(texts)} can number the columns of {len(rows) - 1}×{len(texts)}, "
                          f"or be the first row of {len(rows)}×{len(texts)}")  # fmt: skip
    if is_ruled or (not any(map(NUMBER.fullmatch, texts)) and not _vectors(rows[0])):
        rows.pop(0)
        if not rows:
            raise piece.error("the table has a heading and no rows; it is empty")
        return texts
    return []


def _cells(line: Piece) -> list[Piece]:
    inner = line[1:] if line.text.startswith("|") else line
    inner = inner[:-1] if inner.text.rstrip().endswith("|") else inner
    return [cell.strip() for cell in inner.split(r"\|")]


def _bare(cell: Piece) -> str:
    return cell.text.strip(" *`$")


def _vectors(row: list[Piece]) -> list[int]:
    return [i for i, cell in enumerate(row) if re.fullmatch(r"[\[(].*[\])]", _bare(cell)) or _is_row(cell)]


def _is_row(cell: Piece) -> bool:
    """Whether a cell holds several numbers."""
    parts = _bare(cell).replace(",", " ").split()
    return len(parts) > 1 and all(map(NUMBER.fullmatch, parts))


def _of_columns(piece: Piece, heading: list[str], rows: list[list[Piece]]) -> Node:
    """The columns of a table that hold the matrix: the one with vectors, or all those with numbers."""
    vectors = _vectors(rows[0])
    if len(vectors) > 1:
        raise _several(piece, heading, vectors)
    if vectors:
        found = [row_of(row[vectors[0]].strip(" *`$")) for row in rows]
        return _labelled(piece, [row[: vectors[0]] for row in rows], found)
    used = _used(heading, rows)
    names = [heading[i] for i in used] if heading else []
    if len(used) > 1 and not _are_one_thing(names, [_bare(row[0]) for row in rows]):
        raise _several(piece, heading, used)
    found = [row[0].items([Piece(row[i].scalar, _bare(row[i]), row[i].start).cell for i in used]) for row in rows]
    return _labelled(piece, [row[: used[0] if used else 0] for row in rows], found)


def _used(heading: list[str], rows: list[list[Piece]]) -> list[int]:
    """The columns of numbers and blanks, without one that numbers the rows."""
    texts = [[_bare(cell) for cell in row] for row in rows]
    used = [i for i in range(len(rows[0])) if all(not row[i] or NUMBER.fullmatch(row[i]) for row in texts)
            and (any(row[i] for row in texts) or (heading and heading[i]))]  # fmt: skip
    numbers = [[str(i + first) for i in range(len(rows))] for first in (0, 1)]
    if (
        heading
        and len(used) > 1
        and NUMBERED.fullmatch(heading[used[0]])
        and [row[used[0]] for row in texts] in numbers
    ):
        return used[1:]
    return used


def _are_one_thing(names: list[str], labels: list[str]) -> bool:
    """Whether headings name the entries of one matrix: numbered alike, the rows' own labels, or nothing."""
    stems = {re.sub(r"[\W\d_]", "", name).lower() for name in names}
    return len(stems) <= 1 or names == labels or all(len(name) == 1 for name in names)


def _several(piece: Piece, heading: list[str], columns: list[int]) -> InputError:
    names = ", ".join(f"“{shorten(heading[i], 20)}”" for i in columns if heading) or "several columns"
    return piece.error(f"this table can be read in more than one way: {names} may each be what is meant",
                       "Keep the columns of one matrix.")  # fmt: skip


def _labelled(piece: Piece, before: list[list[Piece]], rows: list[Node]) -> Node:
    """Rows under their labels: the last word before the numbers."""
    labels = [next((cell for cell in reversed(cells) if cell.text and not NUMBER.fullmatch(_bare(cell))), None)
              for cells in before]  # fmt: skip
    if None in labels:
        return piece.items(rows)
    keys = [label.node(_bare(label)) for label in labels if label]
    return Mapping(tuple(zip(keys, rows, strict=True)), *piece.node("")[1:4])


def row_of(row: Piece) -> Node:
    """A row in brackets or without."""
    if row.text[:1] in ("[", "("):
        return read_lists(row)
    return row.items([entry.cell for entry in entries(row.strip(" \t;,"))])
