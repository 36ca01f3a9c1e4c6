"""Tables whose numbers end under one another, below the name of their line, written as matrices.

    A        the     cat        Ent                Var
    le    0.2689  0.7311        1    1.0986           8

Rows and columns are counted from 1, or there is one row or one column; in other tables labels say more than places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from attncalc.reading.edits import Edit, edited
from attncalc.reading.languages import names_a_line
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body
from attncalc.reading.retold import Piece, matrix

CELL = re.compile(r"[^\s|](?:[ ]?[^\s|]){0,60}")  # up to two blanks
NAME = re.compile(r"[^\W\d_][\w₀-₉]{0,20}(?:[ ]?[\w₀-₉]){0,20}")
NUMBER = re.compile(r"[-−+]?(?:∞|(?=[\d.√(eln])[\w.√^·/*()+−⁰-⁹⁻-]{1,60})")
MOST_ROWS, MOST_CELLS = 60, 60
GAP = 2  # blanks between cells


class Line(NamedTuple):
    """A line of a table: its label, and where its cells stand in the text; their ends count from its beginning."""

    label: str
    cells: list[Piece]
    ends: list[int]


def aligned(body: Body) -> Body:
    """A page with such tables as matrices."""
    return edited(body, list(_edits(body.text)))


def _edits(text: str) -> Iterator[Edit]:
    """The tables that stand apart from what is around them."""
    lines = bounds_of(text, 0, len(text))
    for is_blank, group in groupby(lines, lambda line: not text[slice(*line)].strip()):
        block = [] if is_blank else list(group)
        if 2 <= len(block) <= MOST_ROWS and NAME.match(text, *block[0]):
            heads, *rows = (_line(text, line) for line in block)
            if _is_table(text, heads, rows):
                label = (f"{heads.label} = ", block[0][0])
                yield Edit(block[0][0], block[-1][1], (label, *matrix(text, [row.cells for row in rows])))


def _line(text: str, bounds: Piece) -> Line:
    """The label of a line and its cells; where blanks stand first, it has no label."""
    start, end = bounds
    cells = [match.span() for match in CELL.finditer(text, start, end)][: MOST_CELLS + 1]
    has_label = bool(cells) and cells[0][0] < start + GAP
    label, cells = (text[slice(*cells[0])], cells[1:]) if has_label else ("", cells)
    return Line(label, cells, [stop - start for _, stop in cells])


def _is_table(text: str, heads: Line, rows: Sequence[Line]) -> bool:
    """Whether it is a name with its numbers, in rows and columns that are counted, or in one of them alone."""
    ends, width = rows[0].ends, len(rows[0].cells)
    if not 0 < width <= MOST_CELLS or any(row.ends != ends for row in rows) or heads.ends not in ([], ends):
        return False
    if (width > 1 and not heads.cells) or not NAME.fullmatch(heads.label):
        return False
    if not all(NUMBER.fullmatch(text, *cell) for row in rows for cell in row.cells):
        return False
    titles, labels = [text[slice(*cell)] for cell in heads.cells], [row.label for row in rows]
    if not any(labels):
        return len(rows) == 1 and _are_counted(titles)
    if all(map(str.isdecimal, labels)):
        is_words = len(rows) == 1 and _are_words(titles)
        return is_words or (_are_counted(titles) and (len(rows) == 1 or _are_counted(labels)))
    if not _are_words(labels) or any(map(names_a_line, labels)):
        return False
    is_told = any(len(label) > len("x_1") for label in labels)  # by tokens, and not by letters of vectors
    return not titles or (len(rows) == 1 and _are_words(titles)) or (_are_counted(titles) and is_told)


def _are_counted(labels: Sequence[str]) -> bool:
    """Whether labels number from 1 on, if there are some."""
    return [*labels] == [str(number) for number in range(1, len(labels) + 1)]


def _are_words(labels: Sequence[str]) -> bool:
    """Whether no label is a number."""
    return all(label[:1].isalpha() for label in labels)
