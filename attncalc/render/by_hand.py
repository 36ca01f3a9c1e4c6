"""An expression with matrices in place of names, as it stands in a hand-written line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attncalc.render.blocks import Bracket, Cells, Math, Piece
from attncalc.worksheet.elementwise import FUNCTIONS, NAMED, operator
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import constant_tree, softmax_of
from attncalc.worksheet.notation import LATEX, TEXT, write

CellsOf = Callable[[Expr], Cells]
BETWEEN = {
    "matmul": Math("", ""),
    "add": Math("+", "+"),
    "subtract": Math("−", "-"),
    "masked": Math("+", "+"),
    "over": Math("/", "/"),
    "share": Math("/", "/"),
    "share down": Math("/", "/"),
    "times": Math("·", r"\cdot"),
    "hadamard": Math("⊙", r"\odot"),
    "dot": Math("·", r"\cdot"),
}
SUMS = ("add", "subtract", "masked")
SIGNED = ("+", "-", "/")  # kinds of numbers that have a sign of their own
BEFORE = {
    "tanh": Math("tanh", r"\tanh"),
    "exp": Math("exp", r"\exp"),
    "table": Math("exp", r"\exp"),
    "minus": Math("−", "-"),
    **{name: Math(name, NAMED.get(name) or operator(name).format()) for name in FUNCTIONS},
}


# The part of a named line that an operation takes.
PARTS: dict[str, Callable[[Cells, Any], Cells]] = {
    "rows": lambda cells, numbers: tuple(cells[number - 1] for number in numbers),
    "picked columns": lambda cells, numbers: tuple(tuple(row[number - 1] for number in numbers) for row in cells),
    "row block": lambda cells, cut: cells[cut],
    "columns": lambda cells, cut: tuple(row[cut] for row in cells),
    "row": lambda cells, number: (cells[number - 1],),
    "one column": lambda cells, number: (tuple(row[number - 1] for row in cells),),
}
OF_VECTOR = {"row block": "columns", "rows": "picked columns"}  # whose cells are one row


def operands(expr: Expr, cells_of: CellsOf) -> list[Piece]:
    """The pieces of a line; empty where the expression is not written with matrices side by side."""
    if (leaf := _leaf(expr, cells_of)) is not None:
        return [leaf]
    if (scores := softmax_of(expr)) is not None:
        return _after(Math("softmax", r"\operatorname{softmax}"), operands(scores, cells_of))
    if expr.op in BEFORE:
        return _after(BEFORE[expr.op], operands(expr.args[0], cells_of))
    if expr.op not in BETWEEN:
        return []
    left, right = (_factor(expr, arg, operands(arg, cells_of)) for arg in expr.args)
    if not left or not right:
        return []
    if is_column(expr):
        right = [Bracket(upright(piece.cells)) if isinstance(piece, Bracket) else piece for piece in right]
    if expr.op == "times":
        left, right = right, left
    return [*left, *([BETWEEN[expr.op]] if BETWEEN[expr.op].text else []), *right]


def _leaf(expr: Expr, cells_of: CellsOf) -> Piece | None:
    """A named line, its transpose or a part of it as a matrix; a constant as its number."""
    if expr.op == "constant":
        tree = constant_tree(expr, numeric=True)
        return Math(write(tree, TEXT), write(tree, LATEX))
    if expr.op == "line":
        return Bracket(cells_of(expr))
    if expr.op not in ("transpose", "column", *PARTS) or expr.args[0].op != "line":
        return None
    cells = cells_of(expr.args[0])
    if expr.op in ("transpose", "column"):
        return Bracket(upright(cells))
    op = OF_VECTOR.get(expr.op, expr.op) if len(expr.args[0].axes) == 1 else expr.op
    return Bracket(PARTS[op](cells, expr.params))


def is_column(expr: Expr) -> bool:
    """Whether an expression is a matrix times a vector, which stand as columns."""
    return expr.op == "matmul" and len(expr.args[1].axes) == 1


def upright(cells: Cells) -> Cells:
    """Rows as columns."""
    return tuple(zip(*cells, strict=True))


def _factor(expr: Expr, arg: Expr, pieces: list[Piece]) -> list[Piece]:
    """The pieces of an argument: sums stand in parentheses, unless they are part of a sum; so do fractions."""
    if arg.op == "constant" and expr.op not in SUMS and constant_tree(arg, numeric=True).kind in SIGNED:
        return [Math("(", r"\Bigl("), *pieces, Math(")", r"\Bigr)")]
    is_term = expr.op in SUMS and not (expr.op == "subtract" and arg is expr.args[1])
    if is_term or arg.op not in SUMS or len(pieces) < 2:
        return pieces
    return [Math("(", r"\Bigl("), *pieces, Math(")", r"\Bigr)")]


def _after(name: Math, inner: list[Piece]) -> list[Piece]:
    """A function of what follows, in parentheses if that is more than one matrix."""
    if len(inner) < 2:
        return [name, *inner] if inner else []
    return [Math(f"{name.text} (", rf"{name.latex} \Bigl("), *inner, Math(")", r"\Bigr)")]
