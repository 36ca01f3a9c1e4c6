"""Strict judging: only values that are correctly rounded, with as many decimals as the problem asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import At, Judged
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
        is_judged = judged.verdict.good or judged.verdict is Verdict.FOLLOWS
        if is_judged and not any(is_rounded(grain, value, decimals) for value in _meant(page, judged, at)):
            page.verdicts[key] = replace(judged, verdict=Verdict.WRONG, note="")


def _meant(page: Page, judged: Judged, at: At) -> Iterator[Entry]:
    """What should stand there: what follows, or the true value and what the numbers of the paper give."""
    if judged.verdict is Verdict.FOLLOWS:
        array = page.chains.as_written(at.key).value
        yield array.flat[place_of(at, array.shape[-1])]
    else:
        yield from (value for value in (page.true(at), page.meant(at)) if value is not None)


def is_rounded(grain: Grain, value: Entry, decimals: int | None) -> bool:
    """Whether a number is this value, correctly rounded to so many decimals, or to its own."""
    if decimals is None or not grain.unit:
        return grain.is_right(value)
    return Grain(grain.value, fmpq(1, 10**decimals)).is_right(value) if grain.is_right(value) else False


def asked(calculation: Calculation) -> int | None:
    """The decimals that the problem asks for; None where it does not say."""
    if (rounding := calculation.sheet.plan.problem.rounding) is not None:
        return rounding
    option = calculation.sheet.plan.problem.show.get("decimals")
    text = option.value.text.strip() if option and isinstance(option.value, Scalar) else ""
    return int(text) if text.isdecimal() and len(text) <= 2 and int(text) <= MOST else None
