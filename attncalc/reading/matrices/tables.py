"""Tables of any kind: a heading, labels, and numbers or a vector in a cell; which columns hold the matrix."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attncalc.errors import shorten
from attncalc.reading.cleaned import drawn_as_bars
from attncalc.reading.cut import CUTS
from attncalc.reading.matrices import Body, Cell, DoubtError, Rows
from attncalc.reading.matrices.cells import COMMA, Text, parted
from attncalc.reading.matrices.expression import is_nested, read_expression
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.number import DIGITS, counts, is_number

NUMBER = re.compile(rf"[-+−]?{DIGITS}(?:[eE][-+]?\d+)?(?:/\d+)?%?|[-+−]?(?:inf|∞)|√\d+|[xX✗.]|\?")
BEGINS = re.compile(r"[-+−]?[.,√]?\d|[-+−]?(?:∞|inf)")
APART = re.compile(r"[\d.]\s+[-+−]?[\d.√]")
MIXED = re.compile(r"[-+−]?\d+\s+\d+/\d+")
LISTED = re.compile(r"\[.*\]|\(.*\)")
NUMBERED = re.compile(r"(?:pos(?:ition)?|index|i|id|t|#|no\.?|nr\.?|row|step|token)?", re.IGNORECASE)
COLUMNS = re.compile(r"(?:col|column|dim|dimension|feature)\.?[ _]?\d{1,6}:?", re.IGNORECASE)
WORDS = re.compile(r"[^\W\d_][\w '’.:-]*")
TOTALS = frozenset({"sum", "row sum", "total", "totals", "σ", "∑", "mean", "average", "avg"})
MATRIX = re.compile(r"([QKV])_?\d*|W_?([qkvo])_?\d*", re.IGNORECASE)  # Q, k2, W_q
ROW = re.compile(r"([A-Za-z]\w*?)_?(\d{1,6})")


def read_table(piece: Piece, kind: str = "table") -> Rows:
    """A table of some kind. Raises TextError where its rows differ, or columns may be different things."""
    piece = piece.blanked(r"\\(?:begin|end)\{tabular\}")
    heads, lines, above = CUTS[kind](drawn_as_bars(piece.text), 0, len(piece.text))
    rows = [[piece[slice(*cell)].strip() for cell in line] for line in (*above, heads, *lines) if line]
    if not rows:
        raise piece.error("the table has no rows; it is empty")
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[0].error(f"this row of the table has {len(row)} cells, the first has {len(rows[0])}")
    return matrix_of(piece, _heading(piece, rows, bool(heads and not above)), rows)


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


def _either(piece: Piece, texts: list[str], rows: list[list[Piece]]) -> DoubtError:
    """The error that the first row may be a heading."""
    lines = ["\t".join(bare(cell) for cell in row[-len(texts) :]) for row in rows]
    return piece.doubt(
        f"the heading {', '.join(texts)} can number the columns of {len(rows) - 1}×{len(texts)}, "
        f"or be the first row of {len(rows)}×{len(texts)}",
        None,
        ("\n".join(lines[1:]), "\n".join(lines)),
    )


def matrix_of(piece: Piece, heading: list[str], rows: list[list[Piece]]) -> Rows:
    """The columns of a table that hold the matrix: the one with vectors, or all those with numbers.

    Raises TextError where columns may be different things.
    """
    texts = [[bare(row[i]) for row in rows] for i in range(len(rows[0]))]
    vectors, used = [i for i, column in enumerate(texts) if all(map(is_vector, column))], _used(heading, texts)
    if vectors or (len(used) == 1 and all(map(COMMA.fullmatch, texts[used[0]]))):
        others = [i for i in used if i not in vectors and not counts(texts[i])]
        if len(used := [*vectors, *others]) > 1:
            raise _several(piece, heading, sorted(used))
        return labelled(piece, _labels(rows, used[0]), [row_of(row[used[0]].strip(" *`")) for row in rows])
    if not used:
        raise piece.error("no column of this table holds numbers")
    names = [heading[i] for i in used] if heading else []
    if len(used) > 1 and not _are_one_thing(piece, names, texts, used):
        raise _several(piece, heading, used)
    cells = [row[0].rows([Cell(bare(row[i]), row[i].start) for i in used]) for row in rows]
    return labelled(piece, _labels(rows, used[0]), cells)


def labelled(piece: Piece, names: Sequence[Cell], rows: Sequence[Body]) -> Rows:
    """Rows under their names, or without, where one has none; raises TextError where `check_names` does."""
    if any(map(is_nested, rows)):
        raise piece.several()
    check_names(piece, [name.text for name in names])
    return piece.rows([*rows], tuple(names))


def check_names(piece: Piece, texts: list[str]) -> None:
    """Raises TextError for names of matrices, of columns, of a sum of the rows above, or of rows in another order."""
    if texts and all(map(COLUMNS.fullmatch, texts)):
        raise piece.doubt(
            f"{texts[0]} … can be columns of the matrix, and stand here as its rows",
            "Write columns as columns, without these names.",
        )
    matrices = {(match[1] or match[2]).lower() for text in texts if (match := MATRIX.fullmatch(text))}
    if len(matrices) > 1:
        raise piece.several()
    check_total(piece, texts[-1:] if len(texts) > 1 else [], "row")
    rows = [match for text in texts if (match := ROW.fullmatch(text))]
    numbers = [int(match[2]) for match in rows]
    if len({match[1] for match in rows}) == 1 and numbers != sorted(set(numbers)):
        raise piece.error(f"the rows {', '.join(texts[:4])} do not stand in the order of their numbers")


def check_total(piece: Piece, names: list[str], what: str) -> None:
    """Raises DoubtError if a row or column is named as what others add up to."""
    if total := next((name for name in names if name.lower().strip(": ") in TOTALS), None):
        raise piece.doubt(
            f"the {what} “{total}” can be one of the matrix, or what the others add up to",
            f"Leave it out, or give the {what} another name.",
        )


def row_of(row: Piece) -> Body:
    """A row in brackets or without."""
    if row.text[:1] in ("[", "(") and (body := read_expression(row)):
        return body
    text = Text(row.strip(" \t;,"))
    return row.rows(parted(text, 0, len(text.words), inside=False))


def bare(cell: Piece) -> str:
    """What a cell says, without bold marks; dashes alone leave it blank."""
    text = cell.text.strip(" *`")
    return "" if re.fullmatch(r"[-–—]+", text) else text


def is_entry(text: str) -> bool:
    """Whether a cell holds one number, such as 1/2, 2√2 or ln 2."""
    if NUMBER.fullmatch(text) or (APART.search(text) and not MIXED.fullmatch(text)):
        return NUMBER.fullmatch(text) is not None
    return len(text) < 100 and re.search(r"\d", text) is not None and is_number(text)


def begins_as_number(text: str) -> bool:
    """Whether a cell is meant as a number, also where it is none: 1.234,5."""
    return BEGINS.match(text) is not None or (len(text) > 1 and is_entry(text))


def is_vector(text: str) -> bool:
    """Whether a cell holds several numbers, in brackets or without."""
    parts = text.replace(",", " ").split()
    several_numbers = len(parts) > 1 and all(map(NUMBER.fullmatch, parts))
    return (several_numbers and not is_entry(text)) or LISTED.fullmatch(text) is not None


def _used(heading: list[str], texts: list[list[str]]) -> list[int]:
    """The columns with a number, and those with a heading and nothing below, without one that numbers the rows."""
    used = [
        i
        for i, column in enumerate(texts)
        if i > 0 and (any(map(begins_as_number, column)) or (heading and heading[i] and not any(column)))
    ]
    words = [text for text in texts[0] if WORDS.fullmatch(text) and not is_entry(text)]
    used = [0, *used] if any(map(begins_as_number, texts[0])) and not words else used
    if len(used) > 1 and counts(texts[used[0]]):
        numbers_rows = NUMBERED.fullmatch(heading[used[0]]) if heading else used[1] > used[0] + 1
        return used[1:] if numbers_rows else used
    return used


def _are_one_thing(piece: Piece, names: list[str], texts: list[list[str]], used: list[int]) -> bool:
    """Whether columns stand side by side, with headings of one matrix: numbered alike, the rows' labels, or nothing."""
    if used[-1] - used[0] != len(used) - 1:
        return False
    if names[:1] and names[0].lower() in "jkmn" and counts(texts[used[0]]):
        return False
    check_total(piece, names[-1:], "column")
    stems = {re.sub(r"[\W\d_]", "", name).lower() for name in names}
    letters = all(len(name) == 1 for name in names) and not any(map(MATRIX.fullmatch, names))
    return len(stems) <= 1 or names == texts[0] or letters


def _several(piece: Piece, heading: list[str], columns: list[int]) -> DoubtError:
    names = ", ".join(f"“{shorten(heading[i], 20)}”" for i in columns if heading) or "several columns"
    message = f"this table can be read in more than one way: {names} may each be what is meant"
    return piece.doubt(message, "Keep the columns of one matrix.")


def _labels(rows: list[list[Piece]], first: int) -> list[Cell]:
    """The last word before the numbers in each row; none if a row has none."""
    found = []
    for row in rows:
        cells = [cell for cell in row[:first] if bare(cell) and not NUMBER.fullmatch(bare(cell))]
        found += [Cell(bare(cells[-1]), cells[-1].start)] if cells else []
    return found if len(found) == len(rows) else []
