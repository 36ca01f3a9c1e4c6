"""How a worksheet stands on the page: names, formulas and entries, turned where tokens are columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from attncalc.problem.names import gradient_of
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.operations import MIRROR
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet, rows_of

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Digits

Texts = list[list[str]]
# Of a matrix with columns for tokens: what picks a row picks a column, and what takes all entries takes the same.
OF_TURNED = {
    "row": "one column",
    "one column": "row",
    "largest": "largest",
    "total": "total",
    "mean": "mean",
    "zeros": "zeros",
}
ROWS = {"row": "column", "rows": "columns", "Row": "Column", "side by side": "one below the other"}
ROW = re.compile("|".join(rf"\b{word}\b" for word in ROWS))


class View:
    """A worksheet as it is shown. Everything is computed with tokens as rows; this turns what stands otherwise."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.orientation = sheet.plan.orientation

    def is_turned(self, name: str, axes: tuple[Axis, ...]) -> bool:
        """Whether the page shows the transpose of a line."""
        if len(axes) != 2:
            return False
        if (own := self._inputs.get(name)) is not None:
            return self.orientation.turns(own, self.sheet.plan.mechanism.signature)
        return self.orientation.columns

    @cached_property
    def _inputs(self) -> dict[str, str]:
        """The inputs by their names, and by those of their gradients, which stand as they do."""
        keys = [record.key for record in self.sheet.inputs]
        return {**dict(zip(map(gradient_of, keys), keys, strict=True)), **{key: key for key in keys}}

    def texts(self, record: Record, digits: Digits) -> Texts:
        """The entries of a line as the page shows them."""
        texts = self.sheet.texts(record, digits)
        return transposed(texts) if self.is_turned(record.key, record.expr.axes) else texts

    def tree(self, record: Record, i: int, j: int) -> Node | None:
        """The closed form of one entry as the page shows it, or None."""
        from attncalc.worksheet.closed_forms import tree_of

        i, j = (j, i) if self.is_turned(record.key, record.expr.axes) else (i, j)
        return tree_of(rows_of(record.value)[i][j])

    def axes(self, record: Record) -> tuple[Axis, ...]:
        """What runs along the sides of a line on the page."""
        axes = record.expr.axes
        return axes[::-1] if self.is_turned(record.key, axes) else axes

    def says(self, record: Record) -> str:
        """The sentence of a step; where tokens are columns, so are rows."""
        if record.given:
            return "Given."
        return ROW.sub(lambda word: ROWS[word[0]], record.says) if self.orientation.columns else record.says

    def expression(self, record: Record, hidden: dict[str, Expr] | None = None) -> Expr:
        """The expression of a step as the page shows it; lines in `hidden` are replaced by what made them."""
        expr = inlined(record.expr, hidden or {})
        if not (self.orientation.columns or self.orientation.out_in):
            return expr
        return self._turned(expr) if self.is_turned(record.key, expr.axes) else self._upright(expr)

    def _upright(self, expr: Expr) -> Expr:
        """The expression over what the page shows, its value not turned."""
        if expr.op == "line":
            if not self.is_turned(expr.key, expr.axes):
                return expr
            return _transpose(replace(expr, axes=expr.axes[::-1]))
        if expr.op == "transpose":
            return self._turned(expr.args[0])
        if expr.op in OF_TURNED and self._is_turned_line(expr.args[0]):
            return replace(expr, op=OF_TURNED[expr.op], args=(self._turned(expr.args[0]),))
        if expr.op == "matmul" and len(expr.args[0].axes) == 1 and self.orientation.columns:  # αᵀ H is Hᵀ α
            vector, matrix = expr.args
            return replace(expr, args=(self._turned(matrix), self._upright(vector)))
        return replace(expr, args=tuple(self._upright(arg) for arg in expr.args))

    def _is_turned_line(self, expr: Expr) -> bool:
        return expr.op == "line" and self.is_turned(expr.key, expr.axes)

    def _turned(self, expr: Expr) -> Expr:
        """The transpose of an expression over what the page shows."""
        if len(expr.axes) != 2:
            return self._upright(expr)
        if expr.op == "line":
            line = replace(expr, axes=expr.axes[::-1])
            return line if self.is_turned(expr.key, expr.axes) else _transpose(expr)
        if expr.op == "transpose":
            return self._upright(expr.args[0])
        if expr.op == "outer":
            return replace(expr, args=tuple(map(self._upright, expr.args[::-1])), axes=expr.axes[::-1])
        if expr.op == "looked up anywhere":  # in a table that stands as it is
            args = tuple(map(self._upright, expr.args))
            return Expr(f"{expr.op} down", args, expr.axes[::-1], expr.params.exchanged)
        args = tuple(_column(self._turned(arg)) for arg in expr.args)
        if expr.op == "matmul":
            args = args[::-1]
        params = getattr(expr.params, "exchanged", expr.params)  # i and j, where words name them
        return Expr(MIRROR.get(expr.op, expr.op), args, expr.axes[::-1], params)

    def details(self) -> Iterator[Record]:
        """The lines that are shown on request."""
        return (record for record in self.sheet.records if record.detail)


def transposed(texts: Texts) -> Texts:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*texts, strict=True)]


def _column(expr: Expr) -> Expr:
    """A vector beside turned matrices stands as a column: a bias is added to every column."""
    return Expr("column", (expr,), (*expr.axes, Axis("1", 1))) if len(expr.axes) == 1 else expr


def _transpose(expr: Expr) -> Expr:
    return Expr("transpose", (expr,), expr.axes[::-1])
