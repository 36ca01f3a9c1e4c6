"""Formulas of steps as text or LaTeX, from the expressions that were computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from attncalc.problem.names import differentiated
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.notation import ATOM, POWER, PRODUCT, SUM, Style, in_greek, latex_head, subscript, write
from attncalc.worksheet.operation import Notation, words
from attncalc.worksheet.operations import OPERATIONS
from attncalc.worksheet.selection import Chosen, ChosenSome

DASH = {False: "–", True: r" \ldots "}
PART = Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,))
OF_VECTOR = {
    "row sums": words("sum of"),
    "row means": words("mean of"),
    "row max": words("max of"),
    "row block": PART,
    "columns": PART,
}
OF_WEIGHTS = {"q", "k", "v", "o", "up", "gate", "down", "e", "u"}  # what is printed below W and b
SHIFTS = ("minus max", "minus column max")


def symbol(name: str, section: tuple[int, ...], style: Style) -> str:
    """A name as it is printed: S_scaled, Q₁, α."""
    numbers = ",".join(map(str, section))
    if (own := differentiated(name)) is not None:
        return f"d{symbol(own, section, style)}"
    if not style.latex:
        return in_greek(name) + subscript(numbers)
    base, _, index = name.partition("_")
    if base[0] in "Wb" and base[1:] in OF_WEIGHTS:
        base, index = base[0], ",".join(filter(None, (base[1:], index)))
    head = latex_head(base)
    index = index.replace("_", ",")
    parts = [index if len(index) < 2 else rf"\text{{{index}}}", numbers]
    tail = ",".join(part for part in parts if part)
    return f"{head}_{{{tail}}}" if tail else head


def formula(expr: Expr, style: Style, *, numeric: bool = False) -> str:
    """The expression written out; `numeric` puts the sizes into its constants (S/2 for S/√d_k)."""
    return _write(expr, style, numeric)[0]


def inlined(expr: Expr, hidden: Mapping[str, Expr]) -> Expr:
    """The expression with lines that are not shown replaced by what made them."""
    if expr.op == "line" and expr.key in hidden:
        return inlined(hidden[expr.key], hidden)
    return replace(expr, args=tuple(inlined(arg, hidden) for arg in expr.args))


def constant_tree(expr: Expr, *, numeric: bool) -> Node:
    """The tree of a constant, as typed or with the sizes put in."""
    tree, names = expr.params
    return _substituted(tree, names) if numeric else tree


def _substituted(tree: Node, names: Mapping[str, Any]) -> Node:
    """The tree with numbers for names; a root of a square number is taken."""
    if tree.kind == "name" and tree.text in names:
        return names[tree.text].tree or Node("number", names[tree.text].text)
    args = tuple(_substituted(arg, names) for arg in tree.args)
    if tree.kind == "call" and tree.text == "sqrt" and args[0].kind == "number" and args[0].text.isdigit():
        from math import isqrt

        root = isqrt(int(args[0].text))
        if root * root == int(args[0].text):
            return Node("number", str(root))
    return replace(tree, args=args)


def _write(expr: Expr, style: Style, numeric: bool) -> tuple[str, float]:
    """An expression and how tightly it binds."""
    if expr.op == "line":
        name, section = expr.params
        return symbol(name, section, style), ATOM
    if expr.op == "constant":
        tree = constant_tree(expr, numeric=numeric)
        text = write(tree, style)
        return text, SUM if tree.kind in ("+", "-", "neg") else PRODUCT if tree.kind in (
            "*",
            "/",
        ) and style.flat else ATOM
    if (scores := softmax_of(expr)) is not None:
        name = "softmax" if not style.latex else r"\operatorname{softmax}"
        opening, closing = style.parens
        return f"{name}{opening}{_write(scores, style, numeric)[0]}{closing}", ATOM
    if expr.op == "looked up" and expr.args[0].op == "one column":
        return _looked_up(expr, expr.args[0], style, numeric), ATOM
    if expr.op in ("beside", "below", "stacked"):
        return _side_by_side(expr, style, numeric), ATOM
    notation = OPERATIONS[expr.op].notation
    if expr.op in OF_VECTOR and len(expr.args[0].axes) == 1:
        notation = OF_VECTOR[expr.op]
    parts = [_within(arg, asks, style, numeric) for arg, asks in zip(expr.args, notation.asks, strict=True)]
    template = notation.latex if style.latex else notation.text
    return template.format(*parts, params=_picked(expr.params, style, numeric)), notation.binding


def _within(arg: Expr, asks: int, style: Style, numeric: bool) -> str:
    text, binding = _write(arg, style, numeric)
    frac = style.latex and arg.op in ("over", "share", "share down")
    opening, closing = style.parens
    return text if binding >= asks or (frac and asks <= POWER) else f"{opening}{text}{closing}"


def softmax_of(expr: Expr) -> Expr | None:
    """The scores whose softmax this is: exponentials over the sums of the same exponentials."""
    if expr.op not in ("share", "share down") or expr.args[0].op != "exp":
        return None
    exponentials, total = expr.args
    if total.op not in ("row sums", "column sums") or total.args[0] != exponentials:
        return None
    scores = exponentials.args[0]
    return scores.args[0] if scores.op in SHIFTS else scores


def _looked_up(expr: Expr, column: Expr, style: Style, numeric: bool) -> str:
    """Entries of a column as entries of its matrix: b[bkt, 1]."""
    return f"{_within(column.args[0], ATOM, style, numeric)}[{expr.params.in_style(style)}, {column.params}]"


def _side_by_side(expr: Expr, style: Style, numeric: bool) -> str:
    parts = [_write(arg, style, numeric)[0] for arg in expr.args]
    stacked = expr.op in ("below", "stacked") or len(expr.axes) == 1
    if style.latex:
        return r"\begin{bmatrix} " + (r" \\ " if stacked else " & ").join(parts) + r" \end{bmatrix}"
    return f"[{('; ' if stacked else ' ').join(parts)}]"


def _picked(params: Any, style: Style, numeric: bool) -> str:
    if isinstance(params, Chosen | ChosenSome) and not numeric:
        return ",".join(_write(by, style, numeric)[0] for by in params.by)
    if isinstance(params, slice):
        return (
            str(params.stop)
            if params.stop == params.start + 1
            else f"{params.start + 1}{DASH[style.latex]}{params.stop}"
        )
    if hasattr(params, "in_style"):
        written: str = params.in_style(style)
        return written
    return ",".join(map(str, params)) if isinstance(params, tuple) else str(params or "")
