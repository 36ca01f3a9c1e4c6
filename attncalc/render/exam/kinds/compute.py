"""Lines that are to be calculated from what is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attncalc.render.blocks import Block
from attncalc.render.exam.formulas import made_of
from attncalc.render.exam.parts import Part
from attncalc.render.exam.slips import asked_line
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import answers, given, work


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, and a part for each line, with its formula unless that is to be recalled."""
    yield from given(question)
    formulas = made_of(question) if question.posed.item.tells_formulas else {}
    for name, (ask, record) in question.asked.items():
        part = asked_line(question, record, ask, f"Calculate {name}{question.digits(record)}")
        yield replace(part, formulas=formulas.get(name, ()))


def answered(question: Solved) -> Iterator[Block]:
    """The lines that were asked."""
    yield from answers(question, made_of(question))


def explained(question: Solved) -> Iterator[Block]:
    """The whole work."""
    yield from given(question)
    yield from work(question)
