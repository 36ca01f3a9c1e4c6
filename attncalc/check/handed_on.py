"""Questions that take a line from an earlier one: who has other numbers there goes on with these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.judging.grain import Grain, equal, grain_of
from attncalc.check.report import Marked
from attncalc.check.standing import standing
from attncalc.check.verdict import Verdict
from attncalc.check.written import value_of
from attncalc.errors import InputError, did_you_mean
from attncalc.problem.problem import Printed
from attncalc.reading.number import Number


def check_sources(calculations: Sequence[Calculation]) -> None:
    """Raises InputError where an input is not given as the earlier problem has it."""
    for number, calculation in enumerate(calculations):
        for name, printed in calculation.sheet.plan.problem.printed.items():
            source = _source(calculations[:number], printed)
            if source and printed.name not in source.truth:
                raise InputError(
                    f"from: that problem has no line “{printed.name}”",
                    place=printed.place,
                    hint=did_you_mean(printed.name, source.records),
                )
            if source and not _places(calculation, name, source, printed.name):
                raise InputError(
                    f"{name} is given with other numbers than {printed.name} of that problem has", place=printed.place
                )


def handed_on(calculations: Sequence[Calculation], parts: Sequence[Marked]) -> list[Calculation]:
    """The problems, with the numbers that the answer itself has for what they take from one another."""
    return [
        _with_own(calculation, calculations[:number], parts) if calculation.sheet.plan.problem.printed else calculation
        for number, calculation in enumerate(calculations)
    ]


def without_taken(calculation: Calculation, judged: Sequence[Judged]) -> list[Judged]:
    """What the problem's own lines say; an input that repeats such a number of an earlier question follows from it."""
    taken = {claim.at: grain for claim in calculation.taken if (grain := grain_of(claim))}
    return [_repeated(item, taken) for item in judged[len(calculation.taken) :]]


def _repeated(item: Judged, taken: Mapping[At | None, Grain]) -> Judged:
    own, other = taken.get(item.claim.at), grain_of(item.claim)
    if not own or not other or item.verdict.good or not other.is_copy(own.value):
        return item
    return Judged(replace(item.claim, repeat=True), Verdict.FOLLOWS, item.expected)


def _with_own(calculation: Calculation, before: Sequence[Calculation], parts: Sequence[Marked]) -> Calculation:
    taken = []
    for name, printed in calculation.sheet.plan.problem.printed.items():
        source = _source(before, printed)
        if source is not None:
            written = standing(parts[before.index(source)].judged)
            taken += _own(calculation, name, source, printed.name, written)
    return calculation if tuple(taken) == calculation.taken else calculation.with_taken(tuple(taken))


def _own(calculation: Calculation, name: str, source: Calculation, key: str, written: dict[At, Judged]) -> list[Claim]:
    """The entries of an input as they are written in the earlier problem; none where these are the numbers given."""
    found = []
    for there, here in _places(calculation, name, source, key):
        item = written.get(there)
        if item and item.claim.written.number and item.verdict.is_placed and item.verdict is not Verdict.MISREAD:
            found.append(replace(item.claim, at=here, turned=False))
    return found if any(_is_other(calculation, claim) for claim in found) else []


def _is_other(calculation: Calculation, claim: Claim) -> bool:
    value, at = value_of(claim.written.number) if claim.written.number else None, claim.at
    return bool(value and at and not equal(value.value, calculation.truth[at.key].rows[at.row - 1][at.column - 1]))


def _source(before: Sequence[Calculation], printed: Printed) -> Calculation | None:
    return next((one for one in before if one.sheet.plan.problem.place == printed.problem), None)


def _places(calculation: Calculation, name: str, source: Calculation, key: str) -> list[tuple[At, At]]:
    """Which entries of the earlier line those of an input are; none where it has others, whichever way it is turned."""
    typed, line = calculation.sheet.plan.problem.given.get(name), source.truth[key]
    if typed is None or name not in calculation.inputs:
        return []
    given = (typed.transposed if calculation.is_turned(name) else typed).rows
    if len(calculation.truth[name].shape) == 1:  # a vector may stand as a column
        given = (tuple(chain(*given)),)
    for turned in (False, True):
        rows = (line.T if turned and len(line.shape) == 2 else Array.of(line.rows)).rows
        if list(map(len, rows)) == list(map(len, given)) and all(map(_agree, chain(*given), chain(*rows))):
            cells = [(i, j) for i, row in enumerate(rows, 1) for j, _ in enumerate(row, 1)]
            return [(At(key, *(cell[::-1] if turned else cell)), At(name, *cell)) for cell in cells]
    return []


def _agree(number: Number, entry: Entry) -> bool:
    """Whether an entry is given as it is, or rounded."""
    value = value_of(number)
    return value is not None and Grain(value.value, value.unit).is_right(entry)
