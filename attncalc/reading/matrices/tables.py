"""Tables in Markdown, boxes, HTML, LaTeX and spreadsheets: a heading, labels, and numbers or a vector in a cell."""

from __future__ import annotations

import re

from attncalc.reading.matrices import DoubtError, Rows
from attncalc.reading.matrices.columns import bare, begins_as_number, is_entry, is_vector, matrix_of
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.number import counts

FRAME = r"[┌┐└┘├┤┬┴┼─═╔╗╚╝╠╣]"
RULE = re.compile(r"[\s|:+=]*+-[\s|:+=-]*+")
BAR = r"(?<!\\)\|"
HTML_ROW = re.compile(r"<tr[^<>]{0,200}>", re.IGNORECASE)
HTML_CELL = re.compile(r"<t[hd][^<>]{0,200}>([^<]*)", re.IGNORECASE)
RULES = r"\\(?:hline|cline\{[^}]*\}|(?:top|mid|bottom)rule)|\\(?:begin|end)\{tabular\}(?:\{[^{}]*\})?"


def read_table(piece: Piece) -> Rows:
    """A Markdown table or a text box. Raises TextError where columns may be different things."""
    lines = [line.strip() for line in piece.blanked(FRAME).blanked("│|║", "|").lines()]
    rules = [number for number, line in enumerate(lines) if RULE.fullmatch(line.text)]
    rows = [_cells(line) for number, line in enumerate(lines) if number not in rules]
    return _table(piece, rows, is_ruled=rules[:1] == [1])


def read_tabbed(piece: Piece) -> Rows:
    """Cells copied from a spreadsheet. Raises TextError where columns may be different things."""
    return _table(piece, [[cell.strip() for cell in line.split(r"\t")] for line in piece.lines()], is_ruled=False)


def read_html(piece: Piece) -> Rows:
    """A <table>, with a heading of <th>. Raises TextError where columns may be different things."""
    starts = [match.start() for match in HTML_ROW.finditer(piece.text)]
    rows = [piece[a:b] for a, b in zip(starts, [*starts[1:], len(piece.text)], strict=False)]
    cells = [[row[match.start(1) : match.end(1)].strip() for match in HTML_CELL.finditer(row.text)] for row in rows]
    return _table(piece, [row for row in cells if row], is_ruled=bool(rows) and "<th" in rows[0].text.lower())


def read_tabular(piece: Piece) -> Rows:
    r"""A tabular of LaTeX, whose first row is a heading where words stand in it. Raises TextError as the others do."""
    rows = [row for row in piece.blanked(RULES).split(r"\\\\") if row.text.strip()]
    return _table(piece, [[cell.strip() for cell in row.split("&")] for row in rows], is_ruled=False)


def _table(piece: Piece, rows: list[list[Piece]], is_ruled: bool) -> Rows:
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


def _either(piece: Piece, texts: list[str], rows: list[list[Piece]]) -> DoubtError:
    """The error that the first row may be a heading."""
    lines = ["\t".join(bare(cell) for cell in row[-len(texts) :]) for row in rows]
    return piece.doubt(
        f"the heading {', '.join(texts)} can number the columns of {len(rows) - 1}×{len(texts)}, "
        f"or be the first row of {len(rows)}×{len(texts)}",
        None,
        ("\n".join(lines[1:]), "\n".join(lines)),
    )


def _cells(line: Piece) -> list[Piece]:
    inner = line[1:] if line.text.startswith("|") else line
    inner = inner[:-1] if inner.text.rstrip().endswith("|") else inner
    return [cell.strip() for cell in inner.split(BAR)]
