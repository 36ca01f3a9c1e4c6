"""Which writing of an entry counts: the last that is not struck out, nor a mere copy of the entry's own mistake."""

from __future__ import annotations

from collections.abc import Iterable

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.verdict import Verdict
from attncalc.check.written import value_of
from attncalc.reading.number import Number


def last_written(judged: Iterable[Judged]) -> dict[At, Judged]:
    """The last writing of each entry: what was struck out, stands there again or is part of a sum does not count."""
    found: dict[At, Judged] = {}
    for item in judged:
        claim = item.claim
        if claim.at is None or not _is_answer(claim):
            continue
        if item.verdict is not Verdict.MISSING or claim.at not in found:
            found[claim.at] = item
    return found


def standing(judged: Iterable[Judged]) -> dict[At, Judged]:
    """The same for the marks: a last writing that only copies the entry's own wrong number is that wrong number."""
    judged = list(judged)
    found = last_written(judged)
    wrong: dict[At, list[Judged]] = {}
    for item in judged:
        if item.claim.at in found and item.verdict is Verdict.WRONG and _is_answer(item.claim):
            wrong.setdefault(item.claim.at, []).append(item)
    for at, others in wrong.items():
        if found[at].verdict is Verdict.FOLLOWS:
            copied = [item for item in others if _is_copy(found[at].claim.written.number, item.claim.written.number)]
            found[at] = copied[-1] if copied else found[at]
    return found


def operands(judged: Iterable[Judged]) -> dict[At, Judged]:
    """The last writing of each entry of the work as a factor of a calculation; a wrong one counts before the others."""
    found: dict[At, Judged] = {}
    for item in judged:
        claim = item.claim
        is_one = claim.of is not None and claim.written.number is not None and not (claim.struck or claim.repeat)
        if is_one and claim.of is not None and not (found.get(claim.of) and found[claim.of].verdict is Verdict.WRONG):
            found[claim.of] = item
    return found


def _is_copy(number: Number | None, first: Number | None) -> bool:
    """Whether two numbers are the same as far as they are written."""
    one, other = (value_of(item) if item else None for item in (number, first))
    if one is None or other is None or MINUS_INFINITY in (one.value, other.value):
        return False
    return bool(2 * abs(one.value - other.value) <= max(one.unit, other.unit)) or bool(one.value == other.value)


def _is_answer(claim: Claim) -> bool:
    """Whether a claim is the writing of one entry that counts."""
    is_entry = claim.at is not None and claim.at.row > 0 and claim.term is None and claim.factor is None
    return is_entry and not claim.struck and not claim.repeat
