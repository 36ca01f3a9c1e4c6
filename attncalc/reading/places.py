"""A page with plain blanks and ends of lines, without signs that have no width, and the place of each in the file."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from attncalc.reading.notebook import Body
from attncalc.reading.source import LINE_END, TURNING, plain_blanks


def plain(body: Body) -> Body:
    """The same page; what it has no more has no place."""
    text = plain_blanks(LINE_END.sub(lambda match: " \n"[-len(match[0]) :], body.text))
    places = body.places if len(body.places) > 1 else _lines(text)
    gone = [match.start() for match in TURNING.finditer(text)]
    if not gone:
        return body._replace(text=text, places=places)
    kept = "".join(text[start + 1 : end] for start, end in pairwise([-1, *gone, len(text)]))
    moved = [(_without(gone, position), line, column) for position, line, column in places]
    for number, position in enumerate(gone):
        start, line, column = places[bisect_right(places, (position, 1 << 60, 0)) - 1]
        moved.append((position - number, line, column + position + 1 - start))
    pieces = [(kind, _without(gone, start), _without(gone, end)) for kind, start, end in body.pieces]
    return Body(kept, pieces, tuple(sorted(moved)))


def _lines(text: str) -> tuple[tuple[int, int, int], ...]:
    """Where the lines of a text begin, with line and column."""
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    return tuple((begin, line, 1) for line, begin in enumerate(begins, 1))


def _without(gone: Sequence[int], position: int) -> int:
    return position - bisect_left(gone, position)
