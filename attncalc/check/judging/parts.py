"""Numbers in calculations that are written out: each against the entry, the product or the constant that it is."""

from __future__ import annotations

from attncalc.check.calculation import Entry
from attncalc.check.chains import CLEAN
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.entries import BAD, fits
from attncalc.check.judging.grain import Grain
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.says import text_of
from attncalc.check.judging.sums import is_part, product, terms, written_values


def judged_part(page: Page, claim: Claim) -> Judged:
    """A factor, or a term's product, with its verdict."""
    if claim.written.number is None:
        return Judged(claim, "missing" if claim.of else "unread")
    grain = page.grain(claim)
    true = true_part(page, claim)
    if grain is None or true is None:
        return Judged(claim, "unread")
    expected = text_of(true, claim)
    if grain.is_right(true):
        return Judged(claim, "right", expected)
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


def _fitting(page: Page, claim: Claim, grain: Grain) -> str:
    if claim.of is not None:
        return _of_entry(page, claim, grain, claim.of)
    if claim.factor is None:
        return _of_product(page, claim, grain)
    true = true_part(page, claim)
    return "rounded" if true is not None and grain.fits([true]) else "wrong"


def _of_entry(page: Page, claim: Claim, grain: Grain, of: At) -> str:
    """A factor as that entry follows, or as it is written anywhere else."""
    place = place_of(of, page.calculation.truth[of.key].shape[-1])
    if of.key in page.calculation.records:
        versions = page.chains.calculated(of.key)
        if grain.fits([version.value.flat[place] for version in versions if not version.family]):
            return "rounded"
    for other in page.by_entry.get(of, ()):
        number = page.grain(other)
        if not is_part(other) and page.verdict(other) and number is not None and grain.is_right(number.value):
            if page.verdict(other) not in BAD:
                return "rounded"
            page.copies[id(claim)] = other
            return "follows"
    if of.key in page.calculation.records and any(grain.fits([v.value.flat[place]]) for v in versions if v.family):
        return "follows"
    by_habit = page.habits(claim, CLEAN) if of.key in page.calculation.records else []
    return "rounded" if any(fits(grain, values, place) for values in by_habit) else "wrong"


def _of_product(page: Page, claim: Claim, grain: Grain) -> str:
    """A product of the factors as they are written beside it, or in the lines before."""
    whole = page.of_part.get(id(claim))
    factors = [part for part in whole.parts if part.term == claim.term and part.factor] if whole else []
    own_product = product(written_values(factors).values()) if factors else None
    if own_product is not None and grain.fits([own_product]):
        return "follows" if any(page.verdict(part) in BAD for part in factors) else "rounded"
    true, own = true_part(page, claim), following_part(page, claim)
    if true is not None and grain.fits([true]):
        return "rounded"
    return "follows" if own is not None and grain.fits([own]) else "wrong"
