"""A marked page: its text, its problems, and what is true of each number that is written on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads

# The verdicts that fit what a number is.
FITS = {
    "right": {"right", "rounded"},
    "rounding": {"rounded", "right", "follows"},
    "follow_through": {"follows", "rounded"},
    "transcription": {"misread"},
    "arithmetic": {"wrong"},
    "method": {"wrong"},
    "copy": {"wrong"},
}
MISTAKES = {"transcription", "copy", "arithmetic", "method"}
BESIDE = {"formula", "remark"}  # kinds of numbers that nobody has to read


@dataclass(frozen=True)
class Truth:
    """A number on a page as it was marked; several numbers at once where `is_passage`.

    `step` is the line as a worksheet calls it. `is_turned`: its rows stand as columns; `is_part`: it stands in the
    calculation of an entry; `is_copy`: it stands there once more. `copied` is the line that an operand is copied
    from. `block`, `row`, `label` and `heading` say which numbers stand together, and what is written before and
    above them.
    """

    line: int
    written: str
    classes: tuple[str, ...]
    column: int = 0
    step: str = ""
    cell: tuple[int, ...] = ()
    term: int | None = None
    factor: int | None = None
    problem: int = 1
    kind: str = "answer"
    also: str = ""
    expected: str = ""
    lines: tuple[int, ...] = ()
    is_passage: bool = False
    is_part: bool = False
    is_turned: bool = False
    is_copy: bool = False
    is_struck: bool = False
    copied: str = ""
    block: int | str | None = None
    row: int | None = None
    label: str = ""
    heading: str = ""

    @property
    def fits(self) -> set[str]:
        """The verdicts that are fair."""
        return set().union(*(FITS[name] for name in self.classes), {self.also} - {""})

    @property
    def is_mistake(self) -> bool:
        """Whether something was done wrong here, or transcribed wrongly."""
        return self.classes[0] in MISTAKES

    @property
    def is_read(self) -> bool:
        """Whether it has to be read: constants in formulas and remarks do not."""
        return self.kind not in BESIDE


@dataclass(frozen=True)
class First:
    """Where the first mistake in a problem stands: a line and a cell, or another that is just as good."""

    problem: int
    places: tuple[tuple[int, tuple[int, ...] | None], ...]


@dataclass(frozen=True)
class Page:
    """A page, the problems that it answers, what is true of its numbers, and where the mistakes begin.

    `beside` are numbers on it that nothing is asked of: struck out, or a line that is there again.
    """

    group: str
    path: Path
    text: str
    problem_files: tuple[str, ...]
    truths: tuple[Truth, ...]
    firsts: tuple[First, ...] = ()
    beside: tuple[Truth, ...] = ()

    def problems(self) -> list[Problem]:
        """Its problems, read."""
        return [problem for text in self.problem_files for problem in loads(text, self.path.name)]

    @property
    def begins(self) -> dict[int, int]:
        """The line on which each problem begins."""
        return {truth.problem: truth.line for truth in reversed(self.truths)}
