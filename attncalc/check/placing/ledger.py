"""The claims of a page as they are written down, and what is known while it is read from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from attncalc.check.claim import At, Claim, Written
from attncalc.check.placing.marks import closeness, mark_of
from attncalc.check.placing.match import Bit
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.wants import Leaf
from attncalc.errors import Place
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink, Paper
from attncalc.reading.number import Number


@dataclass
class Ledger:
    """The claims so far; where the page is: `current` is the problem, `struck` and `repeat` are of the statement."""

    paper: Paper
    sheets: list[Sheet]
    claims: list[Claim] = field(default_factory=list)
    current: Sheet | None = None
    writing: int = 0
    struck: bool = False
    repeat: bool = False
    swapped: dict[str, bool] = field(default_factory=dict)  # lines whose products stand k·q
    margin: float | None = None  # of what is placed now: how much less likely its next best place is, in digits
    taken: set[int] = field(default_factory=set)  # where numbers stand that have a claim

    def claim(
        self,
        sheet: Sheet,
        at: At,
        ink: Ink,
        *,
        writing: int | None = None,
        turned: bool = False,
        term: int | None = None,
        factor: int | None = None,
        of: At | None = None,
        why: str = "",
    ) -> None:
        """Writes down a number, and what it stands for."""
        self.take(ink)
        number = self._reading(sheet, of or at, ink)
        written = Written(ink.text, number, self._where(ink.start))
        self.claims.append(
            Claim(
                sheet.number,
                at,
                written,
                self.writing if writing is None else writing,
                term,
                factor,
                of,
                turned,
                self.struck,
                self.repeat,
                margin=self.margin,
                why=why,
            )
        )

    def _reading(self, sheet: Sheet, at: At, ink: Ink) -> Number | None:
        """The number that an ink says; of several readings the one that is right at its place."""
        number = number_of(ink) or next((part.number for part in ink.numbers()), None)
        if not ink.also or not at.row:
            return number
        values = sheet.values(leaf_of(at))
        marks = [(other, mark_of(replace(ink, number=other))) for other in (*filter(None, [ink.number]), *ink.also)]
        fits = (other for other, mark in marks if mark and any(closeness(mark, value) == 1 for value in values))
        return next(fits, number)

    def part(self, sheet: Sheet, bit: Bit) -> None:
        """Writes down a number in a calculation of an entry."""
        of = at_of(bit.of) if bit.of else None
        self.claim(sheet, at_of(bit.at), bit.ink, term=bit.term, factor=bit.factor, of=of, why=bit.why)

    def misshapen(self, sheet: Sheet, key: str, ink: Ink, why: str) -> None:
        """Writes down that a matrix is not what its line should be."""
        written = Written("", None, self._where(ink.start))
        self.claims.append(
            Claim(sheet.number, At(key, 0, 0), written, self.writing, struck=self.struck, repeat=self.repeat, why=why)
        )

    def unread(self, start: int, text: str, why: str, *, stands: bool | None = None) -> None:
        """Writes down a number that belongs to nothing that is known, or that stands by itself beside the work."""
        problem = self.current.number if self.current else 0
        written = Written(text, None, self._where(start))
        self.claims.append(
            Claim(problem, None, written, struck=self.struck, repeat=self.repeat, stands=stands, why=why)
        )

    def untrue(self, start: int, text: str, comes_to: str | None, why: str) -> None:
        """Writes down what is no part of the work, and not what stands before it."""
        problem = self.current.number if self.current else 0
        written = Written(text, None, self._where(start))
        self.claims.append(
            Claim(
                problem, None, written, struck=self.struck, repeat=self.repeat, stands=False, comes_to=comes_to, why=why
            )
        )

    def take(self, ink: Ink) -> None:
        """The numbers in an ink are accounted for."""
        self.taken.add(ink.start)
        self.taken.update(part.start for part in ink.numbers())

    def _where(self, start: int) -> Place:
        return Place(self.paper.source, *self.paper.at(start))


def at_of(leaf: Leaf) -> At:
    """An entry counted from 1."""
    key, row, column = leaf
    return At(key, row + 1, column + 1)


def leaf_of(at: At) -> Leaf:
    """An entry counted from 0."""
    return at.key, at.row - 1, at.column - 1
