"""Numbers that stand for an entry: right, or less than a unit from a chain, or neither."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Entry
from attncalc.check.chains import CLEAN, Family
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.grain import Grain, is_other
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.says import text_of
from attncalc.check.judging.sums import totals, written_values
from attncalc.check.verdict import Verdict

NEAR_UNITS, NEAR = 20, fmpq(1, 8)  # how far habits reach: units of the last place, and a share of the number
FAR = 3  # units from both of two calculations, where a number between them is from neither
Fitting = Callable[[Page, Claim, Grain, int, Family, Sequence[Array]], bool]
AROUND, TOLD = 3, 2  # numbers around one, and those of them that tell one calculation from another


def judged_entry(page: Page, claim: Claim, at: At) -> tuple[Judged, Family]:
    """A claim of an entry with its verdict, and the wrong numbers that it follows from."""
    true = page.true(at)
    grain = page.grain(claim)
    if true is None:
        return Judged(claim, Verdict.UNREAD), CLEAN
    expected = text_of(true, claim)
    if claim.written.number is None:
        return Judged(claim, Verdict.MISSING, expected, _follows(page, claim, at)), CLEAN
    if grain is None:
        return Judged(claim, Verdict.UNREAD, expected), CLEAN
    if page.is_right(grain, at):
        return Judged(claim, Verdict.RIGHT, expected), CLEAN
    verdict, family = fitting(page, claim, grain, at)
    return Judged(claim, verdict, expected, _follows(page, claim, at)), family


def _follows(page: Page, claim: Claim, at: At) -> str | None:
    """What follows from the student's own lines, where the digits that are written tell it from the true value."""
    if at.key not in page.calculation.records:
        return None
    array, true = page.chains.as_written(at.key).value, page.true(at)
    value, grain = array.flat[place_of(at, array.shape[-1])], page.grain(claim)
    is_told = is_other(value, true, grain) if grain else text_of(value, claim) != text_of(true, claim)
    return text_of(value, claim) if is_told else None


def fitting(page: Page, claim: Claim, grain: Grain, at: At) -> tuple[Verdict, Family]:
    """Which chain a number fits: one from right numbers, one from wrong ones, or none."""
    if at.key not in page.calculation.records:
        return _copied(page, claim, grain, at)
    place = place_of(at, page.calculation.truth[at.key].shape[-1])
    families = page.families_of(at.key)

    def of(fits_them: Fitting, *, clean: bool) -> tuple[Verdict, Family] | None:
        found = (
            family
            for family, arrays in families.items()
            if (not family) is clean and fits_them(page, claim, grain, place, family, arrays)
        )
        family = next(found, None)
        return None if family is None else (Verdict.FOLLOWS if family else Verdict.ROUNDED, family)

    plainly = of(_fits_plainly, clean=True) or _from_terms(page, claim, grain) or of(_fits_plainly, clean=False)
    nearly = plainly or of(_fits_nearly, clean=True) or of(_fits_nearly, clean=False)
    return nearly or _copied(page, claim, grain, at)


def _fits_plainly(page: Page, claim: Claim, grain: Grain, place: int, family: Family, arrays: Sequence[Array]) -> bool:
    """Whether a number is what one of these chains gives, or lies between two."""
    return fits(grain, arrays, place, near=bool(family)) and not _stands_out(page, claim, grain, place, arrays)


def _fits_nearly(page: Page, claim: Claim, grain: Grain, place: int, family: Family, arrays: Sequence[Array]) -> bool:
    """Whether a number fits these chains by digits that the scores do not show, or by a habit."""
    if not _may_be_near(grain, arrays, place):
        return False
    more = page.slack(claim, place)
    if more and any(grain.fits(_widened([array], place, more)) for array in arrays):
        return True
    return page.fits_habit(claim, place, family)


def fits(grain: Grain, arrays: Iterable[Array], place: int, *, near: bool = False) -> bool:
    """Whether a number fits a chain, or lies between two."""
    return grain.fits([array.flat[place] for array in arrays], near=near)


def _stands_out(page: Page, claim: Claim, grain: Grain, place: int, arrays: Sequence[Array]) -> bool:
    """Whether a number lies between two calculations, and all that stands around it is one of them."""
    wide = Grain(grain.value, FAR * grain.unit)
    if len(arrays) < 2 or any(fits(wide, [array], place) for array in arrays):
        return False
    around = {other: number for other, number in page.numbers(claim).items() if other != place}
    below = [array for array in arrays if _is_below(array.flat[place], grain)]
    above = [array for array in arrays if array not in below]
    return any(_is_told(array, others, around) for one, others in ((below, above), (above, below)) for array in one)


def _is_below(value: Entry, grain: Grain) -> bool:
    return value is MINUS_INFINITY or bool(value < grain.value)


def _is_told(array: Array, others: Sequence[Array], around: Mapping[int, Grain]) -> bool:
    """Whether all numbers are this calculation, and enough of them none of the others."""
    if len(around) < AROUND or not all(fits(number, [array], place) for place, number in around.items()):
        return False
    return all(sum(not fits(number, [other], place) for place, number in around.items()) >= TOLD for other in others)


def _may_be_near(grain: Grain, arrays: Sequence[Array], place: int) -> bool:
    """Whether a number is near enough for a closer look."""
    finite = [value for array in arrays if (value := array.flat[place]) is not MINUS_INFINITY]
    if not finite or not grain.unit or grain.value is MINUS_INFINITY:
        return False
    slack = NEAR_UNITS * grain.unit + NEAR * max(abs(value) for value in finite)
    return bool(min(finite) - slack < grain.value < max(finite) + slack)


def _widened(arrays: Sequence[Array], place: int, by: Entry) -> list[Entry]:
    """The values with what lies around them."""
    finite = [value for array in arrays if (value := array.flat[place]) is not MINUS_INFINITY]
    return [end for value in finite for end in (value - by, value + by)]


def _from_terms(page: Page, claim: Claim, grain: Grain) -> tuple[Verdict, Family] | None:
    """The sum of the terms as they are written."""
    whole = page.of_result.get(id(claim))
    if whole is None or not any(
        grain.fits([total]) for total in totals(page.calculation, whole, written_values(whole.parts))
    ):
        return None
    bad = any(page.is_off(part) for part in whole.parts)
    return (Verdict.FOLLOWS, frozenset({("", whole.parts[0].writing)})) if bad else (Verdict.ROUNDED, CLEAN)


def _copied(page: Page, claim: Claim, grain: Grain, at: At) -> tuple[Verdict, Family]:
    """A wrong number that was written before for the same entry."""
    for other in page.by_entry.get(at, ()):
        if other is claim:
            break
        number = page.grain(other) if claim.struck or not other.struck else None
        if page.is_off(other) and number is not None and grain.is_right(number.value):
            page.copies[id(claim)] = other
            return Verdict.FOLLOWS, page.families.get(id(other)) or frozenset({(at.key, other.writing)})
    return Verdict.WRONG, CLEAN
