"""Rows and columns of the lines of the work, and the number of parameters."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from attncalc.generate.parameters import parameters
from attncalc.problem.names import read_name
from attncalc.problem.signature import parts_of, size_of
from attncalc.reading.number import Node
from attncalc.render.blocks import BLANK, Block, Cell, Formula, Grid, Math, Prose
from attncalc.render.exam.formulas import stated as formula
from attncalc.render.exam.parts import Number, Part, answer, lettered
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import given
from attncalc.render.view import View
from attncalc.worksheet.expression import Axis, shape_text
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT, write
from attncalc.worksheet.recorder import Record

SIDES = ("rows", "columns")
NO_SIDE = Cell("", "")
OF_VECTORS = "Of a vector, the length stands under columns."
PARAMETERS = "How many parameters (entries of weights and biases) are there?"

Sizes = tuple[int | None, int]


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, or just its sizes; the formulas of the lines; blanks for their sizes."""
    if question.posed.item.settings.get("numbers"):
        yield from given(question)
    else:
        yield from sizes_given(question)
    yield from work_told(question)
    yield from _parts(question)


def _parts(question: Solved) -> Iterator[Part]:
    """The sizes, and how many parameters there are."""
    item, lines = question.posed.item, _lines(question)
    sizes = [_sizes(question, record) for record in lines.values()]
    cells = tuple(tuple(NO_SIDE if size is None else BLANK for size in pair) for pair in sizes)
    fields = tuple(tuple(None if size is None else Number(str(size)) for size in pair) for pair in sizes)
    signs = tuple(question.grid(record).name for record in lines.values())
    grid = Grid(Math("", ""), cells, tuple(lines), SIDES, labelled=True, signs=signs)
    ask = "How many rows and columns has each line?" + f" {OF_VECTORS}" * (NO_SIDE in [row[0] for row in cells])
    yield Part(ask, grid, fields, item.part("shapes"), name="shapes")
    if any(part.step == "parameters" for part in item.parts):
        count = Grid(Math("", ""), ((BLANK,),), ("parameters",), ("number",), labelled=True)
        yield Part(PARAMETERS, count, ((Number(str(_count(question))),),), item.part("parameters"), name="parameters")


def answered(question: Solved) -> Iterator[Block]:
    """The sizes, and the sum over the weights."""
    sizes, *counted = lettered(_parts(question))
    yield from answer(sizes)
    for count in counted:
        each = [
            f"{name_of(record.key)} has {'·'.join(map(str, record.value.shape))}"
            for record in parameters(question.sheet)
        ]
        yield from answer(count)
        yield Prose(f"{', '.join(each)}: together {_count(question)} parameters.")


def explained(question: Solved) -> Iterator[Block]:
    """The same, and where the sizes come from, line by line."""
    yield from sizes_given(question)
    yield from answered(question)
    yield from (Prose(_reason(question, record)) for record in _lines(question).values())


def _lines(question: Solved) -> dict[str, Record]:
    """The lines that are asked for by their names, one of those that stand in every head."""
    found = {ask: (name, record) for name, (ask, record) in reversed(question.asked.items())}
    return dict(reversed(found.values()))


def work_told(question: Solved) -> Iterator[Block]:
    """The formulas of the lines."""
    lines, made = _work(question), [line for line in question.sheet.records if not line.detail and not line.given]
    several = "in one head for all" if question.sheet.recorder.sizes.get("h", 1) > 1 else "each kind of line once"
    yield Prose(f"This is the work{f', {several}' * (len(lines) < len(made))}:")
    yield Formula(tuple((_formula_of(question, record),) for record in lines), packed=True)


def _work(question: Solved) -> list[Record]:
    """The lines on the page, one of those that stand in every head."""
    found: dict[str, Record] = {}
    for record in question.sheet.records:
        if not record.detail and not record.given:
            found.setdefault(record.name, record)
    return list(found.values())


def _sizes(question: Solved, record: Record) -> Sizes:
    """Rows and columns on the page; a vector has no rows."""
    sizes = [axis.size or 0 for axis in View(question.sheet).axes(record)]
    return (sizes[0], sizes[1]) if len(sizes) == 2 else (None, sizes[0])


def sizes_given(question: Solved) -> Iterator[Block]:
    """What is given, by its sizes: X is n × d, where n = 2 and d = 4."""
    view = View(question.sheet)
    inputs = [record for record in question.sheet.inputs if record.expr.op != "columns"]
    known = {
        name: size_of(name, question.sheet.recorder.sizes, axis.size or 0)
        for record in inputs
        for axis in record.expr.axes
        for name in parts_of(axis.name)
    }
    yield Prose("The sizes of what is given:")
    yield Formula(tuple((_sides(record.key, view.axes(record)),) for record in inputs), packed=True)
    yield Prose("with")
    sizes = {Node("name", name): size for name, size in known.items() if not name.isdigit()}
    text, latex = ([f"{write(node, style)} = {size}" for node, size in sizes.items()] for style in (TEXT, LATEX))
    yield Formula(((Math(", ".join(text), r",\ \ ".join(latex)),),))


def _sides(key: str, axes: tuple[Axis, ...]) -> Math:
    """X: n × d."""
    known = read_name(key)
    made = []
    for style, head, times in ((TEXT, f"{name_of(key)}: ", " × "), (LATEX, "", r" \times ")):
        name = symbol(known.base, known.section, style) if known and known.row is None else key
        sides = times.join(write(_side(axis.name), style) for axis in axes)
        made.append(f"{head}{sides}" if head else rf"{name}:\ {sides}")
    return Math(*made)


def _side(axis: str) -> Node:
    """The sizes that an axis is made of: h·d_k, d_s + d_h."""
    parts = [Node("number" if part.isdigit() else "name", part) for part in parts_of(axis)]
    return parts[0] if len(parts) == 1 else Node("+" if "+" in axis else "*", "", tuple(parts))


def name_of(key: str) -> str:
    """A line or an input as it is printed."""
    known = read_name(key)
    return symbol(known.base, known.section, TEXT) if known and known.row is None else key


def _formula_of(question: Solved, record: Record) -> Math:
    """A line with its formula."""
    details = {other.key for other in question.sheet.records if other.detail}
    return formula(question, record, details)


def _reason(question: Solved, record: Record) -> str:
    """The formula of a line with the sizes of what stands in it."""
    sheet = question.sheet
    details = {other.key: other.expr for other in sheet.records if other.detail}
    parts = {line.key: sheet.find(line.key) for line in View(sheet).expression(record, details).lines()}
    told = [f"{name_of(key)} is {_text(question, part)}" for key, part in parts.items() if part]
    return f"{_formula_of(question, record).text}: {', '.join(told)}, so that this is {_text(question, record)}."


def _text(question: Solved, record: Record) -> str:
    return shape_text(View(question.sheet).axes(record))


def _count(question: Solved) -> int:
    return sum(prod(record.value.shape) for record in parameters(question.sheet))
