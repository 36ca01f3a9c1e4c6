"""Papers of a recipe as blocks: what students are given to fill in, and the same with its solution."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from attncalc.generate.exam import Paper, Posed
from attncalc.generate.kinds import Kind
from attncalc.render.blocks import Block, Heading, Prose, Rules
from attncalc.render.exam.parts import Part, lettered, marks, on_paper
from attncalc.render.exam.solved import Solved
from attncalc.render.formats import FORMATS
from attncalc.render.layout import lay_out
from attncalc.render.look import Look
from attncalc.worksheet.worksheet import Worksheet

LINE = "_" * 24  # to write on


class Teller(Protocol):
    """A kind of question: what it asks, and how that is answered."""

    def stated(self, question: Solved) -> Iterator[Block | Part]:
        """What is printed, and what is asked."""

    def explained(self, question: Solved) -> Iterator[Block]:
        """The answer with its reasons."""


def teller(kind: Kind) -> Teller:
    """The file of a kind."""
    return cast(Teller, import_module(f"attncalc.render.exam.kinds.{kind.module}"))


def student_paper(paper: Paper) -> list[Block]:
    """What a student is given: a heading, and each question with blanks for what is asked."""
    body = [block for posed in paper.questions for block in _asked(posed)]
    return [*_head(paper), *map(Prose, paper.recipe.instructions), *body]


def _asked(posed: Posed) -> Iterator[Block]:
    """A question as it is printed, with room to write in."""
    for item in question(posed):
        yield from on_paper(item)
    if posed.item.lines:
        yield Rules(posed.item.lines)


def solution_paper(paper: Paper) -> list[Block]:
    """Every line of the work, with its marks, and with what the common mistakes would give."""
    return [*_head(paper, "solution"), *(block for posed in paper.questions for block in _answer(posed))]


def question(posed: Posed, *, letters: bool = True) -> Iterator[Block | Part]:
    """A question as it is set: its heading, its text, what is given, and what is asked part by part."""
    yield _heading(posed)
    yield from map(Prose, posed.item.text)
    stated = teller(posed.item.kind).stated(Solved(posed))
    yield from lettered(stated) if letters else stated


def _answer(posed: Posed) -> Iterator[Block]:
    yield _heading(posed)
    yield from teller(posed.item.kind).explained(Solved(posed))


def worksheet_page(sheet: Worksheet) -> str:
    """A solution alone, as somebody may hand it in."""
    page = FORMATS["markdown"].write([lay_out(sheet)], Look())
    assert isinstance(page, str)
    return page


def _heading(posed: Posed) -> Heading:
    return Heading(2, posed.title, aside=marks(posed.item.marks))


def _head(paper: Paper, what: str = "") -> Iterator[Block]:
    recipe, student = paper.recipe, paper.student
    title = ": ".join(filter(None, (recipe.course, recipe.title))) + f", {what}" * bool(what)
    variant = f"variant {paper.code}"
    name, number = student or ("", "")
    who = ", ".join(filter(None, (name, number))) or f"Name: {LINE}"
    yield Heading(1, title, aside=variant, running=f"{title}, {variant}{'' if what and not student else f'. {who}'}")
    if student or not what:
        yield Prose(f"Name: {name or LINE}")
        yield Prose(f"Number: {number or LINE}")
    yield Prose(f"{marks(recipe.marks)} in all.")
