"""What the last run left: the marks of each student, and which files it wrote; `marks.json` in the results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from attncalc.check.report import number_of
from attncalc.errors import InputError, Place
from attncalc.grade.result import BROKEN, Result

FORMAT = {"format": "attncalc/marks", "version": 1}
LATER = ("looks",)  # what earlier versions did not write
Number = int | float


@dataclass(frozen=True, slots=True)
class StepRow:
    """The marks of one step."""

    problem: int
    step: str
    marks: Number
    of: Number


@dataclass(frozen=True, slots=True)
class Row:
    """One student in the list of marks; the last three tell submissions, decisions and keys from earlier ones."""

    student: str
    file: str
    status: str
    why: str = ""
    marks: Number | None = None
    of: Number | None = None
    steps: tuple[StepRow, ...] = ()
    verdicts: dict[str, int] = field(default_factory=dict)
    first: str = ""
    looks: int = 0
    submission: str = ""
    overrides: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The rows of all students by name, the number of the run, and a digest of each file that was written."""

    run: int = 0
    rows: dict[str, Row] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def row_of(result: Result, file: str, overrides: str, key: str) -> Row:
    """A result as a row."""
    row = Row(
        result.student, file, result.status, result.why, submission=result.submission, overrides=overrides, key=key
    )
    if result.status == BROKEN:
        return row
    steps = tuple(StepRow(step.problem, step.name, number_of(step.marks), number_of(step.of)) for step in result.steps)
    return replace(
        row,
        marks=number_of(result.marks),
        of=number_of(result.of),
        steps=steps,
        verdicts=dict(result.verdicts),
        first=result.first,
        looks=len(result.looks),
    )


def read_state(path: Path) -> State:
    """What a run left, nothing where there was none; raises InputError where the file is not one of these."""
    from attncalc.reading.source import text_of_file

    if not path.exists():
        return State()
    try:
        said = json.loads(text_of_file(path, str(path), 500_000_000, stays=False))
        if {key: said[key] for key in FORMAT} != FORMAT:
            raise ValueError
        rows = [_row(row) for row in said["students"]]
        return State(int(said["run"]), {row.student: row for row in rows}, dict(said["files"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(
            "this is not what an earlier run wrote",
            place=Place(str(path)),
            hint="Name another folder with -o, or move this file away.",
        ) from None


def _row(said: Mapping[str, Any]) -> Row:
    known = {item.name: said[item.name] for item in fields(Row) if item.name in said or item.name not in LATER}
    return Row(**{**known, "steps": tuple(StepRow(**step) for step in known["steps"])})


def write_state(state: State) -> str:
    """The state as JSON."""
    students = [asdict(state.rows[name]) for name in state.rows]
    made = {**FORMAT, "run": state.run, "students": students, "files": dict(sorted(state.files.items()))}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"
