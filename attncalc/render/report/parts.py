"""One problem of a report, with what its sentences and tables need; lines of the page, and an entry worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from attncalc.check.causes import METHODS
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.marks import OFF, SLIP, TRIVIAL, worth
from attncalc.check.report import Marked, cell_of, counts, place_of
from attncalc.check.standing import standing
from attncalc.check.verdict import Verdict
from attncalc.errors import printable
from attncalc.render.blocks import Block, Formula, Quote
from attncalc.render.expand import entry_lines, line_math
from attncalc.render.signs import Signs
from attncalc.render.view import View
from attncalc.worksheet.entries import index_of
from attncalc.worksheet.notation import TEXT, entry_name
from attncalc.worksheet.recorder import Record

MAX_QUOTED = 2000  # characters of a line that are looked at
MAX_WORKED = 600  # characters up to which an entry worked out is worth reading


class Part:
    """One problem of a report. Its mistakes are in the order of the work, then of the page."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.calculation = marked.calculation
        self.view = View(self.calculation.sheet)
        self.counted = [item for item in marked.judged if counts(item.claim)]
        self.entries = standing(marked.judged)

    def of(self, *verdicts: Verdict) -> list[Judged]:
        """The claims with one of these verdicts."""
        return [item for item in self.counted if item.verdict in verdicts]

    @property
    def following(self) -> list[Judged]:
        """What follows from an earlier number, without what only copies the entry's own wrong number."""
        wrong = {at for at, item in self.entries.items() if item.verdict is Verdict.WRONG}
        return [item for item in self.of(Verdict.FOLLOWS) if not (is_entry(item.claim) and item.claim.at in wrong)]

    @property
    def is_credited(self) -> bool:
        """Whether all that follows from a mistake has its marks: none were taken off there, and no step is trivial."""
        return not any(why in step.reason for step in self.marked.marks.steps for why in (TRIVIAL, SLIP, OFF))

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each line in the work; what is given comes first."""
        return {key: number for number, key in enumerate(self.calculation.records, 1)}

    @cached_property
    def wrong(self) -> list[Judged]:
        """What is wrong, misshapen or missing: the mistakes first, then the blanks."""
        found = [
            item for item in self.counted if item.verdict.counts_against and not (self.is_open and self._is_input(item))
        ]
        return sorted(found, key=self._rank)

    @property
    def is_open(self) -> bool:
        """Whether this is an open question, whose answer is an input."""
        return self.calculation.sheet.plan.problem.accept is not None

    def prints(self, item: Judged) -> bool:
        """Whether a number is what a printed paper gives."""
        at = item.claim.at
        return bool(self.calculation.sheet.plan.problem.code and at and at.key in self.calculation.inputs)

    def _is_input(self, item: Judged) -> bool:
        letters = self.calculation.sheet.plan.problem.find
        if item.claim.asked:
            return item.claim.asked.key in letters
        return item.claim.at is not None and item.claim.at.key in self.calculation.inputs

    def _rank(self, item: Judged) -> tuple[bool, int, tuple[int, int]]:
        at = item.claim.at
        return item.verdict is Verdict.MISSING, self.order.get(at.key, 0) if at else 0, place_of(item.claim)

    @cached_property
    def groups(self) -> list[list[Judged]]:
        """The mistakes, those together that one cause explains (of method, in all lines), and the blanks of a line."""
        found: dict[object, list[Judged]] = {}
        for item in self.wrong:
            is_method = item.cause is not None and item.cause.name in METHODS
            key = item.claim.at.key if item.claim.at and not is_method else ""
            says = item.claim.why if item.verdict is Verdict.MISSHAPEN else item.cause.says if item.cause else ""
            is_one = says or item.verdict in (Verdict.MISSING, Verdict.COARSE)
            together = (key, item.verdict, says) if is_one else id(item)
            found.setdefault(together, []).append(item)
        return list(found.values())

    def cost(self, group: list[Judged]) -> Fraction:
        """About what mistakes cost: the share of their entries in what their steps are worth."""
        return sum(
            (
                self._worth.get(item.claim.at.key, Fraction(0))
                for item in group
                if item.claim.at and is_entry(item.claim)
            ),
            Fraction(0),
        )

    @cached_property
    def _worth(self) -> dict[str, Fraction]:
        """What one entry of each line is worth."""
        return {
            key: step.of / max(1, self.size(step.step))
            for step in self.marked.marks.steps
            for key in self._lines(step.step)
        }

    def group_of(self, item: Judged) -> list[Judged]:
        """The group that a mistake is in."""
        return next(group for group in self.groups if item in group)

    @cached_property
    def keys(self) -> dict[str, list[str]]:
        """The lines of each step that is marked, and of each other line of which something is written."""
        found = {step.name: step.keys for step in worth(self.calculation)}
        named = {key for keys in found.values() for key in keys}
        written = dict.fromkeys(at.key for at in self.entries if at.key in self.order and at.key not in named)
        found.update({key: [key] for key in written})
        return dict(sorted(found.items(), key=lambda entry: min(self.order.get(key, 0) for key in entry[1])))

    @cached_property
    def steps(self) -> list[str]:
        """The names of these steps, in the order of the work."""
        marked = [step.step for step in self.marked.marks.steps]
        known = [step for step in self.keys if step in marked or self.tally(step)]
        return [*(step for step in marked if step not in known), *known]

    @cached_property
    def _tallies(self) -> dict[str, Counter[Verdict]]:
        found: dict[str, Counter[Verdict]] = {}
        for at, item in self.entries.items():
            found.setdefault(at.key, Counter())[item.verdict] += 1
        return found

    def tally(self, step: str) -> Counter[Verdict]:
        """How many entries of a step have each verdict."""
        return sum((self._tallies.get(key, Counter()) for key in self._lines(step)), Counter())

    def size(self, step: str) -> int:
        """How many entries a step has."""
        return sum(len(self.calculation.truth[key].flat) for key in self._lines(step))

    def _lines(self, step: str) -> list[str]:
        """The lines of a step; of the inputs that an open question asks for, these."""
        return self.keys.get(step) or [key for key in step.split(", ") if key in self.calculation.truth]

    def record(self, key: str) -> Record | None:
        """A line of the work, or an input."""
        return self.calculation.records.get(key) or self.calculation.inputs.get(key)

    def name(self, at: At) -> str:
        """An entry as it is called in print: S₁₂."""
        record = self.record(at.key)
        if record is None or not at.row:  # a size, or the whole of a line
            return at.key
        row, column = cell_of(self.calculation, at)
        axes = self.view.axes(record)
        try:
            return entry_name(at.key, index_of(replace(record.expr, axes=axes), row - 1, column - 1), TEXT)
        except IndexError:  # of picked rows there are fewer
            return f"{at.key}[{row},{column}]"


class Lines:
    """The lines of a file, cut only when one is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def line(self, number: int) -> str | None:
        """The line of this number, from 1."""
        return self._lines[number - 1] if 0 < number <= len(self._lines) else None


def quote(item: Judged, lines: Lines) -> Quote | None:
    """The line that a claim stands on, with its number marked; None where there is none."""
    place = item.claim.written.place
    if place is None or place.line is None or place.column is None or not lines.text:
        return None
    line = lines.line(place.line)
    start = place.column - 1
    if not line or start > len(line):
        return None
    text = item.claim.written.text.split("\n")[0]
    stop = start + (len(text) if line.startswith(text, start) else 1)
    before, meant, after = line[max(0, start - MAX_QUOTED) : start], line[start:stop], line[stop : stop + MAX_QUOTED]
    return Quote(_clean(before).lstrip(), _clean(meant), _clean(after).rstrip())


def _clean(text: str) -> str:
    return printable(text.replace("\t", " "))


def worked_out(part: Part, item: Judged) -> Iterator[Block]:
    """The entry that a claim is about, as it is calculated."""
    at = item.claim.at
    record = part.calculation.sheet.find(at.key) if at else None  # a line that the solution lists
    if at is None or record is None or record.given or not _is_there(part, at):
        return
    row, column = cell_of(part.calculation, at)
    hidden = {known.key: known.expr for known in part.view.details()}
    signs = Signs(part.view.sheet)
    lines = [line_math(line, part.view, signs) for line in entry_lines(record, row - 1, column - 1, part.view, hidden)]
    short = [line for line in lines if len(line.text) <= MAX_WORKED]
    if short and short[-1] == lines[-1]:
        yield Formula(tuple((line,) for line in short))


def _is_there(part: Part, at: At) -> bool:
    """Whether the line has this entry: of a misshapen matrix some are beyond it."""
    shape = part.calculation.truth[at.key].shape
    rows, columns = (1, *shape)[-2:]
    return 0 < at.row <= rows and at.column <= columns


def is_entry(claim: Claim) -> bool:
    """Whether a claim is an entry itself, not a part of what leads to it."""
    return claim.term is None and claim.factor is None
