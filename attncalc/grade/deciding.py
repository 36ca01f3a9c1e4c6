"""A report with what the assistant decided in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from attncalc.check.claim import Judged
from attncalc.check.marking import marked
from attncalc.check.marks import Marks, Rules, shown
from attncalc.check.report import Marked, Report, on_page
from attncalc.check.standing import last_written
from attncalc.check.verdict import Verdict
from attncalc.grade.overrides import Override
from attncalc.grade.pages import own_place
from attncalc.problem.names import read_name


@dataclass(frozen=True, slots=True)
class DecidedMarks(Marks):
    """Marks whose sum was decided."""

    decided: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        """What was decided."""
        return self.decided


@dataclass(frozen=True, slots=True)
class Decided:
    """The report as decided, and why some decisions changed nothing of it: where they stand, and what is amiss."""

    report: Report
    unmatched: tuple[str, ...] = ()


def decided(report: Report, overrides: Sequence[Override], rules: Rules) -> Decided:
    """The report with these decisions; verdicts come first, then the marks of entries, of steps, of all."""
    if not overrides:
        return Decided(report)
    deciding = _Deciding(list(report.problems), rules)
    deciding.run(overrides)
    return Decided(replace(report, problems=tuple(deciding.parts)), tuple(deciding.unmatched))


@dataclass
class _Deciding:
    parts: list[Marked]
    rules: Rules
    unmatched: list[str] = field(default_factory=list)

    def run(self, overrides: Sequence[Override]) -> None:
        of_numbers = [override for override in overrides if override.line or override.row]
        found = [(where, override) for override in of_numbers if (where := self._claim(override))]
        for (number, claim), override in _last(found, of_marks=False).items():
            self._verdict(number, claim, override)
        self.parts = [replace(part, marks=self._marks(part)) for part in self.parts]
        self._entries(_last(found, of_marks=True))
        rest = [override for override in overrides if override not in of_numbers]
        for override in (override for override in rest if override.step):
            self._step(override)
        for override in (override for override in rest if not override.step):
            self._total(override)

    def _amiss(self, override: Override, why: str) -> None:
        self.unmatched.append(f"{override.place}: {override.student}, {override.about}: {why}")

    def _numbers(self, override: Override) -> range:
        """The problems that a decision may be about."""
        if override.problem is None:
            return range(len(self.parts))
        return range(override.problem - 1, min(override.problem, len(self.parts)))

    def _claim(self, override: Override) -> tuple[int, int] | None:
        """The problem, and the number in it of the one claim that a decision is about."""
        matches = self._at_line if override.line else self._at_entry
        found = [
            (number, claim) for number in self._numbers(override) for claim in matches(self.parts[number], override)
        ]
        if len(found) == 1:
            return found[0]
        self._amiss(override, "no number stands there" if not found else f"{len(found)} numbers stand there; say which")
        return None

    def _at_line(self, part: Marked, override: Override) -> Iterator[int]:
        for number, item in enumerate(part.judged):
            place = own_place(item.claim)
            if (
                place is not None
                and place.line == override.line
                and override.column in (None, place.column)
                and (override.file is None or f"/{place.source}".endswith(f"/{override.file}"))
            ):
                yield number

    def _at_entry(self, part: Marked, override: Override) -> Iterator[int]:
        last = {id(item) for item in last_written(part.judged).values()}
        key = _key(override.step)
        for number, item in enumerate(part.judged):
            at = item.claim.at
            is_it = id(item) in last and at and at.key == key
            if is_it and on_page(part.calculation, item.claim) == (override.row, override.col):
                yield number

    def _verdict(self, number: int, claim: int, override: Override) -> None:
        part = self.parts[number]
        item = part.judged[claim]
        self._judge(number, claim, replace(item, verdict=override.verdict or item.verdict, cause=None, also=()))
        before = "" if override.verdict == item.verdict else f", not {item.verdict}"
        self._note(number, override, f"{_named(part, item)} is {override.verdict}{before}")

    def _judge(self, number: int, claim: int, item: Judged) -> None:
        part = self.parts[number]
        self.parts[number] = replace(part, judged=(*part.judged[:claim], item, *part.judged[claim + 1 :]))

    def _note(self, number: int, override: Override, what: str) -> None:
        """Says what was decided, in a problem of which something is said at all."""
        answered = [other for other, part in enumerate(self.parts) if part.judged]
        number = number if number in answered or not answered else answered[0]
        part = self.parts[number if answered else 0]
        made = replace(part, notes=(*part.notes, f"Decided by hand: {what}: {override.reason}"))
        self.parts[number if answered else 0] = made

    def _marks(self, part: Marked) -> Marks:
        with part.calculation.working():
            marks = marked(part.calculation, part.judged, self.rules)
            if part.calculation.sheet.plan.problem.accept:
                from attncalc.check.accept import judged_open

                letters = [item.claim for item in part.judged if item.claim.asked]
                _, marks, _ = judged_open(part.calculation, part.judged, letters, marks)
            return marks

    def _entries(self, overrides: dict[tuple[int, int], Override]) -> None:
        """The marks of single entries: what their steps have without them, and these."""
        for number in sorted({number for number, _ in overrides}):
            own = {claim: override for (other, claim), override in overrides.items() if other == number}
            before = self.parts[number]
            for claim in own:
                self._judge(number, claim, replace(before.judged[claim], verdict=Verdict.COARSE))  # earns nothing
            without = self._marks(self.parts[number])
            self.parts[number] = before
            for claim, override in own.items():
                at = before.judged[claim].claim.at
                step = next((step for step in without.steps if at and _is(step.step, at.key)), None)
                if step is None:
                    self._amiss(override, "it has no marks of its own")
                    continue
                without = _with(without, step.step, step.marks + (override.marks or 0), step.reason)
                self._note(number, override, f"{_named(before, before.judged[claim])}, {_points(override)}")
            self.parts[number] = replace(self.parts[number], marks=_touched(before.marks, without, own, before))

    def _step(self, override: Override) -> None:
        key = _key(override.step)
        found = [
            number
            for number in self._numbers(override)
            if any(_is(step.step, key) for step in self.parts[number].marks.steps)
        ]
        if len(found) != 1:
            several = f"{len(found)} problems have it; say which"
            self._amiss(override, several if found else "no step of this name has marks")
            return
        part = self.parts[found[0]]
        step = next(step for step in part.marks.steps if _is(step.step, key))
        marks = _with(part.marks, step.step, override.marks or Fraction(0), "decided by hand")
        self.parts[found[0]] = replace(part, marks=marks)
        self._note(found[0], override, f"{step.step}, {_points(override)}, not {shown(step.marks)}")

    def _total(self, override: Override) -> None:
        numbers = self._numbers(override)
        if not numbers:
            self._amiss(override, "there is no such problem")
            return
        last = numbers[-1]
        part = self.parts[last]
        before = sum((self.parts[number].marks.total for number in numbers), Fraction(0))
        others = before - part.marks.total
        made = DecidedMarks(part.marks.steps, part.marks.foreign, (override.marks or Fraction(0)) - others)
        self.parts[last] = replace(part, marks=made)
        self._note(last, override, f"{override.about}, {_points(override)}, not {shown(before)}")


def _last(found: Sequence[tuple[tuple[int, int], Override]], *, of_marks: bool) -> dict[tuple[int, int], Override]:
    """The last decision on each number: on its marks, or on its verdict."""
    return {where: override for where, override in found if (override.marks is not None) == of_marks}


def _key(step: str | None) -> str:
    known = read_name(step or "")
    return str(known) if known else step or ""


def _is(step: str, key: str) -> bool:
    """Whether a marked step is that of a line: S is S of every head."""
    known = read_name(key)
    return step == key or bool(known and known.section and known.base == step)


def _with(marks: Marks, name: str, value: Fraction, reason: str) -> Marks:
    return replace(
        marks,
        steps=tuple(replace(step, marks=value, reason=reason) if step.step == name else step for step in marks.steps),
    )


def _touched(before: Marks, after: Marks, own: dict[int, Override], part: Marked) -> Marks:
    """The new marks of the steps that were decided about, the earlier ones of all others."""
    keys = [at.key for claim in own if (at := part.judged[claim].claim.at)]
    steps = zip(before.steps, after.steps, strict=True)
    return replace(before, steps=tuple(new if any(_is(new.step, key) for key in keys) else old for old, new in steps))


def _named(part: Marked, item: Judged) -> str:
    """A claim in words: its place, and the entry that it is."""
    place = own_place(item.claim)
    at, cell = item.claim.at, on_page(part.calculation, item.claim)
    entry = f"{at.key}[{cell[0]},{cell[1]}]" if at and cell else item.claim.written.text
    return f"{entry} ({place})" if place else entry


def _points(override: Override) -> str:
    return f"{shown(override.marks or Fraction(0))} marks"
