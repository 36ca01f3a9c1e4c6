"""The sections of a page put together as problems, with the matrices that stand in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from attncalc.problem.page.finds import Find
from attncalc.problem.page.given import base_of, bases_of, gathered, inputs, is_problem
from attncalc.problem.vocabulary import INPUTS
from attncalc.problem.vocabulary import STEPS as STEP_NAMES
from attncalc.reading.said import Texts
from attncalc.reading.sections import SOLVED, STEPS, Section

GIVEN = {*INPUTS, "S", "A"}
ANOTHER = re.compile(
    r"\b(?:additive|bahdanau|multiplicative|general|luong|dot[- ]product|concat|multi-?head|cross)\b", re.IGNORECASE
)


@dataclass
class Group:
    """The sections that are about one problem; each of `finds` with its part, `last` is the last part that counts."""

    sections: list[Section]
    finds: list[tuple[int, Find]] = field(default_factory=list)
    last: int = STEPS
    before: Group | None = None  # the problem whose matrices this one may use again
    again: Group | None = None  # the problem that is to be done again, with something else
    is_shared: bool = False  # what stands here is given to the problems that follow

    @property
    def used(self) -> list[Find]:
        """The matrices of the parts that count."""
        return [find for part, find in self.finds if part <= self.last]

    @property
    def line(self) -> int:
        """The line that it begins on."""
        return self.sections[0].lines[0].number

    @property
    def title(self) -> str:
        """The title of its first section that has one."""
        return next((section.title for section in self.sections if section.title), "")

    @property
    def numbers(self) -> tuple[frozenset[int], frozenset[int]]:
        """The numbers of its lines, and of those that may be about other problems too."""
        own, shared = (
            frozenset(
                line.number for section in self.sections if section.everybodys is of_all for line in section.lines
            )
            for of_all in (False, True)
        )
        return own, shared

    @property
    def goes_on(self) -> bool:
        """Whether lines of the work stand in it: it asks more about the problem before."""
        return any(base_of(str(find.name)) in STEP_NAMES for _, find in self.finds)

    def said(self, texts: list[str]) -> str:
        """What is asked, and the steps to it."""
        return " ".join(line for _, line in self.lines(texts, self.last))

    def lines(self, texts: list[str], last: int) -> Texts:
        """The numbered lines of the parts up to this one."""
        return [
            (line.number, texts[line.number - 1])
            for section in self.sections
            for line in section.lines
            if line.part <= last
        ]


def grouped(parts: list[Section], found: list[Find]) -> list[Group]:
    """The problems of a page. Solutions count only where nothing is asked with numbers on the whole page."""
    alone = [
        Group([section], [(part, find) for find in found if (part := section.part(find.line)) is not None])
        for section in parts
    ]
    is_asked = any(find.matrix and base_of(str(find.name)) in GIVEN for group in alone for find in group.used)
    groups: list[Group] = []
    for group in alone:
        group.last = STEPS if is_asked else SOLVED
        if not groups or group.sections[0].numbered or _begins(groups[-1], group):
            groups.append(group)
        else:
            groups[-1].sections += group.sections
            groups[-1].finds += group.finds
    return groups


def share(groups: list[Group]) -> None:
    """Gives what stands before the first numbered problem to the problems that lack it."""
    first = groups[0] if groups else None
    if first is None or first.sections[0].numbered or not first.used:
        return
    given = bases_of(gathered(first.used))
    for group in groups[1:]:
        own = gathered(group.used)
        if group.sections[0].numbered and own and not is_problem(own) and not given & bases_of(own):
            group.finds = [*first.finds, *group.finds]
            first.is_shared = True


def _begins(last: Group, group: Group) -> bool:
    """Whether a section is about another problem than those before: it gives other numbers, or names another kind."""
    before, own = gathered(last.used), gathered(group.used)
    if not is_problem(before) or not any(base_of(name) in GIVEN for name in own):
        return False
    if ANOTHER.search(group.title) and not own.keys() <= before.keys():
        group.before = last
        return True
    given = inputs(own, ())
    return is_problem(given) and any(name in before and before[name].rows != given[name].rows for name in given)
