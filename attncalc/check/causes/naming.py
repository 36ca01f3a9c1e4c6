"""Causes for the wrong numbers of one problem: mistakes of method first, then slips, then that nothing fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation
from attncalc.check.causes.effects import effect_of
from attncalc.check.causes.fitting import is_far, widened
from attncalc.check.causes.page import Made, Page, Written
from attncalc.check.causes.relations.cells import WEIGHTS
from attncalc.check.causes.relations.terms import Short
from attncalc.check.causes.sizes import cause_of_size
from attncalc.check.causes.slips import slip_of
from attncalc.check.causes.table import METHODS, NOTHING, ROUNDED_EARLY, SUMS
from attncalc.check.causes.variants import AT_LEAST, findings, mistaken
from attncalc.check.claim import Cause, Judged
from attncalc.check.verdict import Verdict

MOSTLY = (2, 3)  # of a line's numbers, from which on it follows from nothing
A_FEW = 3  # numbers that such a line has at least
FROM_NOTHING = Cause(NOTHING.name, NOTHING.says)
NAMED = (Verdict.WRONG, Verdict.COARSE, Verdict.MISREAD, Verdict.ROUNDED, Verdict.MISSHAPEN)
Causes = tuple[Cause, tuple[Cause, ...]]


def named(calculation: Calculation, judged: Sequence[Judged]) -> list[Judged]:
    """The claims of one problem with the causes of what is wrong; a mistake of method is one object on all of them.

    What was calculated from a mistake before it was rounded is no mistake of its own: it `follows`.
    """
    if all(each.verdict not in NAMED for each in judged):
        return list(judged)
    with calculation.working():
        naming = _Naming(calculation, judged)
        naming.look()
    return list(map(naming.named, judged))


class _Naming:
    def __init__(self, calculation: Calculation, judged: Sequence[Judged]) -> None:
        self.page = Page(calculation, judged)
        self.found: dict[int, Causes] = {}  # by the identity of what was judged
        self.following: set[int] = set()  # of what follows from a mistake before it was rounded
        self.noted: dict[int, str] = {}

    def named(self, judged: Judged) -> Judged:
        """What was judged, with what was found."""
        if id(judged) in self.following:
            return replace(judged, verdict=Verdict.FOLLOWS)
        cause, also = self.found.get(id(judged), (None, ()))
        if cause is None:
            return judged
        is_made = cause.name in METHODS and judged.verdict in (Verdict.MISREAD, Verdict.COARSE)
        verdict = Verdict.WRONG if is_made else judged.verdict
        return replace(judged, verdict=verdict, cause=cause, also=also, note=self.noted.get(id(judged), judged.note))

    def look(self) -> None:
        """Goes through the lines in the order of the work."""
        for key in self.page.calculation.inputs:
            self.page.carry(key, self._as_last(key))
        for key in self.page.calculation.records:
            made: Made | None = None
            for written in self.page.writings.get(key, []):
                found = self._line(written)
                if written.is_whole and not (found is None and written.follows):
                    made = found
            self._resized(key)
            self.page.carry(key, made)
        for judged in self.page.judged:
            if self._is_open(judged):
                self._slip([judged], None)
        self._agree()

    def _agree(self) -> None:
        """Of mistakes that give the same numbers, those are named that explain most of the page."""
        explained = Counter(cause.name for first, also in self.found.values() for cause in (first, *also))
        for each, (first, also) in self.found.items():
            if first.name in METHODS:
                most = max(explained[cause.name] for cause in (first, *also))
                best, *others = (cause for cause in (first, *also) if explained[cause.name] == most)
                self.found[each] = best, tuple(others)

    def _as_last(self, key: str) -> Made:
        """A line as it was written last."""
        value = self.page.chains.last(key).value
        return lambda lines, constant: value

    def _line(self, written: Written) -> Made | None:
        """Names what is wrong in a writing of a line; gives what makes it as the student has it, if that is known."""
        if self.page.is_carried:
            self._follow(written)
        found = findings(self.page, written) if written.wrong else []
        if not found and all(written.claims[place][0].verdict is Verdict.COARSE for place in written.wrong):
            self._slips(written)
            self._remark(replace(written, called=(Verdict.ROUNDED,)))
            return None
        for finding in found:
            self.page.made.add(finding.cause.name)
            for place in finding.places | finding.misread:
                self._set(written.claims[place], finding.cause, finding.also)
        self._slips(written)
        self._sums(written)
        self._nothing(written)
        if found and found[0].places == written.wrong:
            return mistaken(self.page, written, found[0])
        return self._as_last(written.key)

    def _follow(self, written: Written) -> None:
        """Finds what was calculated from the mistakes before, with more digits than are written."""
        before = self.page.as_written(written.key)[written.key].rows
        ways = [value.rows for value in self.page.followed(written.key)]
        for i, j in written.explained if written.is_whole else list(written.wrong):
            if any(written.numbers[i, j].fits(widened(carried[i][j], before[i][j])) for carried in ways):
                written.wrong.discard((i, j))
                self.following.update(map(id, written.claims[i, j]))

    def _resized(self, key: str) -> None:
        """Names what gave matrices another size than their line has."""
        for same in self.page.misshapen.get(key, {}).values():
            if cause := cause_of_size(self.page, key, [judged.claim for judged in same]):
                self._set(same, cause, ())

    def _slips(self, written: Written) -> None:
        for same in written.claims.values():
            if self._is_open(same[0]):
                self._slip(same, written)

    def _is_open(self, judged: Judged) -> bool:
        """Whether something is wrong and not explained yet."""
        return judged.verdict.may_have_cause and id(judged) not in self.found and id(judged) not in self.following

    def _slip(self, same: list[Judged], written: Written | None) -> None:
        if causes := slip_of(self.page, same[0], written):
            self._set(same, causes[0], causes[1:])

    def _remark(self, written: Written) -> None:
        """Says once that a root was rounded, where numbers are off for no other reason."""
        bases = [lines[written.key].rows for lines in self.page.worlds(written.key)] if written.wrong else []
        off = [
            (i, j) for i, j in sorted(written.wrong) if not written.numbers[i, j].fits([rows[i][j] for rows in bases])
        ]
        for finding in findings(self.page, written, ROUNDED_EARLY) if len(off) >= AT_LEAST else ():
            for place in finding.places:
                self._set(written.claims[place], finding.cause, finding.also)
            effect = effect_of(self.page.calculation, finding.mistake)
            says = " ".join(filter(None, (finding.cause.says, effect)))
            self.noted[id(written.claims[min(finding.places)][0])] = says

    def _sums(self, written: Written) -> None:
        """Rows of weights that do not sum to 1, whatever made them."""
        record = self.page.calculation.records[written.key]
        width = record.expr.axes[-1].size if record.expr.op in WEIGHTS else None
        turned = self.page.calculation.is_turned(written.key)
        open_ = [place for place in sorted(written.wrong) if self._is_open(written.claims[place][0])]
        for row in sorted({row for row, _ in open_}) if written.is_whole else ():
            numbers = [number for place, number in written.numbers.items() if place[0] == row and not number.is_hidden]
            total = sum((number.value for number in numbers), fmpq(0))
            if len(numbers) == width and abs(total - 1) > width * max(number.unit for number in numbers):
                cause = SUMS.cause({"row": row + 1, "total": Short(total)}, turned=turned)
                for place in (place for place in open_ if place[0] == row):
                    self._set(written.claims[place], cause, ())

    def _nothing(self, written: Written) -> None:
        """Where most of a line is wrong without a cause and without working, that is what is said."""
        if any((same[0].claim.at, same[0].claim.writing) in self.page.by_term for same in written.claims.values()):
            return
        values = self.page.as_written(written.key)[written.key].rows
        largest = max((abs(x) for row in values for x in row if x is not MINUS_INFINITY), default=0)
        open_ = [
            place
            for place in written.wrong
            if self._is_open(written.claims[place][0])
            and is_far(values[place[0]][place[1]], written.numbers[place], largest)
        ]
        part, whole = MOSTLY
        if len(written.numbers) >= A_FEW and len(open_) * whole >= len(written.numbers) * part:
            for place in open_:
                self._set(written.claims[place], FROM_NOTHING, ())

    def _set(self, same: list[Judged], cause: Cause, also: tuple[Cause, ...]) -> None:
        for judged in same:
            if judged.verdict in NAMED:
                self.found[id(judged)] = cause, also
