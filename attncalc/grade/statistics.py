"""What a class got wrong: which entry and which cause is most frequent, and how the marks fell out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from attncalc.check.report import number_of
from attncalc.check.verdict import OF_WORK, Verdict
from attncalc.grade.result import MARKED, NOTHING, Result

FORMAT = {"format": "attncalc/statistics", "version": 1}
Number = int | float


@dataclass(frozen=True, slots=True)
class EntryCount:
    """How many students have an entry wrong, and how many left it blank."""

    problem: int
    step: str
    row: int
    col: int
    wrong: int
    missing: int


@dataclass(frozen=True, slots=True)
class CauseCount:
    """How many students made a mistake, in how many numbers; an example of what they are told."""

    cause: str
    students: int
    numbers: int
    says: str


@dataclass(frozen=True, slots=True)
class StepMean:
    """The mean of the marks of a step."""

    problem: int
    step: str
    mean: Number
    of: Number


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers about all who were marked in one run, what is most frequent first."""

    marked: int
    not_marked: int
    marks: dict[str, Number]
    steps: tuple[StepMean, ...]
    verdicts: dict[str, int]
    entries: tuple[EntryCount, ...]
    causes: tuple[CauseCount, ...]


def statistics(results: Iterable[Result]) -> Statistics:
    """The statistics of these results."""
    results = list(results)
    marked = [result for result in results if result.status in (MARKED, NOTHING)]
    tally: Counter[str] = Counter()
    for result in marked:
        tally.update(dict(result.verdicts))
    verdicts = {str(verdict): tally[verdict] for verdict in OF_WORK}
    return Statistics(
        len(marked),
        len(results) - len(marked),
        _marks([result.marks for result in marked]),
        tuple(_steps(marked)),
        verdicts,
        tuple(_entries(marked)),
        tuple(_causes(marked)),
    )


def _marks(marks: Sequence[Fraction]) -> dict[str, Number]:
    if not marks:
        return {}
    from statistics import fmean, median

    ordered = sorted(marks)
    return {
        "mean": round(fmean(ordered), 2),
        "median": round(float(median(ordered)), 2),
        "least": number_of(ordered[0]),
        "most": number_of(ordered[-1]),
    }


def _steps(marked: Sequence[Result]) -> list[StepMean]:
    sums: dict[tuple[int, str], list[Fraction]] = {}
    of: dict[tuple[int, str], Fraction] = {}
    for result in marked:
        for step in result.steps:
            sums.setdefault((step.problem, step.name), []).append(step.marks)
            of[step.problem, step.name] = step.of
    return [
        StepMean(*key, number_of(sum(marks, Fraction(0)) / len(marks)), number_of(of[key]))
        for key, marks in sums.items()
    ]


def _entries(marked: Sequence[Result]) -> list[EntryCount]:
    wrong: Counter[tuple[int, str, int, int]] = Counter()
    missing: Counter[tuple[int, str, int, int]] = Counter()
    for result in marked:
        found = {
            (item.problem, item.step, item.row, item.col): item.verdict
            for item in result.mistakes
            if item.verdict and item.verdict.counts_against
        }
        wrong.update(key for key, verdict in found.items() if verdict is not Verdict.MISSING)
        missing.update(key for key, verdict in found.items() if verdict is Verdict.MISSING)
    keys = sorted({*wrong, *missing}, key=lambda key: (-wrong[key], -missing[key], key))
    return [EntryCount(*key, wrong[key], missing[key]) for key in keys]


def _causes(marked: Sequence[Result]) -> list[CauseCount]:
    students: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    says: dict[str, str] = {}
    for result in marked:
        named = [item for item in result.mistakes if item.cause]
        numbers.update(item.cause for item in named)
        students.update({item.cause for item in named})
        for item in named:
            says.setdefault(item.cause, item.says)
    order = sorted(students, key=lambda cause: (-students[cause], -numbers[cause], cause))
    return [CauseCount(cause, students[cause], numbers[cause], says[cause]) for cause in order]


def write_json(found: Statistics) -> str:
    """The statistics as JSON."""
    return json.dumps({**FORMAT, **asdict(found)}, indent=2, ensure_ascii=False) + "\n"
