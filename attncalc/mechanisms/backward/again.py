"""The same work with other inputs: what comes out after a step of learning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from attncalc.mechanisms.backward.descent import NEXT
from attncalc.problem.matrix import Matrix
from attncalc.worksheet.backward.reverse import TITLE as BACKWARD
from attncalc.worksheet.expression import Expr, line
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.tensor import Tensor

TITLE = "After the step"


class Again(Recorder):
    """Records the work with other values in place of some inputs, by their names."""

    replaced: Mapping[str, Any] = {}

    def _value(self, name: str, matrix: Matrix) -> Any:
        key = self._line(name, ()).key
        return self.replaced[key] if key in self.replaced else super()._value(name, matrix)


def renamed(again: Recorder, new: Mapping[str, Tensor]) -> Iterator[Record]:
    """The lines that are not what they were before, under names of their own: O_next."""
    leaves = {key: tensor.expr for key, tensor in new.items()}
    for record in again.inputs.values():
        if record.expr.op != "line":
            leaves[record.key] = _put(record.expr, leaves)
    for record in again.records:
        if record.key in new:  # given in its place
            continue
        expr = _put(record.expr, leaves)
        if expr != record.expr:
            name = f"{record.name}_{NEXT}"
            leaves[record.key] = line(name, record.section, record.expr.axes)
            titles = tuple(title for title in record.titles if title != BACKWARD)
            yield replace(record, name=name, titles=(TITLE, *titles), expr=expr)


def _put(expr: Expr, leaves: Mapping[str, Expr]) -> Expr:
    """The expression with these in place of lines."""
    if expr.op == "line":
        return replace(leaves[expr.key], axes=expr.axes) if expr.key in leaves else expr
    return replace(expr, args=tuple(_put(arg, leaves) for arg in expr.args))
