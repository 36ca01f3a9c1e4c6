"""The marks of a class as a table that gradebooks and spreadsheets read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from attncalc.check.verdict import OF_WORK
from attncalc.grade.state import Row

MARK = "\ufeff"  # what makes spreadsheets read UTF-8
STEERING = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # what may begin a formula


def write_summary(rows: Iterable[Row]) -> str:
    """One line for each student: marks, those of each step, the first mistake, how many numbers are what, status."""
    rows = list(rows)
    steps = list(dict.fromkeys((step.problem, step.step) for row in rows for step in row.steps))
    steps.sort(key=lambda step: step[0])
    several = len({problem for problem, _ in steps}) > 1
    names = [f"{problem}: {step}" if several else step for problem, step in steps]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    head = ["student", "marks", "of", *names, "first mistake", *OF_WORK, "to be looked at", "status", "why", "feedback"]
    writer.writerow([safe(name) for name in head])
    for row in rows:
        marks = {(step.problem, step.step): step.marks for step in row.steps}
        verdicts = [row.verdicts.get(verdict) for verdict in OF_WORK]
        cells = [
            row.student,
            row.marks,
            row.of,
            *(marks.get(step) for step in steps),
            row.first,
            *verdicts,
            row.looks,
            row.status,
            row.why,
            feedback_name(row.file),
        ]
        writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in cells])
    return MARK + file.getvalue()


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe stands before what might be one."""
    return f"'{text}" if text.lstrip().startswith(STEERING) or text.startswith(STEERING) else text


def feedback_name(file: str, ending: str = ".md") -> str:
    """Where a student's feedback is, in the folder of results."""
    return f"feedback/{file}{ending}"
