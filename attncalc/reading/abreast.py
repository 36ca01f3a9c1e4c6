"""Matrices that stand side by side, each row of all of them on one line, put one after another.

Wq = [[1, 0], Wk = [[1, 1],      Q           K
[0, 1]] [0, 1]]                  1; 0,5      2; 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body

NAMED = re.compile(r"(?<![^\s,;])[^\W\d][\w^{}\\]{0,20}\s{0,3}=\s{0,3}(?=\[\[)")
ROW = re.compile(r"\[[^\[\]]{1,500}\]\]?[,;]?")
MAX_ROWS = 40
COLUMN = re.compile(r"[^ \t]+(?:[ \t]{1,2}[^ \t]+)*+")  # what no three blanks part
HEAD = re.compile(r"(?=.{0,30}[^\W\d])(?!.{0,30}\d[.,]\d)[^=|\[]{1,40}")
CELLS = re.compile(r"(?:[^\W\d]\w{0,12}'?[:.)]\s)?(?=[^\d∞]{0,40}[\d∞])(?P<cells>[-+−–\d.,;\s∞]++)")
NEAR = 3  # signs between where a head and a row below it begin

Piece = tuple[int, int]


def one_after_another(body: Body) -> Body:
    """A page with matrices that stand beside one another each on the line where they begin."""
    edits = [*(_edits(body.text) if "[[" in body.text else ()), *_below_heads(body.text)]
    return edited(body, sorted(edits)) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    bounds = list(bounds_of(text, 0, len(text)))
    for number, (start, end) in enumerate(bounds):
        starts = (
            [match.start() for match in NAMED.finditer(text, start, end)] if text.count("[[", start, end) > 1 else []
        )
        if len(starts) < 2:
            continue
        firsts = list(zip(starts, [*starts[1:], end], strict=True))
        if matrices := _matrices(text, firsts, bounds[number + 1 : number + 1 + MAX_ROWS]):
            count = len(matrices[0]) - 1
            parts = [
                part
                for matrix in matrices
                for piece in matrix
                for part in ((text[slice(*piece)].strip(), piece[0]), (", " if piece == matrix[-1] else " ", piece[1]))
            ]
            yield Edit(starts[0], bounds[number + count][1], (*parts[:-1], ("\n" * count, end)))


def _matrices(text: str, firsts: list[Piece], below: list[Piece]) -> list[list[Piece]]:
    """The lines of each matrix; none where the lines below do not belong to all of them."""
    matrices = [[first] for first in firsts]
    opened = [text.count("[", *first) - text.count("]", *first) for first in firsts]
    for start, end in below:
        rows = [match.span() for match in ROW.finditer(text, start, end)]
        if min(opened) < 1 or len(rows) != len(matrices) or ROW.sub("", text[start:end]).strip():
            break
        for place, row in enumerate(rows):
            matrices[place].append(row)
            opened[place] += text.count("[", *row) - text.count("]", *row)
        if not any(opened):
            return matrices
    return []


def _below_heads(text: str) -> Iterator[Edit]:
    """Matrices without brackets, each below a head of its own, with wide blanks between them."""
    bounds = list(bounds_of(text, 0, len(text)))
    for number, (start, end) in enumerate(bounds):
        if "   " not in text[start:end]:
            continue
        heads = [match.span() for match in COLUMN.finditer(text, start, end)]
        if len(heads) < 2 or not all(HEAD.fullmatch(text, *head) for head in heads):
            continue
        columns, last = _columns(text, heads, bounds[number + 1 : number + 1 + MAX_ROWS])
        if columns:
            parts = [
                part
                for column in columns
                for piece in column
                for part in ((text[slice(*piece)], piece[0]), ("\n\n" if piece == column[-1] else "\n", piece[1]))
            ]
            yield Edit(start, last, tuple(parts[:-1]))


def _columns(text: str, heads: list[Piece], below: list[Piece]) -> tuple[list[list[Piece]], int]:
    """Each head with the rows below it, and where the last line ends; nothing where these are no lists."""
    columns, last = [[head] for head in heads], 0
    places = [start - text.rfind("\n", 0, heads[0][0]) - 1 for start, _ in heads]
    for start, end in below:
        rows = [match.span() for match in COLUMN.finditer(text, start, end)]
        if not rows or not all(CELLS.fullmatch(text, *row) for row in rows):
            break
        for row in rows:
            near = [place for place, at in enumerate(places) if abs(row[0] - start - at) <= NEAR]
            if not near:
                return [], 0
            columns[near[0]].append(row)
        last = end
    widths = [{_width(text, row) for row in column[1:]} for column in columns]
    fits = all(len(width) == 1 for width in widths) and any(width != {1} for width in widths)
    return (columns, last) if fits else ([], 0)


def _width(text: str, row: Piece) -> int:
    """How many cells a row has."""
    match = CELLS.fullmatch(text, *row)
    cells = match["cells"] if match else ""
    return len([part for part in re.split(r";" if ";" in cells else r",\s|\s", cells) if part.strip(" ,")])
