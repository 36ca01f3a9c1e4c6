"""An exam as exports see it: papers with their questions, each told once for all that is written of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from attncalc.generate.exam import Paper, Posed
from attncalc.render.blocks import Block, Grid
from attncalc.render.exam.papers import question, teller
from attncalc.render.exam.parts import Choice, Field, Part, told
from attncalc.render.exam.prose import mathematical
from attncalc.render.exam.solved import Solved
from attncalc.render.exports.answers import Answer, answer_of


class Blank(NamedTuple):
    """A blank: the part that it belongs to, its row and column, what goes there, and its marks.

    For a number there is an answer, unless it is none that can be typed in.
    """

    part: Part
    row: int
    column: int
    field: Field
    answer: Answer | None
    marks: Fraction

    @property
    def choice(self) -> Choice | None:
        """What is chosen from, where no number is asked for."""
        return self.field if isinstance(self.field, Choice) else None


@dataclass(frozen=True)
class Question:
    """A question as it is set where answers are typed in, by its number in the recipe."""

    posed: Posed
    number: int

    @cached_property
    def items(self) -> list[Block | Part]:
        """What is told and what is asked."""
        items = (
            mathematical([item], self.solved.names) if not isinstance(item, Part) else [item]
            for item in question(self.posed)
        )
        return [item for some in items for item in some]

    @cached_property
    def blanks(self) -> list[Blank]:
        """Every blank, in the order of the page; those of a part share its marks."""
        return [blank for item in self.items if isinstance(item, Part) for blank in _blanks(item)]

    @cached_property
    def solution(self) -> list[Block]:
        """The answer with its reasons."""
        return list(mathematical(teller(self.posed.item.kind).explained(self.solved), self.solved.names))

    @cached_property
    def solved(self) -> Solved:
        """The same with its solution."""
        return Solved(self.posed)

    def asked(self, part: Part) -> list[Block]:
        """What a part asks in words, with its marks and formulas."""
        return list(mathematical(told(part), self.solved.names))

    @property
    def alone(self) -> Question:
        """The same for who has no other question before them: it says itself what it takes from others."""
        return replace(self, posed=self.posed.alone)


@dataclass(frozen=True)
class Sheet:
    """A paper and its questions."""

    paper: Paper

    @cached_property
    def questions(self) -> list[Question]:
        """Its questions, in its order."""
        numbers = self.paper.order or range(1, len(self.paper.questions) + 1)
        return [Question(posed, number) for posed, number in zip(self.paper.questions, numbers, strict=True)]


@dataclass(frozen=True)
class Exam:
    """The papers that are exported, of how many, and the program that made them."""

    sheets: tuple[Sheet, ...]
    count: int
    program: str

    @classmethod
    def of(cls, papers: Iterable[Paper], count: int, program: str) -> Exam:
        """The exam of these papers."""
        return cls(tuple(map(Sheet, papers)), count, program)

    def name(self, stem: str, ending: str) -> str:
        """The name of a file of all papers; that of some says which, so that it stands beside it."""
        some = "" if len(self.sheets) == self.count else "".join(f"-{sheet.paper.number:02}" for sheet in self.sheets)
        return f"{stem}{some}{ending}"


class Limit(NamedTuple):
    """Something of a question that a target cannot take, and what would help."""

    question: Question
    why: str
    help: str


def entry_words(grid: Grid, row: int, column: int) -> str:
    """Which entry of a line that is: row 1, column 2; of a vector, entry 2; where the table has no name, its labels."""
    rows, columns = grid.rows[row], grid.columns[column]
    if not rows:
        return f"entry {columns}"
    if not grid.name.text:
        return f"{rows}, {columns}"
    return f"{f'row {rows}' if rows.isdigit() else rows}, column {columns}"


def _blanks(part: Part) -> list[Blank]:
    found = [(i, j, field) for i, row in enumerate(part.fields) for j, field in enumerate(row) if field is not None]
    return [
        Blank(
            part,
            i,
            j,
            field,
            None if isinstance(field, Choice) else answer_of(field, part.decimals),
            part.marks / len(found),
        )
        for i, j, field in found
    ]
