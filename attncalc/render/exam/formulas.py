"""The formulas of a question's lines, in its own notation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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


def formula_of(question: Solved, record: Record, inlined: Collection[str]) -> Math:
    """What makes a line, with the formulas of these lines in place of their names."""
    hidden = {other.key: other.expr for other in question.sheet.records if other.key in inlined and not other.given}
    expr = _called(View(question.sheet).expression(record, hidden))
    return Math(formula(expr, TEXT), formula(expr, LATEX))


def _called(expr: Expr) -> Expr:
    if expr.op == "line" and expr.params[0] == TABLE:
        return replace(expr, params=(CAUSAL, ()))
    return replace(expr, args=tuple(map(_called, expr.args)))


def definitions(question: Solved, inlined: Collection[str], record: Record
                ) -> Iterator[tuple[Math, ...]]:  # fmt: skip
    """The formulas of the lines that stand by name in the formula of a line."""
    records = {other.key: other for other in question.sheet.records if not other.given}
    needed, open_ = set[str](), [record]
    while open_:
        for line in open_.pop().expr.lines():
            if line.key in records and line.key not in needed:
                needed.add(line.key)
                open_.append(records[line.key])
    for other in question.sheet.records:
        if other.key in needed - {*inlined}:
            yield (stated(question, other, inlined),)


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
