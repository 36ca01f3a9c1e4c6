"""What became of one submission, as plain data that travels between processes and is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from attncalc.check.claim import Judged
from attncalc.check.report import Marked, Report, counts, on_page, place_of
from attncalc.check.verdict import OF_WORK, Verdict
from attncalc.errors import shorten
from attncalc.grade.looks import Look, looks_of
from attncalc.grade.pages import own_place

MARKED, BROKEN, DECIDED, NOTHING = "marked", "broken", "decided by hand", "nothing found"


@dataclass(frozen=True, slots=True)
class Step:
    """The marks of one step of one problem (from 1)."""

    problem: int
    name: str
    marks: Fraction
    of: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entry that is not as it should be, and the cause if one was found."""

    problem: int
    step: str
    row: int
    col: int
    verdict: Verdict | None  # None of a part of a calculation
    expected: str = ""
    cause: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one submission: its marks, or why it has none; `decided` is why it has some nevertheless.

    `submission` tells its texts from others, `read` all that was read, where that gives the same result again.
    """

    student: str
    status: str
    why: str = ""
    decided: str = ""
    steps: tuple[Step, ...] = ()
    marks: Fraction = Fraction(0)
    of: Fraction = Fraction(0)
    verdicts: tuple[tuple[str, int], ...] = ()
    first: str = ""
    mistakes: tuple[Mistake, ...] = ()
    left_out: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    submission: str = ""
    read: str = ""
    feedback: str = ""
    ansi: str = ""
    forms: tuple[tuple[str, str | bytes], ...] = ()


class Written(NamedTuple):
    """A report written down: as Markdown, with the colours of a terminal, and in other forms by their endings."""

    markdown: str
    ansi: str
    forms: tuple[tuple[str, str | bytes], ...] = ()
    lost: tuple[str, ...] = ()  # forms in which it could not be written, and why


def result_of(student: str, report: Report) -> Result:
    """The result that a report is."""
    is_answered = report.total or any(item.verdict.is_placed for _, _, item in _counted(report))
    status = MARKED if is_answered else NOTHING
    return Result(
        student,
        status,
        steps=tuple(_steps(report)),
        marks=report.total,
        of=report.of,
        verdicts=_verdicts(report),
        first=_first(report),
        mistakes=tuple(_mistakes(report)),
        looks=tuple(looks_of(report)),
    )


def in_words(cause: str) -> str:
    """The name of a cause as one reads it: no scaling."""
    return cause.replace("-", " ")


def _steps(report: Report) -> Iterator[Step]:
    for number, part in enumerate(report.problems, 1):
        for step in part.marks.steps:
            yield Step(number, step.step, step.marks, step.of, step.reason)


def _counted(report: Report) -> Iterator[tuple[int, Marked, Judged]]:
    for number, part in enumerate(report.problems, 1):
        yield from ((number, part, item) for item in part.judged if counts(item.claim))


def _verdicts(report: Report) -> tuple[tuple[str, int], ...]:
    tally = Counter(item.verdict for _, _, item in _counted(report))
    return tuple((verdict, tally[verdict]) for verdict in OF_WORK)


def _mistakes(report: Report) -> Iterator[Mistake]:
    """Each entry that is wrong, and each other number that has a cause; what is blank last."""
    for number, part, item in _counted(report):
        at, cell = item.claim.at, on_page(part.calculation, item.claim)
        is_entry = item.claim.term is None and item.claim.factor is None
        if at and (item.verdict.counts_against or item.verdict is Verdict.MISREAD) and (is_entry or item.cause):
            cause = (item.cause.name, item.cause.says) if item.cause else ("", "")
            yield Mistake(
                number, at.key, *(cell or (0, 0)), item.verdict if is_entry else None, item.expected or "", *cause
            )


def _first(report: Report) -> str:
    """The first mistake on one line: in the order of the work, blanks last."""
    for part in report.problems:
        order = {key: number for number, key in enumerate(part.calculation.records, 1)}
        wrong = [item for item in part.judged if item.verdict.counts_against and counts(item.claim)]
        if wrong:
            first = min(
                wrong,
                key=lambda item: (
                    item.verdict is Verdict.MISSING,
                    order.get(item.claim.at.key, 0) if item.claim.at else 0,
                    place_of(item.claim),
                ),
            )
            return _says(part, first)
    return ""


def _says(part: Marked, item: Judged) -> str:
    claim = item.claim
    cell, place = on_page(part.calculation, claim), own_place(claim)
    where = f"{place}: " if place else ""
    name = f"{claim.at.key}[{cell[0]},{cell[1]}]" if claim.at and cell and item.verdict is not Verdict.MISSHAPEN else ""
    if item.verdict is Verdict.MISSHAPEN:
        return f"{where}{shorten(claim.why or 'a wrong size', 120)}"
    if item.verdict is Verdict.MISSING:
        return f"{where}{name} is blank"
    should = f", should be {item.expected}" if item.expected else ""
    cause = f" ({in_words(item.cause.name)})" if item.cause else ""
    return f"{where}{name or 'a number'} = {shorten(claim.written.text)}{should}{cause}"
