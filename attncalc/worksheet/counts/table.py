"""What one operation costs: multiply-adds for products, one operation for each entry of what is done entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from attncalc.worksheet.elementwise import ELEMENTWISE
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.operation import Axes
from attncalc.worksheet.reductions import REDUCTIONS


class Price(NamedTuple):
    """The sides whose sizes are multiplied, and whether that counts multiply-adds; `times` so many for each."""

    axes: Axes
    multiplied: bool = False
    times: int = 1


Rule = Callable[[Expr], Price]


def _each(times: int = 1) -> Rule:
    """So many operations for every entry of the result."""
    return lambda expr: Price(expr.axes, times=times)


def _of_what_goes_in(expr: Expr) -> Price:
    """One for every entry that is added up, or compared."""
    return Price(expr.args[0].axes)


def _product(expr: Expr) -> Price:
    """Every entry of the result is a sum over what both have in common."""
    a, b = expr.args
    return Price((*a.axes[:-1], *b.axes[1:], a.axes[-1]), multiplied=True)


def _outer(expr: Expr) -> Price:
    return Price(expr.axes, multiplied=True)


def _convolved(expr: Expr) -> Price:
    return Price((*expr.axes, *expr.args[1].axes), multiplied=True)


def _rotated(expr: Expr) -> Price:
    """Two products for every entry of a pair."""
    axis = Axis("", 2 * len(expr.params))
    return Price((*expr.axes[:-1], axis), multiplied=True, times=2)


def _down(rules: dict[str, Rule], names: Collection[str]) -> dict[str, Rule]:
    return {f"{name} down": rules[name] for name in names}


# What only moves entries, or makes a table of them, is no work; what stands here is.
_SUMMED = ("row sums", "column sums", "gathered", *(name for name in REDUCTIONS))
_ENTRIES = (
    "add",
    "subtract",
    "times",
    "over",
    "exp",
    "tanh",
    "power",
    "powers",
    "table",
    "masked",
    "share",
    "sin°",
    "cos°",
    *ELEMENTWISE,
)
_RULES: dict[str, Rule] = {
    **dict.fromkeys(_ENTRIES, _each()),
    **dict.fromkeys(_SUMMED, _of_what_goes_in),
    "minus max": _each(2),
    "minus column max": _each(2),
    "through softmax": _each(4),
    "matmul": _product,
    "dot": _product,
    "outer": _outer,
    "convolved": _convolved,
    "rotated": _rotated,
}
PRICES: dict[str, Rule] = {
    **_RULES,
    **_down(_RULES, ("gathered", "through softmax", "rotated", "powers")),
    "share down": _each(),
}
