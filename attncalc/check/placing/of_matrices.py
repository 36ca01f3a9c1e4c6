"""Matrices, rows and lists of a page: each becomes one writing of a line of the work."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from attncalc.check.claim import At, Claim
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.forms import is_closed
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.ledger import Ledger, at_of
from attncalc.check.placing.marks import Mark, closeness, is_number, mark_of
from attncalc.check.placing.said import Said
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Sides, place_at
from attncalc.check.written import value_of
from attncalc.reading.ink import Ink

CLEAR = 0.7  # of the parts of a calculation that agree: it is no closed form


@dataclass
class Matrices:
    """Writes down the matrices of a page; what it remembers of the chain at hand."""

    ledger: Ledger
    products: bool = False  # whether a product of matrices stood in this chain already
    last: Fit | None = None  # the line that stands before in this chain
    lost: list[Claim] = field(default_factory=list)  # what says that some of a line is missing

    def begin(self) -> None:
        """A new chain."""
        self.products, self.last = False, None

    def end(self) -> None:
        """The page ends: what stands on it piece by piece lacks nothing."""
        stood: dict[tuple[int, str], set[At]] = {}
        for claim in self.ledger.claims:
            if claim.at and claim.at.row and not claim.struck and claim.of is None and claim.term is None:
                stood.setdefault((claim.problem, claim.at.key), set()).add(claim.at)
        sizes = {line: prod(self.ledger.sheets[line[0]].shape(line[1])) for line in stood}
        whole = {
            id(claim)
            for claim in self.lost
            if claim.at and len(stood.get(line := (claim.problem, claim.at.key), ())) == sizes.get(line)
        }
        self.ledger.claims = [claim for claim in self.ledger.claims if id(claim) not in whole]

    def take(self, block: Block, found: Fit | None) -> None:
        """A matrix, and the line that it is."""
        if block.grid is not None and found is None:
            self._stray(block.grid)
        elif found is not None:
            last = found.sheet.last
            self._write(found)
            if block.said.factor:  # factors are copied from further up
                found.sheet.last = max(last, found.sheet.last)
            elif block.group.own[0] and not self.products:
                self._lone_factor(found, block.said)
        if block.number == len(block.group.grids) - 1:
            self.products |= block.said.factor
            for number in block.group.constants:
                self._constant(number)

    def _write(self, found: Fit) -> None:
        ledger, sheet = self.ledger, found.sheet
        self.last, ledger.current = found, sheet
        ledger.writing += 1
        if found.resized:
            self._of_another_size(found.grid, sheet, found.key)
        elif found.lost:
            rows, columns = sheet.shape(found.key)
            why = f"{found.lost} stand here; {found.key} is {rows}×{columns}"
            ledger.misshapen(sheet, found.key, found.grid.ink, why)
            self.lost.append(ledger.claims[-1])
        cells = list(found.placed())
        for ink, _, row, column in cells:
            self._cell(found, ink, row, column)
        if not ledger.struck:
            sheet.wrote(
                found.key,
                [
                    (row, column, value.value)
                    for ink, _, row, column in cells
                    if ink.number and (value := value_of(ink.number))
                ],
            )

    def _cell(self, found: Fit, ink: Ink, row: int, column: int) -> None:
        """One cell of a matrix: a number, or a calculation whose numbers are parts of the entry."""
        ledger, sheet, at = self.ledger, found.sheet, at_of((found.key, row, column))
        if ink.kind == "blank" and (row, column) in sheet.hidden(found.key):
            return None  # nobody has to write what a mask hides
        is_work = found.key in sheet.calculation.records
        if ink.kind == "blank" or is_number(ink):
            return ledger.claim(sheet, at, ink, turned=found.turned)
        spot = place_at(sheet, (found.key, row, column), Sides.of([ink]), ledger.swapped) if is_work else None
        if spot and (spot.evidence > CLEAR or not is_closed(ink)):
            for bit in spot.bits:
                ledger.part(sheet, bit)
        elif is_closed(ink):
            ledger.claim(sheet, at, ink, turned=found.turned)
        else:
            for number in ink.numbers():
                ledger.claim(sheet, at, number, turned=found.turned)
        return None

    def _lone_factor(self, found: Fit, evidence: Said) -> None:
        """One factor of a product where the product, or both factors, should stand: QKᵀ = [Q]."""
        sheet = found.sheet
        for key, record in sheet.calculation.records.items() if not evidence.names(sheet, found.key) else ():
            used = [leaf.key for leaf in record.expr.lines()]
            if record.expr.op == "matmul" and found.key in used and sheet.is_next(key) and evidence.names(sheet, key):
                why = f"{found.key} alone stands here; {key} is the product of {' and '.join(used)}"
                return self.ledger.misshapen(sheet, key, found.grid.ink, why)
        return None

    def _stray(self, grid: Grid) -> None:
        """A matrix in a chain behind a line, of another size: they cannot be equal."""
        if self.last is None or not grid.ink.args or grid.shape == self.last.sheet.shape(self.last.key):
            return
        self._of_another_size(grid, self.last.sheet, self.last.key)

    def _of_another_size(self, grid: Grid, sheet: Sheet, key: str) -> None:
        (height, width), (rows, columns) = grid.shape, sheet.shape(key)
        for number in grid.ink.numbers():
            self.ledger.claim(
                sheet, At(key, 0, 0), number, why=f"{height}×{width} stands here; {key} is {rows}×{columns}"
            )

    def _constant(self, ink: Ink) -> None:
        """A number that a matrix is multiplied with, or divided by: the scale, or what is given as the divisor."""
        mark = mark_of(ink)
        for sheet in self.ledger.sheets if mark else ():
            scale = sheet.truth.get("scale", [[0.0]])[0][0]
            if mark and scale and ink.kind == "number" and closeness(mark, scale) == 1:
                return self.ledger.claim(sheet, At("scale", 1, 1), ink)
            if mark and sheet.is_scale(mark):
                self.ledger.take(ink)
        if mark and self.last and ink.kind == "number":
            self._of_row(self.last, ink, mark)
        return None

    def _of_row(self, found: Fit, ink: Ink, mark: Mark) -> None:
        """The sum that a row of exponentials is divided by, or whatever else is one number for a whole row."""
        row, *others = {row for row, _ in found.entries}
        for key, record in found.sheet.calculation.records.items() if not others else ():
            at = (key, row, 0)
            is_made = found.key in {leaf.key for leaf in record.expr.lines()}
            if (
                is_made
                and found.sheet.shape(key)[1] == 1
                and (any(closeness(mark, value) == 1 for value in found.sheet.values(at)))
            ):
                return self.ledger.claim(found.sheet, at_of(at), ink)
        return None
