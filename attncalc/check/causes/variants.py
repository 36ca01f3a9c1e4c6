"""Which mistakes of method explain the wrong numbers of one writing of a line, and which of them are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Change, Entry
from attncalc.check.causes.fitting import Rounding, is_nearly, is_other, near, significant, widened
from attncalc.check.causes.outcomes import Mistake, outcome, possible, unwritten
from attncalc.check.causes.page import Made, Page, Place, Written
from attncalc.check.causes.table import METHOD
from attncalc.check.claim import Cause
from attncalc.worksheet.recorder import Record

AT_LEAST = 2  # wrong entries that a mistake of method explains
ALONE = 3  # significant digits of a single one
TOGETHER = 6  # significant digits of those of one row
CLOSE = 12  # units within which rounded lines on the way may explain a difference
Explained = frozenset[Place]


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause, others that give the same numbers, and the wrong entries that they explain."""

    cause: Cause
    also: tuple[Cause, ...]
    places: Explained
    mistake: Mistake


def findings(page: Page, written: Written) -> list[Finding]:
    """The mistakes of method in a writing: the one that explains most first, then what explains the rest."""
    found = _alike(_explaining(page, written))
    if written.wrong and frozenset(written.wrong) not in found:
        nearly = _alike(_nearly(page, written))
        found = nearly | found
    left, kept = set(written.wrong), []
    for places, alike in sorted(found.items(), key=lambda item: -len(item[0])):
        if places <= left:
            left -= places
            first, *others = alike.values()
            kept.append(Finding(first.cause, tuple(other.cause for other in others), places, first))
    return kept


def _alike(explaining: Iterable[tuple[Mistake, Explained]]) -> dict[Explained, dict[str, Mistake]]:
    """What explains the same entries, by name, in the table's order."""
    found: dict[Explained, dict[str, Mistake]] = {}
    for mistake, places in sorted(explaining, key=lambda item: METHOD.index(item[0].row)):
        found.setdefault(places, {}).setdefault(mistake.row.name, mistake)
    return found


def mistaken(page: Page, written: Written, finding: Finding) -> Made:
    """What makes the line under a mistake from the lines before with their mistakes, before any rounding."""
    cone = unwritten(page.calculation, written.key, page.chains.written)
    return lambda lines, constant: outcome(page.calculation, cone, finding.mistake, lines, constant)


def _explaining(page: Page, written: Written) -> Iterator[tuple[Mistake, Explained]]:
    """Every mistake of method with the wrong entries that it explains, in the table's order."""
    if not _may_be_told(written):
        return
    cone = unwritten(page.calculation, written.key, page.chains.written)
    trials = [_Trial(page, written, cone, lines) for lines in _different(page.worlds(written.key), cone)]
    rows = {row for row, _ in written.wrong}
    mistakes = list(possible(page.calculation, cone))
    whole = [mistake for mistake in mistakes if mistake.variant.row is None]
    found = [(mistake, places) for mistake in whole for places in _explained(trials, mistake)]
    yield from found
    if len(rows) == 1 or not any(places == written.wrong for _, places in found):
        for mistake in mistakes:
            if mistake.variant.row in rows:
                yield from ((mistake, places) for places in _explained(trials, mistake))


def _nearly(page: Page, written: Written) -> Iterator[tuple[Mistake, Explained]]:
    """The mistakes that give much the same numbers, where these are far from what they would be without."""
    if _may_be_told(written):
        cone = unwritten(page.calculation, written.key, page.chains.written)
        trials = [_Trial(page, written, cone, lines) for lines in _different(page.worlds(written.key), cone)]
        for mistake in possible(page.calculation, cone):
            yield from ((mistake, places) for trial in trials for places in trial.nearly(mistake, trials))


def _may_be_told(written: Written) -> bool:
    """Whether what is wrong has digits enough to tell a mistake from chance."""
    return len(written.wrong) >= AT_LEAST or any(significant(written.numbers[p]) >= ALONE for p in written.wrong)


def _explained(trials: list[_Trial], mistake: Mistake) -> list[Explained]:
    """What a mistake explains from the lines as written, from the true ones, or from numbers between these."""
    found = [places for trial in trials for places in trial.explained(mistake)]
    if len(trials) > 1 and not any(places == trials[0].written.wrong for places in found):
        found += trials[0].between(mistake, trials[1])
    return found


def _different(worlds: Iterable[dict[str, Array]], cone: list[Record]) -> list[dict[str, Array]]:
    """The worlds without those that give the lines of the cone the same operands."""
    used = {leaf.key for record in cone for leaf in record.expr.lines()} - {record.key for record in cone}
    seen: dict[tuple[int, ...], dict[str, Array]] = {}
    for lines in worlds:
        seen.setdefault(tuple(id(lines[key]) for key in sorted(used) if key in lines), lines)
    return list(seen.values())


@dataclass(frozen=True)
class _Trial:
    """A writing against mistakes that start from given lines."""

    page: Page
    written: Written
    cone: list[Record]
    lines: Mapping[str, Array]

    def explained(self, mistake: Mistake) -> list[Explained]:
        """The wrong entries that a mistake explains: in the whole line, or in whole rows of it."""
        value = self._outcome(mistake)
        base = self.lines[self.written.key]
        if value is None or value.shape != base.shape:
            return []
        values, bases = _entries(value), _entries(base)
        numbers = self.written.numbers
        changed = {p for p in numbers if p in values and is_other(values[p], bases[p], numbers[p])}
        if not changed & self.written.wrong or not any(near(values[p], numbers[p], CLOSE) for p in changed):
            return []
        fitting = {p for p in changed if numbers[p].fits([values[p]])}
        if fitting != changed:
            fitting |= self._rounded(mistake, changed - fitting, values)
        return self._scopes(changed, fitting)

    def between(self, mistake: Mistake, other: _Trial) -> list[Explained]:
        """What a mistake explains when more digits went into it than are written."""
        one, two, base = self._outcome(mistake), other._outcome(mistake), self.lines[self.written.key]
        if one is None or two is None or not one.shape == two.shape == base.shape:
            return []
        firsts, seconds, bases = _entries(one), _entries(two), _entries(base)
        numbers = self.written.numbers
        changed = {p for p in numbers if p in firsts and is_other(firsts[p], bases[p], numbers[p])}
        fitting = {p for p in changed if numbers[p].fits(widened(firsts[p], seconds[p]))}
        return self._scopes(changed, fitting) if fitting & self.written.wrong else []

    def nearly(self, mistake: Mistake, trials: list[_Trial]) -> list[Explained]:
        """What a mistake explains but for roundings that cannot be seen."""
        value, base = self._outcome(mistake), self.lines[self.written.key]
        if value is None or value.shape != base.shape:
            return []
        values, bases = _entries(value), [_entries(trial.lines[self.written.key]) for trial in trials]
        numbers = self.written.numbers
        changed = {p for p in numbers if p in values and is_other(values[p], _entries(base)[p], numbers[p])}
        others = {p: [base[p] for base in bases] if p in self.written.wrong else [] for p in changed}
        fitting = {p for p in changed if is_nearly(numbers[p], values[p], others[p])}
        return [places for places in self._scopes(changed, fitting) if len(places) >= AT_LEAST]

    def _scopes(self, changed: set[Place], fitting: set[Place]) -> list[Explained]:
        """The line, if all that changes fits; else each row in which all that changes does."""
        wrong = self.written.wrong
        if fitting == changed:
            places = frozenset(changed & wrong)
            return [places] if self._is_enough(places) else []
        rows = ({p for p in changed if p[0] == row} for row in sorted({p[0] for p in changed}))
        whole = [frozenset(row & wrong) for row in rows if row <= fitting]
        return [row for row in whole if len(row) >= AT_LEAST and self._digits(row) >= TOGETHER]

    def _is_enough(self, places: Explained) -> bool:
        return len(places) >= AT_LEAST or self._digits(places) >= ALONE

    def _digits(self, places: Iterable[Place]) -> int:
        return sum(significant(self.written.numbers[place]) for place in places)

    def _rounded(self, mistake: Mistake, places: set[Place], exact: Mapping[Place, Entry]) -> set[Place]:
        """The places that fit when lines or constants on the way are rounded as the student rounds."""
        numbers = self.written.numbers
        if not all(near(exact[p], numbers[p], CLOSE) for p in places):
            return set()
        found: set[Place] = set()
        for constant, kept in self._roundings():
            if (value := self._outcome(mistake, constant, kept)) is not None:
                values = _entries(value)
                found |= {p for p in places if numbers[p].fits([exact[p], values[p]])}
        return found

    def _roundings(self) -> Iterator[tuple[Change | None, Change | None]]:
        units = {grain.unit for grain in self.written.numbers.values() if 0 < grain.unit <= 1}
        places = {len(str(int(1 / unit))) - 1 for unit in units}
        for count in sorted({*places, *(count + 1 for count in places)}):
            yield None, Rounding(count)
        for count in (2, 3, 1, 4):
            yield Rounding(count), None

    def _outcome(self, mistake: Mistake, constant: Change | None = None, kept: Change | None = None) -> Array | None:
        return outcome(self.page.calculation, self.cone, mistake, self.lines, constant, kept)


def _entries(array: Array) -> dict[Place, Entry]:
    """The entries of an array by their places; a vector is one row."""
    return {(i, j): entry for i, row in enumerate(array.rows) for j, entry in enumerate(row)}
