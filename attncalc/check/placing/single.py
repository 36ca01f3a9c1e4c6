"""Which entry a calculation that is written out belongs to: `(1,2): 3·1 + 0·2 = 3`, `α₁ = e^{0.6}/(…) = 0.26`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from attncalc.check.page.ink import Ink
from attncalc.check.placing.labels import Said
from attncalc.check.placing.marks import Mark, closeness, mark_of, weight
from attncalc.check.placing.readings import Part, Quotient, exponent_of, quotient_of, terms_of
from attncalc.check.placing.sheets import Leaf, Sheet

Spot = tuple[str, int, int]  # a line, row and column from 0
CERTAIN = 0.8  # evidence for an entry that its label names
CALLED = 0.1  # where a label and its indices say which entry it is
LEAST = 0.35  # of the numbers in a calculation, that agree
MANY = 3  # terms, from which on most entries are told apart at a glance
MOST_LOST = 3  # terms of a sum
MAX_ENTRIES = 400  # of a line, beyond which nobody writes each out


@dataclass(frozen=True)
class Bit:
    """One number of a calculation: which term and factor it is, and whose value."""

    ink: Ink
    term: int | None
    factor: int | None
    of: Leaf | None
    why: str = ""


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

    def add(self, ink: Ink) -> bool:
        """Takes a side; whether it is something that a calculation is made of."""
        if ink.kind == "number" or (ink.kind in ("power", "neg") and all(arg.kind == "number" for arg in ink.args)):
            mark = mark_of(ink)
            if mark:
                self.results.append((ink, mark))
            return mark is not None
        if (inner := exponent_of(ink)) and inner.kind == "number" and (mark := mark_of(inner)):
            self.exponentials.append(Part(inner, mark, exponent=True))
            return True
        if quotient := quotient_of(ink):
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
    """An entry that a calculation may be of, how well it fits, and what each of its numbers is."""

    sheet: Sheet
    spot: Spot
    score: float
    evidence: float
    bits: tuple[Bit, ...] = ()
    swapped: bool = False


def places(sheet: Sheet, sides: Sides, said: Said, swapped: Mapping[str, bool]) -> Iterator[Place]:
    """The entries of a problem that a calculation may be of.

    `swapped` are the lines (by name without section) whose products stood the other way round before: k·q for q·k.
    """
    spots = list(_spots(sheet))
    named = [spot for spot in spots if _indexed(sheet, spot, said) > 0]
    found = [place for spot in named if (place := _place(sheet, spot, sides, said, swapped))]
    if not any(place.evidence > CERTAIN for place in found):  # most entries need no look where the label is right
        others = set(spots).difference(named)
        found += [place for spot in spots if spot in others and (place := _place(sheet, spot, sides, said, swapped))]
    yield from found
    if not sides.written_out:
        yield from _given(sheet, sides, said)


def _spots(sheet: Sheet) -> Iterator[Spot]:
    """The entries of every line of the work that is not too large for anybody to write out."""
    for key in sheet.calculation.records:
        rows, columns = sheet.shape(key)
        if rows * columns <= MAX_ENTRIES:
            yield from ((key, row, column) for row in range(rows) for column in range(columns))


def _given(sheet: Sheet, sides: Sides, said: Said) -> Iterator[Place]:
    """Single entries of what was given, and sizes, where a label names them."""
    for key in (*sheet.calculation.inputs, *sheet.calculation.sizes):
        label = said.of(sheet, key)
        rows, columns = sheet.shape(key)
        if rows * columns == 1 and label > 0.3:
            yield Place(sheet, (key, 0, 0), label + _of_result(sheet, (key, 0, 0), sides), 1)
            continue
        for row, column in ((row, column) for row in range(rows) for column in range(columns)):
            indexed = _indexed(sheet, (key, row, column), said)
            if label > 0.3 and indexed > 0:
                result = _of_result(sheet, (key, row, column), sides)
                yield Place(sheet, (key, row, column), label + indexed + result, 1)


def _place(sheet: Sheet, spot: Spot, sides: Sides, said: Said, before: Mapping[str, bool]) -> Place | None:
    evidence, bits, swapped = 0.0, [], before.get(sheet.base(spot[0]), False)
    for terms in sides.sums:
        found, made, swapped = _of_sum(sheet, spot, terms, swapped)
        evidence += found
        bits += made
    for quotient in sides.quotients:
        found, made = _of_quotient(sheet, spot, quotient)
        evidence += found
        bits += made
    for part in sides.exponentials:
        found, made = _of_exponential(sheet, spot, part)
        evidence += found
        bits += made
    count = sides.written_out
    if count:
        evidence /= count
    label, result = said.of(sheet, spot[0]), _of_result(sheet, spot, sides)
    indexed = _indexed(sheet, spot, said)
    named = label > 0.2 or indexed > 0
    least = CALLED if indexed > 0 and label > 0.25 else LEAST
    if evidence < least if count else not ((result >= 0.2 and named) or (label > 0.2 and indexed > 0)):
        return None
    ahead = sheet.rank[spot[0]] - sheet.last
    order = 0.1 if 0 <= ahead <= 2 else 0.0
    return Place(
        sheet, spot, evidence * 1.5 + 0.4 * result + label + indexed + order, evidence or result, tuple(bits), swapped
    )


def _of_result(sheet: Sheet, spot: Spot, sides: Sides) -> float:
    """How close the last result is."""
    if not sides.results:
        return 0.0
    mark = sides.results[-1][1]
    return max(closeness(mark, value) for value in sheet.values(spot)) * (0.5 + 0.5 * weight(mark))


def _indexed(sheet: Sheet, spot: Spot, said: Said) -> float:
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


def _of_sum(sheet: Sheet, spot: Spot, terms: list[list[Part]], before: bool) -> tuple[float, list[Bit], bool]:
    """How well written terms agree with those of an entry, what each number then is, and whether factors are swapped."""
    expected = sheet.terms(*spot)
    if not expected or not -1 <= len(expected) - len(terms) <= MOST_LOST or not _likely(sheet, terms, expected):
        return 0.0, [], before
    if all(len(term) == 1 for term in terms) and any(len(term) > 1 for term in expected):
        return *_of_products(sheet, terms, expected), before
    ways = [(swapped, _matched(sheet, terms, [leaves[::-1] for leaves in expected] if swapped else expected))
            for swapped in (before, not before)]  # fmt: skip
    swapped, matches = max(ways, key=lambda way: sum(score for _, score in way[1]))
    agree = sum(score for _, score in matches)
    bits = [bit for number, (k, _) in enumerate(matches, 1)
            for bit in _bits(terms[number - 1], expected[k] if k is not None else [], swapped, number)]  # fmt: skip
    return agree / max(len(terms), _counted(sheet, expected)), bits, swapped


def _counted(sheet: Sheet, expected: list[list[Leaf | None]]) -> int:
    """How many terms are not 0: those that are may be left out."""
    return sum(all(leaf is None or sheet.carried[leaf[0]][leaf[1]][leaf[2]] for leaf in leaves) for leaves in expected)


def _likely(sheet: Sheet, terms: list[list[Part]], expected: list[list[Leaf | None]]) -> bool:
    """Whether some of the first factors are those of these terms: a quick look, since there are many entries."""
    if len(expected) < MANY or len(terms) != len(expected):
        return True
    hits = 0
    for term, leaves in zip(terms, expected, strict=True):
        numbers = [sheet.truth[leaf[0]][leaf[1]][leaf[2]] for leaf in leaves if leaf]
        hits += sum(abs(part.mark.value - number) <= part.mark.unit for part in term for number in numbers)
    return hits * 3 >= len(terms)


def _of_products(sheet: Sheet, terms: list[list[Part]], expected: list[list[Leaf | None]]) -> tuple[float, list[Bit]]:
    """Terms whose products were calculated: 0.538 + 2.924."""
    if len(terms) != len(expected):
        return 0.0, []
    agree = 0.0
    for term, leaves in zip(terms, expected, strict=True):
        value = 1.0
        for leaf in leaves:
            value *= sheet.carried[leaf[0]][leaf[1]][leaf[2]] if leaf else 1.0
        agree += closeness(term[0].mark, value)
    bits = [Bit(term[0].ink, number, None, None) for number, term in enumerate(terms, 1)]
    return agree / len(expected), bits


def _matched(sheet: Sheet, terms: list[list[Part]], expected: list[list[Leaf | None]]
             ) -> list[tuple[int | None, float]]:  # fmt: skip
    """For each written term the expected one that it is, in order, and how well it agrees."""
    pairs = [[_factors_agree(sheet, term, leaves) for leaves in expected] for term in terms]
    if len(terms) >= len(expected):
        return [(k, pairs[k][k]) if k < len(expected) else (None, 0.0) for k in range(len(terms))]
    best: list[list[tuple[float, tuple[int, ...]]]] = [[(0.0, ())] * (len(expected) + 1)]
    for t, row in enumerate(pairs, 1):
        line: list[tuple[float, tuple[int, ...]]] = [(-1.0, ())]
        for k in range(1, len(expected) + 1):
            before = best[t - 1][k - 1]
            take = (before[0] + row[k - 1], (*before[1], k - 1)) if before[0] >= 0 else (-1.0, ())
            line.append(max(take, line[k - 1], key=lambda choice: choice[0]))
        best.append(line)
    return [(k, pairs[t][k]) for t, k in enumerate(best[-1][-1][1])]


def _factors_agree(sheet: Sheet, term: list[Part], leaves: list[Leaf | None]) -> float:
    if len(term) != len(leaves):
        return 0.0
    found = [max(closeness(part.worth, value) for value in sheet.values(leaf)) if leaf else 0.5
             for part, leaf in zip(term, leaves, strict=True)]  # fmt: skip
    return sum(found) / len(found)


def _bits(term: list[Part], leaves: list[Leaf | None], swapped: bool, number: int) -> Iterator[Bit]:
    ordered = leaves[::-1] if swapped else leaves
    for place, part in enumerate(term):
        factor = (len(ordered) - place if swapped else place + 1) if place < len(ordered) else place + 1
        yield Bit(part.ink, number, factor, ordered[place] if place < len(ordered) else None, part.why)


def _of_quotient(sheet: Sheet, spot: Spot, quotient: Quotient) -> tuple[float, list[Bit]]:
    """A softmax as a quotient of exponentials, or of their values; or an entry over a constant."""
    key, row, column = spot
    expr = sheet.calculation.records[key].expr
    if expr.op == "share":
        ways = []
        for parts, whole in _softmaxes(sheet, *(arg.key for arg in expr.args)):
            if len(quotient.below) == 1 and not quotient.below[0].exponent:
                ways.append(_of_values(sheet, quotient, (parts, row, column), (whole, row, 0)))
            else:
                ways.append(_of_exponentials(sheet, quotient, parts, row, column))
        return max(ways, key=lambda way: way[0])
    if expr.op in ("over", "times") and expr.args[0].op == "line" and len(quotient.below) == 1:
        leaf = (expr.args[0].key, row, column)
        agree = max(closeness(quotient.above.mark, value) for value in sheet.values(leaf))
        return agree * 0.9, [Bit(quotient.above.ink, 1, 1, leaf), Bit(quotient.below[0].ink, 1, 2, None)]
    return 0.0, []


def _of_exponential(sheet: Sheet, spot: Spot, part: Part) -> tuple[float, list[Bit]]:
    """One exponential: e² = 7.389."""
    key, row, column = spot
    scores = exponents_of(sheet, key)
    if scores is None:
        return 0.0, []
    leaf = (scores, row, column)
    return max(closeness(part.mark, value) for value in sheet.values(leaf)), [Bit(part.ink, 1, 1, leaf)]


def _softmaxes(sheet: Sheet, parts: str, whole: str) -> Iterator[tuple[str, str]]:
    """The exponentials and their sum, and the same of scores less their maximum."""
    yield parts, whole
    shifted = tuple(re.sub(r"^([A-Za-z]+)", r"\1_shifted", key) for key in (parts, whole))
    if set(shifted) <= sheet.truth.keys():
        yield shifted[0], shifted[1]


def _of_values(sheet: Sheet, quotient: Quotient, above: Leaf, below: Leaf) -> tuple[float, list[Bit]]:
    one = max(closeness(quotient.above.worth, value) for value in sheet.values(above))
    two = max(closeness(quotient.below[0].worth, value) for value in sheet.values(below))
    return (one + two) / 2, [Bit(quotient.above.ink, None, 1, above), Bit(quotient.below[0].ink, None, 2, below)]


def _of_exponentials(sheet: Sheet, quotient: Quotient, parts: str, row: int, column: int) -> tuple[float, list[Bit]]:
    """Every exponent against the scores of the row: the numerator's against its own."""
    scores = exponents_of(sheet, parts)
    width = sheet.shape(parts)[1]
    if len(quotient.below) not in (width - 1, width, width + 1):
        return 0.0, []

    def leaf(part: Part, k: int) -> Leaf:
        return (scores, row, k) if part.exponent and scores else (parts, row, k)

    def close(part: Part, k: int) -> float:
        return max(closeness(part.mark, value) for value in sheet.values(leaf(part, k)))

    free = list(range(width))
    agree, bits = close(quotient.above, column), [Bit(quotient.above.ink, column + 1, 1, leaf(quotient.above, column))]
    for part in quotient.below:
        k = max(free, key=lambda k: close(part, k), default=None)
        if k is None:
            bits.append(Bit(part.ink, None, 2, None))
            continue
        free.remove(k)
        agree += close(part, k)
        bits.append(Bit(part.ink, k + 1, 2, leaf(part, k), part.why))
    return agree / (width + 1), bits


def exponents_of(sheet: Sheet, exponentials: str) -> str | None:
    """The line whose entries are the exponents."""
    record = sheet.calculation.records.get(exponentials)
    if record is None or record.expr.op != "exp" or record.expr.args[0].op != "line":
        return None
    return record.expr.args[0].key
