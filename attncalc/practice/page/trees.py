"""Lines as trees over the entries of other lines, for a page that calculates them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isfinite
from typing import Any

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.operations import OPERATIONS

IN_TERMINAL = "attncalc practice asks it in the terminal."
MOST = 200_000  # parts of all trees of a problem
NUMBERS = ("rule", "rule down")  # tables that depend on no line
KINDS = {"row sums": "sum", "column sums": "sum", "share": "share", "share down": "share"}  # what is masked counts as 0
MASKED = ("seen", "zeros")  # what depends on which entries are masked, whatever is typed
Tables = Mapping[str, Array]
HIDDEN = Node("-inf", "-inf")


class Trees:
    """Makes trees of the expressions of one problem; `places` number its lines.

    `parts` are the parts of all of them, each once: a number, null for −∞, or what is done, and with which parts.
    """

    def __init__(self, calculation: Calculation, places: dict[str, int]) -> None:
        self.calculation, self.places = calculation, places
        self.parts: list[Any] = []
        self._known: dict[Any, int] = {}
        self._tables: dict[int, tuple[Expr, list[list[float | None]]]] = {}

    def line(self, expr: Expr, tables: Tables | None = None) -> list[int]:
        """The trees of all entries, row by row, by their numbers; `tables` are lines that stand nowhere else."""
        sizes = [axis.size or 0 for axis in expr.axes] or [1]
        height, width = (1, *sizes)[-2:]
        return [self._tree(self._entry(expr, i, j, tables or {})) for i in range(height) for j in range(width)]

    def sized(self, expr: Expr, tables: Tables) -> Expr:
        """An expression with the sides that its lines give it: a mistake may give it others."""
        if expr.op == "line":
            shape = self._array(expr, tables).shape
            named = expr.axes if len(expr.axes) == len(shape) else (Axis(""),) * len(shape)
            return replace(expr, axes=tuple(axis._replace(size=size) for axis, size in zip(named, shape, strict=True)))
        if expr.op == "constant" or not expr.args:
            return expr
        args = tuple(self.sized(arg, tables) for arg in expr.args)
        return replace(expr, args=args, axes=OPERATIONS[expr.op].axes(*(arg.axes for arg in args), expr.params))

    def number(self, entry: Any) -> float | None:
        """An entry as a page calculates with it: the nearest float; raises InputError where that has no end."""
        if entry is MINUS_INFINITY:
            return None
        try:
            number = int(entry.p) / int(entry.q) if type(entry) is fmpq else float(entry.mid())
        except OverflowError:
            number = inf
        if not isfinite(number):
            raise InputError("this problem has numbers that no page can calculate with")
        return number

    def _array(self, line: Expr, tables: Tables) -> Array:
        return tables[line.key] if line.key in tables else self.calculation.truth[line.key]

    def _value(self, expr: Expr) -> Array | Any:
        """What is made of no line."""
        with self.calculation.working():
            return self.calculation.value(expr, {})

    def _entry(self, expr: Expr, i: int, j: int, tables: Tables, *, masked: bool = False) -> Node:
        """One entry; what is `masked` is −∞ whatever is typed elsewhere."""
        if expr.op == "line":
            return self._of_line(expr, 0 if len(expr.axes) == 1 else i, j, tables, masked)
        if expr.op == "constant":
            return Node("constant", repr(self.number(self._value(expr))))
        if expr.op in NUMBERS:
            return self._of_table(expr, i, j)

        def of(arg: Expr, a: int, b: int) -> Node:
            return self._entry(arg, a, b, tables, masked=masked or expr.op in MASKED)

        if expr.op == "kept":
            return Node("kept", args=(of(expr.args[0], i, j),))
        node = OPERATIONS[expr.op].entry(expr, i, j, of)
        return replace(node, kind=KINDS.get(expr.op, node.kind))

    def _of_line(self, line: Expr, i: int, j: int, tables: Tables, masked: bool) -> Node:
        value = self._array(line, tables)
        place = i * value.shape[-1] + j
        if line.key in tables or (masked and value.flat[place] is MINUS_INFINITY):
            return _of_number(self.number(value.flat[place]))
        return Node("cell", f"{self.places[line.key]} {place}")

    def _of_table(self, expr: Expr, i: int, j: int) -> Node:
        if id(expr) not in self._tables:
            value = self._value(expr)
            width = value.shape[-1] if value is not None else 1
            flat = [] if value is None else [self.number(entry) for entry in value.flat]
            rows = [flat[start : start + width] for start in range(0, len(flat), width)]
            self._tables[id(expr)] = expr, rows  # which keeps the expression, and so its id
        return _of_number(self._tables[id(expr)][1][i if len(expr.axes) > 1 else 0][j])

    def _tree(self, node: Node) -> int:
        match node.kind:
            case "number":
                return self._part(float(node.text))
            case "-inf":
                return self._part(None)
            case "cell":
                return self._part(("@", *map(int, node.text.split())))
            case "constant":
                return self._part(("k", float(node.text)))
            case "name":
                return self._part(self._named(node.text))
            case "call":
                return self._part(("f", node.text, self._tree(node.args[0])))
        return self._part((node.kind, *map(self._tree, node.args)))

    def _part(self, part: Any) -> int:
        number = self._known.setdefault(part, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
            if number >= MOST:
                raise InputError("this problem is too large for a page", hint=IN_TERMINAL)
        return number

    def _named(self, name: str) -> float:
        ar = self.calculation.arithmetic
        with self.calculation.working():
            return self.number(ar.constant(name)) or 0.0


def _of_number(number: float | None) -> Node:
    return HIDDEN if number is None else Node("number", repr(number))
