"""Sums that are written out, term by term, against the terms of an entry."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.placing.bits import Bit
from attncalc.check.placing.marks import Mark, closeness
from attncalc.check.placing.readings import Part
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.terms import Leaf
from attncalc.reading.ink import Ink

MANY = 3  # terms, from which on most entries are told apart at a glance
MOST_LOST = 3  # terms of a sum
COPIED = 0.35  # at most, for a given number with other digits


def of_sum(sheet: Sheet, spot: Leaf, terms: list[list[Part]], before: bool) -> tuple[float, list[Bit], bool]:
    """How well written terms agree with those of an entry, what each number then is, whether factors are swapped."""
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
            for bit in _bits(sheet, terms[number - 1], [] if k is None else expected[k], swapped, number)]  # fmt: skip
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
        numbers = {number for leaf in leaves if leaf for number in sheet.values(leaf)}
        hits += sum(abs(part.worth.value - number) <= part.worth.unit for part in term for number in numbers)
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
    found = [_agrees(sheet, part, leaf) if leaf else 0.5 for part, leaf in zip(term, leaves, strict=True)]
    return sum(found) / len(found)


def _agrees(sheet: Sheet, part: Part, leaf: Leaf) -> float:
    """How close a factor is to an entry; what is given is copied, so that 0 is not much of 0.8."""
    close = max(_close(sheet, part.worth, leaf), _close(sheet, part.unsigned, leaf))
    copied = not sheet.is_input(leaf[0]) or any(2 * abs(part.worth.value - value) <= part.worth.unit
                                                for value in sheet.values(leaf))  # fmt: skip
    return close if copied else min(close, COPIED)


def _close(sheet: Sheet, mark: Mark | None, leaf: Leaf) -> float:
    return max(closeness(mark, value) for value in sheet.values(leaf)) if mark else 0.0


def _ink(sheet: Sheet, part: Part, leaf: Leaf | None) -> Ink:
    """The number with the sign before it, where that is its own."""
    is_own = part.whole and leaf and _close(sheet, part.mark, leaf) > _close(sheet, part.unsigned, leaf)
    return part.whole if part.whole and is_own else part.ink


def _bits(sheet: Sheet, term: list[Part], leaves: list[Leaf | None], swapped: bool, number: int) -> Iterator[Bit]:
    ordered = leaves[::-1] if swapped else leaves
    for place, part in enumerate(term):
        factor = (len(ordered) - place if swapped else place + 1) if place < len(ordered) else place + 1
        leaf = ordered[place] if place < len(ordered) else None
        yield Bit(
            _ink(sheet, part, leaf), number, factor, sheet.exponent(leaf) if leaf and part.exponent else leaf, part.why
        )
