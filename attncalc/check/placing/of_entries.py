"""Calculations of one entry, and their results: each number becomes a claim on it, or on what it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.check.claim import At
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.called import entries_called
from attncalc.check.placing.forms import is_closed
from attncalc.check.placing.ledger import Ledger, at_of
from attncalc.check.placing.marks import Mark, closeness, mark_of
from attncalc.check.placing.said import Said
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place, Sides
from attncalc.check.placing.wants import Leaf
from attncalc.check.written import value_of
from attncalc.reading.ink import Ink


@dataclass
class Entries:
    """Places calculations of single entries; entries of one line that stand one after another are one writing."""

    ledger: Ledger
    run: tuple[Sheet, str, set[tuple[int, int]]] | None = None
    writing: int = 0

    def take(self, block: Block, found: Place | None) -> None:
        """The numbers of one calculation, and the entry that it is of."""
        sides = block.sides
        if sides is None or (not (found and found.bits) and self._complement(sides)) or found is None:
            return
        self.ledger.current = found.sheet
        if why := _beyond(found, block.said):
            for number in (number for ink in block.group.inks for number in ink.numbers()):
                self.ledger.claim(found.sheet, At(found.spot[0], 0, 0), number, why=why)
            return
        self.write(found, sides)

    def write(self, found: Place, sides: Sides) -> None:
        """Writes down what every number of a calculation is."""
        ledger, sheet, (key, row, column) = self.ledger, found.sheet, found.spot
        at = at_of(found.spot)
        ledger.swapped[sheet.base(key)] = found.swapped
        self._continue(sheet, key, (row, column))
        ledger.writing += 1
        forms = [ink for ink in sides.calculations if _is_form(found, ink)]
        inside = {number.start for ink in forms for number in ink.numbers()}
        for bit in found.bits:
            if bit.ink.start in inside:
                continue
            if bit.term or bit.factor:
                ledger.part(sheet, bit)
            else:
                ledger.take(bit.ink)  # a constant of the formula, or what a part of it comes to
        for number, (ink, mark) in enumerate(sides.results):
            later = _later(sheet, found.spot, mark) if number else None
            ledger.claim(sheet, later or at, ink, writing=None if later else self.writing)
        left = [ink for ink in sides.calculations if not any(one.start in ledger.taken for one in ink.numbers())]
        for ink in (*sides.others, *(left if found.bits else forms)):
            self._other(found, at, ink)
        result = sides.results[-1][0] if sides.results and not ledger.struck else None
        if result and result.number and (value := value_of(result.number)):
            sheet.wrote(key, [(row, column, value.value)])

    def _other(self, found: Place, at: At, ink: Ink) -> None:
        """A calculation of constants: a closed form of the entry, or a step on the way to it."""
        mark = mark_of(ink)
        if mark and any(closeness(mark, value) == 1 for value in found.sheet.values(found.spot)):
            if is_closed(ink) and not found.sheet.is_input(at.key):
                self.ledger.claim(found.sheet, at, ink, writing=self.writing)
            self.ledger.take(ink)

    def _continue(self, sheet: Sheet, key: str, entry: tuple[int, int]) -> None:
        if self.run is None or self.run[:2] != (sheet, key) or entry in self.run[2]:
            self.run = (sheet, key, set())
            self.ledger.writing += 1
            self.writing = self.ledger.writing
        self.run[2].add(entry)

    def _complement(self, sides: Sides) -> bool:
        """Takes a weight that is what another one leaves of 1: 1 - 0.63 = 0.37."""
        sheet = self.ledger.current
        terms = [term for side in sides.calculations if side.kind == "sum" for term in side.args]
        if sheet is None or not sides.results or [term.text for term in terms[:1]] != ["1"] or len(terms) != 2:
            return False
        numbers, (ink, mark) = [*terms[1].numbers()], sides.results[-1]
        if terms[1].kind != "neg" or len(numbers) != 1 or (part := mark_of(numbers[0])) is None:
            return False
        for one, other in _pairs_of_weights(sheet):
            if _is(sheet, mark, one) and _is(sheet, part, other):
                for number, leaf in ((numbers[0], other), (ink, one)):
                    self.ledger.claim(sheet, at_of(leaf), number)
                return True
        return False


def _is_form(found: Place, ink: Ink) -> bool:
    """Whether a calculation is the entry in closed form, in other terms than those that it is made from."""
    mark, laid = mark_of(ink), {bit.ink.start for bit in found.bits}
    if mark is None or not is_closed(ink) or all(number.start in laid for number in ink.numbers()):
        return False
    return any(closeness(mark, value) == 1 for value in found.sheet.values(found.spot))


def _is(sheet: Sheet, mark: Mark, leaf: Leaf) -> bool:
    """Whether a number is an entry, as it should be or as it follows."""
    return any(closeness(mark, value) == 1 for value in sheet.values(leaf))


def _pairs_of_weights(sheet: Sheet) -> Iterator[tuple[Leaf, Leaf]]:
    """Both weights of each row that has two, either first."""
    for key, record in sheet.calculation.records.items():
        rows, columns = sheet.shape(key)
        if record.expr.op == "share" and columns == 2:
            for row in range(rows):
                yield (key, row, 0), (key, row, 1)
                yield (key, row, 1), (key, row, 0)


def _later(sheet: Sheet, spot: Leaf, mark: Mark) -> At | None:
    """The same entry of the next line, where a result is that: 4.5 → /√2 → 3.18."""
    key, row, column = spot
    if _is(sheet, mark, spot):
        return None
    for later, record in sheet.calculation.records.items():
        follows = record.expr.args[:1] and record.expr.args[0].op == "line" and record.expr.args[0].key == key
        if follows and sheet.shape(later) == sheet.shape(key) and _is(sheet, mark, (later, row, column)):
            return at_of((later, row, column))
    return None


def _beyond(found: Place, evidence: Said) -> str:
    """What is wrong with the indices of an entry that there is not: α₅ of three weights."""
    key = found.spot[0]
    rows, columns = found.sheet.shape(key)
    if any(found.spot in entries_called(found.sheet.calculation, ink) for ink in evidence.inks if ink.kind == "name"):
        return ""
    named = [place for place in evidence.places if len(place) == 1]
    if rows > 1 or len(named) != len(evidence.places) or not named or any(place[0] <= columns for place in named):
        return ""
    return f"{key} has {columns} entries; there is no entry {named[-1][0]}"
