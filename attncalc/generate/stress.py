"""Whether a recipe ever goes wrong: many seeds drawn, solved in two arithmetics, and their solutions checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.check.report import Report, counts
from attncalc.deadline import TooLong, limited
from attncalc.errors import AttncalcError
from attncalc.generate.exam import FEW, Paper, papers
from attncalc.generate.recipe import Item, Recipe
from attncalc.parallel import HERE, Workers, spread
from attncalc.problem.problem import Problem
from attncalc.solve import solve
from attncalc.worksheet.worksheet import Worksheet

LONGEST = 1.0  # seconds for closed forms; what has none in this time is no failure

Page = Callable[[Worksheet], str]  # writes a solution down as Markdown
Limits = Callable[[Paper], Iterable[str]]  # says what of a paper cannot be exported


class Tried(NamedTuple):
    """A seed of a recipe, what went wrong with it, if anything did, and how many problems each question needed.

    These are by the questions of the recipe, from 1.
    """

    seed: str
    why: str = ""
    drawn: Mapping[int, int] = MappingProxyType({})


def nothing(_: Paper) -> Iterable[str]:
    """That no export is asked for, which could take something or not."""
    return ()


@dataclass(frozen=True)
class Trying:
    """The work of trying seeds of a recipe; `--seed` with one of these gives its paper again."""

    recipe: Recipe
    seed: str
    seconds: float
    page: Page
    limits: Limits

    def prepare(self) -> None:
        """Nothing more than the recipe is needed."""

    def __call__(self, number: int) -> Tried:
        """What becomes of one seed."""
        own = f"{self.seed}-{number}"
        try:
            paper = next(papers(self.recipe, 1, own, self.seconds))
            order = paper.order or range(1, len(paper.questions) + 1)
            drawn = {one: posed.tries for one, posed in zip(order, paper.questions, strict=True)}
            return Tried(own, _why(paper, self.page, self.limits), drawn)
        except AttncalcError as error:
            return Tried(own, str(error), {})

    def died(self, number: int) -> Tried:
        """That the process which tried it died."""
        return Tried(f"{self.seed}-{number}", "the process that tried it died", {})


def stress(
    recipe: Recipe,
    count: int,
    seed: str,
    seconds: float,
    page: Page,
    limits: Limits = nothing,
    workers: Workers = HERE,
) -> Iterator[Tried]:
    """Tries so many seeds of a recipe."""
    work = Trying(recipe, seed, seconds, page, limits)
    return spread(work, range(1, count + 1), workers, ordered=True, few=FEW)


def _why(paper: Paper, page: Page, limits: Limits) -> str:
    """What goes wrong with a paper, if anything does."""
    for posed in paper.questions:
        if why := _wrong(posed.item, posed.problem, page):
            return f"question {posed.number}: {why}"
    return "; ".join(limits(paper))


class Rate(NamedTuple):
    """How many problems of a question were drawn until one was accepted: usually, at most, and the share of these."""

    median: float
    most: int
    accepted: float


def rates(tried: Iterable[Tried]) -> dict[int, Rate]:
    """These numbers for each question, over all seeds that gave a paper."""
    drawn: dict[int, list[int]] = {}
    for one in tried:
        for number, tries in one.drawn.items():
            drawn.setdefault(number, []).append(tries)
    return {number: Rate(median(tries), max(tries), len(tries) / sum(tries)) for number, tries in sorted(drawn.items())}


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
        if report.status or report.total != report.of:
            return f"its own solution ({name}) is not marked all right: {_first(report)}"
    return ""


def _first(report: Report) -> str:
    """The first step that has not all marks, otherwise the first number that is not found right."""
    steps = (
        f"{step.step}, {step.reason}" for part in report.problems for step in part.marks.steps if step.marks != step.of
    )
    wrong = (
        f"{item.claim.at.key if item.claim.at else 'a number'} is {item.verdict}"
        for _, item in report.claims()
        if item.verdict.counts_against and counts(item.claim)
    )
    return next(chain(steps, wrong), "there are no numbers in it")
