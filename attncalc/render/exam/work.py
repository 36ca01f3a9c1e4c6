"""The work of a question on paper: what is given, the lines that lead to what is asked, the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from attncalc.check.placing.own_words import MISTAKES
from attncalc.render.blocks import Block, Formula, Grid, Heading, Math, Note, Piece, Prose, Remarks, Together
from attncalc.render.exam.heads import parts_of_heads
from attncalc.render.exam.options import in_words
from attncalc.render.exam.parts import LETTERS
from attncalc.render.exam.slips import told as told_of_mistakes
from attncalc.render.exam.solved import Solved
from attncalc.render.layout import Selection, lay_out
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.selection import Lookup

STEP = 3  # the level of a step's heading


def given(question: Solved, *, told: bool = True) -> Iterator[Block]:
    """What is given stands first on a worksheet, under a heading of its own; options in words where they are `told`."""
    item, sheet = question.posed.item, question.sheet
    formula = next((block for block in lay_out(sheet) if isinstance(block, Formula) and block.packed), None)
    taken = {f"{name} =" for name in item.sources}
    lines = tuple(line for line in formula.lines if not _names(line[0]) & taken) if formula else ()
    lines += tuple(line for record in sheet.records if record.given for line in _line(question, record))
    if formula and lines:
        yield Prose(f"{item.question.mechanism.title}, given:" if item.title else "Given:")
        yield replace(formula, lines=lines)
    elif item.title:
        yield Prose(f"{item.question.mechanism.title}.")
    yield from map(Prose, question.posed.told)
    options = in_words(item.question.all_options, item.question.mechanism.settings) if told else ()
    heads = parts_of_heads(sheet, question.leading, question.calculation.is_turned)
    if said := [*heads, *options, *(looked_up(question) if told else ())]:
        yield Prose(" ".join(said))


def looked_up(question: Solved) -> list[str]:
    """What is said of the lines whose entries are looked up, and of those that say where."""
    records = [record for record in question.sheet.records if record.key in question.leading]
    parts = [(record.key, part.params) for record in records for part in record.expr.parts()]
    lookups = {key: params for key, params in parts if isinstance(params, Lookup)}
    keys = {*lookups, *(line.key for lookup in lookups.values() for line in lookup.by)}
    told = {record.name: record.says for record in records if record.key in keys}  # once for all heads
    return [f"{name}: {says[0].lower()}{says[1:]}" for name, says in told.items()]


def _line(question: Solved, record: Record) -> Iterator[tuple[Piece, ...]]:
    """A line of the work that is given: dO."""
    for block in lay_out(question.sheet, Selection((record.key,), quiet=True)):
        if isinstance(block, Formula):
            yield from block.lines


def _names(piece: Piece) -> set[str]:
    return {piece.text} if isinstance(piece, Math) else set()


def steps(question: Solved) -> list[Block]:
    """The lines of the work that lead to what is asked: those that a worksheet shows, and what is asked beside."""
    asked = {record.key for _, record in question.asked.values()}
    keys = [
        record.key
        for record in question.sheet.records
        if record.key in asked or (record.key in question.leading and not record.detail)
    ]
    _, *blocks = lay_out(question.sheet, Selection(tuple(keys)))
    down = int(any(isinstance(block, Heading) and block.level < STEP for block in blocks))  # below the question's
    return [
        replace(block, level=block.level + down) if isinstance(block, Heading) else block
        for block in blocks
        if not (isinstance(block, Note) and block.hint)
    ]


def printed(question: Solved) -> dict[str, tuple[Math, str]]:
    """The names and the numbers of the lines where the work is printed, by these names."""
    found, number = dict[str, tuple[Math, str]](), ""
    for block in steps(question):
        match block:
            case Heading(text=number, math=Math()):
                pass
            case Grid(name=name):
                found[name.text] = (name, number)
    return found


def work(question: Solved) -> Iterator[Block]:
    """The work with marks and mistakes."""
    for step in _groups(steps(question)):
        name = next((block.name.text for block in step if isinstance(block, Grid)), "")
        yield from step
        if name in question.asked:
            ask, record = question.asked[name]
            yield Prose(f"Worth {question.worth(ask)}.", question.worth(ask))
            yield from _mistakes(question, record, max(block.level for block in step if isinstance(block, Heading)) + 1)


def _groups(blocks: list[Block]) -> Iterator[list[Block]]:
    """Blocks in groups that begin with a heading."""
    group: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and group:
            yield group
            group = []
        group.append(block)
    yield group


def answers(question: Solved, formulas: Mapping[str, tuple[Math, ...]], letters: str = "") -> Iterator[Block]:
    """The lines that were asked, in the order of the paper, each under its letter or number, with its mistakes."""
    once, told = [*map(Note, question.sheet.recorder.notes)], list[Block]()
    known = iter(letters or (LETTERS if formulas and len(question.asked) > 1 else ""))
    numbers_of = {} if formulas else printed(question)
    for name in sorted(question.asked, key=[*numbers_of].index) if numbers_of else question.asked:
        (ask, record), letter = question.asked[name], next(known, "")
        made = tuple((formula,) for formula in formulas.get(name, ()))
        numbers = [
            block
            for block in lay_out(question.sheet, Selection((record.key,), quiet=True))
            if not isinstance(block, Heading) and block not in told
        ]
        told += once
        title = f"({letter})" if letter else "Answer" if formulas else f"Line {numbers_of[name][1]}"
        yield Together(
            (
                Heading(STEP, title, aside=question.worth(ask)),
                *([Formula(made, packed=True)] if made else []),
                *(_mistakes(question, record, STEP + 1, tuple(numbers)) or numbers),
            )
        )


def _mistakes(question: Solved, record: Record, level: int, lines: tuple[Block, ...] = ()) -> list[Remarks]:
    """What common mistakes would give, under a heading of its own beside these lines; nothing where none shows."""
    rows = told_of_mistakes(question, record)
    return [Remarks(Heading(level, MISTAKES), rows, lines)] if rows else []
