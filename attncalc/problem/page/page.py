"""What was read on a page: its lines, problems as somebody would type them, and what was not understood."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Problem
from attncalc.reading.ink import Paper

MAX_LINE = 20_000
CAPTION = re.compile(
    r"^\s*[*_>]{0,3}(?:Figure|Fig\.|Abbildung|Abb\.|Figura|图)\s?\d[\d.]{0,9}\b.*"
    r"|!\[[^\[\]\n]{0,300}(?:\[[^\n]{0,300}?)?\]\([^()\n]{0,2000}\)|\\caption\s?\{.*",
    re.IGNORECASE,
)
HOLDS_MATRIX = re.compile(r"=\s?\$?\s?(?:\[|\\begin|\()")


class Unread(NamedTuple):
    """Something that was not understood: the line it stands on, what it is, and why."""

    line: int
    what: str
    why: str


class Open(NamedTuple):
    """An option that may be meant, and the line that speaks of it."""

    key: str
    value: str
    line: int


@dataclass
class Stated:
    """One problem; `mechanism` is None where nobody has decided it yet.

    Where the matrices stand that are given `again` with other numbers, nobody can tell a slip from another question.
    What the page leaves `open` is `settled` where its lines show what is meant: the option, and why it was taken.
    """

    title: str
    line: int
    given: dict[str, Matrix]
    options: dict[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    unread: list[Unread] = field(default_factory=list)
    mechanism: str | None = None
    lines: set[int] = field(default_factory=set)  # those of the page that are about it, as they were read
    problem: Problem | None = None  # what it is calculated as, once a mechanism is found
    hurdle: InputError | None = None  # why it cannot be
    again: frozenset[int] = frozenset()
    open: tuple[Open, ...] = ()
    settled: tuple[Unread, ...] = ()


class Aside(NamedTuple):
    """An exercise that gives nothing to calculate with: its title, its line, and the lines that are about it."""

    title: str
    line: int
    lines: frozenset[int]


@dataclass
class Page:
    """The problems of a page, and what stands outside of them and was not understood.

    What stands before the first exercise is in the `opening` lines; of what is in `shared` ones nobody can tell which
    problem it is of.
    """

    source: str
    problems: list[Stated]
    unread: list[Unread] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    opening: set[int] = field(default_factory=set)
    shared: set[int] = field(default_factory=set)
    lines: Lines | None = field(default=None, repr=False)

    @property
    def all_unread(self) -> list[Unread]:
        """Everything that was not understood, line by line."""
        told = (item for problem in self.problems for item in (*problem.unread, *problem.settled))
        return sorted({*self.unread, *told})


class Lines:
    """`written` are the lines with their dress, `plain` without; both are empty where a comment or caption stands."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.plain = ["" if len(line) > MAX_LINE else line for line in paper.text.split("\n")]
        self.starts = [0, *(match.end() for match in re.finditer("\n", paper.text))]
        written = paper.written.split("\n")
        self.unread: list[Unread] = []
        self.captions: set[int] = set()
        for number, line in enumerate(written, 1):
            if len(line) > MAX_LINE:
                what = f"a line of {len(line):,} characters"
                self.unread.append(Unread(number, what, "nobody writes such lines; it is left out"))
            elif found := CAPTION.findall(line):
                self.captions.add(number)
                self.plain[number - 1] = CAPTION.sub("", self.plain[number - 1])
                if HOLDS_MATRIX.search(" ".join(found)):
                    self.unread.append(Unread(number, "a caption", "what it says of a picture is not taken as given"))
        self.written = [line if plain.strip() else "" for line, plain in zip(written, self.plain, strict=True)]

    def at(self, position: int) -> int:
        """The number of the line on which a position is."""
        return bisect_right(self.starts, position)

    def in_file(self, number: int) -> int:
        """The number that a line has in the file."""
        return self.paper.at(self.starts[min(number, len(self.starts)) - 1])[0]
