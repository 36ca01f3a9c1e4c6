"""No numeral of a page is dropped: each in a statement is a claim, a part of one, or not read, with its reason."""

import re

import pytest
from groups import marked, pages, seeds
from simulator import STYLES, simulated

from attncalc.check.check import check
from attncalc.check.handed_in import form_of, from_text
from attncalc.check.placing.labels import is_label
from attncalc.problem.reader import loads
from attncalc.reading import read_page
from attncalc.reading.ink import Ranges

NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
SIGNED = 2  # signs before a number that its claim may leave out: -0.5, %50


def is_constant(ink):
    """Whether an ink is what a formula divides by: √2, 1/√4."""
    return ink.name == "sqrt" or (ink.kind == "quotient" and is_constant(ink.args[1]))


def left_out(text, source, problems):
    """The numerals on a page of which nothing is said, each with its line and column."""
    paper = read_page(text, source, form_of(text, source))
    said = {}
    for _, item in check(problems, from_text(text, source)).claims():
        place = item.claim.written.place
        said.setdefault(place.line, []).append((place.column - SIGNED, place.column + len(item.claim.written.text)))
    parts = [part for statement in paper.statements for side in statement.sides for part in side.walk()]
    formulas = [part for part in parts if is_label(part) or is_constant(part)]
    formulas += [part.args[1] for part in parts if part.kind == "quotient" and part.args[0].kind == "sum"]  # of a mean
    for each in (number for part in formulas for number in part.numbers()):
        line, column = paper.at(each.start)
        said.setdefault(line, []).append((column, column + len(each.text)))
    numbers = [part for part in parts if part.kind == "number"]
    stated = Ranges((part.start, part.end) for part in (*paper.scraps, *numbers))
    for match in NUMERAL.finditer(paper.text):
        line, column = paper.at(match.start())
        if match.start() not in stated and match.end() - 1 not in stated:
            continue  # beside the work
        if not any(start <= column < max(end, start + SIGNED + 1) for start, end in said.get(line, ())):
            yield line, column, match[0]


@pytest.mark.sweep
@pytest.mark.parametrize("page", [*seeds(), *pages(), *marked()], ids=lambda page: page.path.name)
def test_of_every_numeral_of_a_page_something_is_said(page):
    assert list(left_out(page.text, page.path.name, page.problems())) == []


@pytest.mark.sweep
@pytest.mark.parametrize("style", STYLES)
def test_of_every_numeral_of_the_class_something_is_said(style):
    page = simulated("beside", style)
    source = f"page.{page.extension.removeprefix('.')}"
    assert list(left_out(page.text, source, loads(page.problem, "problem.yaml"))) == []
