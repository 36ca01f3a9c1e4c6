"""The lines of each problem, as numbers to compare a page with: as they should be, and as they follow so far."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation
from attncalc.check.judging.grain import equal
from attncalc.problem.names import read_name
from attncalc.problem.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

NEXT = 3  # lines: some are left out
Floats = list[list[float]]
Leaf = tuple[str, int, int]  # a line's key, row and column from 0


class Sheet:
    """One problem while its numbers are being found on a page."""

    def __init__(self, number: int, calculation: Calculation) -> None:
        self.number = number
        self.calculation = calculation
        self.keys = [*calculation.inputs, *calculation.records, *calculation.sizes]
        self.rank = dict.fromkeys(self.keys, 0.0) | dict(_ranks(calculation))
        self.truth: dict[str, Floats] = {key: floats(calculation.truth[key]) for key in self.keys}
        self.last = 0.0  # the rank of the line that was placed last
        self._names = {key: name for key in self.keys if (name := read_name(key))}
        self._written: dict[str, Array] = {}
        self._carried: dict[str, Floats] | None = None
        self._partners: dict[str, set[str]] = {}
        self._terms: dict[tuple[str, int, int], list[list[Leaf | None]]] = {}

    def shape(self, key: str) -> tuple[int, int]:
        """Rows and columns as they are calculated; a vector is one row."""
        rows = self.truth[key]
        return len(rows), len(rows[0])

    def is_next(self, key: str) -> bool:
        """Whether a line comes at once, or almost, after the one that was placed last."""
        return bool(self.rank[key]) and 0 <= self.rank[key] - self.last <= NEXT

    def hides(self, key: str) -> bool:
        """Whether some entries of a line are -∞."""
        return any(entry == -math.inf for row in self.truth[key] for entry in row)

    def is_vector(self, key: str) -> bool:
        """Whether a line has one axis."""
        return len(self.calculation.truth[key].shape) == 1

    def is_input(self, key: str) -> bool:
        """Whether a line is given."""
        return key not in self.calculation.records

    def base(self, key: str) -> str:
        """The name without the number of its section."""
        return self._names[key].base if key in self._names else key

    def section(self, key: str) -> tuple[int, ...]:
        """The numbers of its head, layer or step, outermost first."""
        return self._names[key].section if key in self._names else ()

    def exponents(self, key: str) -> str | None:
        """The line whose entries are the exponents of a line of exponentials."""
        record = self.calculation.records.get(key)
        of_a_line = record is not None and record.expr.op == "exp" and record.expr.args[0].op == "line"
        return record.expr.args[0].key if record is not None and of_a_line else None

    def exponent(self, leaf: Leaf) -> Leaf:
        """The exponent of an exponential."""
        return (self.exponents(leaf[0]) or leaf[0], *leaf[1:])

    def partners(self, key: str) -> set[str]:
        """The lines, by name without section, that are used together with this one."""
        if not self._partners:
            for record in self.calculation.records.values():
                names = {leaf.key for leaf in record.expr.lines()}
                for name in names:
                    self._partners.setdefault(name, set()).update(map(self.base, names - {name}))
        return self._partners.get(key, set())

    @property
    def carried(self) -> dict[str, Floats]:
        """Every line as it follows from what was written so far."""
        if self._carried is None:
            with self.calculation.working():
                lines = self.calculation.carried(self._written)
            self._carried = {key: floats(lines[key]) for key in self.keys}
        return self._carried

    def wrote(self, key: str, cells: Iterable[tuple[int, int, Any]]) -> None:
        """Takes note of entries that were written of a line."""
        base = self._written.get(key, self.calculation.truth[key])
        width, flat = base.shape[-1], list(base.flat)
        for row, column, value in cells:
            flat[row * width + column] = value
        self.last = self.rank[key] or self.last
        if all(map(equal, flat, base.flat)) and (key in self._written or key not in self.calculation.records):
            return  # nothing new follows from it
        self._written[key] = Array(flat, base.shape)
        self._carried = None

    def values(self, leaf: Leaf) -> set[float]:
        """What an entry is, and what it is as it follows."""
        key, row, column = leaf
        return {self.truth[key][row][column], self.carried[key][row][column]}

    def terms(self, key: str, row: int, column: int) -> list[list[Leaf | None]]:
        """The products whose sum an entry is, each a list of entries of other lines; None is a constant."""
        place = (key, row, column)
        if place not in self._terms:
            self._terms[place] = _terms(self.calculation.records[key].expr, row, column)
        return self._terms[place]


def _ranks(calculation: Calculation) -> Iterator[tuple[str, float]]:
    """The place of each line in the order of the work; details stand between two lines."""
    place = 1.0
    for key, record in calculation.records.items():
        yield key, place - 0.5 if record.detail else place
        place += not record.detail


def floats(array: Array) -> Floats:
    """Rows of floats; a masked score is -inf."""
    return [[-math.inf if entry is MINUS_INFINITY else float(entry) for entry in row] for row in array.rows]


def _terms(expr: Expr, row: int, column: int) -> list[list[Leaf | None]]:
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
    if tree.kind in ("*", "/", "neg", "+", "-"):
        return [factor for arg in tree.args for factor in _factors(arg)]
    return [None]
