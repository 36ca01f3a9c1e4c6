"""Lines as trees over the entries of other lines, for a page that calculates them again."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.operations import OPERATIONS

Tree = Any  # a number, null for −∞, or a list: what is done, and with what
MOST = 200_000  # parts of all trees of a page
NUMBERS = ("rule", "rule down")  # tables that depend on no line


class Trees:
    """Makes trees of the expressions of one problem; `places` number its lines."""

    def __init__(self, calculation: Calculation, places: dict[str, int]) -> None:
        self.calculation, self.places = calculation, places
        self.count = 0
        self._tables: dict[int, list[list[Tree]]] = {}

    def line(self, expr: Expr) -> list[Tree]:
        """The trees of all entries, row by row."""
        sizes = [axis.size or 0 for axis in expr.axes] or [1]
        height, width = (1, *sizes)[-2:]
        return [self._tree(self._entry(expr, i, j)) for i in range(height) for j in range(width)]

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

    def _value(self, expr: Expr) -> Array | Any:
        """What is made of no line."""
        with self.calculation.working():
            return self.calculation.value(expr, {})

    def _entry(self, expr: Expr, i: int, j: int) -> Node:
        """One entry; what is hidden is −∞ whatever is typed elsewhere."""
        if expr.op == "line":
            i = 0 if len(expr.axes) == 1 else i
            value = self.calculation.truth[expr.key]
            place = i * value.shape[-1] + j
            if value.flat[place] is MINUS_INFINITY:
                return Node("-inf", "-inf")
            return Node("cell", f"{self.places[expr.key]} {place}")
        if expr.op == "constant":
            return Node("constant", repr(self.number(self._value(expr))))
        if expr.op in NUMBERS:
            return self._of_table(expr, i, j)
        return OPERATIONS[expr.op].entry(expr, i, j, self._entry)

    def _of_table(self, expr: Expr, i: int, j: int) -> Node:
        if id(expr) not in self._tables:
            value = self._value(expr)
            width = value.shape[-1] if value is not None else 1
            flat = [] if value is None else [self.number(entry) for entry in value.flat]
            self._tables[id(expr)] = [flat[start : start + width] for start in range(0, len(flat), width)]
        number = self._tables[id(expr)][i if len(expr.axes) > 1 else 0][j]
        return Node("-inf", "-inf") if number is None else Node("number", repr(number))

    def _tree(self, node: Node) -> Tree:
        self.count += 1
        if self.count > MOST:
            raise InputError("this problem is too large for a page", hint="attncalc practice asks it in the terminal.")
        match node.kind:
            case "number":
                return float(node.text)
            case "-inf":
                return None
            case "cell":
                return ["@", *map(int, node.text.split())]
            case "constant":
                return ["k", float(node.text)]
            case "name":
                return self._named(node.text)
            case "call":
                return ["f", node.text, self._tree(node.args[0])]
        return [node.kind, *map(self._tree, node.args)]

    def _named(self, name: str) -> float:
        ar = self.calculation.arithmetic
        with self.calculation.working():
            return self.number(ar.constant(name)) or 0.0
