"""Every problem in every form: what the tests of the forms share; each is solved, and laid out, once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

import attncalc
from attncalc.check.calculation import Calculation
from attncalc.check.check import solved as calculated
from attncalc.cli.settings import Settings
from attncalc.problem.problem import Problem
from attncalc.render.formats import FORMATS, Pages, Solved, laid_out
from attncalc.render.look import Look

HERE = Path(__file__).parent
PROBLEMS = [path for path in sorted((HERE.parents[1] / "problems").rglob("*.yaml")) if path.parent.name != "sizes"]
HOSTILE = yaml.safe_load((HERE / "hostile.yaml").read_text("utf-8"))


SHOWN = {"expand", "quiet", "heatmap", "full"}  # these change nothing in a worksheet


@cache
def problems(path: Path) -> tuple[Problem, ...]:
    """The problems of a file."""
    return tuple(attncalc.load(path))


@cache
def solved(path: Path, **settings: Any) -> tuple[Solved, ...]:
    """The solutions of a problem file."""
    if shown := {key: settings.pop(key) for key in SHOWN & settings.keys()}:
        return tuple(item._replace(selection=replace(item.selection, **shown)) for item in solved(path, **settings))
    return tuple(Settings(**settings).solved(problem) for problem in problems(path))


@cache
def calculations(path: Path) -> tuple[Calculation, ...]:
    """The problems of a file, solved for `check`."""
    return tuple(calculated(problems(path)))


def written(sheets: tuple[Solved, ...], form: str, look: Look = Look()) -> str | bytes:
    """Solutions in a form."""
    return FORMATS[form].write(list(sheets) if FORMATS[form].of_solutions else _pages(sheets), look)


@lru_cache(1)
def _pages(sheets: tuple[Solved, ...]) -> Pages:
    return laid_out(list(sheets))


def hostile(text: str) -> Problem:
    """A problem whose title and labels are this text."""
    problem = {
        "title": text,
        "mechanism": "scaled-dot-product",
        "labels": {"queries": [text, "b"], "keys": ["c", text]},
        "Q": [[1, 0], [0, 1]],
        "K": [[1, 0], [0, 1]],
        "V": [[1, 2], [3, 4]],
    }
    (made,) = attncalc.loads(yaml.safe_dump(problem, allow_unicode=True))
    return made
