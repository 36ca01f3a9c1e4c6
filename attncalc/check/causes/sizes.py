"""Which mistake of method gives a line another size than it should have."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.check.causes.outcomes import resized
from attncalc.check.causes.page import Page
from attncalc.check.claim import Cause, Claim
from attncalc.check.judging.grain import grain_among, units


def cause_of_size(page: Page, key: str, claims: Sequence[Claim]) -> Cause | None:
    """The mistake that gives the numbers of a whole matrix, in the order in which they stand."""
    around = units(claims)
    numbers = [number for claim in claims if (number := grain_among(claim, around))]
    turned = page.calculation.is_turned(key)
    for lines in page.worlds(key) if key in page.calculation.records else ():
        for cause, value in resized(page.calculation, key, lines):
            entries = value.T.flat if turned and len(value.shape) == 2 else value.flat
            if len(entries) == len(numbers) and all(
                number.fits([entry]) for number, entry in zip(numbers, entries, strict=True)
            ):
                return cause
    return None
