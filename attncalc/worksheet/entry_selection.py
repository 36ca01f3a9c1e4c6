"""One entry of what is picked, looked up, stacked or made by a rule, as a tree over the entries it comes from."""

from __future__ import annotations

from attncalc.reading.number import Node
from attncalc.worksheet.entry_rules import EntryOf, plus
from attncalc.worksheet.expression import Expr

ZERO = Node("number", "0")


def looked_up(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry at the place that the lookup names."""
    k = expr.params.places[i][j]
    return ZERO if k is None else of(expr.args[0], 0 if len(expr.args[0].axes) == 1 else i, k)


def looked_up_anywhere(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry at the place that the lookup names, counted row by row."""
    k = expr.params.places[i][j]
    return ZERO if k is None else of(expr.args[0], *divmod(k, expr.args[0].axes[-1].size or 1))


def gathered(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entries of the row that have this place, summed."""
    places = expr.params.places[i]
    terms = [of(expr.args[0], i, k) for k, place in enumerate(places) if place == j]
    return plus(terms) if terms else ZERO


def stacked(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of the part that the row falls in; a vector is a row."""
    for part in expr.args:
        height = 1 if len(part.axes) == 1 else part.axes[0].size or 0
        if i < height:
            return of(part, i, j)
        i -= height
    raise IndexError(i)


def on_diagonal(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of a vector, or 0."""
    a = expr.args[0]
    return ZERO if i != j else of(a, 0, i) if len(a.axes) == 1 else of(a, i, 0)


def one_row(expr: Expr, _: int, j: int, of: EntryOf) -> Node:
    """The entry of the row."""
    return of(expr.args[0], expr.params - 1, j)


def one_column(expr: Expr, _: int, j: int, of: EntryOf) -> Node:
    """The entry of the column."""
    return of(expr.args[0], j, expr.params - 1)


def one_entry(expr: Expr, _: int, __: int, of: EntryOf) -> Node:
    """The entry itself."""
    *row, column = expr.params
    return of(expr.args[0], row[0] - 1 if row else 0, column - 1)


def reordered(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry that stands here now."""
    return of(expr.args[0], i, expr.params[j] - 1)


def reordered_rows(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry that stands here now."""
    return of(expr.args[0], expr.params[i] - 1, j)


def reshaped(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of the same number, counted row by row."""
    width = expr.axes[-1].size or 1
    before = expr.args[0].axes[-1].size or 1
    number = i * width + j if len(expr.axes) == 2 else j
    return of(expr.args[0], *divmod(number, before))


def by_rule(expr: Expr, i: int, j: int, _: EntryOf) -> Node:
    """What the rule gives at this place."""
    entry: Node = expr.params.entries[i if len(expr.axes) == 2 else 0][j]
    return entry
