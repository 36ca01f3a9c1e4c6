"""Tables that a rule makes or the problem prescribes, and constants: what is written as numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from attncalc.reading.number import Number
from attncalc.render.code.arrays import array, matrix, one_hot
from attncalc.render.code.dialect import TORCH, Dialect
from attncalc.render.code.formulas import formula
from attncalc.render.code.numerals import Numerals, Spelt, plain
from attncalc.render.code.spelling import ATOM
from attncalc.worksheet.expression import Axis, Expr


def constant(expr: Expr, numerals: Numerals) -> Spelt:
    """A number with the sizes put in: np.sqrt(2) for √d_k."""
    tree, names = expr.params
    return numerals.tree(tree, names)


def is_one_number(axes: tuple[Axis, ...]) -> bool:
    """Whether these are the axes of a single number."""
    return len(axes) == 1 and axes[0].name == "1" and axes[0].size == 1


def _rule(expr: Expr, numerals: Numerals, _: list[str]) -> Spelt:
    rule = expr.params
    spelt = [[numerals.tree(entry, dict(rule.names)) for entry in row] for row in rule.entries]
    if is_one_number(expr.axes):
        text, binding = spelt[0][0]
        return (f"torch.tensor({text})", ATOM) if numerals.dialect is TORCH else (text, binding)
    if made := formula(rule, numerals):
        return made
    return _literal([[text for text, _ in row] for row in spelt], numerals, vector=len(expr.axes) == 1)


def _literal(rows: list[list[str]], numerals: Numerals, *, vector: bool = False) -> Spelt:
    """A table by its entries, as short as can be."""
    if {entry for row in rows for entry in row} == {"0"}:
        shape = str(len(rows[0])) if vector else f"({len(rows)}, {len(rows[0])})"
        return f"{numerals.dialect.prefix}.zeros({shape})", ATOM
    if vector:
        return array(rows, numerals.dialect, vector=True), ATOM
    return one_hot(rows, numerals.dialect) or matrix(rows, numerals.dialect), ATOM


def _rule_down(expr: Expr, numerals: Numerals, _: list[str]) -> Spelt:
    rule = expr.params
    spelt = [[numerals.tree(entry, dict(rule.names))[0] for entry in row] for row in rule.entries]
    return _literal([list(column) for column in zip(*spelt, strict=True)], numerals)


def _prescribed(expr: Expr, numerals: Numerals, args: list[str]) -> Spelt:
    """The exponentials that a problem prescribes."""
    pairs: tuple[tuple[Number, Number], ...] = expr.params.func.pairs
    table = ", ".join(f"{numerals.number(x)}: {numerals.number(y)}" for x, y in pairs)
    return f"from_table({args[0]}, {{{table}}})", ATOM


Table = Callable[[Expr, Numerals, list[str]], Spelt]
TABLES: dict[str, Table] = {"rule": _rule, "rule down": _rule_down, "table": _prescribed}


def from_digits(text: str, dialect: Dialect) -> str:
    """A number of the worksheet as Python writes it."""
    value = float(text.rstrip("?"))
    if value == -inf:
        return f"-{dialect.prefix}.inf"
    return plain(str(int(value))) if value.is_integer() else repr(value)


def words(expr: Expr) -> str:
    """What a table is made by, where only words say it."""
    written = expr.params.written if expr.op in ("rule", "rule down") else ""
    return written if isinstance(written, str) else ""
