"""Misreadings told from mistakes: other numbers on the page need another value than the one that stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Entry
from attncalc.check.chains import plain
from attncalc.check.claim import At, Claim
from attncalc.check.digits import likely_misreading
from attncalc.check.judging.grain import Grain, equal
from attncalc.check.judging.page import Page, place_of
from attncalc.check.judging.parts import following_part, true_part
from attncalc.check.judging.sums import Sum, is_part, totals, written_values
from attncalc.check.verdict import Verdict

MANY = 5  # numbers of one writing, from which on they are a mistake if they are most of it
MOST = 60  # wrong numbers of a page that are looked into
MOST_LOOKED_AT = 20_000  # later numbers that are looked at, for all of them together


def mend(page: Page) -> None:
    """Calls misread what is wrong only because the page was read wrongly: entries first, then parts of calculations."""
    wrong = [claim for claim in page.claims if page.verdict(claim) is Verdict.WRONG or id(claim) in page.copies]
    del wrong[max(4, min(MOST, MOST_LOOKED_AT // (len(page.claims) + 1))) :]
    found = list(_but_whole_lines(page, [claim for claim in wrong if not is_part(claim) and _entry(page, claim)]))
    _call(page, found)
    if found:
        page.mended()
    parts = [claim for claim in wrong if is_part(claim) and _part(page, claim)]
    _call(page, parts)
    _call(page, [claim for claim in wrong if is_part(claim) and _is_like(page, claim, parts)])
    _call(page, [claim for whole in page.sums for claim in whole.results if _is_of_misread(page, claim, whole)])


def _but_whole_lines(page: Page, found: list[Claim]) -> Iterator[Claim]:
    """Without those of a writing most of whose numbers would be misread: nobody reads a whole line wrongly."""
    counts = Counter((claim.at.key, claim.writing) for claim in found if claim.at)
    sizes = Counter((claim.at.key, claim.writing) for claim in page.whole if claim.at)
    for claim in found:
        group = (claim.at.key, claim.writing) if claim.at else ("", 0)
        if counts[group] < MANY or 2 * counts[group] <= sizes[group]:
            yield claim


def _call(page: Page, claims: list[Claim]) -> None:
    for claim in claims:
        page.verdicts[id(claim)] = replace(page.verdicts[id(claim)], verdict=Verdict.MISREAD)


def _is_like(page: Page, claim: Claim, parts: list[Claim]) -> bool:
    """Whether a part of an entry reads as one that was misread, and no result needs it."""
    whole = page.of_part.get(id(claim))
    return (
        page.verdict(claim) is Verdict.WRONG
        and whole is not None
        and not _fits(page, whole, {})
        and any(part.of == claim.of and part.written.text == claim.written.text for part in parts)
    )


def _is_of_misread(page: Page, claim: Claim, whole: Sum) -> bool:
    """Whether a result follows from its own terms alone, which were misread, and stands right elsewhere."""
    return (
        page.verdict(claim) is Verdict.FOLLOWS
        and claim.at is not None
        and any(page.verdict(part) is Verdict.MISREAD for part in whole.parts)
        and any(True for _ in _right_elsewhere(page, claim, claim.at))
    )


# Entries: what later lines say.


def _entry(page: Page, claim: Claim) -> bool:
    """Whether later lines, or other writings of the entry, have another value in its place."""
    grain, at = page.grain(claim), claim.at
    if grain is None or at is None or claim.struck:  # what was struck out was seen to be wrong
        return False
    other, own = 0, 0
    for vote in (*_votes_of_parts(page, claim, at), *_votes_of_lines(page, claim, at)):
        other, own = other + (not vote), own + vote
    if other or own:
        return other > own
    return any(likely_misreading(claim.written.text, text) for text in _right_elsewhere(page, claim, at))


def _right_elsewhere(page: Page, claim: Claim, at: At) -> Iterator[str]:
    """How the entry is written where it is right."""
    for other in page.by_entry.get(at, ()):
        if other is not claim and page.is_good(other):
            yield other.written.text


def _votes_of_parts(page: Page, claim: Claim, at: At) -> Iterator[bool]:
    """Whether calculations that are written out use the number that stands there, or the right one."""
    grain = page.grain(claim)
    for other in page.by_entry.get(at, ()):
        if not is_part(other) or other.struck > claim.struck or grain is None or (number := page.grain(other)) is None:
            continue
        if number.is_right(grain.value):
            yield True
        elif page.is_good(other):
            yield False


def _votes_of_lines(page: Page, claim: Claim, at: At) -> Iterator[bool]:
    """Whether numbers in later lines follow from the number that stands there, or from the right one."""
    grain, true = page.grain(claim), page.true(at)
    if grain is None or true is None:
        return
    for key, between in _dependents(page, at.key):
        pairs = [
            (_with(page, base, at, grain.value, key, between), _with(page, base, at, value, key, between))
            for base, value in _bases(page, at, key)
        ]
        for other in _claims_of(page, key):
            yield from _vote(page, other, pairs)


def _bases(page: Page, at: At, key: str) -> Iterator[tuple[Mapping[str, Array], Entry]]:
    """The other lines as they are written, and as they should be; with the value that was expected in each."""
    array = page.chains.as_written(at.key).value
    yield page.chains.sheets(key)[0], array.flat[place_of(at, array.shape[-1])]
    truth = page.calculation.truth
    yield truth, truth[at.key].flat[place_of(at, array.shape[-1])]


def _vote(page: Page, other: Claim, pairs: list[tuple[Array | None, Array | None]]) -> Iterator[bool]:
    """Which of two values a later number is from: the one that it fits alone, or that it is exactly."""
    grain = page.grain(other)
    if grain is None or other.at is None:
        return
    for rule in (_fits_entry, _is_entry):
        own, meant = (any(rule(grain, other.at, pair[side]) for pair in pairs) for side in (0, 1))
        if own != meant:
            yield own
            return


def _fits_entry(grain: Grain, at: At, array: Array | None) -> bool:
    return array is not None and grain.fits([array.flat[place_of(at, array.shape[-1])]])


def _is_entry(grain: Grain, at: At, array: Array | None) -> bool:
    return array is not None and equal(grain.value, array.flat[place_of(at, array.shape[-1])])


def _with(page: Page, base: Mapping[str, Array], at: At, value: Entry, key: str, between: list[str]) -> Array | None:
    """A later line with this value in the place of an entry."""
    place = place_of(at, base[at.key].shape[-1])
    if base is page.calculation.truth and equal(base[at.key].flat[place], value):
        return page.calculation.truth[key]
    lines = dict(base)
    flat = list(base[at.key].flat)
    flat[place] = value
    lines[at.key] = Array(flat, base[at.key].shape)
    for name in between:
        if (array := page.calculation.line(name, lines, plain)) is None:
            return None
        lines[name] = array
    return page.calculation.line(key, lines, plain)


def _dependents(page: Page, key: str) -> list[tuple[str, list[str]]]:
    """The written lines that are calculated from a line, each with the unwritten ones between."""
    changed, between = {key}, list[str]()
    found: list[tuple[str, list[str]]] = []
    for name in page.calculation.records:
        if changed & set(page.chains.operands(name)) and name != key:
            if page.written.get(name):
                found.append((name, list(between)))
            else:
                changed.add(name)
                between.append(name)
    return found


def _claims_of(page: Page, key: str) -> Iterator[Claim]:
    for writing in page.written.get(key, ()):
        yield from writing.claims.values()


# Parts: what the result says.


def _part(page: Page, claim: Claim) -> bool:
    """Whether the result needs another value in the place of this part; or it is right elsewhere, and needs none."""
    whole = page.of_part.get(id(claim))
    if whole is None:
        return False
    asked = {
        id(part): value for part in whole.parts if _is_open(page, part) and (value := _meant(page, part)) is not None
    }
    if id(claim) not in asked:
        return False
    as_is = _fits(page, whole, {})
    alone = _fits(page, whole, {id(claim): asked[id(claim)]})
    if not as_is and (alone or _fits(page, whole, asked)):
        return True
    if as_is and not alone:
        return False
    elsewhere = list(_right_elsewhere(page, claim, claim.of)) if claim.of else []
    return bool(elsewhere) and (
        alone or len(elsewhere) > 1 or any(likely_misreading(claim.written.text, text) for text in elsewhere)
    )


def _is_open(page: Page, part: Claim) -> bool:
    """Whether a part may be misread: it is wrong, or repeats a number that was misread."""
    if page.verdict(part) in (Verdict.WRONG, Verdict.MISREAD):
        return True
    original = page.copies.get(id(part))
    return original is not None and page.verdict(original) is Verdict.MISREAD


def _meant(page: Page, part: Claim) -> Entry | None:
    follows = following_part(page, part)
    return follows if follows is not None else true_part(page, part)


def _fits(page: Page, whole: Sum, other: Mapping[int, Entry]) -> bool:
    """Whether the result is the sum of the terms, with other values in the place of some."""
    values = {**written_values(whole.parts), **other}
    found = totals(page.calculation, whole, values)
    grains = [grain for claim in whole.results if (grain := page.grain(claim)) is not None]
    return any(grain.fits([total]) for grain in grains for total in found)
