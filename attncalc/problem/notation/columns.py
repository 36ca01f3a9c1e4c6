"""The columns of a table: which of them hold the matrix, what names its rows, and what may be read in two ways."""

from __future__ import annotations

import re
from collections.abc import Sequence as Row
from contextlib import suppress

from attncalc.errors import InputError, NumberError, shorten
from attncalc.problem.names import read_name
from attncalc.problem.notation.lists import is_nested, read_lists, several
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import COMMA, counts, entries
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.reading.number import read_number

NUMBER = re.compile(r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:/\d+)?%?|[-+−]?(?:inf|∞)|√\d+|[xX✗.]|\?")
NUMBERED = re.compile(r"(?:pos(?:ition)?|index|i|id|t|#|no\.?|nr\.?|row|step|token)?", re.IGNORECASE)
TOTALS = frozenset({"sum", "row sum", "total", "totals", "σ", "∑", "mean", "average", "avg"})
APART = re.compile(r"[\d.]\s+[-+−]?[\d.√]")
WORDS = re.compile(r"[^\W\d_][\w '’.:-]*")
MIXED = re.compile(r"[-+−]?\d+\s+\d+/\d+")
COLUMNS = re.compile(r"(?:col|column|dim|dimension|feature)\.?[ _]?\d{1,6}:?", re.IGNORECASE)
MATRICES = frozenset({"Q", "K", "V", "Wq", "Wk", "Wv", "Wo"})


def matrix_of(piece: Piece, heading: list[str], rows: list[list[Piece]]) -> Node:
    """The columns of a table that hold the matrix: the one with vectors, or all those with numbers.

    Raises InputError where columns may be different things.
    """
    vectors, used = _vectors(rows), _used(heading, rows)
    if vectors or (len(used) == 1 and all(COMMA.fullmatch(bare(row[used[0]])) for row in rows)):
        others = [i for i in used if i not in vectors and not counts([bare(row[i]) for row in rows])]
        if len(used := [*vectors, *others]) > 1:
            raise _several(piece, heading, sorted(used))
        return labelled(piece, _labels(rows, used[0]), [row_of(row[used[0]].strip(" *`$")) for row in rows])
    if not used:
        raise piece.error("no column of this table holds numbers")
    names = [heading[i] for i in used] if heading else []
    if len(used) > 1 and not _are_one_thing(names, rows, used):
        raise _several(piece, heading, used)
    found = [row[0].items([Piece(row[i].scalar, bare(row[i]), row[i].start).cell for i in used]) for row in rows]
    return labelled(piece, _labels(rows, used[0]), found)


def labelled(piece: Piece, keys: Row[Scalar], rows: Row[Node]) -> Node:
    """Rows under their labels, or without, where one has none; raises InputError where `check_labels` does."""
    if any(map(is_nested, rows)):
        raise several(piece)
    check_labels(piece, [key.text for key in keys])
    return Mapping(tuple(zip(keys, rows, strict=True)), *piece.node("")[1:4]) if keys else piece.items([*rows])


def check_labels(piece: Piece, texts: list[str]) -> None:
    """Raises InputError for labels that name matrices, columns, a sum of the rows above, or rows in another order."""
    if texts and all(map(COLUMNS.fullmatch, texts)):
        raise piece.error(f"{texts[0]} … can be columns of the matrix, and stand here as its rows",
                          "Write columns as columns, without these names.")  # fmt: skip
    names = [name for text in texts if (name := read_name(text) or read_name(text.upper()))]
    if len({name.base for name in names} & MATRICES) > 1:
        raise several(piece)
    check_total(piece, texts[-1:] if len(texts) > 1 else [], "row")
    numbers = [name.row for name in names if name.row is not None]
    if len({name.base for name in names}) == 1 and numbers != sorted(set(numbers)):
        raise piece.error(f"the rows {', '.join(texts[:4])} do not stand in the order of their numbers")


def check_total(piece: Piece, names: list[str], what: str) -> None:
    """Raises InputError if a row or column is named as what others add up to."""
    if total := next((name for name in names if name.lower().strip(": ") in TOTALS), None):
        raise piece.error(f"the {what} “{total}” can be one of the matrix, or what the others add up to",
                          f"Leave it out, or give the {what} another name.")  # fmt: skip


def row_of(row: Piece) -> Node:
    """A row in brackets or without."""
    if row.text[:1] in ("[", "("):
        return read_lists(row)
    return row.items([entry.cell for entry in entries(row.strip(" \t;,"))])


def bare(cell: Piece) -> str:
    """What a cell says, without bold marks; dashes alone leave it blank."""
    text = cell.text.strip(" *`$")
    return "" if re.fullmatch(r"[-–—]+", text) else text


def is_entry(text: str) -> bool:
    """Whether a cell holds one number, such as 1/2, 2√2 or ln 2."""
    if NUMBER.fullmatch(text) or (APART.search(text) and not MIXED.fullmatch(text)):
        return NUMBER.fullmatch(text) is not None
    with suppress(NumberError):
        return len(text) < 100 and re.search(r"\d", text) is not None and bool(read_number(text))
    return False


def begins_as_number(text: str) -> bool:
    """Whether a cell is meant as a number, also where it is none: 1.234,5."""
    return re.match(r"[-+−]?[.,√]?\d|[-+−]?(?:∞|inf)", text) is not None or (is_entry(text) and len(text) > 1)


def _vectors(rows: list[list[Piece]]) -> list[int]:
    """The columns whose every cell is a list in brackets, or several numbers."""
    return [i for i in range(len(rows[0])) if all(is_vector(bare(row[i])) for row in rows)]


def is_vector(text: str) -> bool:
    """Whether a cell holds several numbers, in brackets or without."""
    parts = text.replace(",", " ").split()
    several_numbers = len(parts) > 1 and all(map(NUMBER.fullmatch, parts))
    return (several_numbers and not is_entry(text)) or re.fullmatch(r"\[.*\]|\(.*\)", text) is not None


def _used(heading: list[str], rows: list[list[Piece]]) -> list[int]:
    """The columns with a number, and those with a heading and nothing below, without one that numbers the rows."""
    texts = [[bare(row[i]) for row in rows] for i in range(len(rows[0]))]
    used = [i for i, column in enumerate(texts) if i > 0
            and (any(map(begins_as_number, column)) or (heading and heading[i] and not any(column)))]  # fmt: skip
    words = [text for text in texts[0] if WORDS.fullmatch(text) and not is_entry(text)]
    used = [0, *used] if any(map(begins_as_number, texts[0])) and not words else used
    if len(used) > 1 and counts(texts[used[0]]):
        numbers_rows = NUMBERED.fullmatch(heading[used[0]]) if heading else used[1] > used[0] + 1
        return used[1:] if numbers_rows else used
    return used


def _are_one_thing(names: list[str], rows: list[list[Piece]], used: list[int]) -> bool:
    """Whether columns stand side by side, with headings of one matrix: numbered alike, the rows' labels, or nothing."""
    if used[-1] - used[0] != len(used) - 1:
        return False
    if names[:1] and names[0].lower() in "jkmn" and counts([bare(row[used[0]]) for row in rows]):
        return False
    check_total(rows[0][0], names[-1:], "column")
    stems = {re.sub(r"[\W\d_]", "", name).lower() for name in names}
    letters = all(len(name) == 1 for name in names) and not {name.upper() for name in names} & MATRICES
    return len(stems) <= 1 or names == [bare(row[0]) for row in rows] or letters


def _several(piece: Piece, heading: list[str], columns: list[int]) -> InputError:
    names = ", ".join(f"“{shorten(heading[i], 20)}”" for i in columns if heading) or "several columns"
    return piece.error(f"this table can be read in more than one way: {names} may each be what is meant",
                       "Keep the columns of one matrix.")  # fmt: skip


def _labels(rows: list[list[Piece]], first: int) -> list[Scalar]:
    """The last word before the numbers in each row; none if a row has none."""
    cells = [next((cell for cell in reversed(row[:first]) if bare(cell) and not NUMBER.fullmatch(bare(cell))), None)
             for row in rows]  # fmt: skip
    return [] if None in cells else [cell.node(bare(cell)) for cell in cells if cell]
