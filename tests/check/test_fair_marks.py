"""Marks that a teacher would defend: what must hold of them on every page, tried on pages of the simulator.

The lines of a page are taken as they stand in its truth, without reading it: what is changed is a line of the work.
"""

import random
from functools import cache, cached_property
from itertools import groupby, pairwise

import pytest
from marks_of_truth import claim_of
from simulator import MISTAKES, NOISE, STYLES, simulated

import attncalc
from attncalc.check.causes.table import METHODS
from attncalc.check.check import check_solved, solved
from attncalc.check.claim import Claim, Written
from attncalc.check.handed_in import HandedIn
from attncalc.check.judging.says import shown
from attncalc.check.judging.sums import terms
from attncalc.errors import Place
from attncalc.reading.number import read_number

METHOD = [name for name in MISTAKES if name in METHODS]
SPOILT = [name for name in MISTAKES if name not in NOISE]
A_FEW = 8  # pages for each rule
pytestmark = pytest.mark.sweep


def drawn(rule, kinds):
    """A few pages, other ones for each rule."""
    numbers = random.Random(f"marks {rule}")
    return [(name, numbers.choice(kinds)) for name in numbers.sample(sorted(STYLES), A_FEW)]


def over(rule, kinds):
    """A test over such pages."""
    return pytest.mark.parametrize("page", drawn(rule, kinds), indirect=True, ids=str)


class Work:
    """What stands on a page: lines of the work with their claims, in the order of the page."""

    def __init__(self, problem, lines):
        self.problem, self.lines = problem, lines

    @property
    def calculation(self):
        return calculation_of(self.problem)

    @cached_property
    def report(self):
        claims = [claim for _, found in self.lines for claim in found]
        placed = [
            changed(claim, written=claim.written._replace(place=Place("page", line, 1)))
            for line, claim in enumerate(claims, 1)
        ]
        return check_solved([self.calculation], HandedIn("page", "", lambda _: placed))

    @property
    def part(self):
        (part,) = self.report.problems
        return part

    @property
    def total(self):
        return self.report.total

    @property
    def lost(self):
        return {step.step: step.of - step.marks for step in self.part.marks.steps}

    @property
    def keys(self):
        return [key for key, _ in self.lines]

    def under(self, **more):
        """The same work, marked by other rules of the problem's file."""
        said = "".join(
            f"{key}: {{{', '.join(f'{name}: {of}' for name, of in value.items())}}}\n" for key, value in more.items()
        )
        return Work(self.problem + said, self.lines)

    def without(self, *numbers):
        return Work(self.problem, [line for at, line in enumerate(self.lines) if at not in numbers])

    def with_line(self, number, claims):
        return Work(
            self.problem, [(key, claims if at == number else found) for at, (key, found) in enumerate(self.lines)]
        )

    @property
    def right(self):
        """The numbers of the lines in which every number is right."""
        good = {judged.claim.written.place.line for judged in self.part.judged if judged.verdict.good}
        ends = 0
        for number, (_, claims) in enumerate(self.lines):
            begins, ends = ends + 1, ends + len(claims)
            if set(range(begins, ends + 1)) <= good:
                yield number

    def made_from(self, number):
        """The numbers of the written lines that are made from a line, if need be through others."""
        reached = {self.keys[number]}
        for record in self.calculation.sheet.records:
            if reached & {line.key for line in record.expr.lines()}:
                reached.add(record.key)
        return [other for other, key in enumerate(self.keys) if key in reached and key != self.keys[number]]


@cache
def calculation_of(problem):
    return solved(attncalc.loads(problem))[0]


def changed(claim, **more):
    return Claim(**{**{name: getattr(claim, name) for name in Claim.__slots__}, **more})


@cache
def drawn_page(style, mistake):
    try:
        return simulated("marks", style, mistake)
    except ValueError:
        return None


def work_of(problem, truth):
    """The lines that a page has by its truth, without what is written out, struck out or written again."""
    calculation = calculation_of(problem)
    entries = (
        one
        for one in truth["claims"]
        if one["kind"] == "answer"
        and one["cell"]
        and not one.get("struck")
        and not one.get("repeat")
        and one["step"] in calculation.records
    )
    grouped = enumerate(groupby(entries, lambda one: one["step"]), 1)
    return Work(
        problem,
        [
            (key, [changed(claim_of(calculation, one), writing=number) for one in found])
            for number, (key, found) in grouped
        ],
    )


@pytest.fixture
def drawn_of(request):
    page = drawn_page(*request.node.callspec.params["page"])
    if page is None:
        pytest.skip("no problem of this style allows for the mistake")
    return page


@pytest.fixture
def page(drawn_of):
    return work_of(drawn_of.problem, drawn_of.truth)


# 1: one more right line, or an entry written out, never lowers the marks; nor does correcting a wrong one.


@over("line", [None, *SPOILT])
def test_a_right_line_more_never_lowers_the_marks(page):
    for number in list(page.right)[:4]:
        assert page.without(number).total <= page.total, page.lines[number][0]


@over("entry", [None, *SPOILT])
def test_a_right_entry_more_never_lowers_the_marks(page):
    for number in list(page.right)[:3]:
        part = page.with_line(number, page.lines[number][1][:1])
        assert page.without(number).total <= part.total <= page.total, page.lines[number][0]


@over("written out", [None, *SPOILT])
def test_an_entry_that_is_written_out_never_lowers_the_marks(page):
    for number in list(page.right)[:4]:
        claims = page.lines[number][1]
        assert page.total <= page.with_line(number, [*written_out(page, claims[0]), *claims]).total, claims[0]


def written_out(page, claim):
    """The factors of an entry, as they are written or as they should be."""
    expr = page.calculation.records[claim.at.key].expr
    for term, leaves in enumerate(terms(expr, claim.at.row, claim.at.column) or [], 1):
        for factor, at in enumerate(leaves, 1):
            text = text_at(page, at)
            written = Written(text, read_number(text))
            yield Claim(0, claim.at, written, claim.writing, term=term, factor=factor, of=at)


def text_at(page, at):
    """What is written for an entry; where nothing is, what should be."""
    found = [claim.written.text for _, claims in page.lines for claim in claims if claim.at == at]
    return (
        found[-1].replace("−", "-") if found else shown(page.calculation.truth[at.key].rows[at.row - 1][at.column - 1])
    )


@over("corrected", SPOILT)
def test_a_mistake_that_is_corrected_with_what_follows_never_lowers_the_marks(page, drawn_of):
    twin, right = work_of(drawn_of.problem, drawn_of.twin.truth), {*page.right}
    for number, key in enumerate(page.keys):
        if number not in right and twin.keys == page.keys:
            corrected = {number, *page.made_from(number)}
            lines = [(twin if place in corrected else page).lines[place] for place in range(len(page.lines))]
            assert page.total <= Work(page.problem, lines).total, key


# 2: what was not read earns nothing and costs nothing.


@over("unread", [None, *SPOILT])
def test_what_was_not_read_earns_nothing_and_costs_nothing(page):
    for number in list(page.right)[:3]:
        claims = [changed(claim, written=Written("#", None), why="smudged") for claim in page.lines[number][1]]
        smudged = page.with_line(number, claims).report
        assert smudged.total == page.without(number).total, page.lines[number][0]
        assert smudged.total + smudged.open >= page.total, page.lines[number][0]


# 3: a step that was left out has its mark only as far as what follows proves it.


@over("left out", [None])
def test_a_step_that_was_left_out_has_what_follows_proves(page):
    for number in list(page.right)[:4]:
        key, after = page.keys[number], page.made_from(number)
        if page.keys.count(key) > 1 or key not in page.lost:
            continue
        assert page.without(number, *after).lost[key] == page.lost[key] + 1, key
        if after:
            assert 0 <= page.without(number).lost[key] <= 1, key


# 4: each mistake costs once, wherever the marks are.


@over("exchanged", [None, *SPOILT])
def test_unrelated_lines_may_be_exchanged(page):
    for number, (one, other) in list(enumerate(pairwise(page.keys)))[:4]:
        if one == other or number + 1 in page.made_from(number) or number in page.made_from(number + 1):
            continue
        lines = list(page.lines)
        lines[number : number + 2] = reversed(lines[number : number + 2])
        assert Work(page.problem, lines).total == page.total, (one, other)


@over("once", METHOD)
def test_a_mistake_costs_its_line_and_no_other(page):
    made = [judged for judged in page.part.judged if judged.verdict.counts_against]
    if len({judged.cause for judged in made}) == 1 and made[0].cause and not is_trivial(page):
        assert sum(page.lost.values()) <= 1 + missing(page)


@over("elsewhere", METHOD)
def test_a_mistake_costs_something_wherever_the_marks_are(page):
    """In a line without marks it costs at the next line that has some."""
    wrong = [judged for judged in page.part.judged if judged.verdict.counts_against and judged.cause]
    first = page.keys.index(wrong[0].claim.at.key) if wrong and wrong[0].claim.at.key in page.keys else None
    for number in page.made_from(first) if first is not None else ():
        key = page.keys[number]
        off = [judged for judged in page.part.judged if judged.claim.at.key == key and not judged.verdict.good]
        if off and page.calculation.records[key].expr.op != "beside":
            assert 0 < sum(page.under(marks={key: 4}).lost.values()) <= 4, key


# 5: follow-through is credited in full, unless the mistake made the rest trivial.


@over("follows", SPOILT)
def test_what_follows_is_credited_in_full(page):
    wrong = {judged.claim.at.key for judged in page.part.judged if judged.verdict.counts_against}
    if is_trivial(page) or not wrong <= {*page.lost}:  # in a line without marks it costs at the next one
        return
    verdicts = {}
    for judged in page.part.judged:
        verdicts.setdefault(judged.claim.at.key, []).append(str(judged.verdict))
    for step in page.part.marks.steps:
        found = verdicts.get(step.step, [])
        if len(found) == len(page.calculation.truth[step.step].flat) and {*found} <= {"right", "rounded", "follows"}:
            assert step.marks == step.of, step.step


# 6: marks may be split into method and accuracy, and named mistakes may have their price.


@over("split", METHOD)
def test_a_mistake_of_method_leaves_the_marks_for_accuracy(page):
    made = {judged.cause.name for judged in page.part.judged if judged.verdict == "wrong" and judged.cause}
    (key, *_) = {judged.claim.at.key for judged in page.part.judged if judged.verdict == "wrong"} or [None]
    if key is None or len(made) != 1 or made - METHODS or key not in page.lost or page.lost[key] != 1 / 2:
        return
    assert page.under(marks={key: "{method: 3, accuracy: 1}"}).lost[key] == 3
    assert page.under(marks={key: 4}, deductions={made.pop(): 1}).lost[key] == 1


# 7: rounding too early is a remark.


@over("rounded", METHOD)
def test_right_work_has_full_marks_in_every_habit(page, drawn_of):
    twin = work_of(drawn_of.problem, drawn_of.twin.truth)
    assert not any(step.marks != step.of for step in twin.part.marks.steps if step.step in twin.keys)


def is_trivial(page):
    return "trivial" in str(page.part.marks)


def missing(page):
    """The marks of steps that nothing shows."""
    return sum(step.of - step.marks for step in page.part.marks.steps if step.reason == "not written")
