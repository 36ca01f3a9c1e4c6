"""One entry of an operation's result, as a tree over the entries of its arguments.

A rule takes the expression, the row and the column (from 0), and what gives an argument's entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr

EntryOf = Callable[[Expr, int, int], Node]
EntryRule = Callable[[Expr, int, int, EntryOf], Node]


def dot_product(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """A dot product: row of the first times column of the second."""
    a, b = expr.args
    row = i if len(b.axes) == 2 else j  # a matrix times a vector is a vector, whose entries j counts
    terms = [
        times(of(a, row, k), of(b, k, j) if len(b.axes) == 2 else of(b, 0, k)) for k in range(a.axes[-1].size or 0)
    ]
    return terms[0] if len(terms) == 1 else Node("+", args=tuple(terms))


def times(*factors: Node) -> Node:
    """A product."""
    return Node("*", args=factors)


def both(kind: str) -> EntryRule:
    """An operation on the entries at the same place; a number, a row or a column goes with every part of a matrix."""
    return lambda expr, i, j, of: Node(kind, args=tuple(at(arg, i, j, of) for arg in expr.args))


def at(arg: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of an argument that goes with a place of the result; a side of one goes with all."""
    single = [axis.size == 1 for axis in arg.axes]
    return of(arg, 0 if len(single) < 2 or single[0] else i, 0 if not single or single[-1] else j)


def several(kind: str) -> EntryRule:
    """A function of the entries at the same place."""
    return lambda expr, i, j, of: Node(kind, args=tuple(at(arg, i, j, of) for arg in expr.args))


def squared(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The square of the entry at the same place."""
    return Node("^", args=(of(expr.args[0], i, j), Node("number", "2")))


def times_its(logarithm: str) -> EntryRule:
    """x ln x, or that to another base."""
    return lambda expr, i, j, of: times(x := of(expr.args[0], i, j), Node("call", logarithm, (x,)))


def times_a_logarithm(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """x ln y; 0 where x is."""
    x, y = (of(arg, i, j) for arg in expr.args)
    return x if x == Node("number", "0") else times(x, Node("call", "ln", (y,)))


def negated(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry at the same place with its sign changed."""
    return Node("neg", args=(of(expr.args[0], i, j),))


def outer(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry of one vector times an entry of another."""
    return times(of(expr.args[0], 0, i), of(expr.args[1], 0, j))


def dot(expr: Expr, _: int, __: int, of: EntryOf) -> Node:
    """The products of two vectors' entries, summed."""
    a, b = expr.args
    return plus(times(of(a, 0, k), of(b, 0, k)) for k in range(a.axes[-1].size or 0))


def plus(terms: Iterable[Node]) -> Node:
    """A sum."""
    parts = tuple(terms)
    return parts[0] if len(parts) == 1 else Node("+", args=parts)


def kept(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry at the same place, or 0 for a masked one."""
    entry = of(expr.args[0], i, j)
    return Node("number", "0") if is_hidden(entry) else entry


def is_hidden(entry: Node) -> bool:
    """Whether an entry is −∞, in closed form or in digits."""
    return entry.kind == "-inf" or (entry.kind == "neg" and entry.args[0].text == "inf")


def call(name: str) -> EntryRule:
    """A function of the entry at the same place."""
    return lambda expr, i, j, of: Node("call", name, (of(expr.args[0], i, j),))


def row_sum(expr: Expr, i: int, _: int, of: EntryOf) -> Node:
    """The sum of a row."""
    width = expr.args[0].axes[-1].size or 0
    return Node("+", args=tuple(of(expr.args[0], i, k) for k in range(width)))


def beside(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of the part that the column falls in."""
    for part in expr.args:
        width = part.axes[-1].size or 0
        if j < width:
            return of(part, i, j)
        j -= width
    raise IndexError(j)


def per_row(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry over the one entry of its row."""
    return Node("/", args=(of(expr.args[0], i, j), of(expr.args[1], i, 0)))


def minus_row_max(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry less the largest of its row."""
    width = expr.args[0].axes[-1].size or 0
    return Node(
        "-", args=(of(expr.args[0], i, j), Node("max", args=tuple(of(expr.args[0], i, k) for k in range(width))))
    )


def column_sum(expr: Expr, _: int, j: int, of: EntryOf) -> Node:
    """The sum of a column."""
    return Node("+", args=tuple(of(expr.args[0], k, j) for k in range(expr.args[0].axes[0].size or 0)))


def minus_column_max(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry less the largest of its column."""
    height = expr.args[0].axes[0].size or 0
    return Node(
        "-", args=(of(expr.args[0], i, j), Node("max", args=tuple(of(expr.args[0], k, j) for k in range(height))))
    )


def below(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of the part that the row falls in."""
    for part in expr.args:
        height = part.axes[0].size or 0
        if i < height:
            return of(part, i, j)
        i -= height
    raise IndexError(i)


def scaled(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """A number times the entry at the same place."""
    return times(of(expr.args[1], 0, 0), of(expr.args[0], i, j))


def mirrored(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry with row and column exchanged."""
    return of(expr.args[0], j, i)


def stood_up(expr: Expr, i: int, _: int, of: EntryOf) -> Node:
    """The entry of a vector that stands as a column."""
    return of(expr.args[0], 0, i)


def per_column(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry over the one entry of its column."""
    return Node("/", args=(of(expr.args[0], i, j), of(expr.args[1], 0, j)))


def from_column(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry so many columns further on."""
    return of(expr.args[0], i, expr.params.start + j)


def from_row(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry so many rows further down."""
    return of(expr.args[0], expr.params.start + i, j)


def picked_row(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of a row that is picked."""
    return of(expr.args[0], expr.params[i] - 1, j)


def picked_column(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of a column that is picked."""
    return of(expr.args[0], i, expr.params[j] - 1)
