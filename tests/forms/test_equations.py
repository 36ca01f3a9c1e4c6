"""Every printed equation of numbers holds when it is calculated again with the digits printed, or stands with ≈."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from equations_read import READERS, block
from formed import PROBLEMS, solved
from printed import UnknownError, holds, matrix, number

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.settings import Settings
from attncalc.generate.exam import papers
from attncalc.generate.reading import recipe_of
from attncalc.render.blocks import Bracket, Formula, flat
from attncalc.render.exam.papers import solution_paper, student_paper
from attncalc.render.formats import FORMATS, laid_out
from attncalc.render.look import Look
from attncalc.render.report.pages import report_pages
from attncalc.render.typst.source import document

DECIMALS = 3
KINDS = """
questions:
  - {mechanism: scaled-dot-product, sizes: {n: 2, d: 2}, ask: [S_scaled, A], decimals: 3}
  - {kind: blanks, mechanism: self-attention, sizes: {n: 2, d: 2}, ask: [A], decimals: 3}
  - {kind: find-the-mistake, mechanism: scaled-dot-product, sizes: {n: 2, d: 4}, decimals: 3}
  - {kind: which-formula, mechanism: scaled-dot-product, sizes: {n: 2, d: 4}, decimals: 3}
  - {kind: what-changes, mechanism: scaled-dot-product, sizes: {n: 2, d: 4}, decimals: 3}
  - {kind: shapes, mechanism: multi-head}
  - {kind: count, mechanism: multi-head}
"""
HANDED_IN = """
S = [[3, 6, 0], [3, 0, 6]]

S_scaled = [[2.121, 4.243, 0], [2.121, 0, 4.342]]

A = [[1, 0, 0], [0.839, 0.107, 0]]

O = [[5, 2], [4.752, 2.114]]
"""
EXACT = "questions: [{mechanism: scaled-dot-product, sizes: {n: 2, d: 4}, nice: softmax, exact: true, ask: [A, O]}]"
PROBLEM = "mechanism: scaled-dot-product\nQ: 2 1; 0 3\nK: 1 1; 3 0; -1 2\nV: 5 2; 1 4; 0 1/2\noptions: {mask: causal}"
REPORTS = Path(__file__).parents[1] / "check" / "reports"
SIGNS = ("=", "≈")
NAME, FUNCTION = re.compile(r"[^\W\d_]"), re.compile(r"\b(exp|sin|cos|tanh|ln|ReLU)\b|σ|\be(?=[⁻⁰¹²³⁴-⁹^]|$)|·e\b")
IN_WORDS = re.compile(r"(?<![\w.])([−(√e\d][−()√e^{}.\d⁻⁰¹²³⁴-⁹+·/ ]{1,80}) ([=≈]) (−?\d[.\d]*)(?<![.])(?![\w·/^])")
SEEN = {"known": 0, "unknown": 0}


def equations(blocks):
    """What stands before a sign, the sign, and what stands behind it, as the first says it comes to."""
    for part in blocks:
        for line in part.lines if isinstance(part, Formula) else ():
            if len(line) == 1:
                sides = re.split(r" ([=≈]) ", line[0].text)[2:]
                each = zip(sides[::2], sides[1::2], sides[2::2], strict=False)
                yield from (found for found in each if not NAME.search(FUNCTION.sub("", found[0])))
            elif len(line) > 2 and isinstance(line[-1], Bracket) and line[-2].text in SIGNS:
                yield line[1:-2], line[-2].text, line[-1]


def is_true(made, result, along):
    """Whether every number is what was printed; None where that is half way."""
    if isinstance(result, str):
        return holds(number(made), result, DECIMALS)
    texts = [cell.text.rstrip("*∗") for row in result.cells for cell in row]
    values = np.broadcast_to(matrix(made, along), (len(result.cells), len(result.cells[0]))).flat
    each = [
        holds(float(value), text, DECIMALS) if text != "−∞" else value == -np.inf
        for value, text in zip(values, texts, strict=True)
    ]
    return False if False in each else None if None in each else True


def wrong(page, *, is_exact=False, along=-1):
    """The equations of a page whose sign is not theirs."""
    for made, sign, result in equations(page):
        try:
            with np.errstate(all="ignore"):
                found = is_true(made, result, along)
        except (UnknownError, ValueError, ZeroDivisionError, OverflowError):
            SEEN["unknown"] += 1
            continue
        SEEN["known"] += 1
        right = {True} if sign == "=" or is_exact else {False}  # digits of a closed form
        if found not in {None, *right}:
            yield made, sign, result


def own(sheet):
    """What has to be known of a worksheet to judge its equations."""
    return {"is_exact": sheet.arithmetic.name == "exact", "along": 0 if sheet.plan.orientation.columns else -1}


def read(form, page):
    """The equations of a page as they stand in a form."""
    look = Look(columns=10_000)
    text = document([page], look) if form == "pdf" else FORMATS[form].write([page], look)
    return [block(READERS[form](text))]


def all_wrong(solutions, form=None):
    pages = zip(solutions, laid_out(list(solutions)), strict=True)
    return [
        found for solution, page in pages for found in wrong(read(form, page) if form else page, **own(solution.sheet))
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_sign_of_every_equation(path):
    assert all_wrong(solved(path, decimals=DECIMALS, expand=("all",), full=True)) == []


FORMS = {path: list(READERS)[number % len(READERS)] for number, path in enumerate(PROBLEMS)}


@pytest.mark.sweep
@pytest.mark.parametrize("path", FORMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_as_they_are_written(path):
    """Each problem in one of the forms."""
    assert all_wrong(solved(path, decimals=DECIMALS, expand=("all",), full=True), FORMS[path]) == []


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("arithmetic", ["decimal", "exact"])
def test_in_every_form(form, arithmetic):
    """Every equation stands in each form, with its sign."""
    (problem,) = attncalc.loads(PROBLEM)
    solution = Settings(decimals=DECIMALS, arithmetic=arithmetic, expand=("all",)).solved(problem)
    (page,) = laid_out([solution])
    assert list(wrong(read(form, page), **own(solution.sheet))) == []
    assert len(list(equations(read(form, page)))) >= len(list(equations(page))) > 30


@pytest.mark.parametrize("settings", [{"arithmetic": "rounded", "decimals": 3}, {"arithmetic": "float"}])
def test_in_other_arithmetics(settings):
    (problem,) = attncalc.loads(PROBLEM)
    solution = Settings(**{"decimals": DECIMALS, **settings, "expand": ("all",)}).solved(problem)
    assert all_wrong([solution]) == []


@pytest.mark.parametrize(("q", "says"), [("5", "5/2 = 2.5"), ("-5", "−5/2 = −2.5"), ("5/3", "5/6 ≈ 0.833")])
def test_digits_that_are_all_of_a_number_are_equal_to_it(q, says):
    """And others are about it."""
    text = f"mechanism: scaled-dot-product\nQ: [[{q}, 0, 0, 0]]\nK: [[1, 0, 0, 0]]\nV: [[1]]\n"
    (problem,) = attncalc.loads(text)
    solution = Settings(decimals=3, arithmetic="exact", expand=("S_scaled",)).solved(problem)
    assert f"{says}\n" in FORMATS["plain"].write(laid_out([solution]), Look())


def test_most_equations_are_looked_at():
    SEEN.update(known=0, unknown=0)
    for path in PROBLEMS[::20]:
        all_wrong(solved(path, decimals=DECIMALS, expand=("all",), full=True))
    assert SEEN["known"] > max(100, 8 * SEEN["unknown"])


@cache
def pages_of(recipe):
    """A paper of this recipe, its solution, and this with all lines."""
    paper = next(papers(recipe_of(recipe, "exam.yaml"), 1, "1", 60))
    return [student_paper(paper), *(solution_paper(paper, full=full) for full in (False, True))]


def untrue(text):
    """The equations of numbers in sentences whose sign is not theirs; raises AssertionError where there are none."""
    found = list(IN_WORDS.finditer(text))
    assert found
    for match in found:
        is_so = holds(number(match[1]), match[3], len(match[3].partition(".")[2]))
        if is_so is (match[2] != "="):
            yield match[0]


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(("recipe", "is_exact"), [(KINDS, False), (EXACT, True)], ids=["decimal", "exact"])
def test_of_papers(recipe, is_exact, form):
    """One question of each kind; the solution with all lines has equations."""
    for page in pages_of(recipe):
        assert list(wrong(read(form, page), is_exact=is_exact)) == []
    *_, full = pages_of(recipe)
    assert len(list(equations(read(form, full)))) >= len(list(equations(flat(full)))) > 3


def test_in_the_sentences_of_papers_and_reports():
    """Reports: one of a page with a slip in it, and those that other tests hold."""
    reported = check(attncalc.loads(PROBLEM), from_text(HANDED_IN, "page.md"))
    for pages in (pages_of(KINDS), report_pages(reported)):
        assert list(untrue(FORMATS["plain"].write(pages, Look(columns=10_000)))) == []
    lines = [line for path in sorted(REPORTS.glob("*.txt")) for line in path.read_text("utf-8").split("\n")]
    said = [line for line in lines if not line.startswith("    ")]  # without what a student wrote
    assert list(untrue("\n".join(said))) == []
