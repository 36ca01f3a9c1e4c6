"""Calculations of one entry, and their results: each number becomes a claim on it, or on what it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.check.claim import At
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.constants import constants, is_known
from attncalc.check.placing.forms import is_closed
from attncalc.check.placing.labels import Said
from attncalc.check.placing.ledger import Ledger, at_of
from attncalc.check.placing.marks import Mark, closeness
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place, Sides
from attncalc.check.placing.terms import Leaf
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
        if sides is None or self._complement(sides) or found is None:
            return
        self.ledger.current = found.sheet
        if why := _beyond(found, block.said):
            for number in (number for ink in block.group.inks for number in ink.numbers()):
                self.ledger.claim(found.sheet, At(found.spot[0], 0, 0), number, why=why)
            return
        is_whole = found.bits or not sides.written_out
        self.write(found, sides if is_whole else Sides(results=sides.results))

    def write(self, found: Place, sides: Sides) -> None:
        """Writes down what every number of a calculation is."""
        ledger, sheet, (key, row, column) = self.ledger, found.sheet, found.spot
        at = at_of(found.spot)
        ledger.swapped[sheet.base(key)] = found.swapped
        self._continue(sheet, key, (row, column))
        ledger.writing += 1
        known = constants(sheet, key) if any(bit.factor and not bit.of for bit in found.bits) else set()
        has_constants = (
            any(None in term for term in sheet.terms(*found.spot)) if key in sheet.calculation.records else False
        )
        for bit in found.bits:
            is_constant = bit.of is None and bit.factor and (has_constants or bit.ink.text.strip("0.,"))
            if is_constant and all(is_known(number, known) for number in bit.ink.numbers()):
                ledger.take(bit.ink)  # a constant of the formula
            else:
                ledger.part(sheet, at, bit)
        for number, (ink, mark) in enumerate(sides.results):
            later = _later(sheet, found.spot, mark) if number else None
            ledger.claim(sheet, later or at, ink, writing=None if later else self.writing)
        for ink, mark in sides.others:
            self._other(found, at, ink, mark)
        result = sides.results[-1][0] if sides.results and not ledger.struck else None
        if result and result.number and (value := value_of(result.number)):
            sheet.wrote(key, [(row, column, value.value)])

    def _other(self, found: Place, at: At, ink: Ink, mark: Mark) -> None:
        """A calculation of constants: a closed form of the entry, or a step on the way to it."""
        if any(closeness(mark, value) == 1 for value in found.sheet.values(found.spot)):
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
        terms = sides.sums[0] if len(sides.sums) == 1 else []
        if sheet is None or not sides.results or [len(term) for term in terms] != [1, 1] or terms[0][0].mark.value != 1:
            return False
        part, (ink, mark) = terms[1][0], sides.results[-1]
        for one, other in _pairs_of_weights(sheet):
            if _is(sheet, mark, one) and _is(sheet, Mark(-part.mark.value, part.mark.unit), other):
                for number, leaf in ((part.ink, other), (ink, one)):
                    self.ledger.claim(sheet, at_of(leaf), number)
                return True
        return False


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
    named = [place for place in evidence.places if len(place) == 1]
    if rows > 1 or len(named) != len(evidence.places) or not named or any(place[0] <= columns for place in named):
        return ""
    return f"{key} has {columns} entries; there is no entry {named[-1][0]}"
