"""A page while it is written: what has been said, every number with what it is, and every other numeral.

A style calls `say` for words and signs and `entry` for numbers, inside `block` (numbers that belong to one matrix or
list), `row` (numbers in one written row) and after `heading`; nothing else is needed for the truth to be known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from synthetic import HIDDEN

from .language import Language
from .noise import misread
from .numerals import NUMERAL, Numerals
from .problems import Problem
from .terms import Place
from .work import Work, base


@dataclass(frozen=True)
class Part:
    """Where a number stands in a calculation that is written out: of which entry, which term and side."""

    of: Place
    term: int | None
    side: int | str | None


@dataclass(frozen=True)
class Fact:
    """A number on the page and what it is; `paper` is what the writer wrote, `step` an own name for the line."""

    text: str
    paper: str
    line: int
    column: int
    place: Place
    block: int
    row: int
    label: str | None
    heading: str | None
    part: Part | None = None
    again: str | None = None
    struck: bool = False
    percent: bool = False
    misread: str | None = None


@dataclass(frozen=True)
class Beside:
    """A numeral that is no claim."""

    text: str
    line: int
    column: int
    what: str


@dataclass
class Paper:
    """One page of one writer."""

    problem: Problem
    work: Work
    seed: str
    language: Language
    numerals: Numerals = field(default_factory=Numerals)
    noise: tuple[random.Random, float] | None = None
    struck: Place | None = None
    extension: str = "md"
    parts: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    beside: list[Beside] = field(default_factory=list)
    cells: list[tuple[str, int]] = field(default_factory=list)  # of a notebook: the kind and the first line
    line: int = 1
    column: int = 1
    blocks: int = 0
    rows: int = 0
    said: str | None = None  # the label of the row that is written
    title: str | None = None  # the heading that holds
    kept: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = random.Random(self.seed)

    # What varies from page to page.

    def once(self, name: str, *options: Any) -> Any:
        """One of these, the same on the whole page, and on the twin whatever was chosen before."""
        if name not in self.kept:
            self.kept[name] = random.Random(f"{self.seed} {name}").choice(options)
        return self.kept[name]

    def choice(self, *options: Any) -> Any:
        """One of these."""
        return self.numbers.choice(options)

    def chance(self, share: float) -> bool:
        """True so often."""
        return self.numbers.random() < share

    def separator(self, name: str, *options: str) -> str:
        """One of these signs between numbers; no comma where commas are decimal marks."""
        free = [option for option in options if "," not in self.numerals.mark or not option.strip().startswith(",")]
        return str(self.once(f"separator {name}", *free))

    # Writing.

    def say(self, text: str, what: str = "text") -> None:
        """Writes words and signs; numerals in them are no claims, but `what` says."""
        lines = text.split("\n")
        for number, line in enumerate(lines):
            start = self.column if number == 0 else 1
            for found in NUMERAL.finditer(line):
                self.beside.append(Beside(found[0], self.line + number, start + found.start(), what))
        self.parts.append(text)
        self.line += len(lines) - 1
        self.column = self.column + len(text) if len(lines) == 1 else len(lines[-1]) + 1

    def text(self, key: str, i: int, j: int) -> str:
        """A number as the writer writes it."""
        return self.numerals.text(self.work.texts[key][i][j], is_weight=base(key) in ("A", "alpha"))

    def entry(self, key: str, i: int, j: int, **more: Any) -> None:
        """Writes a number: `part` of a calculation, `again` the step it is copied into, `shown` how it looks,
        `width` to pad to."""
        shown = more.pop("shown", None) or self._copied(key, i, j, more.get("part"))
        width = more.pop("width", 0)
        self.parts.append(" " * max(0, width - len(shown)))
        self.column += max(0, width - len(shown))
        if self.struck == (key, i, j) and not more.get("part") and not more.get("again"):
            self.struck = None
            self._crossed_out(shown, (key, i, j))
        paper, what = shown, None
        if self.noise and self.work.texts[key][i][j] != HIDDEN:
            shown, what = self._misread(shown)
        percent = self.numerals.percent and base(key) in ("A", "alpha")
        self.say(self.once("percent before", "", "", "%") if percent and self.language.name == "tr" else "")
        self._number(shown, paper, (key, i, j), percent=percent, misread=what, **more)
        self.say(self.once("percent", "%", " %", "%") if percent and self.language.name != "tr" else "")

    def _copied(self, key: str, i: int, j: int, part: Part | None) -> str:
        """The writer's text of a number; a slip in copying counts only in the calculation that it was made in."""
        for slip in self.work.slips if part else ():
            if slip.of == (key, i, j) and part and part.of == slip.place:
                return self.numerals.text(slip.text)
        return self.text(key, i, j)

    def _number(self, shown: str, paper: str, place: Place, **more: Any) -> None:
        where = (self.line, self.column, place, self.blocks, self.rows, self.said, self.title)
        self.facts.append(Fact(shown, paper, *where, **more))
        self.parts.append(shown)
        self.column += len(shown)

    def _misread(self, text: str) -> tuple[str, str | None]:
        numbers, rate = self.noise or (self.numbers, 0)
        last = self.parts[-1] if self.parts else ""
        if last.endswith(("(", "[")) and text[0].isdigit() and numbers.random() < rate / 100:
            self.parts[-1] = last[:-1]
            self.column -= 1
            return f"7{text}", "bracket-as-7"
        return misread(numbers, text, rate) or (text, None)

    def _crossed_out(self, shown: str, place: Place) -> None:
        """A wrong start that the writer crossed out."""
        before, after = self.once("struck", ("~~", "~~ ")) if not self.numerals.is_latex else (r"\cancel{", r"}\ ")
        digits = [at for at, sign in enumerate(shown) if sign.isdigit()]
        if len(digits) < 2:
            return
        at = self.numbers.choice(digits)
        wrong = shown[:at] + str((int(shown[at]) + self.numbers.randint(1, 8)) % 10) + shown[at + 1 :]
        self.say(before)
        self._number(wrong, wrong, place, struck=True)
        self.say(after)

    def plus(self, text: str) -> None:
        """Writes a plus, which may be read as a sign for times."""
        if self.noise and self.noise[0].random() < self.noise[1] / 100:
            text = text.replace("+", "×" if not self.numerals.is_latex else r"\times")
        self.say(text)

    # What belongs together.

    @contextmanager
    def block(self) -> Iterator[None]:
        """Numbers of one matrix, table or list."""
        self.blocks = max((fact.block for fact in self.facts), default=0) + 1
        yield

    @contextmanager
    def row(self, label: str | None = None) -> Iterator[None]:
        """Numbers in one written row, with what labels it."""
        self.rows += 1
        self.said = label.strip() if label and label.strip() else None
        yield
        self.said = None

    def heading(self, text: str | None) -> None:
        """What stands above (or before) the blocks that follow; None if nothing does."""
        self.title = text.strip() if text else None

    def cell(self, kind: str) -> None:
        """A new cell of a notebook: markdown, code or output."""
        if self.column > 1:
            self.say("\n")
        self.cells.append((kind, self.line))

    @property
    def page(self) -> str:
        """The whole page."""
        return "".join(self.parts)

    # What is on a page.

    def shape(self, key: str) -> tuple[int, int]:
        """Rows and columns as they stand on the page."""
        rows = self.work.texts[key]
        return (len(rows[0]), len(rows)) if self.is_turned(key) else (len(rows), len(rows[0]))

    def is_turned(self, key: str) -> bool:
        """Whether tokens are columns."""
        return self.work.calculation.is_turned(key)

    def places(self, key: str) -> list[list[Place]]:
        """The entries of a line in rows, as they stand on the page."""
        rows, columns = self.shape(key)
        turned = self.is_turned(key)
        return [[(key, j, i) if turned else (key, i, j) for j in range(columns)] for i in range(rows)]

    @property
    def inputs(self) -> list[str]:
        """What is given, in the order of the problem."""
        return list(self.problem.given)

    @property
    def written(self) -> list[str]:
        """The lines that this writer writes, in order."""
        return self.work.written
