"""Matrices, rows and lists of a page: each becomes one writing of a line of the work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from attncalc.check.claim import At
from attncalc.check.placing.chains import Group
from attncalc.check.placing.forms import is_closed
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.labels import Said, said
from attncalc.check.placing.ledger import HERE, Ledger, at_of
from attncalc.check.placing.marks import closeness, mark_of
from attncalc.check.placing.matrices import EXACT, Fit, fits
from attncalc.check.placing.readings import mixed
from attncalc.check.placing.single import Sides, places
from attncalc.check.placing.suspects import suspected
from attncalc.check.written import value_of
from attncalc.reading.ink import Ink

CLEAR = 0.7  # of the parts of a calculation that agree: it is no closed form
AGAIN = 1.6  # for the line that stood behind the same labels before
STOOD = 0.8  # against a line that stood just before, where words, or another label, name the next

Behind = tuple[tuple[str, ...], int]  # labels, and which matrix behind them


@dataclass
class Matrices:
    """Places the matrices of a page; what it remembers of the chain at hand, and of the labels before."""

    ledger: Ledger
    products: bool = False  # whether a product of matrices stood in this chain already
    stood: tuple[str, ...] = ()  # the labels of the line that was placed last
    last: Fit | None = None  # the line that stands before in this chain
    before: dict[Behind, str] = field(default_factory=dict)  # what stood behind some labels
    now: dict[Behind, str] = field(default_factory=dict)  # the same in this chain

    def begin(self) -> None:
        """A new chain."""
        self.before |= self.now
        self.products, self.last, self.now = False, None, {}

    def take(self, group: Group) -> None:
        """The matrices of one side, the largest first: what one is tells what it is multiplied with."""
        partners = set(group.partners)
        labels = tuple(label.text for label in group.labels)
        pairs = sorted(zip(group.grids, group.own, strict=True), key=lambda pair: -pair[0].mass)
        for grid, own in pairs:
            evidence = said(own or (), group.words if own is not None else "", group.heading)
            evidence = replace(evidence, partners=frozenset(partners), factor=len(pairs) > 1)
            found = self._line(grid, evidence, labels, self.before.get((labels, len(partners)), ""))
            if found is None:
                self._stray(grid)
                continue
            if labels:
                self.now[labels, len(partners)] = found.key
            partners.add(found.sheet.base(found.key))
            self.stood, last = labels, found.sheet.last
            self._write(found)
            if len(pairs) > 1:  # factors are copied from further up
                found.sheet.last = max(last, found.sheet.last)
            if len(pairs) == 1 and own and not self.products:
                self._lone_factor(found, evidence)
        self.products |= len(pairs) > 1
        for number in group.constants:
            self._constant(number)

    def _line(self, grid: Grid, evidence: Said, labels: tuple[str, ...], before: str) -> Fit | None:
        """The line that a grid is; None where nothing speaks for one."""
        choices = suspected(list(self._fits(grid, evidence)))
        if any(fit.copies for fit in choices) and not self.products:
            choices = [
                replace(fit, score=fit.score - EXACT) if fit.exact and fit.numbers < CLEAR else fit for fit in choices
            ]
        others = [fit for fit in choices if fit.named and fit.is_whole and fit.comes_next]
        if others:
            renamed = labels and self.stood and labels != self.stood and any(fit.exact for fit in others)
            choices = [
                replace(fit, score=fit.score - STOOD) if fit.again and (renamed or not fit.named) else fit
                for fit in choices
            ]
        choices = [fit for fit in choices if fit.score >= fit.enough and fit.numbers >= fit.least]
        return max(choices, default=None, key=lambda fit: fit.score + AGAIN * (
            fit.key == before and fit.is_whole and fit.numbers > 0.5))  # fmt: skip

    def _fits(self, grid: Grid, evidence: Said) -> Iterator[Fit]:
        for sheet in self.ledger.sheets:
            here = HERE if self.ledger.current in (sheet, None) else 0.0
            yield from (replace(fit, score=fit.score + here) for fit in fits(sheet, grid, evidence))

    def _write(self, found: Fit) -> None:
        ledger, sheet = self.ledger, found.sheet
        self.last, ledger.current = found, sheet
        ledger.writing += 1
        if found.lost:
            rows, columns = sheet.shape(found.key)
            why = f"{found.lost} stand here; {found.key} is {rows}×{columns}"
            ledger.misshapen(sheet, found.key, found.grid.ink, why)
        cells = list(found.placed())
        for ink, _, row, column in cells:
            self._cell(found, ink, row, column)
        if not ledger.struck:
            sheet.wrote(found.key, [(row, column, value.value) for ink, _, row, column in cells
                                    if ink.number and (value := value_of(ink.number))])  # fmt: skip

    def _cell(self, found: Fit, ink: Ink, row: int, column: int) -> None:
        """One cell of a matrix: a number, or a calculation whose numbers are parts of the entry."""
        ledger, sheet, at = self.ledger, found.sheet, at_of((found.key, row, column))
        if ink.kind in ("number", "blank") or mixed(ink):
            return ledger.claim(sheet, at, ink, turned=found.turned)
        spots = [place for place in places(sheet, Sides.of([ink]), Said(), ledger.swapped)
                 if place.spot == (found.key, row, column)]  # fmt: skip
        if spots and (spots[0].evidence > CLEAR or not is_closed(ink)):
            for bit in spots[0].bits:
                ledger.part(sheet, at, bit)
        elif is_closed(ink):
            ledger.claim(sheet, at, ink, turned=found.turned)
        else:
            for number in ink.numbers():
                ledger.claim(sheet, at, number, turned=found.turned)
        return None

    def _lone_factor(self, found: Fit, evidence: Said) -> None:
        """One factor of a product where the product, or both factors, should stand: QKᵀ = [Q]."""
        sheet = found.sheet
        for key, record in sheet.calculation.records.items():
            used = [leaf.key for leaf in record.expr.lines()]
            if record.expr.op == "matmul" and found.key in used and sheet.is_next(key) and evidence.names(sheet, key):
                why = f"{found.key} alone stands here; {key} is the product of {' and '.join(used)}"
                return self.ledger.misshapen(sheet, key, found.grid.ink, why)
        return None

    def _stray(self, grid: Grid) -> None:
        """A matrix in a chain behind a line, of another size: they cannot be equal."""
        if self.last is None or not grid.ink.args or grid.shape == self.last.sheet.shape(self.last.key):
            return
        sheet, key = self.last.sheet, self.last.key
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
            if mark and scale and 1 in (closeness(mark, scale), closeness(mark, 1 / scale)):
                self.ledger.take(ink)
        return None
