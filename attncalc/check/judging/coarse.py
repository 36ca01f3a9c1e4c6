"""Numbers with so few digits that nothing is shown: weights 0 1, or 0.3 0.7 for 0.33 0.67."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.digits import text_of
from attncalc.check.calculation import Entry
from attncalc.check.claim import Claim
from attncalc.check.judging.grain import Grain, equal
from attncalc.check.judging.page import Page
from attncalc.check.verdict import Verdict

ENOUGH = 10  # units of the last place: two significant digits, with which a row shows that it was calculated
FINE = fmpq(1, 100)  # numbers with two decimals, or less than a hundredth off (1 for 0.991), hide nothing


def coarsely(page: Page) -> None:
    """Calls coarse what would be right, in rows of which no number that was rounded has two digits."""
    rows: dict[tuple[str, int], list[Claim]] = {}
    for claim in page.whole:
        record = page.calculation.records.get(claim.at.key) if claim.at else None
        if (at := claim.at) and record and not record.detail and not claim.struck:
            width = page.calculation.truth[at.key].shape[-1]
            rows.setdefault((at.key, at.row if width > 1 else 0), []).append(claim)
    for claims in rows.values():
        hidden = [claim for claim in claims if _hides(page, claim)]
        if hidden and not any(_tells(page, claim) for claim in claims):
            _call(page, hidden)


def _call(page: Page, claims: Iterable[Claim]) -> None:
    for claim in claims:
        judged = page.verdicts[id(claim)]
        if judged.verdict.good:
            page.verdicts[id(claim)] = replace(judged, verdict=Verdict.COARSE)


def _hides(page: Page, claim: Claim) -> bool:
    """Whether a number has fewer digits than the problem asks for, and another value with those."""
    grain, true = page.grain(claim), page.true(claim.at) if claim.at else None
    if grain is None or not grain.unit or true is None or MINUS_INFINITY in (grain.value, true):
        return False
    asked = max(FINE, _unit(page, true))
    return bool(grain.unit > asked) and not Grain(grain.value, asked).fits([true])


def _unit(page: Page, value: Entry) -> fmpq:
    """One unit of the last place that the problem asks for."""
    asked = page.calculation.sheet.asked
    if asked.significant is None:
        return fmpq(1, 10**asked.decimals)
    written, _, exponent = (text_of(abs(value), asked) or "1").partition("e")
    return fmpq(10) ** (int(exponent or 0) - len(written.partition(".")[2]))


def _tells(page: Page, claim: Claim) -> bool:
    """Whether a number was rounded, and has digits enough, as fine as its neighbours are."""
    grain, true = page.grain(claim), page.true(claim.at) if claim.at else None
    if grain is None or true is None or MINUS_INFINITY in (grain.value, true):
        return False
    return bool(abs(grain.value) >= ENOUGH * grain.unit) and not equal(grain.value, true)
