"""The derivative of softmax as one, where its exponentials and their sum are no lines of their own."""

from __future__ import annotations

from attncalc.worksheet.backward.build import ln, make, times
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import softmax_of


def softmax_rule(expr: Expr, weights: Expr, gradient: Expr) -> tuple[Expr, Expr] | None:
    """The scores whose softmax an expression is, and their gradient; None where it is none."""
    if (scores := softmax_of(expr)) is not None:
        return scores, make("through softmax", weights, gradient)
    if expr.op != "share" or expr.args[0].op != "power" or expr.args[1] != make("row sums", expr.args[0]):
        return None
    base, scores = expr.args[0].args
    return scores, times(make("through softmax", weights, gradient), ln(base))
