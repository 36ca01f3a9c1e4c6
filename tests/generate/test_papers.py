"""What papers look like in each form: a name and a code on every page, marks in the margin, lines to write on."""

import io
import re
from pathlib import Path

import pytest

from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.generate.roster import Student
from attncalc.render.exam.papers import solution_paper, student_paper
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

HERE = Path(__file__).parent
SHARED, MIDTERM = (read_recipe(HERE / "recipes" / f"{name}.yaml") for name in ("shared", "midterm"))
PAPER = next(papers(SHARED, 1, "1", 10))
ADA = next(papers(MIDTERM, 1, "1", 10, (Student("Ada Lovelace", "17"),)))


def written(form, blocks):
    return FORMATS[form].write([blocks], Look())


def pdf_pages(blocks):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(written("pdf", blocks))).pages]


def test_every_page_of_a_pdf_says_whose_it_is():
    first, *others = pdf_pages(student_paper(PAPER))
    assert "Name: ____" in first
    assert f"variant {PAPER.code}" in first
    assert others
    for number, page in enumerate(others, 2):
        assert f"One sequence, variant {PAPER.code}. Name: ____" in page
        assert f"page {number} of {len(others) + 1}" in page
    assert all(f"variant {ADA.code}. Ada Lovelace, 17" in page for page in pdf_pages(student_paper(ADA))[1:])
    assert all("Name:" not in page for page in pdf_pages(solution_paper(PAPER)))


def test_every_page_of_latex_says_whose_it_is():
    page = written("latex", student_paper(ADA))
    assert rf"\markright{{Deep Learning: Midterm, variant {ADA.code}. Ada Lovelace, 17}}" in page
    assert r"page \thepage\ of \pageref" in page


def test_a_page_in_html_is_open_and_asks_for_nothing():
    for blocks in (student_paper(ADA), solution_paper(ADA)):
        page = written("html", blocks)
        assert "<input" not in page
        assert page.count("<details") == page.count('<details open="open">')


def test_marks_stand_apart_in_solutions():
    blocks = solution_paper(ADA, full=True)
    assert '<p class="margin" dir="auto">Worth 3 marks.</p>' in written("html", blocks)
    assert r"\bfseries 3 marks}}" in written("latex", blocks)
    assert "Worth 3 marks." in written("markdown", blocks)
    assert any("3 marks" in page for page in pdf_pages(blocks)[1:])


@pytest.mark.parametrize(
    ("form", "rule"),
    [
        ("plain", r"\n_{72}\n"),
        ("markdown", r"\n(\\_){72}\n"),
        ("html", '<p class="rule"'),
        ("latex", r"\\linewidth}{0"),
    ],
)
def test_lines_to_write_on(form, rule):
    assert len(re.findall(rule, written(form, student_paper(PAPER)))) == 4


def test_a_mask_that_is_a_table_is_not_said_twice():
    text = "questions: [{mechanism: self-attention, sizes: {n: 2}, options: {mask: [[1, 0], [1, 1]], scale: 1/2}}]\n"
    page = written("markdown", student_paper(next(papers(recipe_of(text, "exam.yaml"), 1, "1", 10))))
    assert "M says which keys a query sees. The scores are multiplied by 1/2." in page
    assert "0 & -\\infty \\\\\n0 & 0" in page
