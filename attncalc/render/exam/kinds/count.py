"""How many parameters there are, and how many multiply-adds and FLOPs the work takes."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.cost.answers import FIGURES, count
from attncalc.cost.asked import Asked
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
    "training FLOPs": "How many FLOPs do the products take on the way there and on the way back?",
    "bytes of the KV cache": "How many bytes do the cached keys and values take, in {}?",
    "bytes of the scores": "How many bytes do the scores take, in {}?",
    "bytes of the parameters": "How many bytes do the parameters take, in {}?",
    "bytes of the activations": "How many bytes, of what is given and of the lines, does the way back need, in {}?",
    "bytes of Adam's moments": "How many bytes do both moments of Adam take, in fp32 (4 bytes a number)?",
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
        asked = ASKS[part.step].format(f"{cost.asked.dtype} ({_bytes(cost.asked.bytes)} a number)")
        number = Number(str(count(part.step, cost)))
        yield Part(asked, grid, ((number,),), question.posed.item.part(part.step), name=part.step)


def _bytes(size: int) -> str:
    return f"{size} byte{'s' * (size > 1)}"


def answered(question: Solved) -> Iterator[Block]:
    """The counts, each with its figures factor by factor."""
    cost = _cost(question)
    for part in lettered(_parts(question)):
        yield from answer(part)
        if part.name in FIGURES:
            yield Prose(f"{', '.join(map(_told, FIGURES[part.name](cost)))}.")


def explained(question: Solved) -> Iterator[Block]:
    """The same, under the sizes that they follow from."""
    yield from sizes_given(question)
    yield from answered(question)


def _told(figure: Figure) -> str:
    return f"{' … '.join(map(name_of, figure.name.split(' … ')))}: {figure.written}"


def _cost(question: Solved) -> Cost:
    asked = Asked(question.posed.item.settings.get("dtype", Asked.dtype))
    return Cost(Counted(problem=question.posed.problem), asked)
