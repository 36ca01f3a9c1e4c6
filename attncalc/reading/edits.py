"""A page's text with plain blanks, and with pieces replaced, each sign of it at its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from attncalc.reading.notebook import Body
from attncalc.reading.source import LINE_END, TURNING, plain_blanks

Place = tuple[int, int, int]


class Edit(NamedTuple):
    """What stands from `start` to `end` is replaced by parts, each with the position that it comes from."""

    start: int
    end: int
    parts: tuple[tuple[str, int], ...] = ()


def edited(body: Body, edits: Iterable[Edit]) -> Body:
    """A page with edits made that stand in their order; one that begins inside another is left."""
    kept: list[str] = []
    places: list[Place] = []
    moved: list[tuple[int, int]] = [(0, 0)]
    position = size = 0
    for edit in (*edits, Edit(len(body.text), len(body.text))):
        if edit.start < position:
            continue
        moved.append((position, size))
        for part, origin in ((body.text[position : edit.start], position), *edit.parts):
            places += _places(body, part, origin, size)
            kept.append(part)
            size += len(part)
        position = edit.end
    pieces = [(kind, _moved(moved, start), _moved(moved, end)) for kind, start, end in body.pieces]
    return Body("".join(kept), [*pieces[:-1], (*pieces[-1][:2], size)] if pieces else [], tuple(places))


def _moved(moved: list[tuple[int, int]], position: int) -> int:
    before, new = moved[bisect_right(moved, (position, 1 << 60)) - 1]
    return new + position - before


def _places(body: Body, part: str, origin: int, size: int) -> Iterator[Place]:
    """Where the signs of a part stand in the file that begins at `size` and comes from `origin`."""
    if not part:
        return
    first = bisect_right(body.places, (origin, 1 << 60, 0)) - 1
    start, line, column = body.places[first]
    yield size, line, column + origin - start
    if body.text.startswith(part, origin):
        for start, line, column in body.places[first + 1 :]:
            if start >= origin + len(part):
                break
            yield size + start - origin, line, column


def plain(body: Body) -> Body:
    """The same page; what it has no more has no place."""
    text = plain_blanks(LINE_END.sub(lambda match: " \n"[-len(match[0]) :], body.text))
    body = body._replace(text=text, places=body.places if len(body.places) > 1 else _lines(text))
    return edited(body, (Edit(*match.span()) for match in TURNING.finditer(text)))


def _lines(text: str) -> tuple[tuple[int, int, int], ...]:
    """Where the lines of a text begin, with line and column."""
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    return tuple((begin, line, 1) for line, begin in enumerate(begins, 1))
