"""Lines that stand under their own names with their own numbers: `A = softmax([1 2]) = [0.27 0.73]`, as `solve` writes.

Such a statement says itself what it is: the matrix after the last sign is the line, and what stands before it repeats
the lines that it is made from. What does not agree number by number is left to the evidence of all that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from attncalc.check.placing.called import lines_called
from attncalc.check.placing.chains import matrices_in
from attncalc.check.placing.constants import constants, is_known
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.ledger import Ledger, at_of
from attncalc.check.placing.lying import (
    Laid,
    agrees,
    cells_of,
    is_whole,
    operand,
    ways_of,
)
from attncalc.check.placing.sheets import Sheet
from attncalc.check.written import value_of
from attncalc.reading.entry import number_of
from attncalc.reading.expression import named_by
from attncalc.reading.ink import Ink, Statement

VARIANT = re.compile(r"\bvariant\s?(\d{1,3})")
BEFORE = re.compile(r"(\S{1,60}),\W{0,9}variant\s?\d{1,3}$")


@dataclass
class ByName:
    """Places statements that name their line."""

    ledger: Ledger
    entries: dict[tuple[int, str], set[tuple[int, int]]] = field(default_factory=dict)  # that stand there already

    def take(self, statement: Statement) -> bool:
        """Takes a whole statement, if all that stands in it is what it says; whether it was one."""
        sides = [side for side in statement.sides if side.kind != "words"]
        name = _of_variant(statement) or (sides.pop(0) if sides else None)
        if name is None or not sides or name.kind != "name":
            return False
        grids = [Grid.of(side) for side in sides if side.kind == "matrix"]
        is_table = statement.signs[:1] == (":",)
        for sheet, key in self._lines(name, statement):
            if self._is_formula(sheet, key, statement):
                return True
            results = [self._as_line(sheet, key, grid, part=is_table) for grid in grids]
            if results and None not in results and self._result(sheet, sides, [laid for laid in results if laid]):
                return True
        return False

    def _lines(self, name: Ink, statement: Statement) -> Iterator[tuple[Sheet, str]]:
        """The lines that are called so: those of the problem at hand first, or of the variant that is named."""
        sheets = sorted(self.ledger.sheets, key=lambda sheet: sheet is not self.ledger.current)
        if variant := VARIANT.search(statement.sides[0].text):
            sheets = [sheet for sheet in sheets if _variant(sheet) == int(variant[1])]
        yield from ((sheet, key) for sheet in sheets for key in lines_called(sheet.calculation, name))

    def _is_formula(self, sheet: Sheet, key: str, statement: Statement) -> bool:
        """Takes a formula in names, or in words: all numbers in it are its line's own constants."""
        sides = statement.sides[1:]
        if not any(_names(side, sheet) for side in sides) or (sides[-1].kind == "number" and not statement.words):
            return False
        known = constants(sheet, key)
        numbers = [number for side in sides for number in side.numbers()]
        if not all(is_known(number, known) for number in numbers):
            return False
        for number in numbers:
            self.ledger.take(number)
        return True

    def _as_line(self, sheet: Sheet, key: str, grid: Grid, *, part: bool) -> Laid | None:
        """A grid as a whole line, or a part of one in a table, where every number agrees."""
        ways = [
            laid
            for laid in ways_of(sheet, key, grid)
            if not laid.turned and (part or laid.gapped or is_whole(sheet, laid))
        ]
        written = self.entries.setdefault((sheet.number, key), set())
        return max(
            (laid for laid in ways if agrees(sheet, laid)),
            default=None,
            key=lambda laid: len({(i, j) for i in laid.rows for j in laid.columns} - written),
        )

    def _result(self, sheet: Sheet, sides: Sequence[Ink], results: Sequence[Laid]) -> bool:
        operands = [
            (ink, operand(sheet, results[0].key, ink))
            for side in sides
            if side.kind != "matrix"
            for ink in matrices_in(side)
        ]
        known = constants(sheet, results[0].key)
        outside = [number for side in sides for number in _outside(side)]
        if any(laid is None for _, laid in operands) or not all(is_known(number, known) for number in outside):
            return False
        for number in outside:
            self.ledger.take(number)
        again = self.ledger.repeat
        for laid in (laid for _, laid in operands if laid):
            self.ledger.repeat = again or not is_whole(sheet, laid)  # some rows of a line are no writing of it
            self._write(sheet, laid)
        self.ledger.repeat = again
        for laid in results:
            self._write(sheet, laid)
            self.entries[sheet.number, laid.key] |= {(i, j) for ink, i, j in cells_of(laid) if number_of(ink)}
        cells = [
            (i, j, value.value) for ink, i, j in cells_of(results[-1]) if ink.number and (value := value_of(ink.number))
        ]
        if not self.ledger.struck:
            sheet.wrote(results[-1].key, cells)
        self.ledger.current = sheet
        return True

    def _write(self, sheet: Sheet, laid: Laid) -> None:
        self.ledger.writing += 1
        for ink, row, column in cells_of(laid):
            if number_of(ink):
                self.ledger.claim(sheet, at_of((laid.key, row, column)), ink, turned=laid.turned)
            self.ledger.take(ink)


def _of_variant(statement: Statement) -> Ink | None:
    """The name of a line in one of several ways to work it out: A, variant 1 = …"""
    of_variant = statement.sides[0].kind == "words" and VARIANT.search(statement.sides[0].text)
    match = BEFORE.search(statement.words) if of_variant else None
    return named_by(match[1]) if match else None


def _variant(sheet: Sheet) -> int | None:
    """Its number among the ways in which a problem is worked out."""
    variant = sheet.calculation.sheet.plan.problem.variant
    return variant.number if variant else None


def _names(ink: Ink, sheet: Sheet) -> bool:
    """Whether names, words or gaps stand in an ink."""
    return any(
        part.kind in ("words", "blank")
        or (part.kind == "name" and (part.name not in ("e", "pi") or lines_called(sheet.calculation, part)))
        for part in ink.walk()
    )


def _outside(ink: Ink) -> Iterator[Ink]:
    """The numbers that stand in no matrix."""
    if ink.kind == "number":
        yield ink
    elif ink.kind != "matrix":
        for arg in ink.args:
            yield from _outside(arg)
