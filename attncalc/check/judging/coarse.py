"""Numbers with so few digits that nothing is shown: weights 0 1, or 0.3 0.7 for 0.33 0.67."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.digits import text_of
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.chains import CLEAN, Family
from attncalc.check.claim import Claim
from attncalc.check.judging.grain import Grain, equal
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.sums import is_part
from attncalc.check.verdict import Verdict

ENOUGH = 10  # units of the last place: two significant digits, with which a row shows that it was calculated
FINE = fmpq(1, 100)  # numbers with two decimals, or less than a hundredth off (1 for 0.991), hide nothing


def coarsely(page: Page, key: str, claims: Iterable[Claim]) -> None:
    """Calls coarse what would be right in a line, in rows of which no number that was rounded has two digits."""
    record = page.calculation.records.get(key)
    if record is None or record.detail:
        return
    rows: dict[int, list[Claim]] = {}
    for claim in claims:
        if (at := claim.at) and not is_part(claim) and not claim.struck:
            width = page.calculation.truth[key].shape[-1]
            rows.setdefault(at.row if width > 1 else 0, []).append(claim)
    for row in rows.values():
        hidden = [claim for claim in row if _hides(page, claim)]
        if hidden and not any(_tells(page, claim) for claim in row):
            _call(page, hidden)


def _call(page: Page, claims: Iterable[Claim]) -> None:
    for claim in claims:
        judged = page.verdicts[id(claim)]
        if judged.verdict.good:
            family = _followed(page, claim)
            verdict = Verdict.FOLLOWS if family else Verdict.COARSE
            page.say(claim, replace(judged, verdict=verdict), family)


def _followed(page: Page, claim: Claim) -> Family:
    """The wrong numbers that give exactly this one, with no digit left off."""
    assert claim.at is not None
    place = place_of(claim.at, page.calculation.truth[claim.at.key].shape[-1])
    number = full(page.calculation, page.grain(claim), page.true(claim.at))
    for family, arrays in page.families_of(claim.at.key).items():
        values = [array.flat[place] for array in arrays]
        if number and _is_wrong(page, family) and number.fits(values, near=True):
            return family
    return CLEAN


def _is_wrong(page: Page, family: Family) -> bool:
    """Whether a calculation starts from something worse than too few digits."""
    return any(
        not key
        or any(page.verdict(claim) is Verdict.WRONG for claim in page.chains.written[key][number].claims.values())
        for key, number in family
    )


def _hides(page: Page, claim: Claim) -> bool:
    """Whether a number has fewer digits than the problem asks for, and another value with those."""
    true = page.true(claim.at) if claim.at else None
    number = full(page.calculation, page.grain(claim), true)
    return number is not None and not number.fits([true])


def full(calculation: Calculation, grain: Grain | None, true: Entry | None) -> Grain | None:
    """A number that has fewer digits than the problem asks for, as if it had them; None of one that has them."""
    if grain is None or not grain.unit or true is None or MINUS_INFINITY in (grain.value, true):
        return None
    asked = asked_unit(calculation, true)
    return Grain(grain.value, asked) if grain.unit > asked else None


def asked_unit(calculation: Calculation, value: Entry) -> fmpq:
    """The unit that an entry has to be written to, so that nothing is hidden."""
    return FINE if value is MINUS_INFINITY else max(FINE, _unit(calculation, value))


def _unit(calculation: Calculation, value: Entry) -> fmpq:
    """One unit of the last place that the problem asks for."""
    asked = calculation.sheet.asked
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
