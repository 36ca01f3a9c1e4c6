"""Which mistakes of method explain the wrong numbers of one writing of a line, and which of them are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Change, Entry
from attncalc.check.causes.fitting import Rounding, is_nearly, near, widened
from attncalc.check.causes.outcomes import Mistake, outcome, possible
from attncalc.check.causes.page import Made, Page, Place, Written
from attncalc.check.causes.table import METHOD, Row
from attncalc.check.claim import Cause
from attncalc.check.judging.grain import equal, is_other
from attncalc.check.verdict import Verdict
from attncalc.worksheet.recorder import Record

AT_LEAST = 2  # wrong entries that a mistake of method explains
ALONE = 2  # significant digits of a single one
TOGETHER = 6  # significant digits of those of one row
CLOSE = 12  # units within which rounded lines on the way may explain a difference
Explained = frozenset[Place]
Entries = Mapping[Place, Entry]
Found = tuple[Mistake, Explained, int]  # what explains these entries, and in how many of all others would be written


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause, others that give the same numbers, and the wrong entries that they explain.

    `misread` are entries that it explains too: nobody misreads what a mistake gives.
    """

    cause: Cause
    also: tuple[Cause, ...]
    places: Explained
    mistake: Mistake
    misread: Explained


def findings(page: Page, written: Written, rows: Sequence[Row] = METHOD) -> list[Finding]:
    """The mistakes of method in a writing: the one that explains most first, then what explains the rest."""
    if not _may_be_told(written):
        rows = [row for row in rows if row.name in page.made]
    looking = _Looking.at(page, written, rows)
    found = _alike(looking.explaining())
    if written.wrong and frozenset(written.wrong) not in found:
        found = _alike(looking.nearly()) | found
    left, kept = set(written.wrong), []
    for places, alike in sorted(found.items(), key=lambda item: -len(item[0])):
        if places <= left:
            left -= places
            first, *others = alike.values()
            also = tuple(other.cause for other in others)
            misread = frozenset(place for trial in looking.trials for place in trial.misread(first))
            kept.append(Finding(first.cause, also, places, first, misread))
    return kept


def _alike(explaining: Iterable[Found]) -> dict[Explained, dict[str, Mistake]]:
    """What explains the same entries best, by name, in the table's order."""
    found: dict[Explained, dict[str, Mistake]] = {}
    least: dict[Explained, int] = {}
    for mistake, places, off in sorted(explaining, key=lambda item: (item[2], METHOD.index(item[0].row))):
        if off == least.setdefault(places, off):
            found.setdefault(places, {}).setdefault(mistake.row.name, mistake)
    return found


def mistaken(page: Page, written: Written, finding: Finding) -> Made:
    """What makes the line under a mistake from the lines before with their mistakes, before any rounding."""
    cone = page.between(written.key)
    return lambda lines, constant: outcome(page.calculation, cone, finding.mistake, lines, constant)


def _may_be_told(written: Written) -> bool:
    """Whether what is wrong has digits enough to tell a mistake from chance."""
    return len(written.wrong) >= AT_LEAST or any(
        written.digits(place) >= ALONE or written.is_repeated(place) for place in written.wrong
    )


@dataclass(frozen=True)
class _Looking:
    """The mistakes that may have been made in a writing, and the numbers that they may start from."""

    written: Written
    mistakes: Sequence[Mistake]
    trials: Sequence[_Trial]

    @staticmethod
    def at(page: Page, written: Written, rows: Sequence[Row]) -> _Looking:
        """All that may be found in a writing."""
        cone = page.between(written.key)
        trials = [_Trial(page, written, cone, lines) for lines in _different(page.worlds(written.key), cone)]
        mistakes = possible(page.calculation, cone, rows)
        return _Looking(written, [mistake for mistake in mistakes if not _is_denied(page, cone, mistake)], trials)

    def explaining(self) -> Iterator[Found]:
        """Every mistake of method with the wrong entries that it explains, in the table's order."""
        rows = {row for row, _ in self.written.wrong}
        whole = [mistake for mistake in self.mistakes if mistake.variant.row is None]
        found = [each for mistake in whole for each in self._explained(mistake)]
        yield from found
        if len(rows) == 1 or not any(places == self.written.wrong for _, places, _ in found):
            for mistake in self.mistakes:
                if mistake.variant.row in rows:
                    yield from self._explained(mistake)

    def _explained(self, mistake: Mistake) -> list[Found]:
        """What a mistake explains from the lines as written, from the true ones, or from numbers between these."""
        found = [each for trial in self.trials for each in trial.explained(mistake)]
        if len(self.trials) > 1 and not any(places == self.written.wrong for _, places, _ in found):
            found += self.trials[0].between(mistake, self.trials[1])
        return found

    def nearly(self) -> Iterator[Found]:
        """The mistakes that give much the same numbers, where these are far from what they would be without."""
        for mistake in self.mistakes:
            yield from (each for trial in self.trials for each in trial.nearly(mistake, self.trials))


def _is_denied(page: Page, cone: list[Record], mistake: Mistake) -> bool:
    """Whether a line on the way, which is written in part, has other numbers where a mistake changes it."""
    for number, record in enumerate(cone[:-1], 1):
        lines = page.as_written(record.key)
        value = outcome(page.calculation, cone[:number], mistake, lines)
        values, bases = _entries(value) if value is not None else {}, _entries(lines[record.key])
        for written in page.writings.get(record.key, ()) if values else ():
            places = written.numbers.keys() & values.keys()  # of those that a mistake of another size has
            numbers = ((written.numbers[place], values[place], bases[place]) for place in places)
            if any(is_other(value, base, grain) and not grain.fits([value]) for grain, value, base in numbers):
                return True
    return False


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

    def explained(self, mistake: Mistake) -> list[Found]:
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
        return self._scopes(mistake, changed, fitting, values)

    def misread(self, mistake: Mistake) -> set[Place]:
        """What was taken for misread, and is what a mistake gives."""
        value, numbers = self._outcome(mistake), self.written.numbers
        values = _entries(value) if value is not None and value.shape == self.lines[self.written.key].shape else {}
        read = {p for p in numbers if p in values and self.written.claims[p][0].verdict is Verdict.MISREAD}
        return {place for place in read if numbers[place].fits([values[place]])}

    def between(self, mistake: Mistake, other: _Trial) -> list[Found]:
        """What a mistake explains when more digits went into it than are written."""
        one, two, base = self._outcome(mistake), other._outcome(mistake), self.lines[self.written.key]
        if one is None or two is None or not one.shape == two.shape == base.shape:
            return []
        firsts, seconds, bases = _entries(one), _entries(two), _entries(base)
        numbers = self.written.numbers
        changed = {p for p in numbers if p in firsts and is_other(firsts[p], bases[p], numbers[p])}
        fitting = {p for p in changed if numbers[p].fits(widened(firsts[p], seconds[p]))}
        return self._scopes(mistake, changed, fitting, firsts) if fitting & self.written.wrong else []

    def nearly(self, mistake: Mistake, trials: Sequence[_Trial]) -> list[Found]:
        """What a mistake explains but for roundings that cannot be seen."""
        value, base = self._outcome(mistake), self.lines[self.written.key]
        if value is None or value.shape != base.shape:
            return []
        values, bases = _entries(value), [_entries(trial.lines[self.written.key]) for trial in trials]
        numbers = self.written.numbers
        changed = {p for p in numbers if p in values and is_other(values[p], _entries(base)[p], numbers[p])}
        others = {p: [base[p] for base in bases] if p in self.written.wrong else [] for p in changed}
        fitting = {p for p in changed if is_nearly(numbers[p], values[p], others[p])}
        return [each for each in self._scopes(mistake, changed, fitting, values) if len(each[1]) >= AT_LEAST]

    def _scopes(self, mistake: Mistake, changed: set[Place], fitting: set[Place], values: Entries) -> list[Found]:
        """The line, if all that changes fits; else each row in which all that changes does."""
        if fitting == changed:
            scopes = [changed] if self._is_enough(mistake, changed, values) else []
        else:
            rows = ({p for p in changed if p[0] == row} for row in sorted({p[0] for p in changed}))
            scopes = [row for row in rows if row <= fitting and self._is_told(row & self.written.wrong)]
        return [(mistake, frozenset(scope & self.written.wrong), self._off(scope, values)) for scope in scopes]

    def _is_enough(self, mistake: Mistake, changed: set[Place], values: Entries) -> bool:
        """Whether it is no chance that all these fit: several are wrong, or it was made before, or no other is there.

        A single wrong number tells a mistake only where that changes no other number that stands beside it.
        """
        wrong = changed & self.written.wrong
        if len(wrong) >= AT_LEAST or mistake.row.name in self.page.made:
            return bool(wrong)
        bases = _entries(self.lines[self.written.key])
        touched = sum(not equal(values[place], bases[place]) for place in self.written.numbers if place in values)
        is_clear = self._digits(wrong) >= ALONE or all(map(self.written.is_repeated, wrong))
        return touched == 1 and is_clear and not self._off(wrong, values)

    def _is_told(self, places: set[Place]) -> bool:
        return len(places) >= AT_LEAST and self._digits(places) >= TOGETHER

    def _off(self, places: Iterable[Place], values: Entries) -> int:
        """How many numbers are not what a mistake gives, correctly rounded."""
        return sum(not self.written.numbers[place].is_right(values[place]) for place in places)

    def _digits(self, places: Iterable[Place]) -> int:
        return sum(map(self.written.digits, places))

    def _rounded(self, mistake: Mistake, places: set[Place], exact: Entries) -> set[Place]:
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
            yield None, Rounding(count, "down")
        for count in (2, 3, 1, 4):
            yield Rounding(count), None

    def _outcome(self, mistake: Mistake, constant: Change | None = None, kept: Change | None = None) -> Array | None:
        return outcome(self.page.calculation, self.cone, mistake, self.lines, constant, kept)


def _entries(array: Array) -> Entries:
    """The entries of an array by their places; a vector is one row."""
    return {(i, j): entry for i, row in enumerate(array.rows) for j, entry in enumerate(row)}
