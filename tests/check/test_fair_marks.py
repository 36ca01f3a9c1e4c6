"""Marks that a teacher would defend: what must hold of them on every page, tried on pages of the simulator.

The lines of a page are taken as they stand in its truth, without reading it: what is changed is a line of the work.
"""

import random
from functools import cache, cached_property
from itertools import groupby, pairwise

import pytest
from simulator import MISTAKES, SLIPS, STYLES, simulated

import attncalc
from attncalc.check.check import check_solved, solved
from attncalc.check.claim import At, Claim, Written
from attncalc.check.handed_in import HandedIn
from attncalc.errors import Place
from attncalc.reading.number import read_number

KINDS = [None, *MISTAKES, *SLIPS]
PAGES = [(name, KINDS[number % len(KINDS)]) for number, name in enumerate(sorted(STYLES) * 2)]
pytestmark = pytest.mark.sweep
CHOSEN = random.Random("marks").sample(PAGES, 32)


class Work:
    """What stands on a page: lines of the work with their claims, in the order of the page."""

    def __init__(self, calculation, lines):
        self.calculation, self.lines = calculation, lines

    @cached_property
    def report(self):
        claims = [claim for _, found in self.lines for claim in found]
        placed = [claim.__class__(**{**fields(claim), "written": claim.written._replace(place=Place("page", line, 1))})
                  for line, claim in enumerate(claims, 1)]  # fmt: skip
        return check_solved([self.calculation], HandedIn("page", "", lambda _: placed))

    @property
    def total(self):
        return self.report.total

    def without(self, number):
        return Work(self.calculation, [line for at, line in enumerate(self.lines) if at != number])

    def changed(self, number, claims):
        return Work(self.calculation, [(key, claims if at == number else found)
                                       for at, (key, found) in enumerate(self.lines)])  # fmt: skip

    @property
    def right(self):
        """The numbers of the lines in which every number is right."""
        (part,) = self.report.problems
        good = {judged.claim.written.place.line for judged in part.judged if judged.verdict.good}
        ends = 0
        for number, (_, claims) in enumerate(self.lines):
            begins, ends = ends + 1, ends + len(claims)
            if set(range(begins, ends + 1)) <= good:
                yield number


def fields(claim):
    return {name: getattr(claim, name) for name in Claim.__slots__}


@cache
def work(style, mistake):
    """The lines of a page; None where the style has none with this mistake."""
    try:
        page = simulated("marks", style, mistake)
    except ValueError:
        return None
    (calculation,) = solved(attncalc.loads(page.problem))
    return work_of(calculation, page.truth)


def work_of(calculation, truth):
    """The lines that a page has by its truth."""
    entries = (one for one in truth["claims"] if one["kind"] == "answer" and one["cell"] and not one.get("struck")
               and not one.get("repeat") and one["step"] in calculation.records)  # fmt: skip
    lines = []
    for number, (key, found) in enumerate(groupby(entries, lambda one: one["step"]), 1):
        lines.append((key, [claim for one in found if (claim := claim_of(calculation, key, number, one))]))
    return Work(calculation, lines)


def claim_of(calculation, key, number, one):
    i, j = one["cell"] if not calculation.is_turned(key) else reversed(one["cell"])
    if len(calculation.truth[key].shape) == 1:  # a vector may stand as a column
        i, j = 1, max(i, j)
    try:
        return Claim(0, At(key, i, j), Written(one["written"], read_number(one["written"])), number)
    except attncalc.AttncalcError:
        return None  # a sign that only a page has


@pytest.fixture(params=CHOSEN, ids=str)
def page(request):
    made = work(*request.param)
    if made is None:
        pytest.skip("no problem of this style allows for the mistake")
    return made


def test_a_right_line_more_never_lowers_the_marks(page):
    for number in list(page.right)[:4]:
        assert page.without(number).total <= page.total, page.lines[number][0]


def test_a_right_entry_more_never_lowers_the_marks(page):
    for number in list(page.right)[:3]:
        part = page.changed(number, page.lines[number][1][:1])
        assert page.without(number).total <= part.total <= page.total, page.lines[number][0]


def test_what_was_not_read_earns_nothing_and_costs_nothing(page):
    for number in list(page.right)[:3]:
        claims = [claim.__class__(**{**fields(claim), "written": Written("#", None), "why": "smudged"})
                  for claim in page.lines[number][1]]  # fmt: skip
        smudged = page.changed(number, claims).report
        assert smudged.total == page.without(number).total, page.lines[number][0]
        assert smudged.total + smudged.open >= page.total, page.lines[number][0]


def test_unrelated_lines_may_be_exchanged(page):
    for number, ((one, _), (other, _)) in list(enumerate(pairwise(page.lines)))[:4]:
        if is_related(page.calculation, one, other) or is_related(page.calculation, other, one) or one == other:
            continue
        lines = list(page.lines)
        lines[number : number + 2] = reversed(lines[number : number + 2])
        assert Work(page.calculation, lines).total == page.total, (one, other)


def is_related(calculation, one, other):
    """Whether a line is made from another one, if need be through others."""
    reached = {one}
    for record in calculation.sheet.records:
        if reached & {line.key for line in record.expr.lines()}:
            reached.add(record.key)
    return other in reached


def test_a_mistake_costs_its_line_and_no_other(page):
    """Whatever follows from it is credited, unless it became trivial."""
    report = page.report
    (part,) = report.problems
    made = [judged for judged in part.judged if judged.verdict.counts_against]
    lost = report.of - report.total
    if not made:
        assert [step for step in part.marks.steps if step.marks != step.of and is_whole(step)] == []
    elif len({judged.cause for judged in made}) == 1 and made[0].cause and "trivial" not in str(part.marks):
        assert lost <= max(step.of for step in part.marks.steps) + missing(part)


def is_whole(step):
    """Whether all of a step was written, and is right: 4 of 4 right."""
    right, _, entries = step.reason.partition(" right")[0].partition(" of ")
    return right == entries


def missing(part):
    """The marks of steps that nothing shows."""
    return sum(step.of - step.marks for step in part.marks.steps if step.reason == "not written")
