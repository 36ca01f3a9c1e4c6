"""One entry of what is taken along rows and columns, as a tree over the entries it is taken of."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.problem.number import Node
from attncalc.worksheet.entry_rules import EntryOf, EntryRule, plus
from attncalc.worksheet.expression import Expr


def _row(expr: Expr, i: int, _: int, of: EntryOf) -> Iterator[Node]:
    a = expr.args[0]
    return (of(a, i, k) for k in range(a.axes[-1].size or 0))


def _column(expr: Expr, _: int, j: int, of: EntryOf) -> Iterator[Node]:
    a = expr.args[0]
    return (of(a, k, j) for k in range(a.axes[0].size or 0))


def _all(expr: Expr, _: int, __: int, of: EntryOf) -> Iterator[Node]:
    a = expr.args[0]
    height = a.axes[0].size or 0 if len(a.axes) == 2 else 1
    return (of(a, i, j) for i in range(height) for j in range(a.axes[-1].size or 0))


def _so_far(expr: Expr, i: int, j: int, of: EntryOf) -> Iterator[Node]:
    return (of(expr.args[0], i, k) for k in range(j + 1))


def _mean(parts: Iterator[Node]) -> Node:
    terms = tuple(parts)
    return Node("/", args=(plus(terms), Node("number", str(len(terms)))))


def _max(parts: Iterator[Node]) -> Node:
    return Node("max", args=tuple(parts))


mean_of_row: EntryRule = lambda *place: _mean(_row(*place))  # noqa: E731  as the others, one line each
mean_of_column: EntryRule = lambda *place: _mean(_column(*place))  # noqa: E731
mean_of_all: EntryRule = lambda *place: _mean(_all(*place))  # noqa: E731
max_of_row: EntryRule = lambda *place: _max(_row(*place))  # noqa: E731
max_of_column: EntryRule = lambda *place: _max(_column(*place))  # noqa: E731
max_of_all: EntryRule = lambda *place: _max(_all(*place))  # noqa: E731
total: EntryRule = lambda *place: plus(_all(*place))  # noqa: E731
running_sum: EntryRule = lambda *place: plus(_so_far(*place))  # noqa: E731


def place_of_largest(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The largest of a row is what is asked for; which one it is, the line says."""
    return Node("call", "argmax", (_max(_row(expr, i, j, of)),))
