"""One chain of = : each side against those before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from attncalc.check.equalities.names import Names, name_of
from attncalc.check.equalities.sides import Side, Untrue, agree, whole
from attncalc.reading.ink import Ink, Statement

EQUAL = ("=", "≈")
NAMING = (*EQUAL, ":")
LETTER = re.compile(r"(?<![^\s(])([^\W\d_])\s?[-−–]\s?$")
CUT = re.compile(r"(?:(?:[/×÷·^]|\S[ \t]{0,2}[-−–+*])\s{0,2}[$€£¥]?\s?|\d[.,:])$")
GOES_ON = re.compile(r"[:.,]\d")
MOST_BEFORE = 8


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of a chain: the sides that were compared, and the pairs of them that are not true."""

    sides: tuple[Side, ...] = ()
    untrue: tuple[Untrue, ...] = ()
    compared: int = 0  # pairs


class Chains:
    """The chains of one calculation, from the first to the last.

    A name that stands alone before = gets what follows as its value. `recalled`: an expression that a name was given
    is what has to follow when the name is worked out. `also` gives what else a side may mean.
    """

    def __init__(self, *, recalled: bool, also: Callable[[Ink], Ink | None] = lambda _: None) -> None:
        self.recalled, self.also = recalled, also
        self.names = Names()

    def look(self, text: str, statement: Statement) -> Looked:
        """Compares the sides of a statement, and carries on what its names stand for."""
        looked = [self._piece(text, piece) for piece in _pieces(_uncut(text, self.meant(text, statement)))]
        sides = tuple(side for one in looked for side in one.sides)
        untrue = tuple(pair for one in looked for pair in one.untrue)
        return Looked(sides, untrue, sum(one.compared for one in looked))

    def meant(self, text: str, statement: Statement) -> Statement:
        """A statement with the letter that something is subtracted from: A - B, where A could be that of an item."""
        ink = statement.sides[0]
        match = LETTER.search(text, max(0, ink.start - MOST_BEFORE), ink.start)
        if match is None or (match[1], ()) not in self.names.carried:
            return statement
        start, (first, *terms) = match.start(1), ink.args if ink.kind == "sum" else (ink,)
        letter = Ink("name", start, start + 1, match[1], name=match[1])
        less = Ink("neg", first.start, first.end, first.text, (first,))
        difference = Ink("sum", start, ink.end, text[start : ink.end], (letter, less, *terms))
        return replace(statement, sides=(difference, *statement.sides[1:]), start=start)

    def _piece(self, text: str, piece: list[tuple[str, Ink]]) -> Looked:
        alone = {place for place, (_, ink) in enumerate(piece) if ink.kind == "name"}
        new = {place for place in alone if not self._stands(piece[place][1], place)}
        found = [
            (ink, side)
            for place, (sign, ink) in enumerate(piece)
            if place not in new and (side := self._side(text, sign, ink))
        ]
        sides = tuple(side for _, side in found)
        untrue = untrue_in(sides)
        for place in sorted(new | (alone & {0})) if found else ():
            self.names.set(piece[place][1], found, is_true=not untrue)
        return Looked(sides, untrue, len(sides) - 1) if len(sides) > 1 else Looked()

    def _side(self, text: str, sign: str, ink: Ink) -> Side | None:
        if not (values := self.names.values(ink)):
            return None
        if other := self.also(ink):
            values += self.names.values(other)
        start, end = whole(text, ink.start, ink.end)
        return Side(text[start:end], start, sign, values, ink.kind == "number")

    def _stands(self, name: Ink, place: int) -> bool:
        """Whether a name that stands alone has to be what stands beside it."""
        known = self.names.carried.get(name_of(name))
        return known is not None and (place > 0 or (self.recalled and known.is_open))


def untrue_in(sides: Sequence[Side]) -> tuple[Untrue, ...]:
    """Each side that is neither what the one before it says, nor what the first does since the last that was not."""
    run: list[Side] = []
    pairs: list[tuple[Side, Side]] = []
    for side in sides:
        if run and not (agree(run[-1], side) or agree(run[0], side)):
            pairs.append((run[-1], side))
            run.clear()
        run.append(side)
    is_mended = bool(pairs) and agree(sides[0], sides[-1])
    return tuple(Untrue(left, right, is_mended) for left, right in pairs)


def _uncut(text: str, statement: Statement) -> Statement:
    """A statement without the sides at its ends of which only a part was read: 2:3, 7 apples - 2, 1.200,50."""
    sides, signs = statement.sides, statement.signs
    first, last = sides[0].start, sides[-1].end
    if CUT.search(text, max(0, first - MOST_BEFORE), first):
        sides, signs = sides[1:], signs[1:]
    if GOES_ON.match(text, last):
        sides, signs = sides[:-1], signs[:-1]
    return replace(statement, sides=sides, signs=signs)


def _pieces(statement: Statement) -> list[list[tuple[str, Ink]]]:
    """The sides that signs of equality join, each with the sign before it."""
    found: list[list[tuple[str, Ink]]] = [[]]
    for sign, ink in zip(("", *statement.signs), statement.sides, strict=False):
        if found[-1] and sign not in (NAMING if len(found[-1]) == 1 else EQUAL):
            found.append([])
        found[-1].append((sign, ink))
    return found
