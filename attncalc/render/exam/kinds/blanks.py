"""Work that is printed with its formulas, but for the lines that are to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from attncalc.generate.recipe import Ask
from attncalc.render.blocks import Block, Grid, Heading, Prose
from attncalc.render.exam.kinds import compute
from attncalc.render.exam.parts import Part, marks
from attncalc.render.exam.solved import Solved

explained = compute.explained


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, and the work, what is asked left open; what follows from it would give it away."""
    yield from question.given()
    yield Prose(f"Fill in the missing lines of this work{question.digits}: {_list(question)}.")
    following, leading = _following(question), _leading(question)
    hidden = {question.grid(record).name.text for record in question.sheet.records
              if record.key in following & leading and not record.detail} - {*question.asked}  # fmt: skip
    for block in question.steps(but=following - leading):
        match block:
            case Heading() | Prose():
                yield block
            case Grid(name=name) if name.text in question.asked:
                ask, record = question.asked[name.text]
                yield question.part(record, ask)
            case Grid(name=name) if name.text not in hidden:
                yield replace(block, repeats=False)


def _list(question: Solved) -> str:
    """What is asked, step by step, with marks."""
    names: dict[Ask, list[str]] = {}
    for name, (ask, _) in question.asked.items():
        names.setdefault(ask, []).append(name)
    return ", ".join(f"{' and '.join(found)} ({marks(Fraction(ask.marks))})" for ask, found in names.items())


def _following(question: Solved) -> set[str]:
    """What is asked, and all lines that are calculated from it."""
    reached = {record.key for _, record in question.asked.values()}
    for record in question.sheet.records:
        if reached & {line.key for line in record.expr.lines()}:
            reached.add(record.key)
    return reached


def _leading(question: Solved) -> set[str]:
    """What is asked, and all lines that it is calculated from."""
    reached = {record.key for _, record in question.asked.values()}
    for record in reversed(question.sheet.records):
        if record.key in reached:
            reached.update(line.key for line in record.expr.lines())
    return reached
