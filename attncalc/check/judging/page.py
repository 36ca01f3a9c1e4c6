"""A page while it is judged: its claims by what they belong to, and what was found of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.chains import CALCULATED, CLEAN, Chains, Family, Version
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.grain import HALF, Grain, grain_among, units
from attncalc.check.judging.habits import Path, explained, has_constants
from attncalc.check.judging.slack import scores_of, slack
from attncalc.check.judging.sums import Sum, is_part, sums
from attncalc.check.verdict import Verdict
from attncalc.check.writings import entry_of, writings, written_out
from attncalc.check.written import value_of

Group = tuple[str, int, bool, bool]  # line, writing, whether parts, whether struck

ZERO = fmpq(0)
MOST_OF_ONE = 64  # claims of one entry
ENOUGH = 2  # integers that are rounded decimals, from which on all of a writing are taken as rounded


@dataclass(eq=False)
class Page:
    """The claims of one problem, and the verdicts so far, by the identity of each claim.

    `families` says on which wrong numbers a claim follows, `copies` which claim it repeats, `kept` what
    lines were, in a habit, before their digits were left off.
    """

    calculation: Calculation
    claims: Sequence[Claim]
    verdicts: dict[int, Judged] = field(default_factory=dict)
    families: dict[int, Family] = field(default_factory=dict)
    copies: dict[int, Claim] = field(default_factory=dict)
    kept: dict[str, list[Version]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        operands = [claim for claim in self.claims if claim.of and claim.of.key in self.calculation.records]
        self.written = written_out(operands) | writings(self.whole)
        self.chains = Chains(self.calculation, self.written, self._fits)
        self._groups: dict[Group, list[Claim]] = {}
        for claim in self.claims:
            if claim.at is not None:
                self._groups.setdefault(_group(claim), []).append(claim)
        self._habits: dict[tuple[Group, Family], list[list[Array]]] = {}
        self._grains: dict[int, Grain | None] = {}
        self._slack: dict[tuple[str, fmpq], list[Entry]] = {}
        self._units: dict[Group, list[fmpq]] = {}
        self._exact: dict[Group, bool] = {}

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
        """The claims of a value for an entry, parts too, in page order; the first ones of a great many."""
        found: dict[At, list[Claim]] = {}
        for claim in self.claims:
            if (at := entry_of(claim)) is None or claim.written.number is None:
                continue
            if len(same := found.setdefault(at, [])) < MOST_OF_ONE:
                same.append(claim)
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
        at = entry_of(claim)
        if group not in self._habits and at is not None:
            plain = self.families_of(at.key)[family]
            self._habits[group] = explained(
                self.calculation, at.key, self._paths(at.key, family), self.numbers(claim), self._around(claim), plain
            )
        return self._habits[group]

    def fits_habit(self, claim: Claim, place: int, family: Family) -> bool:
        """Whether a number is what a habit gives from these numbers; later lines may start from all of its digits."""
        grain, at = self.grain(claim), entry_of(claim)
        for values in self.habits(claim, family):
            found = [array.flat[place] for array in values if 0 <= place < len(array.flat)]
            if grain and at and found and grain.fits(found, near=bool(family)):
                kept = self.kept.setdefault(at.key, [])
                if all(version.value is not values[0] for version in kept):
                    kept += [Version(array, {at.key: CALCULATED}, family) for array in values]
                return True
        return False

    def _paths(self, key: str, family: Family) -> list[Path]:
        """From the lines that are written; and, where no number is wrong, from the beginning with all digits."""
        found = [Path(*self.chains.bases(key, family))]
        before = self.chains.before(key)
        is_rounded = has_constants(self.calculation, (*before, key)) or any(name not in self.written for name in before)
        if family or before == found[0].between or not is_rounded:
            return found
        return [*found, Path(before, [self._inputs(before, key)])]

    def _inputs(self, before: Sequence[str], key: str) -> dict[str, Array]:
        names = {name for line in (*before, key) for name in self.chains.operands(line)} - {*before}
        return {name: self.calculation.truth[name] for name in names}

    def numbers(self, claim: Claim) -> dict[int, Grain]:
        """What is written together with a claim, and the claim itself, by the place in the flat list."""
        found = {}
        for other in self._groups[_group(claim)]:
            if (at := entry_of(other)) is not None and (grain := self.grain(other)) is not None:
                found[place_of(at, self.calculation.truth[at.key].shape[-1])] = grain
        return found

    def _around(self, claim: Claim) -> dict[int, Grain]:
        """All that is written of a claim's line: together with it, and elsewhere for other entries, row by row."""
        line, _, *kind = _group(claim)
        others = [group for group in self._groups if (group[0], *group[2:]) == (line, *kind)]
        return {
            place: number for group in others for place, number in self.numbers(self._groups[group][0]).items()
        } | self.numbers(claim)

    def slack(self, claim: Claim, place: int) -> Entry:
        """How much further a number may be off where the scores before it are written with fewer places."""
        grain = self.grain(claim)
        if claim.at is None or grain is None or not grain.unit:
            return ZERO
        scores = scores_of(self.calculation, self.chains, claim.at.key)
        units = [number.unit for other in self._claims_of(scores) if (number := self.grain(other)) is not None]
        unit = min((unit for unit in units if unit), default=ZERO)
        if scores is None or not unit:
            return ZERO
        if (claim.at.key, unit) not in self._slack:
            found = slack(self.calculation, self.chains, claim.at.key, scores, unit)
            self._slack[claim.at.key, unit] = found or [ZERO] * (place + 1)
        return self._slack[claim.at.key, unit][place]

    def _claims_of(self, key: str | None) -> Iterator[Claim]:
        for writing in self.written.get(key or "", ()):
            yield from writing.claims.values()

    def _fits(self, claim: Claim, value: Entry) -> bool:
        grain = self.grain(claim)
        return grain is None or grain.fits([value])

    def verdict(self, claim: Claim) -> Verdict | None:
        """What was found of a claim; None if it is not judged yet."""
        judged = self.verdicts.get(id(claim))
        return judged.verdict if judged else None

    def is_good(self, claim: Claim) -> bool:
        """Whether a claim was found to be right, up to rounding."""
        verdict = self.verdict(claim)
        return verdict is not None and verdict.good

    def is_off(self, claim: Claim) -> bool:
        """Whether a claim was found to have another value than it should."""
        verdict = self.verdict(claim)
        return verdict is not None and verdict.is_off

    def true(self, at: At) -> Entry | None:
        """The true value of an entry; None where the line has no such place."""
        return entry_at(self.calculation, at)

    def is_right(self, grain: Grain, at: At) -> bool:
        """Whether a number is correctly rounded: of the true value, or of what the numbers of the paper give."""
        true = self.true(at)
        return true is not None and (
            grain.is_right(true) or ((meant := self.meant(at)) is not None and grain.is_right(meant))
        )

    def meant(self, at: At) -> Entry | None:
        """What an entry comes to with the numbers that the paper prescribes; None where it prescribes none."""
        line = self._prescribed.get(at.key)
        return line.flat[place_of(at, line.shape[-1])] if line is not None and self.true(at) is not None else None

    @cached_property
    def _prescribed(self) -> dict[str, Array]:
        found = self.chains.prescribed
        return found.lines(self.calculation) if found else {}

    def grain(self, claim: Claim) -> Grain | None:
        """How fine a claim is written among its neighbours."""
        if id(claim) not in self._grains:
            self._grains[id(claim)] = self._grain(claim)
        return self._grains[id(claim)]

    def _grain(self, claim: Claim) -> Grain | None:
        group = _group(claim)
        near = self._groups.get(group, [])
        if group not in self._exact:
            self._exact[group] = not self._rounds_to_integers(near)
            self._units[group] = units(near)
        at = entry_of(claim)
        true = self.true(at) if at else None
        return grain_among(claim, self._units[group], exact=self._exact[group] and type(true) is fmpq)

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

    def mended(self) -> None:
        """Begins the chains again, once it is known what was misread."""
        self.chains = Chains(self.calculation, self.written, self._fits)
        for key in self.calculation.truth:
            self.chains.settle(key, self.verdicts, self.families, self.kept.get(key, ()))

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


def _group(claim: Claim) -> Group:
    at = entry_of(claim)
    return at.key if at else "", claim.writing, is_part(claim), claim.struck
