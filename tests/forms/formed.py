"""Every problem in every form: what the tests of the forms share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

import attncalc
from attncalc.cli.settings import Settings
from attncalc.problem.problem import Problem
from attncalc.render.formats import FORMATS, Solved, laid_out
from attncalc.render.look import Look

HERE = Path(__file__).parent
PROBLEMS = [path for path in sorted((HERE.parents[1] / "problems").rglob("*.yaml")) if path.parent.name != "sizes"]
HOSTILE = yaml.safe_load((HERE / "hostile.yaml").read_text("utf-8"))


@cache
def solved(path: Path, **settings: str | int | bool) -> tuple[Solved, ...]:
    """The solutions of a problem file."""
    return tuple(Settings(**settings).solved(problem) for problem in attncalc.load(path))


def written(sheets: tuple[Solved, ...], form: str, look: Look = Look()) -> str | bytes:
    """Solutions in a form."""
    return FORMATS[form].write(list(sheets) if FORMATS[form].of_solutions else laid_out(list(sheets)), look)


def hostile(text: str) -> Problem:
    """A problem whose title and labels are this text."""
    problem = {
        "title": text, "mechanism": "scaled-dot-product", "labels": {"queries": [text, "b"], "keys": ["c", text]},
        "Q": [[1, 0], [0, 1]], "K": [[1, 0], [0, 1]], "V": [[1, 2], [3, 4]],
    }  # fmt: skip
    (made,) = attncalc.loads(yaml.safe_dump(problem, allow_unicode=True))
    return made
