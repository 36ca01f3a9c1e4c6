"""Numbers that are given, and formulas one of which made them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from attncalc.generate.draws import Draws
from attncalc.generate.mistaken import FORMULAS, Change, changes, in_all_sections
from attncalc.render.blocks import Block, Formula, Grid, Heading, Math, Piece, Prose, Remarks, stating
from attncalc.render.exam.formulas import CAUSAL, definitions, down, formula_of, row_of
from attncalc.render.exam.mistaken import apparent, told
from attncalc.render.exam.parts import Choice, Part, answer, chosen
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import STEP, given
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX
from attncalc.worksheet.recorder import Record

MOST = 5  # formulas to choose from
DOWN = "softmax-over-the-other-axis"  # whose formula is the same
FIRST = ("no-scaling", DOWN, "causal-mask-added", "mask-missing", "scaled-by-d-k")
RIGHT = " These are the numbers of the question."
UNLEARNED = ("Q", "K", "V", "X", "Y", "S", "H", "s")
LONG = 60  # characters of a formula in which names are better left
CAUSAL_SAYS = " is −∞ where a key comes later than the query, and 0 elsewhere."


class Way(NamedTuple):
    """A way to calculate the line: the question under it, its formula, and the mistake that it is, if it is one."""

    question: Solved
    formula: Math
    change: Change | None = None


class Offered(NamedTuple):
    """The ways in the order in which they are offered, and which of them gave the numbers."""

    ways: list[Way]
    right: int
    record: Record  # of which they are the formulas
    inlined: set[str]


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, the line that came of it, and the formulas."""
    offered = _offered(question)
    names = " and ".join(question.asked)
    yield from given(question, told=False)
    yield Prose(f"From these came {names}:")
    yield from _numbers(offered.ways[offered.right].question)
    if known := tuple(definitions(question, offered.inlined, offered.record)):
        yield Prose("Here")
        yield Formula(known, packed=True)
    yield from _conventions(question, offered)
    yield _part(question, offered)


def _part(question: Solved, offered: Offered) -> Part:
    heads = ", and likewise for the others" if len(question.asked) > 1 else ""
    name = question.grid(offered.record).name.text
    return chosen(
        "formula", f"Which formula was used for {name}{heads}?", _choice(offered), question.posed.item.part("formula")
    )


def answered(question: Solved) -> Iterator[Block]:
    """The formula, and what each of the others would have given."""
    offered = _offered(question)
    yield from answer(_part(question, offered))
    rows = []
    for label, way in zip(_choice(offered).labels, offered.ways, strict=True):
        says = told(way.change) if way.change else "This is how it should be."
        said = Prose(f"{label}. {says}{RIGHT * (way is offered.ways[offered.right])}")
        rows.append((said, Formula(tuple(_lines(way.question)))))
    yield Remarks(Heading(STEP, "What each formula gives"), tuple(rows))


def explained(question: Solved) -> Iterator[Block]:
    """The same, after what is given."""
    yield from given(question, told=False)
    yield from answered(question)


def _lines(question: Solved) -> Iterator[tuple[Piece, ...]]:
    """The asked lines, as they are then."""
    for grid in _numbers(question):
        yield stating(grid)


def _conventions(question: Solved, offered: Offered) -> Iterator[Prose]:
    """What the signs in the formulas mean that no line of the work explains."""
    formulas = [way.formula.text for way in offered.ways]
    if any(CAUSAL in text for text in formulas):
        yield Prose(CAUSAL + CAUSAL_SAYS, pieces=(Math(CAUSAL, symbol(CAUSAL, (), LATEX)), CAUSAL_SAYS))
    if any(text.endswith(down(question).text) for text in formulas):
        along, other = row_of(question)
        yield Prose(f"Softmax goes along each {along}, unless it is said to go along each {other}.")


def _choice(offered: Offered) -> Choice:
    formulas = tuple(way.formula for way in offered.ways)
    return Choice(tuple(formula.text for formula in formulas), offered.right, formulas)


def _numbers(question: Solved) -> Iterator[Grid]:
    """The asked lines, as they are then."""
    for _, record in question.asked.values():
        yield replace(question.grid(record), repeats=False)


def _offered(question: Solved) -> Offered:
    """The formula of the mechanism and others that give other numbers; which of them is right is drawn."""
    draws = Draws(*question.posed.seed, "formula")
    keys = [record.key for _, record in question.asked.values()]
    found: dict[str, Change] = {}
    for change, texts in apparent(question, in_all_sections(question.calculation, _tellable(question)), keys):
        found.setdefault(texts, change)
    shuffled = sorted(draws.shuffled(list(found.values())), key=lambda change: change.name not in FIRST)
    offered = shuffled[: MOST - 1]
    inlined = _reached(question, offered)
    for _, record in question.asked.values():
        ways = _ways(question, record, offered, wide := inlined | _made_of_lines(question))
        if max(map(len, ways)) > LONG:
            ways = _ways(question, record, offered, wide := inlined)
        if len(ways) > 1:  # otherwise the mistakes are made in what leads to another of the lines
            break
    order = draws.shuffled(list(ways.values()))
    return Offered(order, draws.below(len(order)), record, wide)


def _ways(question: Solved, record: Record, offered: list[Change], inlined: set[str]) -> dict[str, Way]:
    """The ways to calculate a line by their formulas."""
    made = formula_of(question, record, inlined)
    ways = {made.text: Way(question, made)}
    for change in offered:
        other = question.changed(change, stated=True)
        made = formula_of(other, other.sheet.record(record.key), inlined)
        made = _with(made, down(question)) if change.name == DOWN else made
        ways.setdefault(made.text, Way(question.changed(change), made, change))
    return ways


def _with(formula: Math, words: Math) -> Math:
    return Math(formula.text + words.text, formula.latex + words.latex)


def _made_of_lines(question: Solved) -> set[str]:
    """The lines that are no projections of what is given: their formulas are better known than their names."""
    learned = {record.key for record in question.sheet.inputs} - {*UNLEARNED}
    return {record.key for record in question.sheet.records if not learned & {line.key for line in record.expr.lines()}}


def _tellable(question: Solved) -> Iterator[Change]:
    """The mistakes that a formula tells: of masks that only a mistake knows, the one that hides later keys."""
    for change in changes(question.calculation, FORMULAS):
        if all(table.rows[0][-1] != 0 == table.rows[-1][0] for table in change.tables.values()):
            yield change


def _reached(question: Solved, found: list[Change]) -> set[str]:
    """The lines that these mistakes make otherwise, and those that are not on the page."""
    reached = {key for change in found for key in change.exprs}
    for record in question.sheet.records:
        if record.detail or reached & {line.key for line in record.expr.lines()}:
            reached.add(record.key)
    return reached
