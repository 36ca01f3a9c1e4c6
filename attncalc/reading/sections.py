"""A page cut into problems, and each problem into what is asked, the steps to it, and the solution.

Headings with a number (Exercise 2, Question 3, Q1) …) begin a problem; other headings as high as its own may.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from attncalc.reading.exercises import (
    ITEM,
    LIST,
    NUMBERED,
    OF_NUMBER,
    QUESTION,
    SOLUTION,
    SOLVED_BY,
    STEP,
)

ASKED, STEPS, SOLVED = range(3)
TAGS = re.compile(r"^\s*(?:<[^<>]{1,60}>\s*){1,9}")
FENCE = re.compile(r"\s*(?:`{3}|~{3})")
HEADING = re.compile(r"^\s{0,3}(?:(#{1,6})\s+(?=\S)|\\((?:sub){0,2})section\*?\s?\{)")
SOLVES = re.compile(rf"\b(?:{SOLVED_BY})\b", re.IGNORECASE)
NOT_NUMBER = re.compile(r"[^\d.一二三四五六七八九十]")
IDEOGRAPHS = {ord(sign): str(number) for number, sign in enumerate("一二三四五六七八九十", 1)}
FORMULA = re.compile(r"\s\S{1,9}\s?=")
POINTS = re.compile(r"\(\d{1,3}\s?(?:points?|pts?|marks?|P\.|Punkte|puntos?|punti|pontos?|pkt)\.?\)", re.IGNORECASE)
LEADING_IN = re.compile(
    r"[\s,.:]{0,3}\b(?:with|for|by|let|given|and|mit|für|sei(?:en)?|pour|avec|soient|con|para|sean|com|dla|для|için)$",
    re.IGNORECASE,
)
TITLE = re.compile(r"^[\W_]+|(?<![\s#*:_])[\s#*:_]+$|\*\*|[`$]")


COMMAND = re.compile(r"^\s*\\(?:question|titledquestion|item)\b\s*(?:\[[^\]]{0,40}\])?\s*|\\(?:text\w\w|emph)\b")


class Line(NamedTuple):
    """A line's number, and whether it belongs to what is asked, to the steps, or to the solution."""

    number: int
    part: int


@dataclass
class Section:
    """The lines of a problem, or of a part of one that stands under a heading of its own.

    What is `everybodys` are solutions that do not say which exercise they are of.
    """

    title: str
    numbered: bool
    level: int = 9
    lines: list[Line] = field(default_factory=list)
    everybodys: bool = False
    number: str = ""

    def part(self, number: int) -> int | None:
        """Which part of this section a line is in, or None."""
        return self._parts.get(number)

    @cached_property
    def _parts(self) -> dict[int, int]:
        return {line.number: line.part for line in self.lines}


def sections(lines: list[str], begins: Collection[int] = ()) -> list[Section]:
    """The sections of a page, in order; the first one may be what stands before any heading.

    On the lines that are in `begins` a problem begins without a heading.
    """
    cut = _Cut(lines, begins)
    for number, line in enumerate(lines, 1):
        cut.take(number, line)
    return [section for section in cut.found if section.lines]


class _Cut:
    """Goes down a page; `home` is the section that its lines belong to, `part` which part of it they are."""

    def __init__(self, lines: list[str], begins: Collection[int]) -> None:
        self.home = Section("", numbered=False)
        self.found = [self.home]
        self.keys: dict[str, Section] = {}
        self.numbers: dict[str, Section] = {}
        self.part, self.solved_level, self.in_code = ASKED, 9, False
        self.begins = {**{number: f"new{number}" for number in begins}, **_questions(lines)}

    def take(self, number: int, raw: str) -> None:
        """Takes the next line."""
        self.in_code ^= bool(FENCE.match(raw))
        line = TAGS.sub("", raw)
        heading = None if self.in_code else HEADING.match(line)
        level = _level(heading) if heading else 9
        if SOLUTION.match(line) or (heading and SOLVES.search(line)):
            self._solves(line, level)
        elif key := self.begins.get(number) or _key(line):
            self._begins(key, line, level)
        elif STEP.match(line):
            self.part = max(self.part, STEPS)
        elif heading and level <= self.home.level and level <= self.solved_level:
            self._enter(Section(_title(line), False, level))
        self.home.lines.append(Line(number, self.part))

    def _enter(self, section: Section) -> None:
        self.home, self.part, self.solved_level = section, ASKED, 9
        self.found.append(section)

    def _solves(self, line: str, level: int) -> None:
        """A solution goes to the exercise whose number it has; a heading over those of several goes to none."""
        named = OF_NUMBER.search(line)
        own = self.numbers.get(digits(named["number"])) if named else None
        if own:
            self.home = own
        elif level <= self.home.level < 9 and len(self.numbers) > 1:
            self._enter(Section(_title(line), False, level, everybodys=True))
        self.part, self.solved_level = SOLVED, level

    def _begins(self, key: str, line: str, level: int) -> None:
        """A heading with a number begins an exercise, or where it stands again, its solution."""
        known = self.keys.get(key)
        is_within = self.part == SOLVED and self.solved_level < level < 9 and not self.home.everybodys
        is_within = is_within and self.home is not self.found[0]  # the title of a page may say solutions
        if known is None and not is_within:
            number = digits(NOT_NUMBER.sub("", key))
            self._enter(Section(_title(line), True, level, number=number))
            self.keys[key] = self.home
            self.numbers.setdefault(number, self.home)
        elif known is not None and known is not self.home:
            self.home, self.part = known, SOLVED


def digits(number: str) -> str:
    """A number of an exercise in our digits: 3 for 三."""
    return number.translate(IDEOGRAPHS)


def _level(heading: re.Match[str]) -> int:
    """How high a heading stands, 1 is the highest."""
    return len(heading[1]) if heading[1] else 1 + len(heading[2]) // len("sub")


def _key(line: str) -> str | None:
    """The kind and the number of a problem that begins on this line: `exercise2`."""
    match = NUMBERED.match(line) if len(line) < 2000 or line[:40].strip() else None
    key = next(filter(None, match.groups()), "") if match else ""
    return re.sub(r"[^\w.]", "", key).lower() or None


def _questions(lines: list[str]) -> dict[int, str]:
    r"""The lines where LaTeX begins a problem: \question, and an outermost \item where items have parts."""
    depth, deepest, found, items = 0, 0, [], []
    for number, line in enumerate(lines, 1):
        for match in LIST.finditer(line):
            depth = max(0, depth + (1 if match["end"] == "begin" else -1))
        deepest = max(deepest, depth)
        if QUESTION.match(line):
            found.append(number)
        elif depth == 1 and ITEM.match(line):
            items.append(number)
    return {number: f"item{number}" for number in [*found, *(items if deepest > 1 and not found else [])]}


def _title(line: str) -> str:
    line = HEADING.sub("", COMMAND.sub("", line)).rstrip("}")
    line = re.split(r"(?<!\s)\s*(?:\$|\\[(\[]|\\begin)", line)[0].strip() or line if "=" in line else line
    text = " ".join(TITLE.sub("", FORMULA.split(POINTS.sub("", line[:300]))[0] or line[:300]).split())
    text = LEADING_IN.sub("", text)
    return text if len(text) <= 80 else text[:79].rsplit(" ", 1)[0] + " …"
