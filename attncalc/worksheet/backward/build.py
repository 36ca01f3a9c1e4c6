"""Expressions of gradients: operations of the table on expressions, with what goes without saying left out."""

from __future__ import annotations

from typing import Any

from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.operations import OPERATIONS
from attncalc.worksheet.returning import Sides

ONE, TWO = Node("number", "1"), Node("number", "2")
Sizes = tuple[int | None, ...]


def make(op: str, *args: Expr, params: Any = None) -> Expr:
    """An operation of the table on these expressions."""
    return Expr(op, args, OPERATIONS[op].axes(*(arg.axes for arg in args), params), params)


def number(tree: Node | str) -> Expr:
    """A constant."""
    return Expr("constant", (), (), (Node("number", tree) if isinstance(tree, str) else tree, {}))


def sizes(expr: Expr) -> Sizes:
    """The sizes of an expression's sides."""
    return tuple(axis.size for axis in expr.axes)


def transposed(expr: Expr) -> Expr:
    """The transpose, of a product the product of the transposes."""
    if len(expr.axes) < 2:
        return expr
    if expr.op == "transpose":
        return expr.args[0]
    if expr.op == "matmul" and all(len(arg.axes) == 2 for arg in expr.args):
        return make("matmul", transposed(expr.args[1]), transposed(expr.args[0]))
    if expr.op == "outer":
        return make("outer", *expr.args[::-1])
    return make("transpose", expr)


def ln(a: Expr) -> Expr:
    """The natural logarithm, of a number that of its tree."""
    if a.op != "constant":
        return make("ln", a)
    tree, names = a.params
    return Expr("constant", (), (), (Node("call", "ln", (tree,)), names))


def hadamard(a: Expr, b: Expr) -> Expr:
    """The product entry by entry; what is repeated over the other's sides need not be."""
    if a.op == "repeated" and sizes(a) == sizes(b):
        return make("hadamard", b, a.args[0])
    return make("hadamard", a, b.args[0] if b.op == "repeated" and sizes(a) == sizes(b) else b)


def times(a: Expr, factor: Expr) -> Expr:
    """A number times an expression."""
    return make("times", a, factor)


def minus(a: Expr) -> Expr:
    """The expression with its sign changed."""
    return a.args[0] if a.op == "minus" else make("minus", a)


def plus(a: Expr, b: Expr) -> Expr:
    """A sum, or a difference."""
    if b.op == "minus":
        return make("subtract", a, b.args[0])
    if a.op == "minus":
        return make("subtract", b, a.args[0])
    return make("add", a, b)


def less(a: Expr, b: Expr) -> Expr:
    """A difference."""
    return make("subtract", a, b)


def total(a: Expr) -> Expr:
    """The sum of all entries, a vector of one."""
    return a if sizes(a) == (1,) else make("total", a)


def fitted(part: Expr, arg: Expr) -> Expr:
    """A gradient in the sizes of what it belongs to: summed where that was repeated, repeated where it was summed."""
    found, wanted = sizes(part), sizes(arg)
    if found == wanted:
        return part
    if wanted in ((), (1,)):
        return total(part)
    if len(found) == 2 and wanted == found[1:]:
        return make("sum of rows", part)
    if len(wanted) == 2 and wanted == (found[0], 1):
        return make("row sums", part)
    if len(wanted) == 2 and wanted == (1, found[-1]):
        return make("column sums", part)
    return repeated(part, arg)


def repeated(part: Expr, arg: Expr) -> Expr:
    """An array over all entries of a larger one."""
    if sizes(part) == sizes(arg):
        return part
    rows = len(arg.axes) == 2 and arg.axes[0].size != 1 and sizes(part) in (sizes(arg)[1:], (1, arg.axes[1].size))
    columns = len(part.axes) == 2 and part.axes[0].size == arg.axes[0].size
    word = "row" if rows else "column" if columns else "entry"
    return make("repeated", part, params=Sides(word, arg.axes))
