"""Which entry a calculation that is written out belongs to: `(1,2): 3·1 + 0·2 = 3`, `α₁ = e^{0.6}/(…) = 0.26`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from attncalc.check.placing.bits import Bit
from attncalc.check.placing.labels import Said
from attncalc.check.placing.marks import LIKELY, Mark, closeness, mark_of
from attncalc.check.placing.readings import Part, Quotient, exponent_of, over_root, quotient_of, terms_of
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.softmaxes import of_exponential, of_quotient
from attncalc.check.placing.sums import of_sum
from attncalc.check.placing.terms import Leaf
from attncalc.reading.ink import Ink

CERTAIN = 0.8  # evidence for an entry that its label names
CALLED = 0.1  # where a label and its indices say which entry it is
LEAST = 0.35  # of the numbers in a calculation, that agree
LABELLED, GIVEN = 0.1, 0.3  # of what labels say, for a single entry; of what is given
MAX_ENTRIES = 400  # of a line, beyond which nobody writes each out


@dataclass
class Sides:
    """The sides of a statement that hold numbers, by what they are."""

    sums: list[list[list[Part]]] = field(default_factory=list)
    quotients: list[Quotient] = field(default_factory=list)
    results: list[tuple[Ink, Mark]] = field(default_factory=list)
    exponentials: list[Part] = field(default_factory=list)
    others: list[tuple[Ink, Mark]] = field(default_factory=list)  # calculations with constants: 1/√4

    @classmethod
    def of(cls, sides: Sequence[Ink]) -> Sides:
        """What each side is; those that are nothing of it are left to others."""
        found = cls()
        for ink in sides:
            found.add(ink)
        return found

    @property
    def written_out(self) -> int:
        """How many of the sides are calculations."""
        return len(self.sums) + len(self.quotients) + len(self.exponentials)

    def add(self, ink: Ink, *, before_result: bool = False) -> bool:
        """Takes a side; whether it is something that a calculation is made of."""
        if ink.kind == "number" or (ink.kind in ("power", "neg") and all(arg.kind == "number" for arg in ink.args)):
            mark = mark_of(ink)
            if mark:
                self.results.append((ink, mark))
            return mark is not None
        if (inner := exponent_of(ink)) and inner.kind == "number" and (mark := mark_of(inner)):
            self.exponentials.append(Part(inner, mark, exponent=True))
            return True
        if quotient := quotient_of(ink) or (over_root(ink) if before_result else None):
            self.quotients.append(quotient)
            return True
        if terms := terms_of(ink):
            self.sums.append(terms)
            return True
        if mark := mark_of(ink):
            self.others.append((ink, mark))
        return mark is not None


@dataclass(frozen=True)
class Place:
    """An entry that a calculation may be of, how well what leads there fits, and what each of its numbers is."""

    sheet: Sheet
    spot: Leaf
    evidence: float
    bits: tuple[Bit, ...] = ()
    swapped: bool = False
    result: Mark | None = None

    @property
    def key(self) -> str:
        """The line."""
        return self.spot[0]

    @property
    def entries(self) -> frozenset[tuple[int, int]]:
        """The entry, from 0."""
        return frozenset({self.spot[1:]})

    def parts(self) -> Iterator[tuple[Mark, Leaf | None]]:
        """The numbers of the calculation, each with the entry that it stands for."""
        for bit in self.bits:
            if mark := mark_of(bit.ink):
                yield mark, bit.of


def places(
    sheet: Sheet, sides: Sides, said: Said, swapped: Mapping[str, bool], expected: Collection[Leaf] = ()
) -> Iterator[Place]:
    """The entries of a problem that a calculation, or a result alone, may be of.

    `swapped` are the lines (by name without section) whose products stood the other way round before: k·q for q·k.
    """
    if not sides.written_out:
        yield from _of_results(sheet, sides, said, expected)
        return
    spots = list(_spots(sheet))
    named = [spot for spot in spots if indexed(sheet, spot, said) > 0]
    found = [place for spot in named if (place := place_at(sheet, spot, sides, swapped, least=CALLED))]
    if not any(place.evidence > CERTAIN for place in found):  # most entries need no look where the label is right
        others = set(spots).difference(named)
        found += [place for spot in spots if spot in others and (place := place_at(sheet, spot, sides, swapped))]
    yield from found


def _of_results(sheet: Sheet, sides: Sides, said: Said, expected: Collection[Leaf]) -> Iterator[Place]:
    """Entries that labels name, that come next, or that a result agrees with."""
    result = sides.results[-1][1] if sides.results else None
    for key in sheet.keys:
        label, is_given = said.of(sheet, key), sheet.is_input(key)
        rows, columns = sheet.shape(key)
        if rows * columns > MAX_ENTRIES or (is_given and label < GIVEN):
            continue
        for leaf in ((key, row, column) for row in range(rows) for column in range(columns)):
            close = max(closeness(result, value) for value in sheet.values(leaf)) if result else 0.0
            named = label > LABELLED and (rows * columns == 1 or indexed(sheet, leaf, said) > 0)
            if (
                named
                or leaf in expected
                or (not is_given and (close == 1 or (close > LIKELY / 2 and label > LABELLED)))
            ):
                yield Place(sheet, leaf, close, result=result)


def _spots(sheet: Sheet) -> Iterator[Leaf]:
    """The entries of every line of the work that is not too large for anybody to write out."""
    for key in sheet.calculation.records:
        rows, columns = sheet.shape(key)
        if rows * columns <= MAX_ENTRIES:
            yield from ((key, row, column) for row in range(rows) for column in range(columns))


def place_at(sheet: Sheet, spot: Leaf, sides: Sides, before: Mapping[str, bool], least: float = LEAST) -> Place | None:
    """How well a calculation fits one entry, and what its numbers are there; None where it does not fit."""
    evidence, bits, swapped = 0.0, [], before.get(sheet.base(spot[0]), False)
    for terms in sides.sums:
        found, made, swapped = of_sum(sheet, spot, terms, swapped)
        evidence += found
        bits += made
    for quotient in sides.quotients:
        found, made = of_quotient(sheet, spot, quotient)
        evidence += found
        bits += made
    for part in sides.exponentials:
        found, made = of_exponential(sheet, spot, part)
        evidence += found
        bits += made
    evidence /= max(1, sides.written_out)
    result = sides.results[-1][1] if sides.results else None
    return Place(sheet, spot, evidence, tuple(bits), swapped, result) if evidence >= least else None


def indexed(sheet: Sheet, spot: Leaf, said: Said) -> float:
    """What the indices in a label say for, or against, an entry."""
    if not said.places:
        return 0.0
    key, row, column = spot
    rows, columns = sheet.shape(key)
    if sheet.calculation.is_turned(key):
        row, column, rows, columns = column, row, columns, rows
    own = {(row + 1, column + 1)} | ({(column + 1,)} if rows == 1 else {(row + 1,)} if columns == 1 else set())
    if rows == 1 and not sheet.is_vector(key):
        own |= {(column + 1,)}
    return 0.4 if own & set(said.places) else -0.2
