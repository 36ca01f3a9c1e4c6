"""What numbers of a calculation are, and which of the terms that are expected the written ones are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from attncalc.check.placing.wants import Leaf
from attncalc.reading.ink import Ink


@dataclass(frozen=True, slots=True)
class Bit:
    """One number of a calculation: of which entry it is a part, which term and factor, whose value, and how close.

    Without a term and a factor it is what a part of the calculation comes to.
    """

    ink: Ink
    at: Leaf
    term: int | None = None
    factor: int | None = None
    of: Leaf | None = None
    why: str = ""  # what is odd about where it stands
    close: float = 1.0


class Match(NamedTuple):
    """How well something written agrees, from 0 to 1, what each number in it then is, and how many terms are lost."""

    score: float = 0.0
    bits: tuple[Bit, ...] = ()
    lost: int = 0

    @classmethod
    def of(cls, parts: Sequence[Match], size: float = 0.0) -> Match:
        """Parts that together are one, of which there should be so many."""
        bits = tuple(bit for part in parts for bit in part.bits)
        return cls(sum(map(score_of, parts)) / (size or len(parts) or 1), bits, sum(part.lost for part in parts))


class Role(NamedTuple):
    """What a part of a calculation is: of which entry, which term and factor; through how many lines."""

    at: Leaf
    term: int | None = None
    factor: int | None = None
    deep: int = 0


def score_of(match: Match) -> float:
    """How well something agrees."""
    return match.score


def in_order(table: Sequence[Sequence[Match]]) -> list[Match]:
    """For each of fewer written terms the expected one that it is, in order, so that all agree best."""
    width = len(table[0])
    best: list[tuple[float, tuple[Match, ...]]] = [(0.0, ())] * (width + 1)
    for row in table:
        line: list[tuple[float, tuple[Match, ...]]] = [(-1.0, ())]
        for k in range(1, width + 1):
            score, found = best[k - 1]
            take = (score + row[k - 1].score, (*found, row[k - 1])) if score >= 0 else (-1.0, ())
            line.append(max(take, line[k - 1], key=lambda choice: choice[0]))
        best = line
    return list(best[-1][1])


def freely(table: Sequence[Sequence[Match]]) -> list[Match]:
    """For each written term the likeliest expected one that is free."""
    free = list(range(len(table[0])))
    found = []
    for row in table:
        k = max(free, key=lambda k: row[k].score, default=None)
        found.append(Match() if k is None else row[k])
        if k is not None:
            free.remove(k)
    return found
