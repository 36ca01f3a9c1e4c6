"""One entry of what is taken along rows and columns, as a tree over the entries it is taken of."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.reading.number import Node
from attncalc.worksheet.entry_rules import EntryOf, EntryRule, is_hidden, plus, times
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


def carried_sum(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry, and what is kept of the sum before it."""
    a, kept = expr.args
    found = of(a, 0, 0)
    for k in range(1, j + 1):
        found = plus([of(a, 0, k), times(of(kept, 0, k - 1), found)])
    return found


def first_reaching(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """What is to be reached, and the entries that are searched for it."""
    return Node("first", args=(of(expr.args[1], 0, 0), *_row(expr, i, j, of)))


def zeros(expr: Expr, _: int, __: int, of: EntryOf) -> Node:
    """How many entries of each row are not masked, summed."""
    height, width = (axis.size or 0 for axis in expr.args[0].axes)
    rows = (sum(not is_hidden(of(expr.args[0], i, j)) for j in range(width)) for i in range(height))
    return plus(Node("number", str(seen)) for seen in rows)


def place_of_largest(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entries of the row whose largest is asked for."""
    return Node("argmax", args=tuple(_row(expr, i, j, of)))
