"""A page without a problem file: it states its problems itself, and each exercise on it is checked by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.check.handed_in import HandedIn
from attncalc.check.settling import settled, told
from attncalc.errors import InputError, Place, shorten
from attncalc.limits import PAGE
from attncalc.problem.page.gaps import AGAIN
from attncalc.problem.page.page import Aside, Page, Stated
from attncalc.problem.problem import Problem
from attncalc.reading.ink import Paper

NOT_CHECKED = "{} (line {}): {}; what stands there was not checked."
GIVEN_AGAIN = "{} is given again with other numbers (line {}): the first ones were taken, and these were not checked."
NOTHING_GIVEN = "nothing is given there that can be calculated with"
HINT = "Name the problem's file before it: attncalc check problem.yaml page.md"
Over = Callable[[Problem], Problem]


class Alone(NamedTuple):
    """The problems of a page that can be calculated, solved; what was handed in to them, and the page in its parts."""

    calculations: tuple[Calculation, ...]
    handed_in: HandedIn
    parts: list[tuple[Paper, list[Calculation]]]


def problems_on(text: str, source: str) -> list[Problem]:
    """The problems that a page states and that can be calculated; raises InputError where there are none."""
    found, _ = _calculable(_page(text, source), lambda problem: problem)
    return [calculation.sheet.plan.problem for _, calculation in found]


def alone(answer: HandedIn, over: Over) -> Alone:
    """What a page states, each problem as `over` changes it, and the work on it.

    Raises InputError where nothing on it can be calculated.
    """
    page = _page(answer.text, answer.source)
    found, others = _calculable(page, over)
    problems = [stated for stated, _ in found]
    work = _Work(page, problems)
    calculations = work.settle(found, over)
    left = tuple(_left(problems, [*others, *((aside, NOTHING_GIVEN) for aside in page.asides)], work))
    notes = (*answer.notes, *told(problems), *left)
    handed_in = replace(answer, claims=work.claims, notes=notes, is_whole=not left)
    return Alone(tuple(calculations), handed_in, work.parts(calculations))


def _left(problems: Sequence[Stated], others: Sequence[tuple[Aside, str]], work: _Work) -> Iterator[str]:
    """What was not checked: numbers that are given again, exercises that cannot be calculated."""
    for item in (item for stated in problems for item in stated.unread if item.why == AGAIN):
        yield GIVEN_AGAIN.format(item.what, item.line)
    for aside, why in sorted(others, key=lambda other: other[0].line):
        if work.stands_in(aside.lines):
            yield NOT_CHECKED.format(shorten(aside.title) or "An exercise", aside.line, why)


def settle_page(page: Page) -> None:
    """Settles what the problems of a page leave open; what cannot be calculated stays as it is."""
    try:
        found, _ = _calculable(page, lambda problem: problem)
    except InputError:
        return
    _Work(page, [stated for stated, _ in found]).settle(found, lambda problem: problem)


def _page(text: str, source: str) -> Page:
    from attncalc.mechanisms.stated import problems_of

    return problems_of(text[: PAGE.most], source)


def _calculable(page: Page, over: Over) -> tuple[list[tuple[Stated, Calculation]], list[tuple[Aside, str]]]:
    """The problems of a page that can be solved, and the others with what is in their way."""
    from attncalc.solve import solve

    found: list[tuple[Stated, Calculation]] = []
    others: list[tuple[Aside, str]] = []
    for stated in page.problems:
        try:
            if stated.problem is None:
                raise stated.hurdle or InputError(NOTHING_GIVEN)
            found.append((stated, Calculation(solve(over(stated.problem), partial=True))))
        except InputError as error:
            others.append((Aside(stated.title, stated.line, frozenset(stated.lines)), error.message))
    if not found:
        why = f": {others[0][1]}" if others else ""
        raise InputError(f"no problem that can be calculated was found in it{why}", place=Place(page.source), hint=HINT)
    return found, others


class _Work:
    """What stands on a page, by the exercise that it is about; `owned` are the lines of each problem."""

    def __init__(self, page: Page, problems: Sequence[Stated]) -> None:
        assert page.lines
        owned = [problem.lines for problem in problems]
        self.again = frozenset(start for problem in problems for start in problem.again)
        self.lines, self.paper = page.lines, page.lines.paper
        self.read = [self.lines.at(statement.start) for statement in self.paper.statements]
        self.read_lines = set(self.read)
        first = page.opening | (page.shared if len(owned) == 1 else set())
        self.owned = [owned[0] | first, *owned[1:]]
        self.is_mixed = self.stands_in(page.shared) and len(owned) > 1
        self.known: dict[int, list[Claim]] = {}  # of problems that were settled

    def settle(self, found: Sequence[tuple[Stated, Calculation]], over: Over) -> list[Calculation]:
        """The problems, where something was open as most of their lines agree."""
        if self.is_mixed:
            return [calculation for _, calculation in found]
        calculations = []
        for (stated, calculation), lines in zip(found, self.owned, strict=True):
            best = settled(stated, calculation, self.part(lines), over)
            calculations.append(best.calculation)
            self.known[id(best.calculation)] = best.claims
        return calculations

    def stands_in(self, lines: Collection[int]) -> bool:
        """Whether anything was read on these lines."""
        return not self.read_lines.isdisjoint(lines)

    def claims(self, calculations: Sequence[Calculation]) -> list[Claim]:
        """The claims of each exercise on its problem; on all of them where nobody can tell whose some are."""
        from attncalc.check.placing import place

        if self.is_mixed:
            return place(self.paper, calculations)
        return [
            replace(claim, problem=number)
            for number, (paper, own) in enumerate(self.parts(calculations))
            for claim in self.known.get(id(own[0])) or place(paper, own)
        ]

    def parts(self, calculations: Sequence[Calculation]) -> list[tuple[Paper, list[Calculation]]]:
        """The parts of the page, each with the problem that it is about."""
        if self.is_mixed:
            return [(self.paper, [*calculations])]
        return [(self.part(lines), [calculation]) for lines, calculation in zip(self.owned, calculations, strict=True)]

    def part(self, lines: Collection[int]) -> Paper:
        """The page with what stands on these lines alone."""
        statements = tuple(
            item
            for item, line in zip(self.paper.statements, self.read, strict=True)
            if line in lines and not (len(item.sides) == 2 and item.sides[1].start in self.again)
        )
        scraps = tuple(item for item in self.paper.scraps if self.lines.at(item.start) in lines)
        return replace(self.paper, statements=statements, scraps=scraps)
