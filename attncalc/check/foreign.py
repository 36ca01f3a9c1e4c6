"""Other inputs than those of the problem: another homework was handed in."""

from __future__ import annotations

from collections.abc import Iterable

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Judged
from attncalc.check.standing import standing
from attncalc.check.verdict import Verdict
from attncalc.check.written import value_of

LEAST = 4  # entries of inputs that are looked at
HALF = 2  # more than every second of them is another number


def foreign_inputs(calculation: Calculation, judged: Iterable[Judged]) -> list[str]:
    """The inputs that are written with other numbers, where most of what is written of the inputs is other numbers.

    Inputs that were exchanged are a mistake in the work, not another homework; and a page of which most could not be
    read tells nothing.
    """
    judged = list(judged)
    if HALF * sum(item.verdict is Verdict.UNREAD for item in judged) > len(judged):
        return []
    written: dict[str, list[Judged]] = {}
    for at, item in standing(judged).items():
        if at.key in calculation.inputs and item.claim.written.number is not None:
            written.setdefault(at.key, []).append(item)
    other = {key: [item for item in items if not item.verdict.credited] for key, items in written.items()}
    wrong, count = sum(map(len, other.values())), sum(map(len, written.values()))
    if count < LEAST or HALF * wrong <= count:
        return []
    known = {key: _sorted(calculation.truth[key].flat) for key in calculation.inputs}
    found = [key for key, items in other.items() if HALF * len(items) > len(written[key])]
    return [key for key in found if _sorted(map(_value, written[key])) not in known.values()]


def _sorted(values: Iterable[object]) -> list[str]:
    return sorted(map(str, values))


def _value(item: Judged) -> object:
    value = value_of(item.claim.written.number) if item.claim.written.number else None
    return value and value.value
