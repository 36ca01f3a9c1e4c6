"""How many parameters there are, and how many multiply-adds and FLOPs the work takes."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.cost.answers import COUNTS
from attncalc.cost.cost import Cost
from attncalc.cost.figure import Figure
from attncalc.cost.run import Counted
from attncalc.render.blocks import BLANK, Block, Grid, Math, Prose
from attncalc.render.exam.kinds.shapes import name_of, sizes_given, work_told
from attncalc.render.exam.parts import Number, Part, answer, lettered
from attncalc.render.exam.solved import Solved

ASKS = {
    "parameters": "How many parameters (entries of weights and biases) are there?",
    "multiply-adds": "How many multiply-adds do the products of matrices take?",
    "FLOPs": "How many FLOPs is that, two for each multiply-add?",
}


def stated(question: Solved) -> Iterator[Block | Part]:
    """The sizes of what is given, the formulas of the lines, and blanks for the counts."""
    yield from sizes_given(question)
    yield from work_told(question)
    yield from _parts(question)


def _parts(question: Solved) -> Iterator[Part]:
    cost = _cost(question)
    for part in question.posed.item.parts:
        grid = Grid(Math("", ""), ((BLANK,),), (part.step,), ("number",), labelled=True)
        count = Number(str(COUNTS[part.step](cost)))
        yield Part(ASKS[part.step], grid, ((count,),), question.posed.item.part(part.step), name=part.step)


def answered(question: Solved) -> Iterator[Block]:
    """The counts, each with its figures factor by factor."""
    cost = _cost(question)
    figures = {"parameters": cost.parameters, "multiply-adds": [figure for _, figure in cost.products]}
    for part in lettered(_parts(question)):
        yield from answer(part)
        if told := figures.get(part.name):
            yield Prose(f"{', '.join(map(_told, told))}.")


def explained(question: Solved) -> Iterator[Block]:
    """The same, under the sizes that they follow from."""
    yield from sizes_given(question)
    yield from answered(question)


def _told(figure: Figure) -> str:
    return f"{' … '.join(map(name_of, figure.name.split(' … ')))}: {figure.written}"


def _cost(question: Solved) -> Cost:
    return Cost(Counted(problem=question.posed.problem))
