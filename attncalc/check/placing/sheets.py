"""The lines of each problem, as numbers to compare a page with: as they should be, and as they follow so far."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import copy
from typing import Any, TypeVar

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation
from attncalc.check.causes.site import nodes
from attncalc.check.judging.grain import equal
from attncalc.check.placing.all_entries import AllEntries
from attncalc.check.placing.marks import Mark, closeness
from attncalc.check.placing.wants import Leaf, Want, wanted
from attncalc.check.written import value_of
from attncalc.problem.names import read_name

NEXT = 3  # lines: some are left out
FUNCTIONS = {"softmax": "exp", "exp": "exp", "tanh": "tanh", "relu": "ReLU", "sigmoid": "σ", "sqrt": "sqrt", "+": "add"}
Floats = list[list[float]]
T = TypeVar("T")


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
        self.stood: dict[str, frozenset[tuple[int, int]]] = {}  # the entries of each line that were written
        self.written: dict[str, Array] = dict(_taken(calculation))  # lines on the page, and inputs with other numbers
        self._lines: dict[str, Array] = {}  # those that are not written, as they follow
        self._operands: dict[str, list[str]] = {}
        self._memory: dict[Hashable, tuple[Any, Any]] = {}  # what was calculated, by line and operands
        sizes = [self.truth[key][0][0] for key in calculation.sizes]
        self.constants = {value for size in sizes if size > 0 for value in (size, 1 / size, math.sqrt(size))}
        self.all_entries = AllEntries(entry for line in self.truth.values() for row in line for entry in row)
        self.carried: dict[str, Floats] = _Carried(self)
        self._partners: dict[str, set[str]] = {}
        self._wants: dict[Leaf, list[Want]] = {}
        self._multiplied: dict[int, frozenset[str]] = {}
        self._arguments: dict[str, frozenset[str]] = {}
        self._hidden: dict[str, frozenset[tuple[int, int]]] = {}

    def shape(self, key: str) -> tuple[int, int]:
        """Rows and columns as they are calculated; a vector is one row."""
        rows = self.truth[key]
        return len(rows), len(rows[0])

    def is_next(self, key: str) -> bool:
        """Whether a line comes at once, or almost, after the one that was placed last."""
        return bool(self.rank[key]) and 0 <= self.rank[key] - self.last <= NEXT

    def is_scale(self, mark: Mark) -> bool:
        """Whether a number is what scores are divided by, or multiplied with."""
        scale = self.truth.get("scale", [[0.0]])[0][0]
        return bool(scale) and 1 in (closeness(mark, scale), closeness(mark, 1 / scale))

    def hides(self, key: str) -> bool:
        """Whether some entries of a line are -∞."""
        return any(entry == -math.inf for row in self.truth[key] for entry in row)

    def hidden(self, key: str) -> frozenset[tuple[int, int]]:
        """The entries of a line that a mask hides, in it or in a line of its section and shape."""
        if key not in self._hidden:
            lines = [
                self.truth[one]
                for one in self.keys
                if self.section(one) == self.section(key) and self.shape(one) == self.shape(key)
            ]
            self._hidden[key] = frozenset(
                (i, j)
                for line in lines
                for i, row in enumerate(line)
                for j, entry in enumerate(row)
                if entry == -math.inf
            )
        return self._hidden[key]

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

    def partners(self, key: str) -> set[str]:
        """The lines, by name without section, that are used together with this one."""
        if not self._partners:
            for record in self.calculation.records.values():
                names = {leaf.key for leaf in record.expr.lines()}
                for name in names:
                    self._partners.setdefault(name, set()).update(map(self.base, names - {name}))
        return self._partners.get(key, set())

    def branch(self) -> Sheet:
        """The same with a memory of its own for what is written from here on."""
        other = copy(self)
        other.written, other._lines, other.stood = dict(self.written), dict(self._lines), dict(self.stood)
        other.carried = _Carried(other)
        return other

    def line(self, key: str) -> Array:
        """A line as it is written, or else as it follows from those that are written."""
        if key in self.written:
            return self.written[key]
        if key not in self.calculation.records:
            return self.calculation.truth[key]
        if key not in self._lines:
            for one in self.calculation.records:
                if one not in self._lines and one not in self.written:
                    self._lines[one] = self._calculated(one, {leaf: self._known(leaf) for leaf in self.operands(one)})
                if one == key:
                    break
        return self._lines[key]

    def _known(self, key: str) -> Array:
        """A line before the one at hand."""
        return self.written.get(key) or self._lines.get(key) or self.calculation.truth[key]

    def operands(self, key: str) -> list[str]:
        """The lines that a line is made from."""
        if key not in self._operands:
            record = self.calculation.records.get(key)
            leaves = (leaf.key for leaf in record.expr.lines()) if record else ()
            self._operands[key] = [leaf for leaf in dict.fromkeys(leaves) if leaf in self.truth]
        return self._operands[key]

    def multiplied(self, place: int) -> frozenset[str]:
        """The lines that stand first (0), or second (1), in a product of matrices; all where there is none."""
        if place not in self._multiplied:
            products = (
                one for record in self.calculation.records.values() for one in nodes(record.expr) if one.op == "matmul"
            )
            found = frozenset(leaf.key for one in products for leaf in one.args[place].lines())
            self._multiplied[place] = found & frozenset(self.keys) or frozenset(self.keys)
        return self._multiplied[place]

    def arguments(self, function: str) -> frozenset[str]:
        """The lines that a function is taken of, or that are added (+), as they stand; all where there are none."""
        if function not in self._arguments:
            op = FUNCTIONS.get(function.lower())
            calls = (one for record in self.calculation.records.values() for one in nodes(record.expr) if one.op == op)
            found = frozenset(arg.key for one in calls for arg in one.args if arg.op == "line")
            self._arguments[function] = found & frozenset(self.keys) or frozenset(self.keys)
        return self._arguments[function]

    def following(self, key: str) -> Array:
        """A line as it follows from those before it, whatever is written of itself."""
        if key not in self.calculation.records:
            return self.calculation.truth[key]
        return self._calculated(key, {leaf: self.line(leaf) for leaf in self.operands(key)})

    def _calculated(self, key: str, operands: dict[str, Array]) -> Array:
        """A line calculated from these; as it should be, where it is not made from them or has no value."""
        truth = self.calculation.truth
        if all(value is truth[leaf] for leaf, value in operands.items()):
            return truth[key]
        token = (key, *map(id, operands.values()))
        if token not in self._memory:
            with self.calculation.working():
                value = self.calculation.line(key, {**truth, **operands})
            if value is None or value.shape != truth[key].shape:
                value = truth[key]
            self._memory[token] = (operands, value)  # they are kept, so that no other has their id
        found: Array = self._memory[token][1]
        return found

    def floats(self, line: Array) -> Floats:
        """A line in floats."""
        return self.remembered(("floats", id(line)), line, lambda: floats(line))

    def remembered(self, token: Hashable, kept: object, make: Callable[[], T]) -> T:
        """What was made before from the same; that is `kept`, so that no other has its id."""
        if token not in self._memory:
            self._memory[token] = (kept, make())
        found: T = self._memory[token][1]
        return found

    def next_place(self, key: str) -> tuple[int, int]:
        """The entry of a line that comes after those that were written of it; the first where all or none were."""
        rows, columns = self.shape(key)
        row, column = max(self.stood.get(key, ()), default=(rows - 1, columns - 1))
        if len(self.stood.get(key, ())) == rows * columns or (row, column) == (rows - 1, columns - 1):
            return 0, 0
        return (row, column + 1) if column + 1 < columns else (row + 1, 0)

    def _stands(self, key: str, places: frozenset[tuple[int, int]]) -> None:
        """Takes note of places; a line that stood as a whole, or is written again there, begins anew."""
        rows, columns = self.shape(key)
        stood = self.stood.get(key, frozenset())
        self.stood[key] = places if stood & places or len(stood) == rows * columns else stood | places

    def wrote(self, key: str, cells: Iterable[tuple[int, int, Any]]) -> None:
        """Takes note of entries that were written of a line."""
        cells = list(cells)
        self._stands(key, frozenset((row, column) for row, column, _ in cells))
        base = self.written.get(key, self.calculation.truth[key])
        width, flat = base.shape[-1], list(base.flat)
        for row, column, value in cells:
            flat[row * width + column] = value
        self.last = self.rank[key] or self.last
        if all(map(equal, flat, base.flat)) and (key in self.written or key not in self.calculation.records):
            return  # nothing new follows from it
        token = ("written", key, id(base), *map(str, flat))
        self.written[key] = self._memory.setdefault(token, (base, Array(flat, base.shape)))[1]
        self._lines.clear()
        self.carried = _Carried(self)

    def values(self, leaf: Leaf) -> set[float]:
        """What an entry is, and what it is as it follows."""
        key, row, column = leaf
        return {self.truth[key][row][column], self.carried[key][row][column]}

    def wants(self, leaf: Leaf) -> list[Want]:
        """What an entry is calculated from: as the work has it, and of scores less their maximum, where people have."""
        if leaf not in self._wants:
            key, row, column = leaf
            record = self.calculation.records.get(key)
            found = [want] if record and (want := wanted(record.expr, row, column, self.truth)) else []
            found += [other for want in found if (other := want.renamed(self._shifted)) is not want]
            known = (want for want in found if all(one in self.truth for one, _, _ in want.leaves))
            self._wants[leaf] = list(known)  # what was given is made from nothing that stands here
        return self._wants[leaf]

    def _shifted(self, key: str) -> str:
        """The line of exponentials, or their sums, less the maximum."""
        shifted = re.sub(r"^([A-Za-z]+)", r"\1_shifted", key)
        return shifted if shifted in self.truth else key

    def worths(self, want: Want) -> set[float]:
        """What a part of a calculation comes to, as it should be and as it follows."""
        return {value for lines in (self.truth, self.carried) if (value := want.value(lines)) is not None}


class _Carried(dict[str, Floats]):
    """Every line as it follows from what is written, by name; a line is calculated when it is asked for."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet

    def __missing__(self, key: str) -> Floats:
        line = self.sheet.line(key)
        found = self.sheet.truth[key] if line is self.sheet.calculation.truth[key] else self.sheet.floats(line)
        self[key] = found
        return found


def _ranks(calculation: Calculation) -> Iterator[tuple[str, float]]:
    """The place of each line in the order of the work; details stand between two lines."""
    place = 1.0
    for key, record in calculation.records.items():
        yield key, place - 0.5 if record.detail else place
        place += not record.detail


def _taken(calculation: Calculation) -> Iterator[tuple[str, Array]]:
    """The inputs that an answer has with its own numbers."""
    for key in {claim.at.key for claim in calculation.taken if claim.at}:
        rows = [list(row) for row in calculation.truth[key].rows]
        for claim in calculation.taken:
            value = value_of(claim.written.number) if claim.written.number else None
            if value and claim.at and claim.at.key == key:
                rows[claim.at.row - 1][claim.at.column - 1] = value.value
        yield key, Array([entry for row in rows for entry in row], calculation.truth[key].shape)


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
