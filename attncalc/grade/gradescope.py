"""The `results.json` that a Gradescope autograder leaves."""

from __future__ import annotations

import json
from typing import Any

from attncalc.check.report import number_of
from attncalc.grade.result import Result, Step


def write_gradescope(result: Result) -> str:
    """A result as Gradescope reads it: a test for each step, and the report with colours."""
    if result.why:
        said = f"This could not be marked: {result.why}"
        output = f"{said}\nDecided by hand: {result.decided}" if result.decided else said
        made: dict[str, Any] = {"score": number_of(result.marks), "output": output, "output_format": "text"}
    else:
        several = len({step.problem for step in result.steps}) > 1
        tests = [_test(step, number, several=several) for number, step in enumerate(result.steps, 1)]
        made = {"score": number_of(result.marks), "output": result.ansi, "output_format": "ansi", "tests": tests}
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def gradescope_name(file: str) -> str:
    """Where a student's results are, in the folder of results."""
    return f"gradescope/{file}/results.json"


def _test(step: Step, number: int, *, several: bool) -> dict[str, Any]:
    return {
        "score": number_of(step.marks),
        "max_score": number_of(step.of),
        "status": "passed" if step.marks >= step.of else "failed",
        "name": f"Problem {step.problem}, {step.name}" if several else step.name,
        "number": f"{step.problem}.{number}" if several else str(number),
        "output": step.reason,
    }
