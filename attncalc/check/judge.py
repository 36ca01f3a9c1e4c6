"""Every claim with its verdict: against the truth first, then against the student's own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim, Judged
from attncalc.check.judging.coarse import coarsely
from attncalc.check.judging.entries import judged_entry
from attncalc.check.judging.page import Page
from attncalc.check.judging.parts import judged_part
from attncalc.check.judging.strict import strictly
from attncalc.check.judging.sums import is_part
from attncalc.check.misread import mend
from attncalc.check.verdict import NOWHERE, Verdict
from attncalc.check.writings import entry_of


@dataclass(frozen=True, slots=True)
class Judging:
    """How strictly to judge: `strict` asks for correctly rounded values."""

    strict: bool = False


def judge(calculation: Calculation, claims: Sequence[Claim], settings: Judging = Judging()) -> list[Judged]:
    """The claims of one problem, in page order, each with its verdict."""
    with calculation.working():
        page = Page(calculation, claims)
        by_key: dict[str, list[Claim]] = {}
        for claim in claims:
            if verdict := _unplaced(page, claim):
                page.say(claim, Judged(claim, verdict, claim.comes_to))
            elif (at := entry_of(claim) or claim.at) is not None:
                by_key.setdefault(at.key, []).append(claim)
        for key in (*calculation.inputs, *calculation.sizes, *calculation.records):
            for claim in sorted(by_key.get(key, ()), key=_is_operand):
                _judge(page, claim)
            coarsely(page, key, by_key.get(key, ()))
            page.chains.settle(key, page.verdicts, page.families, page.kept.get(key, ()))
        mend(page)
        _oddly_placed(page)
        if settings.strict:
            strictly(page)
        return [page.verdicts[id(claim)] for claim in claims]


def _is_operand(claim: Claim) -> bool:
    """Whether a claim is a factor elsewhere of the line that it is an entry of: it is judged after that line."""
    return claim.of is not None


def _judge(page: Page, claim: Claim) -> None:
    if is_part(claim):
        page.say(claim, judged_part(page, claim))
    elif claim.at is not None:
        page.say(claim, *judged_entry(page, claim, claim.at))


def _unplaced(page: Page, claim: Claim) -> Verdict | None:
    """The verdict of a claim that belongs to no entry."""
    if claim.at is None or claim.at.key not in page.calculation.truth:
        return NOWHERE[claim.stands]
    if claim.at.row == 0:
        return Verdict.MISSHAPEN
    return Verdict.UNREAD if claim.why and claim.written.number is None else None


def _oddly_placed(page: Page) -> None:
    """What is right in itself, but stands behind a sign that was misread."""
    for judged in list(page.verdicts.values()):
        if judged.claim.why and judged.verdict.good:
            page.verdicts[id(judged.claim)] = replace(judged, verdict=Verdict.MISREAD, note=judged.claim.why)
