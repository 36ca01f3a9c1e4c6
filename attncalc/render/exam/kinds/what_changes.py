"""Lines that are calculated twice: as they should be, and without the scale, or with another thing done otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Entry
from attncalc.generate.draws import Draws
from attncalc.generate.kinds import NO_SCALE
from attncalc.generate.mistaken import Change, changes, in_all_sections
from attncalc.render.blocks import Block, Formula, Grid, Heading, Math, Prose
from attncalc.render.cells import is_share
from attncalc.render.exam.formulas import made_of, row_of
from attncalc.render.exam.mistaken import apparent, as_if
from attncalc.render.exam.parts import LETTERS, Choice, Part, answer, chosen, lettered, marks
from attncalc.render.exam.slips import asked_line
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import STEP, answers, given, work
from attncalc.worksheet.recorder import Record

WAYS = (
    "It grows in each {row}.",
    "It shrinks in each {row}.",
    "It stays the same in each {row}.",
    "That differs from {row} to {row}.",
)
OF_ONE = ("It grows.", "It shrinks.", "It stays the same.")
LARGER = " (−1 is larger than −2.)"
GROWS, SHRINKS, STAYS, DIFFERS = range(len(WAYS))

Row = list[Entry]


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, the lines as they would be with the change, as they are, and what that does to the largest."""
    change = _change(question)
    other = question.changed(change)
    yield from given(question)
    if question.posed.item.tells_formulas:
        yield Prose("As it should be:")
        yield Formula(tuple((line,) for lines in made_of(question).values() for line in lines))
    yield from _otherwise(question, other, change)
    for name, (ask, record) in question.asked.items():  # last, since the last writing of a line is the one that counts
        yield asked_line(question, record, ask, f"Calculate {name}{question.digits(record)}, as it should be")
    yield _compares(question, other)


def _otherwise(question: Solved, other: Solved, change: Change) -> Iterator[Part]:
    """The lines as they would be with the change."""
    share = question.posed.item.part("without") / len(question.asked)
    for name, (ask, record) in other.asked.items():
        part = asked_line(other, record, ask, f"Calculate {name}{other.digits(record)}, as if {as_if(change)}")
        yield replace(
            part, grid=_renamed(part.grid), marks=share, worth=marks(share), line="", name=f"other {record.key}"
        )


def _renamed(grid: Grid) -> Grid:
    """A grid under the name of a line that is calculated otherwise."""
    return replace(grid, name=Math(f"other {grid.name.text}", rf"\text{{other }} {grid.name.latex}"))


def _compares(question: Solved, other: Solved) -> Part:
    return chosen("change", _ask(question), _choice(question, other), question.posed.item.part("change"))


def answered(question: Solved) -> Iterator[Block]:
    """The lines both times, and what the change does, in the order and with the letters of the paper."""
    *parts, last = lettered(part for part in stated(question) if isinstance(part, Part))
    count = len(question.asked)
    for part in parts[:count]:
        yield from answer(part)
    yield from answers(question, made_of(question), LETTERS[count:])
    yield from answer(last)


def explained(question: Solved) -> Iterator[Block]:
    """The work both times, and what the change does."""
    yield from given(question)
    yield from work(question)
    yield from _changed(question)


def _changed(question: Solved) -> Iterator[Block]:
    other = question.changed(_change(question))
    yield Heading(STEP, "What changes")
    for part in (*_otherwise(question, other, _change(question)), _compares(question, other)):
        yield from answer(part)


def _change(question: Solved) -> Change:
    """What is done otherwise: the first place where that shows."""
    name = question.posed.item.settings.get("mistake", NO_SCALE)
    keys = [record.key for _, record in question.asked.values()]
    found = in_all_sections(question.calculation, changes(question.calculation, [name]))
    return next(change for change, _ in apparent(question, found, keys))


def _ask(question: Solved) -> str:
    rows = list(_rows(question, question))
    compared = _compared(question)
    names, entry = " and ".join(compared), "weight" if all(map(is_share, compared.values())) else "entry"
    each = f"each {row_of(question)[0]} of {names}" if len(rows) > 1 else names
    few = any(_is_alone(before) for before, _ in rows) and not all(_is_alone(before) for before, _ in rows)
    aside = f" that has more than one {entry} above 0" * few
    larger = LARGER * (entry == "entry")
    return f"What would happen to the largest {entry} of {each}{aside} if {as_if(_change(question))}?{larger}"


def _choice(question: Solved, other: Solved) -> Choice:
    """What happens, by the exact numbers."""
    rows = list(_rows(question, other))
    told = [pair for pair in rows if not _is_alone(pair[0])] or rows
    with question.calculation.working():
        found = {_sign(max(before), max(after)) for before, after in told}
    texts = [text.format(row=row_of(question)[0]) for text in WAYS] if len(rows) > 1 else [*OF_ONE]
    right = texts[found.pop() if len(found) == 1 else DIFFERS]
    order = Draws(*question.posed.seed, "ways").shuffled(texts)
    return Choice(tuple(order), order.index(right))


def _compared(question: Solved) -> dict[str, Record]:
    """The lines of the last step that is asked for, by their names."""
    *_, (last, _) = question.asked.values()
    return {name: record for name, (ask, record) in question.asked.items() if ask == last}


def _rows(question: Solved, other: Solved) -> Iterator[tuple[Row, Row]]:
    """The rows of the lines, before and after, without what is masked."""
    for record in _compared(question).values():
        for pair in zip(question.lines[record.key].rows, other.lines[record.key].rows, strict=True):
            before, after = ([entry for entry in row if entry is not MINUS_INFINITY] for row in pair)
            yield before, after


def _is_alone(row: Row) -> bool:
    """Whether one weight has everything: nothing happens to it."""
    return sum(bool(entry != 0) for entry in row) == 1


def _sign(before: Entry, after: Entry) -> int:
    return GROWS if after > before else SHRINKS if after < before else STAYS
