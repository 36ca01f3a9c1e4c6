"""Work that is printed with its formulas, but for the lines that are to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from attncalc.generate.draws import Draws
from attncalc.generate.recipe import Ask
from attncalc.render.blocks import Block, Grid, Heading, Prose
from attncalc.render.exam.kinds import compute
from attncalc.render.exam.parts import BLANK, Part, marks
from attncalc.render.exam.solved import Solved
from attncalc.worksheet.recorder import Record

explained = compute.explained


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, and the work, what is asked left open; what follows from it would give it away."""
    yield from question.given()
    what = "entries" if "blanks" in question.posed.item.settings else "lines"
    yield Prose(f"Fill in the missing {what} of this work{question.digits}: {_list(question)}.")
    following, leading = _following(question), _leading(question)
    hidden = {question.grid(record).name.text for record in question.sheet.records
              if record.key in following & leading and not record.detail} - {*question.asked}  # fmt: skip
    for block in question.steps(but=following - leading):
        match block:
            case Heading() | Prose():
                yield block
            case Grid(name=name) if name.text in question.asked:
                ask, record = question.asked[name.text]
                yield _opened(question, question.part(record, ask), record)
            case Grid(name=name) if name.text not in hidden:
                yield replace(block, repeats=False)


def _opened(question: Solved, part: Part, record: Record) -> Part:
    """The part, where only some of its entries are left open with these, which are drawn, and the others printed."""
    count = question.posed.item.settings.get("blanks")
    if count is None:
        return part
    cells = question.grid(record).cells
    places = [(i, j) for i, row in enumerate(cells) for j in range(len(row))]
    drawn = {*Draws(*question.posed.seed, "blanks", record.key).shuffled(places)[: int(count)]}
    grid = replace(part.grid, cells=tuple(tuple(BLANK if (i, j) in drawn else cell for j, cell in enumerate(row))
                                          for i, row in enumerate(cells)))  # fmt: skip
    fields = tuple(tuple(field if (i, j) in drawn else None for j, field in enumerate(row))
                   for i, row in enumerate(part.fields))  # fmt: skip
    return replace(part, grid=grid, fields=fields)


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
