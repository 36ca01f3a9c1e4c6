"""Lines that are to be calculated from what is given."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.render.blocks import Block
from attncalc.render.exam.parts import Part
from attncalc.render.exam.solved import Solved


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, and a part for each line."""
    yield from question.given()
    for name, (ask, record) in question.asked.items():
        yield question.part(record, ask, f"Calculate {name}{question.digits}")


def explained(question: Solved) -> Iterator[Block]:
    """The whole work."""
    yield from question.given()
    yield from question.work()
