"""Work that is printed with its formulas, but for the lines that are to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from attncalc.generate.draws import Draws
from attncalc.generate.recipe import Ask
from attncalc.render.blocks import BLANK, Block, Grid, Heading, Prose
from attncalc.render.exam.kinds import compute
from attncalc.render.exam.parts import Part, marks
from attncalc.render.exam.slips import asked_line
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import answers, given, steps
from attncalc.worksheet.recorder import Record

Place = tuple[int, int]

explained = compute.explained


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, and the work, what is asked left open; what follows from it would give it away."""
    yield from given(question)
    what = "entries" if "blanks" in question.posed.item.settings else "lines"
    digits = question.digits(*(record for _, record in question.asked.values()))
    yield Prose(f"Fill in the missing {what} of this work{digits}: {_list(question)}.")
    between = _following(question) & question.leading
    hidden = {
        question.grid(record).name.text
        for record in question.sheet.records
        if record.key in between and not record.detail
    } - {*question.asked}
    for block in steps(question):
        match block:
            case Heading():
                yield block
            case Grid(name=name) if name.text in question.asked:
                ask, record = question.asked[name.text]
                yield _opened(question, asked_line(question, record, ask), record)
            case Grid(name=name) if name.text not in hidden:
                yield replace(block, repeats=False)


def answered(question: Solved) -> Iterator[Block]:
    """The lines that were left open."""
    yield from answers(question, {})


def _opened(question: Solved, part: Part, record: Record) -> Part:
    """The part, where only some of its entries are left open with these, which are drawn, and the others printed."""
    count = question.posed.item.settings.get("blanks")
    if count is None:
        return part
    cells = question.grid(record).cells
    draws = Draws(*question.posed.seed, "blanks", record.key)
    drawn = _drawn(draws, int(count), _groups(question, record))
    grid = replace(
        part.grid,
        cells=tuple(
            tuple(BLANK if (i, j) in drawn else cell for j, cell in enumerate(row)) for i, row in enumerate(cells)
        ),
    )
    fields = tuple(
        tuple(field if (i, j) in drawn else None for j, field in enumerate(row)) for i, row in enumerate(part.fields)
    )
    return replace(part, grid=grid, fields=fields)


def _groups(question: Solved, record: Record) -> list[list[Place]]:
    """The entries of a line, those together of which all but one give away the last: the weights of a row.

    What is masked is known anyhow.
    """
    rows = question.lines[record.key].rows
    turned = question.calculation.is_turned(record.key)
    if record.expr.op != "share":
        return [[(j, i) if turned else (i, j)] for i, row in enumerate(rows) for j in range(len(row))]
    groups = []
    for i, row in enumerate(rows):
        places = [(j, i) if turned else (i, j) for j in range(len(row))]
        groups.append([place for place, entry in zip(places, row, strict=True) if entry != 0])
        groups += [[place] for place, entry in zip(places, row, strict=True) if entry == 0]
    return groups


def _drawn(draws: Draws, count: int, groups: list[list[Place]]) -> set[Place]:
    """So many entries, or one more where a group would have a single one."""
    group_of = {place: group for group in groups for place in group}
    left, drawn = draws.shuffled(sorted(group_of)), set[Place]()
    while len(drawn) < count:
        place = next((place for place in left if count - len(drawn) > 1 or _is_free(group_of[place], drawn)), left[0])
        others = [other for other in left if other in group_of[place] and other != place]
        drawn |= {place} if _is_free(group_of[place], drawn) else {place, others[0]}
        left = [place for place in left if place not in drawn]
    return drawn


def _is_free(group: list[Place], drawn: set[Place]) -> bool:
    """Whether one more of a group may be left open alone."""
    return len(group) == 1 or not drawn.isdisjoint(group)


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
        if reached & {line.key for line in record.expr.sources()}:
            reached.add(record.key)
    return reached
