"""Every claim with its verdict: against the truth first, then against the student's own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attncalc.check.calculation import Calculation, Entry
from attncalc.check.chains import CLEAN, Chains, Family
from attncalc.check.claim import Claim, Judged
from attncalc.check.judging.grain import Grain, grain_of
from attncalc.check.judging.says import text_of
from attncalc.check.writings import entry_of, writings


@dataclass(frozen=True, slots=True)
class Judging:
    """How strictly to judge: `strict` asks for correctly rounded values."""

    strict: bool = False


def judge(calculation: Calculation, claims: Sequence[Claim], settings: Judging = Judging()) -> list[Judged]:
    """The claims of one problem, in page order, each with its verdict."""
    with calculation.working():
        return _Judge(calculation, claims, settings).judged()


class _Judge:
    def __init__(self, calculation: Calculation, claims: Sequence[Claim], settings: Judging) -> None:
        self.calculation = calculation
        self.claims = claims
        self.settings = settings
        self.entries = [claim for claim in claims if claim.term is None and claim.factor is None]
        self.written = writings(self.entries)
        self.chains = Chains(calculation, self.written)
        self.verdicts: dict[int, Judged] = {}  # by the identity of the claim
        self.families: dict[int, Family] = {}

    def judged(self) -> list[Judged]:
        by_key: dict[str, list[Claim]] = {}
        for claim in self.claims:
            at = entry_of(claim)
            if (verdict := _unplaced(claim)) or at is None or at.key not in self.calculation.truth:
                self.verdicts[id(claim)] = Judged(claim, verdict or "unread")
            else:
                by_key.setdefault(at.key, []).append(claim)
        for key in (*self.calculation.inputs, *self.calculation.sizes, *self.calculation.records):
            for claim in by_key.get(key, []):
                self.verdicts[id(claim)] = self.verdict(claim)
            self.chains.settle(key, self.verdicts, self.families)
        return [self.verdicts[id(claim)] for claim in self.claims]

    def verdict(self, claim: Claim) -> Judged:
        at = entry_of(claim)
        assert at is not None
        truth = self.calculation.truth[at.key]
        place = (at.row - 1) * truth.shape[-1] + at.column - 1
        true = truth.flat[place]
        grain = self.grain(claim)
        if claim.written.number is None:
            return Judged(claim, "missing", text_of(true, claim))
        if grain is None:
            return Judged(claim, "unread", text_of(true, claim))
        if grain.is_right(true):
            return Judged(claim, "right", text_of(true, claim))
        verdict, family = self.fitting(grain, at.key, place)
        self.families[id(claim)] = family
        follows = text_of(self.chains.as_written(at.key).value.flat[place], claim)
        expected = text_of(true, claim)
        return Judged(claim, verdict, expected, follows if follows != expected else None)

    def grain(self, claim: Claim) -> Grain | None:
        neighbours = [
            other
            for writing in self.written.get(entry_of(claim).key, [])
            if writing.number == claim.writing
            for other in writing.claims.values()
        ]
        return grain_of(claim, neighbours)

    def fitting(self, grain: Grain, key: str, place: int) -> tuple[str, Family]:
        families: dict[Family, list[Entry]] = {}
        for version in self.chains.calculated(key):
            families.setdefault(version.family, []).append(version.value.flat[place])
        for family, values in families.items():
            if grain.fits(values):
                return ("follows" if family else "rounded"), family
        return "wrong", CLEAN


def _unplaced(claim: Claim) -> str:
    """The verdict of a claim that belongs to no entry."""
    if claim.at is None:
        return "unread"
    if claim.at.row == 0:
        return "misshapen"
    return "unread" if claim.why else ""
