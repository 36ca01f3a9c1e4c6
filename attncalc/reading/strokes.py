"""What is crossed out on a page, and the page without what is crossed out in a line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from attncalc.reading.cleaned import without
from attncalc.reading.ink import Ink, Ranges
from attncalc.reading.spans import BLANK_LINE

TILDES = re.compile(r"(?<!~)~~(?!~)")
CROSSING = re.compile(r"<(/?)(?:del|s|strike)(?:\s[^<>]{0,100})?>", re.IGNORECASE)


class Strokes(Ranges):
    """Where a text is crossed out."""

    def __init__(self, text: str, ranges: Iterable[tuple[int, int]]) -> None:
        super().__init__((*struck(text), *ranges))
        self.text = text

    @cached_property
    def bare(self) -> str:
        """The text with blanks for what is crossed out in a line."""
        return without(self.text, self.pieces(0, len(self.text))) if self.starts else self.text

    def as_written(self, ink: Ink) -> Ink:
        """An ink that was read in the bare text, with what stands there."""
        args = tuple(map(self.as_written, ink.args))
        return replace(ink, text=self.text[ink.start : ink.end], args=args)

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """What is crossed out in the lines between two positions."""
        for place in range(bisect_left(self.starts, start), bisect_left(self.starts, end)):
            piece = self.starts[place], self.ends[place]
            if self.text.find("\n", *piece) < 0:
                yield piece


def struck(text: str) -> Iterator[tuple[int, int]]:
    """What is crossed out on a page: ~~ … ~~, <del> … </del>."""
    yield from _pairs(text, ((match.start(), match.end(), None) for match in TILDES.finditer(text)))
    yield from _pairs(text, ((match.start(), match.end(), not match[1]) for match in CROSSING.finditer(text)))


def _pairs(text: str, marks: Iterable[tuple[int, int, bool | None]]) -> Iterator[tuple[int, int]]:
    """What stands between two marks in one paragraph; None opens and closes."""
    opened: int | None = None
    for start, end, opens in marks:
        if opened is not None and opens is not True and not BLANK_LINE.search(text, opened, start):
            yield opened, end
            opened = None
        elif opens is not False:
            opened = start
