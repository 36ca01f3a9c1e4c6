"""What stands on a page, read as it is written and before anybody asks what it means.

A page is a list of `Statement`s in the order in which they stand. Each is a chain of sides joined by signs
(`QKᵀ = [1 2] [3 4]ᵀ = 1·3 + 2·4 ≈ 11`), with the words that stand before it. A side is a tree of `Ink`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.reading.number import Number


class Span(NamedTuple):
    """A piece of a page: "formula", "text" (of whole lines or between formulas), "table" or "html" table, "tabular".

    Of programs there are "code" and "label", an expression whose value is printed below.
    """

    kind: str
    start: int
    end: int


# The kinds of ink, and what their `args` are.
KINDS = {
    "number": "a number as one writes it, with its sign: 0.27, -1/2, \\frac{1}{2}, 2 1/2, 27%, 1.2 × 10^-5; no args",
    "name": "a letter or word with its indices: Q, Q_{11}, \\alpha_{h_1}, x1; no args",
    "matrix": "rows",
    "row": "the cells of one row of a matrix",
    "blank": "a cell that is left open: ?, _, \\ldots, nothing; no args",
    "sum": "terms; one that is subtracted is a `neg`",
    "neg": "what has a minus sign before it and is no number",
    "product": "factors, joined by ·, ×, *, or standing side by side",
    "quotient": "numerator and denominator",
    "power": "base and exponent; of e too: e^{0.6}",
    "call": "the arguments of a function: sqrt, exp, softmax, tanh …; its name is `name`",
    "transpose": "what carries ᵀ",
    "words": "text inside a formula that is nothing of the above; no args",
}


@dataclass(frozen=True, slots=True)
class Ink:
    """One thing on a page: its kind, where it stands in the page's text, and its parts.

    `text` is the text as it stands there. `number` is what a number says; `name` what a name, or a function, is
    called, without its indices (`QK` of QK_{12}, `alpha` of \\alpha_{1}); `indices` are these (`1`, `2`). The `name`
    of a row is what labels it, that of a matrix what stands in its corner.
    `boxed` marks a result in a box. `also` are other readings of a number: 12{,}500 may be 12500, and 0.2[7|1] ends in
    7 or 1.
    """

    kind: str
    start: int
    end: int
    text: str
    args: tuple[Ink, ...] = ()
    number: Number | None = None
    name: str = ""
    indices: tuple[str, ...] = ()
    boxed: bool = False
    also: tuple[Number, ...] = ()

    def walk(self) -> Iterator[Ink]:
        """This and everything in it, in the order in which it stands."""
        left = [self]
        while left:
            ink = left.pop()
            yield ink
            left += reversed(ink.args)

    def numbers(self) -> Iterator[Ink]:
        """The numbers in it, in order."""
        return (ink for ink in self.walk() if ink.kind == "number")


@dataclass(frozen=True, slots=True)
class Statement:
    """A chain of sides as it stands, after some words: `words: side sign side sign side`.

    `signs` stand between the sides (=, ≈, ->, or "" where nothing does). `struck` is what was crossed out. `rows` are
    the labels of the rows of its matrix, where they have any, and `heading` what stands above them all. `carried` is
    what sums came to on the way, where several were told as one.
    """

    words: str
    sides: tuple[Ink, ...]
    signs: tuple[str, ...]
    start: int
    struck: bool = False
    heading: str = ""
    rows: tuple[str, ...] = ()
    carried: tuple[Ink, ...] = ()


@dataclass(frozen=True, slots=True)
class Scrap:
    """Something with digits in it that could not be read: where it stands, and why."""

    start: int
    end: int
    text: str
    why: str


class Ranges:
    """Whether positions are in one of many ranges, which may lie inside one another."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        for start, end in sorted(ranges):
            if not self.ends or start >= self.ends[-1]:
                self.starts.append(start)
                self.ends.append(end)
            else:
                self.ends[-1] = max(self.ends[-1], end)

    def __contains__(self, position: int) -> bool:
        place = bisect_right(self.starts, position) - 1
        return place >= 0 and position < self.ends[place]


@dataclass(frozen=True)
class Paper:
    """A page as it is read. `at` turns a position in `text` into the line and the column in the file itself.

    `written` is the same text with what dresses it: emphasis, comments.
    """

    source: str
    text: str
    statements: tuple[Statement, ...]
    scraps: tuple[Scrap, ...] = ()
    places: tuple[tuple[int, int, int], ...] = field(default=(), repr=False)  # (position, line, column) of pieces
    written: str = field(default="", repr=False)

    def at(self, position: int) -> tuple[int, int]:
        """Line and column in the file, both from 1."""
        start, line, column = self.places[bisect_right(self.places, (position, 1 << 60, 0)) - 1]
        before = self.text.count("\n", start, position)
        if not before:
            return line, column + position - start
        return line + before, position - self.text.rfind("\n", 0, position)
