"""The lines of each problem, as numbers to compare a page with: as they should be, and as they follow so far."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation
from attncalc.check.judging.grain import equal
from attncalc.problem.names import read_name
from attncalc.reading.ink import Ink
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT

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
        self.written: dict[str, Array] = {}  # the lines that stand on the page, and what was copied otherwise
        self._lines: dict[str, Array] | None = None
        self._carried: dict[str, Floats] | None = None
        self._partners: dict[str, set[str]] = {}
        self._terms: dict[tuple[str, int, int], list[list[Leaf | None]]] = {}
        self._called: dict[tuple[str, ...], list[str]] | None = None

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

    def called(self, name: Ink) -> list[str]:
        """The lines that have this name, as the worksheet prints it or as its key spells it."""
        if self._called is None:
            self._called = {}
            for spelling, key in _spellings(self):
                if key not in self._called.setdefault(spelling, []):
                    self._called[spelling].append(key)
        return self._called.get(spelling_of(name), [])

    def exponents(self, key: str) -> str | None:
        """The line whose entries are the exponents of a line of exponentials."""
        record = self.calculation.records.get(key)
        of_a_line = record is not None and record.expr.op == "exp" and record.expr.args[0].op == "line"
        found = record.expr.args[0].key if record is not None and of_a_line else None
        return found if found in self.truth else None

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
            lines = self._follow()
            self._carried = {key: floats(lines[key]) for key in self.keys}
        return self._carried

    def follows(self, key: str) -> dict[str, Array]:
        """The lines as they follow from what was written so far, this one from those before."""
        lines = self._follow()
        with self.calculation.working():
            value = self.calculation.line(key, lines) if key in self.written else None
        return lines if value is None else {**lines, key: value}

    def _follow(self) -> dict[str, Array]:
        if self._lines is None:
            with self.calculation.working():
                self._lines = self.calculation.carried(self.written)
        return self._lines

    def wrote(self, key: str, cells: Iterable[tuple[int, int, Any]]) -> None:
        """Takes note of entries that were written of a line."""
        base = self.written.get(key, self.calculation.truth[key])
        width, flat = base.shape[-1], list(base.flat)
        for row, column, value in cells:
            flat[row * width + column] = value
        self.last = self.rank[key] or self.last
        if all(map(equal, flat, base.flat)) and (key in self.written or key not in self.calculation.records):
            return  # nothing new follows from it
        self.written[key] = Array(flat, base.shape)
        self._lines = self._carried = None

    def values(self, leaf: Leaf) -> set[float]:
        """What an entry is, and what it is as it follows."""
        key, row, column = leaf
        return {self.truth[key][row][column], self.carried[key][row][column]}

    def terms(self, key: str, row: int, column: int) -> list[list[Leaf | None]]:
        """The products whose sum an entry is, each a list of entries of other lines; None is a constant."""
        place = (key, row, column)
        if place not in self._terms:
            found = _terms(self.calculation.records[key].expr, row, column)
            known = all(leaf is None or leaf[0] in self.truth for term in found for leaf in term)
            self._terms[place] = found if known else []  # what was given is made from nothing that stands here
        return self._terms[place]


def spelling_of(name: Ink) -> tuple[str, ...]:
    """A name with its indices, each by itself."""
    base, *head = name.name.split("_")
    return (base, *head, *(part for index in name.indices for part in re.split(r"[_,\s]+", index) if part))


def _spellings(sheet: Sheet) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every name as it is printed in text and in LaTeX, and as its key spells it, read as it is on a page."""
    from attncalc.reading.expression import named_by

    for key in sheet.keys:
        record = sheet.calculation.records.get(key) or sheet.calculation.inputs.get(key)
        base, section = (record.name, record.section) if record else (key, ())
        if not section and "_" in base and base.rpartition("_")[2].isdigit():
            base, section = base.rpartition("_")[0], (int(base.rpartition("_")[2]),)
        for text in (symbol(base, section, LATEX), symbol(base, section, TEXT), key):
            if name := named_by(text):
                yield spelling_of(name), key


def _ranks(calculation: Calculation) -> Iterator[tuple[str, float]]:
    """The place of each line in the order of the work; details stand between two lines."""
    place = 1.0
    for key, record in calculation.records.items():
        yield key, place - 0.5 if record.detail else place
        place += not record.detail


def floats(array: Array) -> Floats:
    """Rows of floats; a masked score is -inf."""
    return [[_float(entry) for entry in row] for row in array.rows]


def _float(entry: Any) -> float:
    """What is beyond floats is as large as can be."""
    if entry is MINUS_INFINITY:
        return -math.inf
    try:
        return float(entry)
    except OverflowError:
        return math.copysign(sys.float_info.max, 1 if entry > 0 else -1)


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
    if tree.kind not in ("*", "/", "neg", "+", "-"):
        return [None]
    found = [factor for arg in tree.args for factor in _factors(arg)]
    return found if any(found) or tree.kind == "*" else [None]  # 1/2 is one constant
