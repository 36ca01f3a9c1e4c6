"""What an entry of a line is calculated from: the terms of its sum, or what is divided by what."""

from __future__ import annotations

from functools import cache

from attncalc.check.calculation import Calculation
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry

Place = tuple[str, int, int]  # a line or an input, row and column from 0, as the worksheet counts them


@cache
def products(calculation: Calculation, key: str, i: int, j: int) -> tuple[tuple[Place, Place], ...]:
    """The factors of each term of an entry of a product of two lines; nothing if the line is no such product."""
    expr = calculation.records[key].expr
    if expr.op != "matmul":
        return ()
    tree = entry(expr, i, j, lambda leaf, a, b: Node("entry", leaf.key, (Node(str(a)), Node(str(b)))), numeric=True)
    terms = tree.args if tree.kind == "+" else (tree,)
    if any(len(term.args) != 2 or any(leaf.kind != "entry" for leaf in term.args) for term in terms):
        return ()
    return tuple((_place(term.args[0]), _place(term.args[1])) for term in terms)


def _place(leaf: Node) -> Place:
    return leaf.text, int(leaf.args[0].kind), int(leaf.args[1].kind)


def operand(calculation: Calculation, key: str) -> str | None:
    """The one line that a line is calculated from entry by entry, as scaled scores are."""
    record = calculation.records[key]
    leaves = list(record.expr.lines())
    return leaves[0].key if record.expr.op in ("over", "exp", "tanh") and len(leaves) == 1 else None


def exponents(calculation: Calculation, key: str) -> tuple[str, str] | None:
    """The exponentials that weights are shares of, and their exponents."""
    expr = calculation.records[key].expr
    if expr.op != "share":
        return None
    powers: str = expr.args[0].key
    return powers, calculation.records[powers].expr.args[0].key
