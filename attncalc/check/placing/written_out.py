"""Entries that stand under their own names with all their numbers: `S₁₂ = 1·3 + 0·2 = 3`, as `solve` writes them.

Such a statement says itself which entry it is of. Where every number in it is that entry, an entry that it is made
from, or a constant of its formula, there is nothing to ask; anything else is left to the evidence of all that stands
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isinf

from attncalc.check.placing.constants import constants, is_known, value_of_text
from attncalc.check.placing.lying import is_exactly, is_plain
from attncalc.check.placing.marks import Mark, closeness, mark_of
from attncalc.check.placing.of_entries import Entries
from attncalc.check.placing.sheets import Sheet, spelling_of
from attncalc.check.placing.single import MAX_ENTRIES, Place, Sides, place_at
from attncalc.check.placing.terms import Leaf
from attncalc.reading.expression import named_by
from attncalc.reading.ink import Ink, Statement
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry, index_of, signed
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.notation import LATEX, TEXT, entry_name

Spelling = tuple[str, ...]


@dataclass
class WrittenOut:
    """Places statements that write an entry out under its name."""

    entries: Entries
    called: dict[int, dict[Spelling, list[Leaf]]] = field(default_factory=dict)  # by sheet: what is printed

    def take(self, statement: Statement) -> bool:
        """Takes a whole statement, if all that stands in it is what it says; whether it was one."""
        name, *sides = statement.sides
        if name.kind != "name" or not sides or any(map(_holds_matrix, sides)):
            return False
        ledger = self.entries.ledger
        for sheet in sorted(ledger.sheets, key=lambda sheet: sheet is not ledger.current):
            for leaf in self._called(sheet, name):
                calculation = _Entry(sheet, leaf)
                if calculation.is_told(sides):
                    self._write(calculation, sides)
                    return True
        return False

    def _called(self, sheet: Sheet, name: Ink) -> list[Leaf]:
        if sheet.number not in self.called:
            found = self.called.setdefault(sheet.number, {})
            for spelling, leaf in _spellings(sheet):
                found.setdefault(spelling, []).append(leaf)
        return self.called[sheet.number].get(spelling_of(name), [])

    def _write(self, calculation: _Entry, sides: Sequence[Ink]) -> None:
        sheet, leaf = calculation.sheet, calculation.leaf
        told = Sides.of(sides)
        ledger = self.entries.ledger
        ledger.current = sheet
        place = place_at(sheet, leaf, told, ledger.swapped) or Place(sheet, leaf, 1)
        bits = tuple(bit for bit in place.bits
                     if not (calculation.subtracts and bit.of) or _is(sheet, bit.ink, bit.of))  # fmt: skip
        self.entries.write(replace(place, bits=bits), told)
        for side in sides:
            ledger.take(side)


class _Entry:
    """One entry of a line, and all numbers that may stand in a calculation of it."""

    def __init__(self, sheet: Sheet, leaf: Leaf) -> None:
        self.sheet, self.leaf = sheet, leaf
        self.made_from: dict[Leaf, None] = {}
        tree = self._calculation()
        self.ways = [list(_numbers(tree, fractions=fractions)) for fractions in (False, True)]
        self.subtracts = _subtracts(tree)
        self.known = constants(sheet, leaf[0]).union(*(map(abs, numbers) for numbers in self.ways))

    def _calculation(self) -> Node:
        """How it is worked out; takes note of the entries that it is made from."""
        key, row, column = self.leaf
        try:
            return entry(self.sheet.calculation.records[key].expr, row, column, self._made_from, numeric=True)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError):
            return Node("leaf")

    def _made_from(self, line: Expr, i: int, j: int) -> Node:
        if line.key not in self.sheet.truth:
            return Node("leaf")
        self.made_from[line.key, i, j] = None
        return signed(repr(self.sheet.truth[line.key][i][j]))

    def is_told(self, sides: Sequence[Ink]) -> bool:
        """Whether the last side is the entry, and the numbers before it are those that lead to it."""
        *before, result = sides
        return _is(self.sheet, result, self.leaf) and all(map(self._is_accounted, before)) and (
            all(map(self._is_whole, before)))  # fmt: skip

    def _is_accounted(self, ink: Ink) -> bool:
        if ink.kind in ("name", "words", "blank"):
            return True
        if any(_is(self.sheet, ink, leaf) for leaf in (self.leaf, *self.made_from)):
            return True
        if ink.kind == "number":
            return is_known(ink, self.known) or any(_is_negative(self.sheet, ink, leaf) for leaf in self.made_from)
        return bool(ink.args) and all(map(self._is_accounted, ink.args))

    def _is_whole(self, ink: Ink) -> bool:
        """Whether the numbers of a side are all those of the calculation; formulas and closed forms have others."""
        if is_plain(ink) or any(part.kind in ("call", "power", "name") for part in ink.walk()):
            return True
        marks = [mark for mark in _marks(ink) if not isinf(mark.value)]
        return not marks or any(self._same(marks, numbers) for numbers in self.ways)

    def _same(self, marks: Sequence[Mark], numbers: Sequence[float]) -> bool:
        """Whether these are the same numbers in any order; a minus of the formula may look like one of a number."""
        if self.subtracts:
            marks = [mark._replace(value=abs(mark.value)) for mark in marks]
            numbers = list(map(abs, numbers))
        written = sorted(marks, key=lambda mark: mark.value)
        return len(marks) == len(numbers) and all(map(_agrees, written, sorted(numbers)))


def _agrees(mark: Mark, number: float) -> bool:
    return closeness(mark, number) == 1


def _marks(ink: Ink) -> Iterator[Mark]:
    """The numbers on a side, each with the sign before it."""
    if ink.kind == "neg" and ink.args[0].kind == "number":
        yield from (mark._replace(value=-mark.value) for mark in _marks(ink.args[0]))
    elif ink.kind == "number":
        yield from filter(None, [mark_of(ink)])
    else:
        for arg in ink.args:
            yield from _marks(arg)


def _numbers(tree: Node, *, fractions: bool) -> Iterator[float]:
    """The numbers in a calculation; a quotient of two may be one number, a fraction."""
    is_fraction = fractions and tree.kind == "/" and all(arg.kind == "number" for arg in tree.args)
    text = "/".join(arg.text for arg in tree.args) if is_fraction else tree.text
    if (is_fraction or tree.kind == "number") and (value := value_of_text(text)) is not None and not isinf(value):
        yield value
    for arg in () if is_fraction else tree.args:
        sign = -1 if tree.kind == "neg" and arg.kind == "number" else 1
        yield from (sign * number for number in _numbers(arg, fractions=fractions))


def _subtracts(tree: Node) -> bool:
    """Whether something is subtracted that is no number."""
    own = tree.kind == "-" or (tree.kind == "neg" and tree.args[0].kind != "number")
    return own or any(map(_subtracts, tree.args))


def _is(sheet: Sheet, ink: Ink, leaf: Leaf) -> bool:
    """Whether an ink is an entry at its digits."""
    if ink.kind == "neg" and ink.args[0].kind == "number":  # 0 - 0.96 for 0 + (-0.96)
        return _is_negative(sheet, ink.args[0], leaf)
    return (is_plain(ink) or not ink.args) and is_exactly(sheet, ink, leaf, 1.0)


def _is_negative(sheet: Sheet, number: Ink, leaf: Leaf) -> bool:
    mark = mark_of(number)
    return mark is not None and any(closeness(mark, -value) == 1 for value in sheet.values(leaf))


def _holds_matrix(ink: Ink) -> bool:
    """Whether a matrix stands in it that is not what a name such as max is called with."""
    args = ink.args
    if ink.kind == "product" and [arg.kind for arg in args[:2]] == ["name", "matrix"]:
        args = (*(cell for row in args[1].args for cell in row.args), *args[2:])
    return ink.kind == "matrix" or any(map(_holds_matrix, args))


def _spellings(sheet: Sheet) -> Iterator[tuple[Spelling, Leaf]]:
    """Every entry as it is called in print, read as it is on a page."""
    for key, record in sheet.calculation.records.items():
        rows, columns = sheet.shape(key)
        if record.given or rows * columns > MAX_ENTRIES:
            continue
        turned = sheet.calculation.is_turned(key)
        for row, column in ((row, column) for row in range(rows) for column in range(columns)):
            index = index_of(record.expr, row, column)
            for style in (LATEX, TEXT):
                if name := named_by(entry_name(key, index[::-1] if turned else index, style)):
                    yield spelling_of(name), (key, row, column)
