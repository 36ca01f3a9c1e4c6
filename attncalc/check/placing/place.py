"""From a page to its claims: statement by statement, each number to the line and the entry that it fits best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Written
from attncalc.check.page.ink import Ink, Paper, Statement
from attncalc.check.placing.chains import Group, groups, joined
from attncalc.check.placing.forms import is_closed, number_of
from attncalc.check.placing.labels import Said, is_label, said
from attncalc.check.placing.marks import Mark, closeness, mark_of
from attncalc.check.placing.matrices import EXACT, Fit, Grid, fits
from attncalc.check.placing.readings import exponent_of
from attncalc.check.placing.sheets import Leaf, Sheet
from attncalc.check.placing.single import Bit, Place, Sides, places
from attncalc.check.written import value_of
from attncalc.errors import Place as Where

ENOUGH = 0.5  # of labels, order and numbers together
CLEAR = 0.7  # of the parts of a calculation that agree: it is no closed form
AGAIN = 1.6  # for the line that stood behind the same labels before
STOOD = 0.8  # against a line that stood just before, where words name the next
HERE = 0.06  # for the problem that the page is at
NOWHERE = "it fits no line of the work"


def place(paper: Paper, calculations: Sequence[Calculation]) -> list[Claim]:
    """The claims of a page on these problems, in the order in which they stand."""
    if _subtracts_maximum(paper):
        for calculation in calculations:
            calculation.add_shifted()
    placing = Placing(paper, [Sheet(number, calculation) for number, calculation in enumerate(calculations)])
    for statement in joined(paper.statements):
        placing.take(statement)
    for scrap in paper.scraps:
        placing.unread(scrap.start, scrap.text, scrap.why)
    return sorted(placing.claims, key=lambda claim: (claim.written.place.line or 0, claim.written.place.column or 0)
                  if claim.written.place else (0, 0))  # fmt: skip


@dataclass
class Placing:
    """What is known while a page is read from top to bottom."""

    paper: Paper
    sheets: list[Sheet]
    claims: list[Claim] = field(default_factory=list)
    current: Sheet | None = None
    writing: int = 0
    struck: bool = False
    seen: set[tuple[str, ...]] = field(default_factory=set)
    repeat: bool = False
    swapped: dict[str, bool] = field(default_factory=dict)  # lines in whose products the factors stand the other way
    before: dict[tuple[tuple[str, ...], int], str] = field(default_factory=dict)  # what stood behind some labels
    now: dict[tuple[tuple[str, ...], int], str] = field(default_factory=dict)  # the same in this statement
    taken: set[int] = field(default_factory=set)  # where numbers stand that have a claim
    products: bool = False  # whether a product of matrices stood in this chain already
    chain: Fit | None = None  # the line that stands before in a chain of equations
    run: tuple[Sheet, str, set[tuple[int, int]]] | None = None  # the line whose entries are being written one by one
    run_writing: int = 0

    def take(self, statement: Statement) -> None:
        """Places the numbers of one chain."""
        self.struck = statement.struck
        text = tuple(side.text for side in statement.sides if side.text)
        self.repeat = text in self.seen and any(char.isdigit() for side in text for char in side)
        self.seen.add(text)
        self.chain, self.products = None, False
        for group in groups(statement):
            self._matrices(group)
            self.products |= len(group.grids) > 1
            for number in group.constants:
                self._constant(number)
            if not group.grids:
                self._single(group, said(group.labels, group.words))
        self.before |= self.now
        for number in (number for side in statement.sides if not is_label(side) for number in side.numbers()):
            if number.start not in self.taken:
                self.unread(number.start, number.text, NOWHERE)

    def _matrices(self, group: Group) -> None:
        """The matrices of one side, the largest first: what one is tells what it is multiplied with."""
        partners = set(group.partners)
        pairs = sorted(zip(group.grids, group.own, strict=True), key=lambda pair: -pair[0].mass)
        for grid, own in pairs if len(pairs) > 1 else zip(group.grids, group.own, strict=True):
            evidence = said(own or (), group.words if own is not None else "")
            before = self.before.get((tuple(label.text for label in group.labels), len(partners)), "")
            found = self._matrix(grid, replace(evidence, partners=frozenset(partners), factor=len(pairs) > 1), before)
            if found:
                if group.labels:
                    self.now[tuple(label.text for label in group.labels), len(partners)] = found.key
                partners.add(found.sheet.base(found.key))
                if len(pairs) == 1 and own and not self.products:
                    self._lone_factor(found, evidence)

    def _matrix(self, grid: Grid, evidence: Said, before: str) -> Fit | None:
        choices = list(self._fits(grid, evidence))
        if any(fit.copies for fit in choices) and not self.products:
            choices = [fit if not fit.exact else replace(fit, score=fit.score - EXACT) for fit in choices]
        if any(fit.named and fit.is_whole and fit.sheet.is_next(fit.key) and not fit.again for fit in choices):
            choices = [replace(fit, score=fit.score - STOOD) if fit.again and not fit.named else fit for fit in choices]
        choices = [fit for fit in choices if fit.score >= fit.enough and fit.numbers >= fit.least]
        found = max(choices, default=None, key=lambda fit: fit.score + AGAIN * (
            fit.key == before and fit.is_whole and fit.numbers > 0.5))  # fmt: skip
        if found is None:
            self._stray(grid)
            return None
        self.chain = found
        self.run = None
        self.writing += 1
        self.current = found.sheet
        if found.lost:
            self._misshapen(found)
        cells = list(found.placed())
        for ink, _, row, column in cells:
            self._cell(found, ink, row, column)
        if not self.struck:
            found.sheet.wrote(found.key, [(row, column, value.value) for ink, _, row, column in cells
                                          if ink.number and (value := value_of(ink.number))])  # fmt: skip
        return found

    def _fits(self, grid: Grid, evidence: Said) -> Iterator[Fit]:
        for sheet in self.sheets:
            here = HERE if sheet is self.current or self.current is None else 0.0
            yield from (replace(fit, score=fit.score + here) for fit in fits(sheet, grid, evidence))

    def _lone_factor(self, found: Fit, evidence: Said) -> None:
        """One factor of a product where the product, or both factors, should stand: QKᵀ = [Q]."""
        sheet = found.sheet
        for key, record in sheet.calculation.records.items():
            used = [leaf.key for leaf in record.expr.lines()]
            if record.expr.op == "matmul" and found.key in used and sheet.is_next(key) and evidence.names(sheet, key):
                why = f"{found.key} alone stands here; {key} is the product of {' and '.join(used)}"
                self._claim(sheet, At(key, 0, 0), found.grid.ink, why=why, whole=True)
                return

    def _stray(self, grid: Grid) -> None:
        """A matrix in a chain behind a line, of another size: they cannot be equal."""
        if self.chain is None or grid.ink.args == () or grid.shape == self.chain.sheet.shape(self.chain.key):
            return
        (height, width), (rows, columns) = grid.shape, self.chain.sheet.shape(self.chain.key)
        why = f"{height}×{width} stands here; {self.chain.key} is {rows}×{columns}"
        for number in grid.ink.numbers():
            self._claim(self.chain.sheet, At(self.chain.key, 0, 0), number, why=why)

    def _misshapen(self, found: Fit) -> None:
        ink = found.grid.ink
        rows, columns = found.sheet.shape(found.key)
        why = f"{found.lost} stand here; {found.key} is {rows}×{columns}"
        self._claim(found.sheet, At(found.key, 0, 0), ink, why=why, whole=True)

    def _cell(self, found: Fit, ink: Ink, row: int, column: int) -> None:
        """One cell of a matrix: a number, or a calculation whose numbers are parts of the entry."""
        at = At(found.key, row + 1, column + 1)
        if ink.kind in ("number", "blank") or (ink.kind == "power" and all(arg.kind == "number" for arg in ink.args)):
            self._claim(found.sheet, at, ink, turned=found.turned)
            return
        sides = Sides.of([ink])
        spots = [
            spot for spot in places(found.sheet, sides, Said(), self.swapped) if spot.spot == (found.key, row, column)
        ]
        if spots and (spots[0].evidence > CLEAR or not is_closed(ink)):
            for bit in spots[0].bits:
                self._bit(found.sheet, at, bit)
        elif is_closed(ink):
            self._claim(found.sheet, at, ink, turned=found.turned)
        else:
            for number in ink.numbers():
                self._claim(found.sheet, at, number, turned=found.turned)

    def _single(self, group: Group, evidence: Said) -> None:
        sides = group.sides
        if self._complement(sides):
            return
        if not (sides.results or sides.sums or sides.quotients):
            return
        choices = (replace(choice, score=choice.score + (HERE if sheet is self.current else 0.0))
                   for sheet in self.sheets for choice in places(sheet, sides, evidence, self.swapped))  # fmt: skip
        found = max(choices, key=lambda choice: choice.score, default=None)
        if found is None or found.score < ENOUGH:
            if sides.written_out and sides.results:  # what leads there is not understood; where it leads may be
                self._single(replace(group, sides=Sides(results=sides.results)), evidence)
            return
        self.current = found.sheet
        if why := _beyond(found, evidence):
            for number in (number for ink in group.inks for number in ink.numbers()):
                self._claim(found.sheet, At(found.spot[0], 0, 0), number, why=why)
            return
        self._entry(found, sides)

    def _complement(self, sides: Sides) -> bool:
        """Takes a weight that is what another one leaves of 1: 1 - 0.63 = 0.37."""
        sums = [terms for terms in sides.sums if len(terms) == 2 and [len(term) for term in terms] == [1, 1]]
        if self.current is None or len(sums) != 1 or not sides.results or sums[0][0][0].mark.value != 1:
            return False
        sheet, part, (ink, mark) = self.current, sums[0][1][0], sides.results[-1]
        for key, record in sheet.calculation.records.items():
            if record.expr.op != "share" or sheet.shape(key)[1] != 2:
                continue
            for row, column in ((row, column) for row in range(sheet.shape(key)[0]) for column in (0, 1)):
                pair = ((mark, (key, row, column)), (Mark(-part.mark.value, part.mark.unit), (key, row, 1 - column)))
                if all(max(closeness(one, value) for value in sheet.values(leaf)) == 1 for one, leaf in pair):
                    self._claim(sheet, At(key, row + 1, 2 - column), part.ink)
                    self._claim(sheet, At(key, row + 1, column + 1), ink)
                    return True
        return False

    def _entry(self, found: Place, sides: Sides) -> None:
        key, row, column = found.spot
        self.swapped[found.sheet.base(key)] = found.swapped
        self._continue(found.sheet, key, (row, column))
        at = At(key, row + 1, column + 1)
        results = self.run_writing
        self.writing += 1
        for bit in found.bits:
            self._bit(found.sheet, at, bit)
        for number, (ink, mark) in enumerate(sides.results):
            if not (number and self._next(found, ink, mark, at)):
                self._claim(found.sheet, at, ink, writing=results)
        for ink, mark in sides.others:
            if any(closeness(mark, value) == 1 for value in found.sheet.values(found.spot)):
                if is_closed(ink) and not found.sheet.is_input(key):
                    self._claim(found.sheet, at, ink, writing=results)
                self.taken.update(number.start for number in ink.numbers())
        if sides.results and not self.struck:
            ink = sides.results[-1][0]
            value = value_of(ink.number) if ink.number else None
            if value:
                found.sheet.wrote(key, [(row, column, value.value)])

    def _next(self, found: Place, ink: Ink, mark: Mark, at: At) -> bool:
        """Takes a result that is the same entry of the next line: 4.5 → /√2 → 3.18."""
        sheet, (key, row, column) = found.sheet, found.spot
        if any(closeness(mark, value) == 1 for value in sheet.values(found.spot)):
            return False
        for later, record in sheet.calculation.records.items():
            follows = record.expr.args[:1] and record.expr.args[0].op == "line" and record.expr.args[0].key == key
            if follows and sheet.shape(later) == sheet.shape(key):
                if any(closeness(mark, value) == 1 for value in sheet.values((later, row, column))):
                    self._claim(sheet, at._replace(key=later), ink)
                    return True
        return False

    def _constant(self, ink: Ink) -> None:
        """A number that a matrix is multiplied with, or divided by: the scale, or what is given as the divisor."""
        mark = mark_of(ink)
        for sheet in self.sheets if mark else ():
            scale = sheet.truth.get("scale", [[0.0]])[0][0]
            if mark and scale and ink.kind == "number" and closeness(mark, scale) == 1:
                return self._claim(sheet, At("scale", 1, 1), ink)
            if mark and scale and 1 in (closeness(mark, scale), closeness(mark, 1 / scale)):
                self.taken.update(number.start for number in ink.numbers())
        return None

    def _continue(self, sheet: Sheet, key: str, entry: tuple[int, int]) -> None:
        """Entries of one line that stand one after another are one writing of it."""
        if self.run is None or self.run[:2] != (sheet, key) or entry in self.run[2]:
            self.run = (sheet, key, set())
            self.writing += 1
            self.run_writing = self.writing
        self.run[2].add(entry)

    def _bit(self, sheet: Sheet, at: At, bit: Bit) -> None:
        self._claim(sheet, at, bit.ink, term=bit.term, factor=bit.factor, of=_at(bit.of), why=bit.why)

    def _claim(self, sheet: Sheet, at: At, ink: Ink, *, writing: int | None = None, term: int | None = None,
               factor: int | None = None, of: At | None = None, turned: bool = False, why: str = "",
               whole: bool = False) -> None:  # fmt: skip
        line, column = self.paper.at(ink.start)
        self.taken.add(ink.start)
        self.taken.update(part.start for part in ink.numbers() if not whole)
        number = None if whole else number_of(ink) or next((part.number for part in ink.numbers()), None)
        text = "" if whole else ink.text
        written = Written(text, number, Where(self.paper.source, line, column))
        self.claims.append(Claim(sheet.number, at, written, self.writing if writing is None else writing, term, factor,
                                 of, turned, self.struck, self.repeat, why))  # fmt: skip

    def unread(self, start: int, text: str, why: str) -> None:
        """A claim of a number that belongs to nothing that is known."""
        line, column = self.paper.at(start)
        problem = self.current.number if self.current else 0
        written = Written(text, None, Where(self.paper.source, line, column))
        self.claims.append(Claim(problem, None, written, struck=self.struck, repeat=self.repeat, why=why))


def _subtracts_maximum(paper: Paper) -> bool:
    """Whether e⁰ stands on a page: the largest score was subtracted from all."""
    exponents = (exponent_of(ink) for statement in paper.statements for side in statement.sides for ink in side.walk())
    return any(ink is not None and ink.kind == "number" and ink.text.strip("0.") == "" for ink in exponents)


def _at(leaf: Leaf | None) -> At | None:
    return At(leaf[0], leaf[1] + 1, leaf[2] + 1) if leaf else None


def _beyond(found: Place, evidence: Said) -> str:
    """What is wrong with the indices of an entry that there is not: α₅ of three weights."""
    key = found.spot[0]
    rows, columns = found.sheet.shape(key)
    named = [place for place in evidence.places if len(place) == 1]
    if rows > 1 or len(named) != len(evidence.places) or not named or any(place[0] <= columns for place in named):
        return ""
    return f"{key} has {columns} entries; there is no entry {named[-1][0]}"
