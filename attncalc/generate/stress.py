"""Whether a recipe ever goes wrong: many seeds drawn, solved in two arithmetics, and their solutions checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from attncalc.check.check import check
from attncalc.check.claim import WRONG
from attncalc.check.handed_in import from_text
from attncalc.check.report import Report, counts
from attncalc.errors import AttncalcError
from attncalc.generate.exam import papers
from attncalc.generate.recipe import Item, Recipe
from attncalc.grade.limits import TooLong, limited
from attncalc.problem.problem import Problem
from attncalc.solve import solve
from attncalc.worksheet.worksheet import Worksheet

LONGEST = 1.0  # seconds for closed forms; what has none in this time is no failure

Page = Callable[[Worksheet], str]  # writes a solution down as Markdown


class Tried(NamedTuple):
    """A seed of a recipe, and what went wrong with it, if anything did."""

    seed: str
    why: str = ""


def stress(recipe: Recipe, count: int, seed: str, seconds: float, page: Page) -> Iterator[Tried]:
    """Tries so many seeds of a recipe; `--seed` with one of these gives its paper again."""
    for number in range(1, count + 1):
        own = f"{seed}-{number}"
        yield Tried(own, _why(recipe, own, seconds, page))


def _why(recipe: Recipe, seed: str, seconds: float, page: Page) -> str:
    """What goes wrong with the first paper of a seed."""
    try:
        for paper in papers(recipe, 1, seed, seconds):
            for posed in paper.questions:
                if why := _wrong(posed.item, posed.problem, page):
                    return f"question {posed.number}: {why}"
    except AttncalcError as error:
        return str(error)
    return ""


def _wrong(item: Item, problem: Problem, page: Page) -> str:
    """What is wrong with the solution of a problem as `check` sees it; it is solved in closed form beside."""
    sheet = solve(problem, "decimal", decimals=item.decimals)
    pages = {"decimal": page(sheet)}
    try:
        with limited(LONGEST):
            pages["exact"] = page(solve(problem, "exact", decimals=item.decimals))
    except TooLong:
        pages.pop("exact", None)
    for name, text in pages.items():
        report = check([problem], from_text(text, "solution.md"))
        if report.is_wrong or report.total != report.of:
            return f"its own solution ({name}) is not marked all right: {_first(report)}"
    return ""


def _first(report: Report) -> str:
    """The first step that has not all marks, otherwise the first number that is not found right."""
    steps = (f"{step.step}, {step.reason}" for part in report.problems for step in part.marks.steps
             if step.marks != step.of)  # fmt: skip
    wrong = (f"{item.claim.at.key if item.claim.at else 'a number'} is {item.verdict}" for _, item in report.claims()
             if item.verdict in WRONG and counts(item.claim))  # fmt: skip
    return next(chain(steps, wrong), "there are no numbers in it")
