"""Strict judging: only values that are correctly rounded, with as many decimals as the problem asks for."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import Judged
from attncalc.check.judging.grain import Grain
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.sums import is_part
from attncalc.check.verdict import Verdict
from attncalc.problem.tree import Scalar

MOST = 50


def strictly(page: Page) -> None:
    """Calls wrong what is not correctly rounded: from the true numbers, or from the student's own wrong ones."""
    decimals = asked(page.calculation)
    for key, judged in page.verdicts.items():
        at, grain = judged.claim.at, page.grain(judged.claim) if judged.claim.at else None
        if at is None or grain is None or is_part(judged.claim) or at.key not in page.calculation.records:
            continue
        array = page.chains.as_written(at.key).value
        meant = page.true(at) if judged.verdict is not Verdict.FOLLOWS else array.flat[place_of(at, array.shape[-1])]
        if (judged.verdict.good or judged.verdict is Verdict.FOLLOWS) and not is_rounded(grain, meant, decimals):
            page.verdicts[key] = _wrong(judged)


def _wrong(judged: Judged) -> Judged:
    return replace(judged, verdict=Verdict.WRONG, note="")


def is_rounded(grain: Grain, value: Entry, decimals: int | None) -> bool:
    """Whether a number is this value, correctly rounded to so many decimals, or to its own."""
    if decimals is None or not grain.unit:
        return grain.is_right(value)
    return Grain(grain.value, fmpq(1, 10**decimals)).is_right(value) if grain.is_right(value) else False


def asked(calculation: Calculation) -> int | None:
    """The decimals that the problem asks for; None where it does not say."""
    option = calculation.sheet.plan.problem.show.get("decimals")
    text = option.value.text.strip() if option and isinstance(option.value, Scalar) else ""
    return int(text) if text.isdecimal() and len(text) <= 2 and int(text) <= MOST else None
