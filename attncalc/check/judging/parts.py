"""Numbers in calculations that are written out: each against the entry, the product or the constant that it is."""

from __future__ import annotations

from attncalc.check.calculation import Entry
from attncalc.check.chains import CLEAN
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.grain import Grain
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.says import text_of
from attncalc.check.judging.sums import is_part, product, terms, written_values
from attncalc.check.verdict import Verdict


def judged_part(page: Page, claim: Claim) -> Judged:
    """A factor, or a term's product, with its verdict."""
    if claim.written.number is None:
        return Judged(claim, Verdict.MISSING if claim.of else Verdict.UNREAD)
    grain = page.grain(claim)
    true = true_part(page, claim)
    if grain is None or true is None:
        return Judged(claim, Verdict.UNREAD)
    expected = text_of(true, claim)
    if grain.is_right(true):
        return Judged(claim, Verdict.RIGHT, expected)
    follows = following_part(page, claim)
    text = text_of(follows, claim) if follows is not None else expected
    return Judged(claim, _fitting(page, claim, grain), expected, text if text != expected else None)


def true_part(page: Page, claim: Claim) -> Entry | None:
    """What should stand there; None where nobody can tell."""
    if claim.of is not None:
        return page.true(claim.of)
    if claim.at is None or claim.at.key not in page.calculation.records:
        return None
    expr = page.calculation.records[claim.at.key].expr
    if claim.factor is not None:
        constant = expr.args[1] if len(expr.args) == 2 and expr.args[1].op == "constant" else None
        array = page.calculation.value(constant, {}) if constant else None
        return array if array is not None and not hasattr(array, "flat") else None
    leaves = _term(page, claim)
    return product(page.true(at) for at in leaves) if leaves else None


def _term(page: Page, claim: Claim) -> list[At] | None:
    assert claim.at is not None
    found = terms(page.calculation.records[claim.at.key].expr, claim.at.row, claim.at.column)
    return found[claim.term - 1] if found and claim.term and claim.term <= len(found) else None


def following_part(page: Page, claim: Claim) -> Entry | None:
    """What follows from the student's own numbers."""
    if claim.of is not None:
        return _last(page, claim.of)
    if claim.factor is None and (leaves := _term(page, claim)):
        return product(_last(page, at) for at in leaves)
    return None


def _last(page: Page, at: At) -> Entry | None:
    if page.true(at) is None:
        return None
    array = page.chains.last(at.key).value
    return array.flat[place_of(at, array.shape[-1])]


def _fitting(page: Page, claim: Claim, grain: Grain) -> Verdict:
    if claim.of is not None:
        return _of_entry(page, claim, grain, claim.of)
    if claim.factor is None:
        return _of_product(page, claim, grain)
    true = true_part(page, claim)
    return Verdict.ROUNDED if true is not None and grain.fits([true]) else Verdict.WRONG


def _of_entry(page: Page, claim: Claim, grain: Grain, of: At) -> Verdict:
    """A factor as that entry is written anywhere else, or as it follows, copied; calculated where it stands first."""
    place = place_of(of, page.calculation.truth[of.key].shape[-1])
    versions = page.chains.calculated(of.key) if of.key in page.calculation.records else []
    others = [other for other in page.by_entry.get(of, ()) if not is_part(other) and page.verdict(other)]
    fits = grain.is_copy if others or grain.unit >= 1 else lambda value: grain.fits([value])
    if any(fits(version.value.flat[place]) for version in versions if not version.family):
        return Verdict.ROUNDED
    for other in others:
        number = page.grain(other)
        if number is not None and grain.is_copy(number.value):
            if not page.is_off(other):
                return Verdict.ROUNDED
            page.copies[id(claim)] = other
            return Verdict.FOLLOWS
    if any(fits(version.value.flat[place]) for version in versions if version.family):
        return Verdict.FOLLOWS
    by_habit = page.habits(claim, CLEAN) if versions else []
    is_one = any(fits(array.flat[place]) for values in by_habit for array in values)
    return Verdict.ROUNDED if is_one else Verdict.WRONG


def _of_product(page: Page, claim: Claim, grain: Grain) -> Verdict:
    """A product of the factors as they are written beside it, or in the lines before."""
    whole = page.of_part.get(id(claim))
    factors = [part for part in whole.parts if part.term == claim.term and part.factor] if whole else []
    own_product = product(written_values(factors).values()) if factors else None
    if own_product is not None and grain.fits([own_product]):
        return Verdict.FOLLOWS if any(page.is_off(part) for part in factors) else Verdict.ROUNDED
    true, own = true_part(page, claim), following_part(page, claim)
    if true is not None and grain.fits([true]):
        return Verdict.ROUNDED
    return Verdict.FOLLOWS if own is not None and grain.fits([own]) else Verdict.WRONG
