"""Where a mistake of method may have been made: one operation in the expression of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation
from attncalc.problem.names import spell
from attncalc.reading.number import Node, Number
from attncalc.worksheet.expression import Expr, line
from attncalc.worksheet.formula import formula, symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record


@dataclass(frozen=True, slots=True)
class Variant:
    """An operation as it may have been taken, what its sentence needs, and tables that only the mistake knows.

    `row` is the one row of the line (from 0) that it changes, where it is one.
    """

    expr: Expr
    words: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Array] = field(default_factory=dict)
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """One operation (`node`) in the expression of a line of the work (`record`)."""

    calculation: Calculation
    record: Record
    node: Expr

    @property
    def op(self) -> str:
        """The operation."""
        return self.node.op

    @property
    def args(self) -> tuple[Expr, ...]:
        """What it is done to."""
        return self.node.args

    def made(self, expr: Expr) -> Expr:
        """What made a line of the work; an input, and what is no line, is itself."""
        record = self.calculation.records.get(expr.key) if expr.op == "line" else None
        return record.expr if record and not record.given else expr

    def cut(self, expr: Expr) -> Expr | None:
        """The columns that a line, or an input, takes of a whole one."""
        known = self.calculation.inputs.get(expr.key) if expr.op == "line" else None
        made = known.expr if known else expr
        return made if made.op == "columns" and made.args[0].op == "line" else None

    def line(self, name: str, section: tuple[int, ...]) -> Expr | None:
        """The leaf of a line or an input, if there is one of this name."""
        key = spell(name, section)
        found = self.calculation.records.get(key) or self.calculation.inputs.get(key)
        return line(name, section, found.expr.axes) if found else None

    def beside(self, expr: Expr, name: str) -> Expr | None:
        """The line of another name in the section of this one, or the one that all sections share."""
        section = expr.params[1]
        return self.line(name, section) or (self.line(name, ()) if section else None)

    def shape(self, expr: Expr) -> tuple[int, ...]:
        """The sizes of a line; () for what is none."""
        value = self.calculation.truth.get(expr.key) if expr.op == "line" else None
        return tuple(value.shape) if value is not None else ()


Rewrite = Callable[[Site], Iterator[Variant]]


def with_op(node: Expr, op: str, *args: Expr, params: Any = None) -> Expr:
    """Another operation in a node's place."""
    return Expr(op, args, node.axes, params)


def constant(text: str | Node, names: Mapping[str, Number] | None = None) -> Expr:
    """A number as an expression."""
    return Expr("constant", (), (), (Node("number", text) if isinstance(text, str) else text, names or {}))


def replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with another one wherever `old` stands."""
    if expr == old:
        return new
    return replace(expr, args=tuple(replaced(arg, old, new) for arg in expr.args)) if expr.args else expr


def nodes(expr: Expr) -> Iterator[Expr]:
    """Every operation and leaf in an expression, each once, from the outermost."""
    seen: list[Expr] = []

    def walk(node: Expr) -> None:
        if node not in seen:
            seen.append(node)
            for arg in node.args:
                walk(arg)

    walk(expr)
    yield from seen


def name_of(expr: Expr) -> str:
    """A line's name as it is printed; of what is no line, its formula."""
    return symbol(expr.params[0], expr.params[1], TEXT) if expr.op == "line" else formula(expr, TEXT)
