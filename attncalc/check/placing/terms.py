"""The products whose sum an entry is, each a list of entries of other lines; None is a constant."""

from __future__ import annotations

from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

Leaf = tuple[str, int, int]  # a line's key, row and column from 0


def terms_of(expr: Expr, row: int, column: int) -> list[list[Leaf | None]]:
    """The products whose sum an entry of an expression is; none where it is no such sum."""

    def leaf(line: Expr, i: int, j: int) -> Node:
        return Node("leaf", line.key, (Node(str(i)), Node(str(j))))

    try:
        tree = entry(expr, row, column, leaf, numeric=False)
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        return []
    return [_factors(term) for term in (tree.args if tree.kind == "+" else (tree,))]


def _factors(tree: Node) -> list[Leaf | None]:
    if tree.kind == "leaf":
        return [(tree.text, int(tree.args[0].kind), int(tree.args[1].kind))]
    if tree.kind not in ("*", "/", "neg", "+", "-"):
        return [None]
    found = [factor for arg in tree.args for factor in _factors(arg)]
    return found if any(found) or tree.kind == "*" else [None]  # 1/2 is one constant
