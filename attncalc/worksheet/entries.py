"""One entry of a step written out: every product of a dot product, every exponential of a softmax."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import constant_tree
from attncalc.worksheet.operations import OPERATIONS

SHORT = 4  # terms up to which an entry's own formula in names is worth a line


class Line(NamedTuple):
    """An entry (named by its step, row and column from 0), how it follows in names, in numbers, and its value."""

    key: str
    row: int
    column: int
    names: Node | None
    numbers: Node
    value: Node


def written_out(
    key: str,
    row: int,
    column: int,
    expression_of: Callable[[str], Expr | None],
    value_of: Callable[[str, int, int], Node],
    hidden: set[str],
) -> Iterator[Line]:
    """The lines that lead to one entry; lines of `hidden` steps come before the entry that needs them.

    `expression_of` gives the expression that made a step (None for what was given), `value_of` one entry of it.
    """
    seen: set[tuple[str, int, int]] = set()

    def lines(key: str, i: int, j: int) -> Iterator[Line]:
        expr = expression_of(key)
        if (key, i, j) in seen or expr is None:
            return
        seen.add((key, i, j))
        for leaf, i2, j2 in sorted(_leaves(expr, i, j), key=lambda found: not is_total(found[0])):
            if leaf.key in hidden:
                yield from lines(leaf.key, i2, j2)
        numbers = entry(expr, i, j, lambda leaf, a, b: value_of(leaf.key, a, b), numeric=True)
        names = entry(expr, i, j, lambda leaf, a, b: Node("entry", leaf.key, _index(leaf, a, b)), numeric=False)
        yield Line(key, i, j, names if _is_short(names) else None, numbers, value_of(key, i, j))

    yield from lines(key, row, column)


def entry(expr: Expr, i: int, j: int, leaf: Callable[[Expr, int, int], Node], *, numeric: bool) -> Node:
    """One entry of an expression as a tree over the entries of named lines."""
    if expr.op == "line":
        return leaf(expr, 0 if len(expr.axes) == 1 else i, j)
    if expr.op == "constant":
        return constant_tree(expr, numeric=numeric)
    return OPERATIONS[expr.op].entry(expr, i, j, lambda arg, a, b: entry(arg, a, b, leaf, numeric=numeric))


def signed(text: str) -> Node:
    """A number as a tree, so that a negative one gets its parentheses."""
    return Node("neg", args=(Node("number", text[1:]),)) if text.startswith("-") else Node("number", text)


def _leaves(expr: Expr, i: int, j: int) -> list[tuple[Expr, int, int]]:
    found: list[tuple[Expr, int, int]] = []

    def leaf(expr: Expr, a: int, b: int) -> Node:
        found.append((expr, a, b))
        return Node("number", "0")

    entry(expr, i, j, leaf, numeric=True)
    return found


def is_total(expr: Expr) -> bool:
    """Whether a line holds one number for each row, or each column."""
    return any(axis.name == "1" for axis in expr.axes)


def index_of(expr: Expr, i: int, j: int) -> tuple[int, ...]:
    """The numbers by which an entry is called, from 1; a side of one is not counted, picked rows keep theirs."""
    sides = zip(expr.axes, (i, j) if len(expr.axes) == 2 else (j,), strict=True)
    return tuple(axis.picked[number] if axis.picked else number + 1 for axis, number in sides if axis.name != "1")


def _index(leaf: Expr, a: int, b: int) -> tuple[Node, ...]:
    return tuple(Node("number", str(number)) for number in index_of(leaf, a, b))


def _is_short(tree: Node) -> bool:
    """Whether a tree in names says more than its numbers: no sum, and no more than a few parts."""
    return tree.kind not in ("+", "entry") and not any(arg.kind == "+" and len(arg.args) > SHORT for arg in tree.args)
