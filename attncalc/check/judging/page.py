"""A page while it is judged: its claims by what they belong to, and what was found of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.chains import CLEAN, Chains, Family
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.grain import HALF, Grain, grain_of
from attncalc.check.judging.habits import explained
from attncalc.check.judging.sums import Sum, is_part, sums
from attncalc.check.writings import entry_of, writings
from attncalc.check.written import value_of

ENOUGH = 2  # integers that are rounded decimals, from which on all of a writing are taken as rounded


@dataclass(eq=False)
class Page:
    """The claims of one problem, and the verdicts so far, by the identity of each claim.

    `families` says on which wrong numbers a claim follows, `copies` which claim it repeats.
    """

    calculation: Calculation
    claims: Sequence[Claim]
    verdicts: dict[int, Judged] = field(default_factory=dict)
    families: dict[int, Family] = field(default_factory=dict)
    copies: dict[int, Claim] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.written = writings(self.whole)
        self.chains = Chains(self.calculation, self.written)
        self._groups: dict[tuple[str, int, bool, bool], list[Claim]] = {}
        for claim in self.claims:
            if claim.at is not None:
                self._groups.setdefault(_group(claim), []).append(claim)
        self._habits: dict[tuple[tuple[str, int, bool, bool], Family], list[list[Array]]] = {}
        self._exact: dict[tuple[str, int, bool, bool], bool] = {}

    @cached_property
    def whole(self) -> list[Claim]:
        """The claims that are entries, not parts of a calculation."""
        return [claim for claim in self.claims if not is_part(claim)]

    @cached_property
    def sums(self) -> list[Sum]:
        """The calculations that are written out."""
        return sums(self.claims)

    @cached_property
    def of_result(self) -> dict[int, Sum]:
        """The calculation that each result stands after."""
        return {id(claim): whole for whole in self.sums for claim in whole.results}

    @cached_property
    def of_part(self) -> dict[int, Sum]:
        """The calculation that each part belongs to."""
        return {id(claim): whole for whole in self.sums for claim in whole.parts}

    @cached_property
    def by_entry(self) -> dict[At, list[Claim]]:
        """All claims of a value for an entry, parts too, in page order."""
        found: dict[At, list[Claim]] = {}
        for claim in self.claims:
            if (at := entry_of(claim)) is not None and claim.written.number is not None:
                found.setdefault(at, []).append(claim)
        return found

    def families_of(self, key: str) -> dict[Family, list[Array]]:
        """The values of a line by the wrong numbers that they start from: by none, the true one first."""
        found: dict[Family, list[Array]] = {}
        for version in self.chains.calculated(key):
            found.setdefault(version.family, []).append(version.value)
        return found

    def habits(self, claim: Claim, family: Family) -> list[list[Array]]:
        """The values of a claim's line under the habits that explain its writing, from these numbers."""
        group = (_group(claim), family)
        if group not in self._habits and claim.at is not None:
            key = claim.at.key
            between, bases = self.chains.bases(key, family)
            plain = self.families_of(key)[family]
            numbers = {place_of(near.at, plain[0].shape[-1]): grain for near in self._groups[group[0]]
                       if near.at is not None and (grain := self.grain(near)) is not None}  # fmt: skip
            self._habits[group] = list(explained(self.calculation, key, between, bases, numbers, plain))
        return self._habits[group]

    def verdict(self, claim: Claim) -> str:
        """What was found of a claim; "" if it is not judged yet."""
        judged = self.verdicts.get(id(claim))
        return judged.verdict if judged else ""

    def true(self, at: At) -> Entry | None:
        """The true value of an entry; None where the line has no such place."""
        return entry_at(self.calculation, at)

    def grain(self, claim: Claim) -> Grain | None:
        """How fine a claim is written among its neighbours."""
        group = _group(claim)
        near = self._groups.get(group, [])
        if group not in self._exact:
            self._exact[group] = not self._rounds_to_integers(near)
        at = entry_of(claim)
        true = self.true(at) if at else None
        return grain_of(claim, near, exact=self._exact[group] and type(true) is fmpq)

    def _rounds_to_integers(self, claims: Iterable[Claim]) -> bool:
        """Whether integers stand for decimals here."""
        distances = list(self._distances(claims))
        close = sum(bool(distance < HALF) for distance in distances)
        return close >= ENOUGH and 3 * close >= 2 * len(distances)

    def _distances(self, claims: Iterable[Claim]) -> Iterator[fmpq]:
        for claim in claims:
            value = value_of(claim.written.number) if claim.written.number else None
            true = self.true(at) if (at := entry_of(claim)) else None
            if value and value.unit == 1 and isinstance(true, fmpq) and true.q != 1:
                yield abs(value.value - true)

    def say(self, claim: Claim, judged: Judged, family: Family = CLEAN) -> None:
        """Writes down what was found."""
        self.verdicts[id(claim)] = judged
        if family:
            self.families[id(claim)] = family


def entry_at(calculation: Calculation, at: At) -> Entry | None:
    """The true value of an entry; None where the line has no such place."""
    array = calculation.truth.get(at.key)
    if array is None or not 1 <= at.column <= array.shape[-1]:
        return None
    place = place_of(at, array.shape[-1])
    return array.flat[place] if 0 <= place < len(array.flat) else None


def place_of(at: At, width: int) -> int:
    """Where an entry stands in the flat list of its line."""
    return (at.row - 1) * width + at.column - 1


def _group(claim: Claim) -> tuple[str, int, bool, bool]:
    at = entry_of(claim)
    return at.key if at else "", claim.writing, is_part(claim), claim.struck
