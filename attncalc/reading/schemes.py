"""Falk's scheme: the second factor above the product, the first one left of it, written as the product that it is.

       |  1   2   K
-------|-------
3   4  | 11  10
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body
from attncalc.reading.retold import NUMBER, Part, Piece, Rows, matrix

RULE = re.compile(r"^[ \t]{0,9}[-─—=]{3,200}[|+┼][-─—=]{3,200}[ \t]*$", re.MULTILINE)
BAR = re.compile(r"[|│]")
MAX_ROWS = 40


def schemes(body: Body) -> Body:
    """A page with such schemes as equations."""
    edits = list(_edits(body.text))
    return edited(body, edits) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    for rule in RULE.finditer(text):
        above = _halves(text, _lines_before(text, rule.start()))
        below = _halves(text, list(bounds_of(text, rule.end() + 1, min(len(text), rule.end() + 200 * MAX_ROWS))))
        second, first, product = (
            [right for _, right in above],
            [left for left, _ in below],
            [right for _, right in below],
        )
        widths = {len(row) for row in (*second, *product)}
        is_above = bool(second and first) and not any(left for left, _ in above)
        if is_above and len(widths) == 1 and {len(row) for row in first} == {len(second)}:
            begin = text.rfind("\n", 0, second[0][0][0]) + 1
            yield Edit(begin, product[-1][-1][1], tuple(_parts(text, first, second, product)))


def _parts(text: str, first: Rows, second: Rows, product: Rows) -> Iterator[Part]:
    yield from matrix(text, first)
    yield " ", first[0][0][0]
    yield from matrix(text, second)
    yield " = ", product[0][0][0]
    yield from matrix(text, product)


def _lines_before(text: str, end: int) -> list[Piece]:
    """The lines above a place that have a bar, from top to bottom."""
    lines: list[Piece] = []
    while end > 0 and len(lines) < MAX_ROWS:
        start = text.rfind("\n", 0, end - 1) + 1
        if not BAR.search(text, start, end):
            break
        lines.insert(0, (start, end - 1))
        end = start
    return lines


def _halves(text: str, lines: list[Piece]) -> list[tuple[list[Piece], list[Piece]]]:
    """The numbers before and behind the bar of each line, as long as there is one."""
    found: list[tuple[list[Piece], list[Piece]]] = []
    for start, end in lines:
        bar = BAR.search(text, start, end)
        if bar is None:
            break
        parts = ((start, bar.start()), (bar.end(), end))
        left, right = ([number.span() for number in NUMBER.finditer(text, *part)] for part in parts)
        found.append((left, right))
    return found
