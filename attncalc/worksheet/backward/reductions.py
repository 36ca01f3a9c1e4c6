"""Derivatives of sums, means, maxima, shares and softmax."""

from __future__ import annotations

from math import prod

from attncalc.worksheet.backward.build import hadamard, less, make, minus, number, repeated, sizes, times
from attncalc.worksheet.backward.rule import Rule
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.selection import Shape


def _sum(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    """Each entry has the gradient of its sum."""
    return (repeated(G, expr.args[0]),)


def _mean(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    """The same over the number of entries."""
    (a,) = expr.args
    count = prod(size or 1 for size in sizes(a)) // prod(size or 1 for size in sizes(expr))
    return (repeated(make("over", G, number(str(count))), a),)


def _row_max(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    """The whole gradient goes to the largest entry."""
    return (hadamard(make("peaks", expr.args[0]), G),)


def _column_max(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    peaks = make("transpose", make("peaks", make("transpose", expr.args[0])))
    return (hadamard(peaks, G),)


def _largest(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    (a,) = expr.args
    if len(a.axes) == 1:
        return (hadamard(make("peaks", a), G),)
    flat = Shape((a.axes[0]._replace(size=(a.axes[0].size or 0) * (a.axes[1].size or 0)),))
    peaks = make("reshaped", make("peaks", make("reshaped", a, params=flat)), params=Shape(a.axes))
    return (hadamard(peaks, G),)


def _minus_max(expr: Expr, _: Expr, G: Expr) -> tuple[Expr]:
    (a,) = expr.args
    return (less(G, hadamard(make("peaks", a), make("row sums", G))),)


def _share(expr: Expr, y: Expr, G: Expr) -> tuple[Expr, Expr]:
    """p/z: dp = G/z, and dz = −(row sums of G ⊙ y)/z."""
    whole = expr.args[1]
    return make("share", G, whole), minus(make("share", make("row sums", hadamard(G, y)), whole))


def _backwards(a: Expr) -> Expr:
    """The entries of each row from the last to the first."""
    return make("reordered", a, params=tuple(range(a.axes[-1].size or 0, 0, -1)))


def _running(_: Expr, __: Expr, G: Expr) -> tuple[Expr]:
    """Sums from the other end: an entry is in every sum from its own on."""
    return (_backwards(make("running sums", _backwards(G))),)


def _carried(expr: Expr, y: Expr, G: Expr) -> tuple[Expr, Expr]:
    """λⱼ = Gⱼ + keptⱼ λⱼ₊₁ from the other end; of what is kept, λⱼ₊₁ times the sum before it."""
    _, kept = expr.args
    count = y.axes[-1].size or 0
    if count == 1:
        return G, times(kept, number("0"))
    after = make("reordered", kept, params=tuple(range(count - 1, 0, -1)))
    carried = _backwards(make("carried sums", _backwards(G), after))
    products = hadamard(
        make("columns", carried, params=slice(1, count)), make("columns", y, params=slice(0, count - 1))
    )
    rest = (kept.axes[-1].size or 0) - count + 1
    if not rest:
        return carried, products
    nothing = times(make("columns", kept, params=slice(count - 1, count - 1 + rest)), number("0"))
    return carried, make("beside", products, nothing)


REDUCTIONS: dict[str, Rule] = {
    "row sums": _sum,
    "column sums": _sum,
    "sum of rows": _sum,
    "total": _sum,
    "row means": _mean,
    "column means": _mean,
    "mean": _mean,
    "row max": _row_max,
    "column max": _column_max,
    "largest": _largest,
    "minus max": _minus_max,
    "share": _share,
    "running sums": _running,
    "carried sums": _carried,
}
