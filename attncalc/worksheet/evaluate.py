"""The value of an expression on other lines than those that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attncalc.arithmetic.array import Array, Entry
from attncalc.arithmetic.base import Arithmetic
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.operations import OPERATIONS


def evaluate(
    arithmetic: Arithmetic, expr: Expr, lines: Mapping[str, Array], constant: Callable[[Entry], Entry] = lambda it: it
) -> Any:
    """What an expression comes to, by the values of its lines; `constant` changes the constants in it: √8 to 2.83."""
    if expr.op == "line":
        return lines[expr.key]
    if expr.op == "constant":
        return constant(arithmetic.evaluate(*expr.params))
    args = (evaluate(arithmetic, arg, lines, constant) for arg in expr.args)
    return OPERATIONS[expr.op].value(arithmetic, *args, expr.params)
