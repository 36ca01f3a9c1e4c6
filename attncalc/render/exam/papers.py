"""Papers of a recipe as blocks: what students are given to fill in, and the same with its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from attncalc.generate.exam import Paper, Posed
from attncalc.generate.kinds import Kind
from attncalc.generate.recipe import SPACES
from attncalc.render.blocks import BLANK, Block, Heading, Prose, Rules, Together
from attncalc.render.exam.parts import Part, lettered, listed, marks, told
from attncalc.render.exam.prose import Names, as_it_is, mathematical
from attncalc.render.exam.room import roomy
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import STEP
from attncalc.render.formats import FORMATS
from attncalc.render.layout import lay_out
from attncalc.render.look import Look
from attncalc.worksheet.worksheet import Worksheet

LINE = "_" * 24  # to write on


class Teller(Protocol):
    """A kind of question: what it asks, and how that is answered."""

    def stated(self, question: Solved) -> Iterator[Block | Part]:
        """What is printed, and what is asked."""

    def answered(self, question: Solved) -> Iterator[Block]:
        """The answer."""

    def explained(self, question: Solved) -> Iterator[Block]:
        """The answer with its reasons."""


def teller(kind: Kind) -> Teller:
    """The file of a kind."""
    return cast(Teller, import_module(f"attncalc.render.exam.kinds.{kind.module}"))


def student_paper(paper: Paper) -> list[Block]:
    """What a student is given: a heading, and each question with blanks for what is asked."""
    body = [block for posed in paper.questions for block in _asked(posed)]
    return [*_head(paper), *map(Prose, paper.recipe.instructions), *body]


def question_page(posed: Posed) -> list[Block]:
    """A question alone, as it is printed."""
    return list(_asked(posed))


def _asked(posed: Posed) -> Iterator[Block]:
    """A question as it is printed, with room to write in; what belongs together is on one page."""
    names = Solved(posed).names
    *before, last = _groups(list(question(posed)))
    lines = [Rules(posed.item.lines, SPACES[posed.item.space][0])] if posed.item.lines else []
    for group in before:
        yield _together(posed, group, names)
    yield _together(posed, last, names, lines)


def _groups(items: Sequence[Block | Part]) -> list[list[Block | Part]]:
    """A question cut before each part and each line of the work, what leads to the first of them with this one."""
    groups: list[list[Block | Part]] = [[]]
    has_begun = False
    for before, item in zip([None, *items], items, strict=False):
        begins = (isinstance(item, Part) and bool(item.ask)) or (isinstance(item, Heading) and item.level >= STEP)
        if begins and has_begun and not isinstance(before, Heading):
            groups.append([])
        has_begun |= begins
        groups[-1].append(item)
    return groups


def _together(posed: Posed, items: Iterable[Block | Part], names: Names, more: Iterable[Block] = ()) -> Together:
    blocks = (block for item in items for block in on_paper(item, posed.item.space))
    return Together((*mathematical(blocks, names), *more))


def on_paper(item: Block | Part, space: str = "usual") -> Iterator[Block]:
    """A block, or a part as it is printed: what is asked, the texts to choose from, and blanks."""
    if not isinstance(item, Part):
        yield item
    elif item.choice:
        yield from told(item, f"{item.grid.columns[0]}: {BLANK.text}")
        yield from listed(item.choice)
    else:
        yield from told(item)
        grid = roomy(item.grid, item.fields, space)
        yield grid if item.ask else replace(grid, aside=item.worth or marks(item.marks))


def solution_paper(paper: Paper, *, full: bool = False) -> list[Block]:
    """The lines that were asked, with marks and what common mistakes would give; every line where it is `full`."""
    body = (block for posed in paper.questions for block in _answer(posed, full=full))
    return [*_head(paper, "solution"), *body]


def question(posed: Posed, *, letters: bool = True) -> Iterator[Block | Part]:
    """A question as it is set: its heading, its text, what is given, and what is asked part by part."""
    yield _heading(posed)
    yield from map(as_it_is, posed.item.text)
    stated = teller(posed.item.kind).stated(Solved(posed))
    yield from lettered(stated) if letters else stated


def _answer(posed: Posed, *, full: bool) -> Iterator[Block]:
    """An answer below its heading, on one page with what leads to the first of its parts that are on one themselves."""
    kind, solved = teller(posed.item.kind), Solved(posed)
    blocks = [*mathematical((kind.explained if full else kind.answered)(solved), solved.names)]
    first, *others = blocks
    if full:
        yield from (_heading(posed), *blocks)
    elif isinstance(first, Together):
        yield Together((_heading(posed), *first.blocks))
        yield from others
    else:
        end = next((number for number, block in enumerate(blocks) if isinstance(block, Together)), len(blocks))
        yield Together((_heading(posed), *blocks[:end]))
        yield from blocks[end:]


def worksheet_page(sheet: Worksheet) -> str:
    """A solution alone, as somebody may hand it in."""
    page = FORMATS["markdown"].write([lay_out(sheet)], Look())
    assert isinstance(page, str)
    return page


def _heading(posed: Posed) -> Heading:
    return Heading(2, posed.title, aside=marks(posed.item.marks), code=posed.code)


def _head(paper: Paper, what: str = "") -> Iterator[Block]:
    recipe, student = paper.recipe, paper.student
    title = ": ".join(filter(None, (recipe.course, recipe.title))) + f", {what}" * bool(what)
    variant = f"variant {paper.code}"
    name, number = student or ("", "")
    who = ", ".join(filter(None, (name, number))) or f"Name: {LINE}"
    yield Heading(1, title, aside=variant, running=f"{title}, {variant}{'' if what and not student else f'. {who}'}")
    if student or not what:
        yield Prose(f"Name: {name or LINE} Number: {number or LINE}")
    yield Prose(f"{marks(paper.marks)} in all.")
