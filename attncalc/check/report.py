"""A report: every claim of a page with its verdict, the marks, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.marks import Marks, Rules

WRONG, LOOK = 1, 3  # the status with which `check` ends
FORMAT = {"format": "attncalc/report", "version": 2}


@dataclass(frozen=True)
class Marked:
    """One problem as it was answered: its claims with their verdicts, in the order of the page, and its marks.

    `foreign` are inputs that stand there with other numbers than the problem's: another homework.
    """

    title: str
    calculation: Calculation
    judged: tuple[Judged, ...]
    marks: Marks
    notes: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What was found on a page; `text` is that of its file, empty where there is none.

    It `is_whole` where no exercise of the page was left out.
    """

    page: str
    text: str
    problems: tuple[Marked, ...]
    rules: Rules = field(default_factory=Rules)
    is_whole: bool = True

    @property
    def status(self) -> int:
        """0 where all that was written was read and is right, 1 where something is wrong, 3 where one has to look."""
        verdicts = {item.verdict for part in self.problems for item in part.judged if counts(item.claim)}
        if any(verdict.counts_against for verdict in verdicts):
            return WRONG
        if not verdicts:
            return LOOK if has_numbers(self.text) else WRONG
        return LOOK if not self.is_whole or any(verdict.needs_a_look for verdict in verdicts) else 0

    @property
    def total(self) -> Fraction:
        """The marks of all problems."""
        return sum((part.marks.total for part in self.problems), Fraction(0))

    @property
    def of(self) -> Fraction:
        """What all problems are worth."""
        return sum((part.marks.of for part in self.problems), Fraction(0))

    @property
    def open(self) -> Fraction:
        """The marks that depend on what could not be read."""
        return sum((part.marks.open for part in self.problems), Fraction(0))

    def claims(self) -> list[tuple[int, Judged]]:
        """The number of the problem and the judged claim, of all problems, as they stand in the file."""
        found = [(number, item) for number, part in enumerate(self.problems, 1) for item in part.judged]
        return sorted(found, key=lambda pair: place_of(pair[1].claim))


def counts(claim: Claim) -> bool:
    """Whether a claim is part of the answer: not struck out, nor again what stands there, nor true beside the work."""
    return not (claim.struck or claim.repeat or claim.stands)


def has_numbers(text: str) -> bool:
    """Whether something is written that may be numbers."""
    return any(map(str.isdecimal, text))


def place_of(claim: Claim) -> tuple[int, int]:
    """Line and column of a claim; 0 where it stands in no file."""
    place = claim.written.place
    return (place.line or 0, place.column or 0) if place else (0, 0)


def on_page(calculation: Calculation, claim: Claim) -> tuple[int, int] | None:
    """Row and column of a claim's entry as they stand on the page."""
    if claim.at is None or not claim.at.row:  # nobody can tell, or a whole line
        return None
    return cell_of(calculation, claim.at, turned=claim.turned)


def cell_of(calculation: Calculation, at: At, *, turned: bool = False) -> tuple[int, int]:
    """Row and column of an entry as it is printed: exchanged where the page has columns for tokens, or is turned."""
    exchanged = calculation.is_turned(at.key) != turned
    return (at.column, at.row) if exchanged else (at.row, at.column)


def write_json(report: Report, *, ascii_signs: bool = False) -> str:
    """The report as one JSON object."""
    made = {
        **FORMAT,
        "page": report.page,
        "problems": [part.title for part in report.problems],
        "claims": [_claim(report, number, item) for number, item in report.claims()],
        "notes": [note for part in report.problems for note in part.notes],
        "marks": {
            "total": number_of(report.total),
            "of": number_of(report.of),
            "open": number_of(report.open),
            "steps": list(_steps(report)),
        },
    }
    return json.dumps(made, indent=2, ensure_ascii=ascii_signs) + "\n"


def _claim(report: Report, number: int, item: Judged) -> dict[str, Any]:
    claim = item.claim
    place = claim.written.place
    row, column = on_page(report.problems[number - 1].calculation, claim) or (None, None)
    return {
        "problem": number,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "step": claim.at.key if claim.at else claim.asked.key if claim.asked else None,
        "row": row,
        "col": column,
        "term": claim.term,
        "factor": claim.factor,
        "written": claim.written.text,
        "expected": item.expected,
        "follows": item.follows,
        "verdict": item.verdict,
        "cause": item.cause.name if item.cause else None,
        "also": [cause.name for cause in item.also],
        "struck": claim.struck,
        "repeat": claim.repeat,
        "margin": claim.margin,
    }


def _steps(report: Report) -> Iterator[dict[str, Any]]:
    for number, part in enumerate(report.problems, 1):
        for step in part.marks.steps:
            yield {
                "problem": number,
                "step": step.step,
                "marks": number_of(step.marks),
                "of": number_of(step.of),
                "open": number_of(step.open),
                "reason": step.reason,
            }


def number_of(marks: Fraction) -> int | float:
    """Marks as a number of JSON, with four decimals at most."""
    return marks.numerator if marks.denominator == 1 else round(float(marks), 4)
