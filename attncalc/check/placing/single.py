"""Which entry a calculation that is written out belongs to: `(1,2): 3·1 + 0·2 = 3`, `α₁ = e^{0.6}/(…) = 0.26`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from attncalc.check.placing.align import Aligner
from attncalc.check.placing.called import MAX_ENTRIES
from attncalc.check.placing.marks import LIKELY, Mark, closeness, exponent_of, is_number, mark_of
from attncalc.check.placing.match import Bit, Match
from attncalc.check.placing.said import Said
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.wants import Leaf
from attncalc.reading.ink import Ink

CERTAIN = 0.8  # evidence for an entry that its label names
CALLED = 0.1  # where a label and its indices say which entry it is
LEAST = 0.35  # of the numbers in a calculation, that agree
LABELLED, GIVEN = 0.1, 0.3  # of what labels say, for a single entry; of what is given


@dataclass
class Sides:
    """The sides of a statement that hold numbers, by what they are."""

    calculations: list[Ink] = field(default_factory=list)
    results: list[tuple[Ink, Mark]] = field(default_factory=list)
    others: list[Ink] = field(default_factory=list)  # calculations with constants: 1/√4

    @classmethod
    def of(cls, sides: Sequence[Ink]) -> Sides:
        """What each side is; those that are nothing of it are left to others."""
        found = cls()
        for ink in sides:
            found.add(ink)
        return found

    def add(self, ink: Ink, *, before_result: bool = False) -> None:
        """Takes a side."""
        mark = mark_of(ink)
        if is_number(ink):
            self.results += [(ink, mark)] if mark else []
        elif is_calculation(ink) or (before_result and is_worked(ink)):
            self.calculations.append(ink)
        elif mark:
            self.others.append(ink)


def is_calculation(ink: Ink) -> bool:
    """Whether an ink is made from numbers, and e to the power of numbers, by sums, products and quotients."""
    exponent = exponent_of(ink)
    if exponent is not None:
        return is_number(exponent)
    return ink.kind in ("sum", "product", "quotient", "neg") and all(
        is_number(arg) or is_calculation(arg) for arg in ink.args
    )


def is_worked(ink: Ink) -> bool:
    """Whether an ink is calculated with more than a constant: 1.08/√2 and tanh(0.5), and neither 1/√2 nor 2√2."""
    return any(ink.numbers()) and not _is_constant(ink)


def _is_constant(ink: Ink) -> bool:
    if ink.kind == "quotient" and ink.args[0].kind == "number" and ink.args[0].text != "1":
        return False
    is_root = ink.kind == "call" and ink.name == "sqrt"
    is_made = is_root or ink.kind in ("product", "quotient", "power", "neg", "number")
    return mark_of(ink) is not None and is_made and all(map(_is_constant, ink.args))


@dataclass(frozen=True)
class Place:
    """An entry that a calculation may be of, how well what leads there fits, and what each of its numbers is."""

    sheet: Sheet
    spot: Leaf
    evidence: float
    bits: tuple[Bit, ...] = ()
    swapped: bool = False
    result: Mark | None = None
    lost: int = 0  # terms that are not there

    @property
    def key(self) -> str:
        """The line."""
        return self.spot[0]

    @property
    def entries(self) -> frozenset[tuple[int, int]]:
        """The entry, from 0."""
        return frozenset({self.spot[1:]})

    def parts(self) -> Iterator[tuple[Mark, float]]:
        """The numbers of the calculation, each with how close it is to what it stands for."""
        for bit in self.bits:
            if mark := mark_of(bit.ink):
                yield mark, bit.close


def places(
    sheet: Sheet,
    sides: Sides,
    said: Said,
    swapped: Mapping[str, bool],
    expected: Collection[Leaf] = (),
    called: Collection[Leaf] = (),
) -> Iterator[Place]:
    """The entries of a problem that a calculation, or a result alone, may be of.

    `expected` are those that come next, `called` those whose names stand before it.
    `swapped` are the lines (by name without section) whose products stood the other way round before: k·q for q·k.
    """
    if not sides.calculations:
        yield from _of_results(sheet, sides, said, {*expected, *called})
        return
    spots = list(_spots(sheet))
    named = [spot for spot in spots if spot in called or indexed(sheet, spot, said) > 0]
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
    aligner = Aligner(sheet, before.get(sheet.base(spot[0]), False), is_named=least < LEAST)
    found = [aligner.of(ink, spot) for ink in sides.calculations]
    whole = Match.of(found, max(1, len(found)))
    result = sides.results[-1][1] if sides.results else None
    place = Place(sheet, spot, whole.score, whole.bits, aligner.swapped, result, whole.lost)
    return place if place.evidence >= least else None


def indexed(sheet: Sheet, spot: Leaf, said: Said) -> float:
    """What the indices in a label say for, or against, an entry."""
    if not said.places:
        return 0.0
    key, row, column = spot
    rows, columns = sheet.shape(key)
    if sheet.calculation.is_turned(key):
        row, column, rows, columns = column, row, columns, rows
    alone = column if rows == 1 or said.columns else row  # "row 2" of a matrix is any entry of it
    own = {(row + 1, column + 1), (alone + 1,)}
    return 0.4 if own & set(said.places) else -0.2
