"""What is asked beside the lines of the work (letters, sizes, other numbers): each answer judged, and its marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from attncalc.check.amounts import amounts
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.coarse import ENOUGH
from attncalc.check.judging.grain import Grain, equal
from attncalc.check.marks import StepMarks
from attncalc.check.report import cell_of
from attncalc.check.verdict import Verdict
from attncalc.check.written import EXACT, value_of
from attncalc.cost.called import CALLED
from attncalc.cost.units import of_bytes
from attncalc.problem.asked import Asked
from attncalc.reading.number import Number


def answered(asks: Sequence[Asked], claims: Iterable[Claim]) -> list[Judged]:
    """The answers with their verdicts."""
    known, rows = {asked.name: asked for asked in asks}, dict[tuple[str, int], list[Claim]]()
    for claim in claims:
        if claim.asked and claim.asked.key in known:
            rows.setdefault(claim.asked[:2], []).append(claim)
    return [judged for (name, _), row in rows.items() for judged in _row(known[name], row)]


def _row(asked: Asked, claims: Sequence[Claim]) -> Iterator[Judged]:
    """One row of a table, or one letter."""
    found = [_judged(asked, claim) for claim in claims]
    good = [item for item in found if item.verdict.good and item.claim.written.number]
    tells = any(_digits(item.claim) >= ENOUGH for item in good)
    for item in found:
        hides = item in good and not tells and _is_coarse(asked, item.claim)
        yield Judged(item.claim, Verdict.COARSE, item.expected) if hides else item


def _judged(asked: Asked, claim: Claim) -> Judged:
    expected = _expected(asked, claim)
    if claim.why:
        return Judged(claim, Verdict.UNREAD)
    if expected is None:
        text = claim.written.text.casefold()
        verdict = Verdict.RIGHT if text == asked.word.casefold() else Verdict.WRONG
        return Judged(claim, verdict if text else Verdict.MISSING, asked.word or None)
    if asked.counted:
        return _counted(asked, claim, expected)
    value, true = value_of(claim.written.number) if claim.written.number else None, value_of(expected)
    if value is None or true is None:
        has_digits = any(map(str.isdecimal, claim.written.text))
        return Judged(claim, Verdict.UNREAD if has_digits else Verdict.MISSING, expected.text)
    grain = Grain(value.value, max(value.unit, true.unit if true.unit < 1 else EXACT))
    near = Verdict.ROUNDED if grain.fits([true.value]) else Verdict.WRONG
    return Judged(claim, Verdict.RIGHT if grain.is_right(true.value) else near, expected.text)


def _counted(asked: Asked, claim: Claim, expected: Number) -> Judged:
    """A count: right, or rounded, to the digits that are written, in one of the ways to read them."""
    is_bytes, text = CALLED[asked.counted].of_bytes, claim.written.text
    true, found = value_of(expected), amounts(text, 0, len(text), of_bytes=is_bytes)
    if not found or true is None:
        return Judged(claim, Verdict.MISSING, expected.text)
    grains = found[0].grains
    near = Verdict.ROUNDED if any(grain.fits([true.value]) for grain in grains) else Verdict.WRONG
    verdict = Verdict.RIGHT if any(grain.is_right(true.value) for grain in grains) else near
    count = int(expected.text)
    return Judged(claim, verdict, f"{count:,} B, {of_bytes(count)}" if is_bytes else f"{count:,}")


def _expected(asked: Asked, claim: Claim) -> Number | None:
    """The number of the table, or the one that is counted."""
    at = claim.asked
    if asked.counted:
        return asked.table[0][0]
    return asked.table[at.row - 1][at.column - 1] if at and at.row and asked.table else None


def _digits(claim: Claim) -> int:
    """How many units of its last place a number has: 19 of 0.19."""
    value = value_of(claim.written.number) if claim.written.number else None
    return int(abs(value.value / value.unit)) if value and value.unit else ENOUGH


def _is_coarse(asked: Asked, claim: Claim) -> bool:
    """Whether a number has fewer decimals than were asked for, and hides what they would be."""
    value, true = (value_of(number) if number else None for number in (claim.written.number, _expected(asked, claim)))
    finest = max(found.unit for row in asked.table for number in row if number and (found := value_of(number)))
    return bool(value and true and value.unit > finest and not equal(value.value, true.value))


def printed(calculation: Calculation, judged: Sequence[Judged]) -> list[Judged]:
    """The claims, those that are right where a paper leaves nothing open as what it prints itself."""
    return [
        replace(item, claim=replace(item.claim, repeat=True))
        if item.verdict.good and item.claim.at and not is_open(calculation, item.claim.at)
        else item
        for item in judged
    ]


def is_open(calculation: Calculation, at: At) -> bool:
    """Whether a paper leaves an entry to be filled in; where it says nothing of that, every one of the work."""
    problem = calculation.sheet.plan.problem
    if problem.code and at.key in calculation.inputs:
        return False
    blanks = problem.blanks
    return not blanks or cell_of(calculation, at) in blanks.get(at.key, ())


def worth_of(asks: Iterable[Asked], judged: Iterable[Judged]) -> Iterator[StepMarks]:
    """The marks of each thing that is asked, in proportion to its numbers."""
    judged = list(judged)
    for asked in asks:
        items = [item for item in judged if item.claim.asked and item.claim.asked.key == asked.name]
        size = max(1, sum(number is not None for row in asked.table for number in row))
        good = sum(item.verdict.credited for item in items)
        unread = [item.claim.asked for item in items if item.verdict is Verdict.UNREAD]
        left = len(unread) if all(at and at.row for at in unread) else size
        each = Fraction(asked.marks) / size
        reason = f"{good} of {size} right" if size > 1 else _reason(items)
        yield StepMarks(asked.name, each * good, each * size, reason, each * left)


def _reason(items: Sequence[Judged]) -> str:
    says = {Verdict.MISSING: "blank", Verdict.UNREAD: "not read"}
    return next((says.get(item.verdict, str(item.verdict)) for item in items), "not read")
