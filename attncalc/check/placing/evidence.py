"""What speaks for a line where some numbers stand: numbers, labels, order; each by its name, in the fitted units.

Numbers are weighed by how seldom they are: 0.3849 stands in one place of the work, 0 and 1 in many.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from attncalc.check.placing.called import entries_called, lines_called
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.labels import NAMED
from attncalc.check.placing.marks import LIKELY, Mark, closeness, weight
from attncalc.check.placing.said import Said
from attncalc.check.placing.sheets import NEXT, Sheet
from attncalc.check.placing.single import Place, indexed
from attncalc.reading.expression import named_by

Features = dict[str, float]
MEANT = 0.9  # of what labels say for the likeliest line
WORDED = 0.25  # what words of prose say at most
ENOUGH = 12.0  # nats, more than which numbers together hardly tell
NEARLY = 0.3  # of what numbers tell that agree, for those that nearly do
LETTER = 1 / 3  # of what a name tells, for one that is a letter alone; the same for what the named line is made from
NEAR = LIKELY / 2  # closeness, from which on a number is another one misread, or the same calculated otherwise


class Numbers(NamedTuple):
    """How much numbers agree with those of a line, in nats; how much nearly, and how many do not."""

    agree: float = 0.0
    near: float = 0.0
    miss: float = 0.0

    def features(self) -> Features:
        """The same by name; many numbers together tell little more than some do."""
        agree, near, miss = map(saturated, self)
        return {"numbers agree": agree + NEARLY * near, "numbers miss": miss}


NONE = Numbers()


def saturated(value: float) -> float:
    """A sum of evidence that is not independent."""
    return ENOUGH * (1 - math.exp(-value / ENOUGH))


def together(*found: Features) -> Features:
    """Evidence of several kinds, added up by name."""
    first, *others = found
    whole = dict(first)
    for name, value in (pair for features in others for pair in features.items()):
        whole[name] = whole.get(name, 0.0) + value
    return whole


def numbers(sheet: Sheet, pairs: Iterable[tuple[Mark, float]]) -> Numbers:
    """What some numbers say for the entries that they may be."""
    return of_closeness(sheet, ((mark, closeness(mark, value)) for mark, value in pairs))


def of_closeness(sheet: Sheet, found: Iterable[tuple[Mark, float]]) -> Numbers:
    """The same where it is known how close each number is."""
    agree = near = miss = 0.0
    for mark, close in found:
        if close == 1:
            agree += sheet.all_entries.surprise(mark)
        elif close >= NEAR:
            near += close * sheet.all_entries.surprise(mark)
        else:
            miss += weight(mark)
    return Numbers(agree, near, miss)


def of_place(place: Place, results: Iterable[Mark]) -> Numbers:
    """What a calculation of an entry says for it."""
    sheet = place.sheet
    found = [*place.parts()]
    found += [(mark, closest(sheet, mark, place.spot)) for mark in results]
    said = of_closeness(sheet, found)
    return said._replace(miss=said.miss + place.lost)


def closest(sheet: Sheet, mark: Mark, leaf: tuple[str, int, int]) -> float:
    """How close a number is to an entry, as it is, or as it follows."""
    return max(closeness(mark, value) for value in sheet.values(leaf))


@dataclass(eq=False)
class Labels:
    """What labels say of the lines of one problem."""

    said: Said
    sheet: Sheet

    def __post_init__(self) -> None:
        said, sheet = self.said, self.sheet
        self.weights = {key: said.of(sheet, key) for key in sheet.keys} if said.says_something else {}
        self.exact = {key for key in sheet.keys if said.names(sheet, key)} if said.exact else set()
        names = [*(ink for ink in said.inks if ink.kind == "name"), *filter(None, map(named_by, said.words))]
        called = {key for name in names for key in lines_called(sheet.calculation, name)}
        self.spots = {leaf for name in names for leaf in entries_called(sheet.calculation, name)}
        self.exact = self.exact | called if called or not self.spots else {key for key, _, _ in self.spots}
        letters = [ink.kind == "name" and len(ink.name) == 1 and ink.name.islower() for ink in said.inks]
        self.by_letter = bool(letters) and all(letters)
        self.bases = {sheet.base(key) for key in self.exact} if not self.spots else set()
        self.best = max(self.weights.values(), default=0.0)
        self.products = Labels(said.product, sheet).meant if said.product else set()
        if any(map(sheet.is_scale, said.constants)):
            self.products = self.products | {key for key in sheet.keys if sheet.base(key) == "S_scaled"}

    @property
    def meant(self) -> set[str]:
        """The lines that they name, or that they say most for."""
        return self.exact or {key for key, weight in self.weights.items() if weight > max(WORDED, MEANT * self.best)}

    @property
    def most(self) -> float:
        """How much they say for the line that they say most for."""
        return max(self.best, NAMED * bool(self.exact))

    def features(self, key: str, *, part: bool, matrix: bool = True) -> Features:
        """For one of the lines; the number behind the name of a part may be that of a row, and of no head.

        A `matrix` beside others may be what the line that is named is made from.
        """
        own = self.weights.get(key, 0.0)
        is_named = key in self.exact or (part and own > 0 and self.sheet.base(key) in self.bases)
        is_used = matrix and not is_named and any(key in self.sheet.operands(one) for one in self.products)
        strength = (LETTER if self.by_letter else 1.0) if self.exact else 0.0
        return {
            "named": strength if is_named else LETTER if is_used else -strength,
            "worded": own / NAMED,
            "worded otherwise": 0.0 if self.exact else (self.best - own) / NAMED,
        }

    def row(self, key: str) -> int | None:
        """The row of an operand that is told by the places of the product: of S₁₂ the first of Q, the second of K."""
        if self.said.product is None or not self.said.product.places:
            return None
        for one in filter(self.products.__contains__, self.sheet.keys):
            if key in (operands := self.sheet.operands(one)):
                place = self.said.product.places[0]
                number = operands.index(key)
                return place[number] - 1 if number < len(place) else None
        return None


def goes_on(sheet: Sheet, where: Fit | Place, row: int | None, named: Collection[int] = ()) -> Features:
    """How an entry, or a part of a line, goes on from those of it that stood before.

    `row` is the one at hand, `named` are those that labels name: an entry that comes next there goes on as well.
    """
    stood = sheet.stood.get(where.key, frozenset())
    if isinstance(where, Fit) and where.is_whole:
        return {"written before": float(bool(stood))}
    if isinstance(where, Fit) and where.lost:  # a fragment goes on nothing
        return {"written before": float(bool(where.entries & stood))}
    first = min(where.entries)
    starts = {(one, sum(at == one for at, _ in stood)) for one in (row, *named) if one is not None}
    comes = first == sheet.next_place(where.key) or first in starts
    return {
        "goes on": float(comes) + float(bool(stood) and first > max(stood)),
        "at hand": 0.5 * float(row is not None and {row} == {one for one, _ in where.entries}),
        "written before": float(bool(where.entries & stood) and not comes),
    }


def order(sheet: Sheet, key: str) -> Features:
    """Where a line stands in the order of the work, seen from the one that was placed last."""
    rank, last = sheet.rank[key], sheet.last
    if not rank:
        return {"apart": 0.5} if last else {"next": 0.7}
    ahead = rank - last
    if ahead == 0:
        return {"same line": 1.0}
    step = {"next": 1.0} if 0 < ahead <= 1 else {"apart": float(not 0 < ahead <= NEXT)}
    return {**step, "written before": float(key in sheet.written)}


def shape(fit: Fit, labels: Labels) -> Features:
    """How a grid lies on its line, and what is said of the row."""
    sheet, key, said = fit.sheet, fit.key, labels.said
    named = sheet.base(key) in said.transposed or said.columns
    is_turned = float(fit.turned != named) if not said.factor else float(fit.turned) / 3
    in_line = fit.grid.ink.args and len(fit.grid.ink.args) == 1 and len(fit.rows) > 1 == len(fit.columns)
    is_down = bool(in_line) and not said.columns and not sheet.calculation.is_turned(key)
    hides = fit.grid.hides and not sheet.hides(key)
    return {
        "a part": float(not fit.is_whole),
        "oddly": float(bool(fit.lost)) + is_turned + float(is_down) + float(hides),
        **_placed(fit, labels),
    }


def _placed(fit: Fit, labels: Labels) -> Features:
    """What is said of the place of a part of a line, or of the section of a whole one: for it, or against."""
    sheet, key, said = fit.sheet, fit.key, labels.said
    if not fit.is_whole and 1 in (len(fit.rows), len(fit.columns)):
        alone = fit.rows[0] if len(fit.rows) == 1 else fit.columns[0]
        rows = {place[0] - 1 for place in said.places} or ({labels.row(key)} - {None})
        if not rows:
            return {}
        return {"its place": 1.0 if alone in rows and not (said.columns and len(fit.columns) > 1) else -1.0}
    if not said.places or 1 in (len(fit.rows), len(fit.columns)):
        return {}
    if any(place[-1] in sheet.section(key) for place in said.places):  # of a head, for a matrix has no row
        return {}
    return {"bound elsewhere": 1.0} if said.inks else {"its place": -1.0}


def spot(place: Place, labels: Labels) -> Features:
    """What is said of the place of one entry; indices behind the name of a line bind."""
    if place.key in {key for key, _, _ in labels.spots}:
        return {"its place": 1.0} if place.spot in labels.spots else {"bound elsewhere": 1.0}
    named = indexed(place.sheet, place.spot, labels.said)
    is_bound = named < 0 and place.key in labels.exact and len(labels.said.places[0]) > 1
    return {"bound elsewhere": 1.0} if is_bound else {"its place": float(named > 0) - float(named < 0)}


def total(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """What all of it comes to, in nats."""
    return sum(value * weights.get(name, 0.0) for name, value in features.items() if value)
