"""An autograder of Gradescope: it finds out which variant a student has, runs `check`, and writes results.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attncalc.render.exam.parts import marks
from attncalc.render.exports.exam import Exam, Limit, Question, Sheet
from attncalc.render.exports.packed import packed

RUN, SET_UP = "run_autograder", "setup.sh"
SETTING_UP = """#!/usr/bin/env bash
# {program} needs Python 3.11 or newer. A wheel of it beside this file is taken before that of the package index.
set -e
apt-get update
apt-get install -y python3.13-venv || apt-get install -y python3.12-venv || apt-get install -y python3.11-venv
python=$(command -v python3.13 || command -v python3.12 || command -v python3.11)
"$python" -m venv /autograder/venv
wheels=(/autograder/source/*.whl)
if [ -e "${{wheels[0]}}" ]; then
    /autograder/venv/bin/pip install "${{wheels[0]}}"
else
    /autograder/venv/bin/pip install "{package}"
fi
"""
RUNNING = """#!/usr/bin/env bash
# When students see their marks: visible, after_due_date, after_published, hidden.
root=${AUTOGRADER:-/autograder} python=${PYTHON:-/autograder/venv/bin/python}
mkdir -p "$root/results"
# Without results and with status 1 nobody has marks: Gradescope tells the instructor that the autograder failed.
"$python" -I -m attncalc.render.exports.autograder "$root" --visibility after_published || {
    echo "The autograder failed, and nothing was marked. Look at the log of its building." >&2
    exit 1
}
"""


def files(exam: Exam) -> dict[str, bytes]:
    """One autograder for all variants."""
    package = exam.program.replace(" ", "==")
    inside: dict[str, str | bytes] = {
        SET_UP: SETTING_UP.format(program=exam.program, package=package),
        RUN: RUNNING,
        "papers.json": json.dumps([_listed(sheet) for sheet in exam.sheets], indent=1, ensure_ascii=False) + "\n",
    }
    inside |= {_file(sheet): sheet.paper.problem_file(exam.program) for sheet in exam.sheets}
    return {exam.name("gradescope", ".zip"): packed(inside, (SET_UP, RUN))}


def limits(sheet: Sheet) -> Iterator[Limit]:
    """That there is nothing that `check` marks; what there is beside is marked by hand."""
    if all(by_hand(question) == question.posed.item.marks for question in sheet.questions):
        yield Limit(sheet.questions[0], "check marks steps that are calculated, and nothing else is asked for",
                    "What would help: leave gradescope out of --format.")  # fmt: skip


def by_hand(question: Question) -> Fraction:
    """The marks of a question that `check` does not give."""
    item = question.posed.item
    steps = sum((Fraction(ask.marks) for ask in item.ask), Fraction(0)) if item.is_marked_by_check else Fraction(0)
    return item.marks - steps


def _file(sheet: Sheet) -> str:
    return f"papers/{sheet.paper.code}.yaml"


def _listed(sheet: Sheet) -> dict[str, Any]:
    """The paper, what of it is marked by hand, and all that is known of who has it."""
    left = [f"question {question.posed.number} ({marks(by_hand(question))})" for question in sheet.questions
            if by_hand(question)]  # fmt: skip
    student = sheet.paper.student
    return {"code": sheet.paper.code, "file": _file(sheet), "by_hand": left, **(student._asdict() if student else {})}
