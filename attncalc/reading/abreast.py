"""Lists of lists that stand side by side, each row of all of them on one line, put one after another.

Wq = [[1, 0], Wk = [[1, 1],
[0, 1]] [0, 1]]
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

Piece = tuple[int, int]


def one_after_another(body: Body) -> Body:
    """A page with matrices that stand beside one another each on the line where they begin."""
    edits = list(_edits(body.text)) if "[[" in body.text else []
    return edited(body, edits) if edits else body


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
            parts = [part for matrix in matrices for piece in matrix for part in (
                (text[slice(*piece)].strip(), piece[0]), (", " if piece == matrix[-1] else " ", piece[1]))]  # fmt: skip
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
