"""The formulas of a question's lines, in its own notation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from attncalc.check.causes.rewrites.masks import TABLE
from attncalc.render.blocks import Math
from attncalc.render.exam.solved import Solved
from attncalc.render.view import View
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record

CAUSAL = "M_causal"  # how a mask that only a mistake knows is called
LARGEST = ("row max", "column max")
LONG = 80  # characters of a formula from which the lines on the way are better told one by one


def formula_of(question: Solved, record: Record, inlined: Collection[str]) -> Math:
    """What makes a line, with the formulas of these lines in place of their names."""
    made = [other for other in question.sheet.records if not other.given]
    hidden = {other.key: other.expr for other in made if other.key in inlined}
    expr = _called(View(question.sheet).expression(record, hidden))
    return Math(formula(expr, TEXT), formula(expr, LATEX))


def _called(expr: Expr) -> Expr:
    if expr.op == "line" and expr.params[0] == TABLE:
        return replace(expr, params=(CAUSAL, ()))
    if expr.op == "exp" and _is_shifted(expr.args[0]):
        return replace(expr, args=(_called(expr.args[0].args[0]),))
    return replace(expr, args=tuple(map(_called, expr.args)))


def _is_shifted(expr: Expr) -> bool:
    """Whether scores are less the largest of their row, which changes no weight and goes without saying."""
    return expr.op == "subtract" and expr.args[1].op in LARGEST and expr.args[1].args == expr.args[:1]


def definitions(question: Solved, inlined: Collection[str], record: Record) -> Iterator[tuple[Math, ...]]:
    """The formulas of the lines that stand by name in the formula of a line."""
    for other in _before(question, record):
        if other.key not in inlined:
            yield (stated(question, other, inlined),)


def _before(question: Solved, record: Record, known: Collection[str] = ()) -> list[Record]:
    """The lines that a line is calculated from, in their order, but for those that are known and what led to these."""
    records = {other.key: other for other in question.sheet.records if not other.given and other.key not in known}
    needed, open_ = set[str](), [record]
    while open_:
        for line in open_.pop().expr.sources():
            if line.key in records and line.key not in needed:
                needed.add(line.key)
                open_.append(records[line.key])
    return [other for other in question.sheet.records if other.key in needed]


def _places(records: Iterable[Record]) -> set[str]:
    """The lines that say which entries of others are taken: they stand by their names."""
    exprs = [record.expr for record in records]
    return {line.key for expr in exprs for line in {*expr.sources()} - {*expr.lines()}}


def _is_told(record: Record) -> bool:
    """Whether a line is columns of another, which is told in words."""
    return record.expr.op == "columns" and record.expr.args[0].op == "line"


def made_of(question: Solved) -> dict[str, tuple[Math, ...]]:
    """How each line that is asked for is made, by its name: from what is given, or was told or asked before it.

    In one formula; where that is long, those of the lines on the way stand before it.
    """
    known, found = set[str](), dict[str, tuple[Math, ...]]()
    for name, (_, record) in question.asked.items():
        before = _before(question, record, known)
        places = _places([*before, record])
        hidden = {other.key for other in before} - places
        lines = [line for line in (*before, record) if line.key not in hidden]
        made = [stated(question, line, hidden) for line in lines]
        if max(len(one.text) for one in made) > LONG or any(map(_is_told, before)):
            hidden = {other.key for other in before if other.detail} - places
            lines = [line for line in (*before, record) if line.key not in hidden and not _is_told(line)]
            made = [stated(question, line, hidden) for line in lines]
        found[name] = tuple(made)
        known.update(line.key for line in lines)
    return found


def stated(question: Solved, record: Record, inlined: Collection[str] = ()) -> Math:
    """A line's name and what makes it: S = Q Kᵀ."""
    name, made = question.grid(record).name, formula_of(question, record, inlined)
    return Math(f"{name.text} = {made.text}", f"{name.latex} = {made.latex}")


def row_of(question: Solved) -> tuple[str, str]:
    """What softmax goes along on the page, and the other side."""
    return ("column", "row") if question.sheet.plan.orientation.columns else ("row", "column")


def down(question: Solved) -> Math:
    """The words that tell softmax along the other side, whose formula is the same."""
    words = f"softmax along each {row_of(question)[1]}"
    return Math(f" ({words})", rf"\ \ \text{{({words})}}")
