"""An autograder of Gradescope: it finds out which variant a student has, runs `check`, and writes results.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attncalc.render.exam.problem_file import problem_file
from attncalc.render.exports.exam import Exam, Limit, Sheet
from attncalc.render.exports.packed import packed
from attncalc.render.exports.wheel import wheel

RUN, SET_UP = "run_autograder", "setup.sh"
SETTING_UP = """#!/usr/bin/env bash
# {program} needs Python 3.11 or newer. The wheel beside this file is the program that drew the papers.
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
    inside |= wheel()
    inside |= {_file(sheet): problem_file(sheet.paper, exam.program) for sheet in exam.sheets}
    return {exam.name("gradescope", ".zip"): packed(inside, (SET_UP, RUN))}


def limits(_: Sheet) -> Iterator[Limit]:
    """None: whatever is asked, `check` marks."""
    yield from ()


def _file(sheet: Sheet) -> str:
    return f"papers/{sheet.paper.code}.yaml"


def _listed(sheet: Sheet) -> dict[str, Any]:
    """The paper, and all that is known of who has it."""
    student = sheet.paper.student
    codes = [posed.code for posed in sheet.paper.questions]
    return {"code": sheet.paper.code, "codes": codes, "file": _file(sheet), **(student._asdict() if student else {})}
