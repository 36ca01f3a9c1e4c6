"""The pages of a printed paper: what belongs together is on one, none is half empty, and there is room to write."""

import io
import itertools
import re
from pathlib import Path

import pytest

from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.render.blocks import Grid, Prose, Together
from attncalc.render.exam.papers import solution_paper, student_paper
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look
from attncalc.render.typst.source import document

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("typst")

HERE = Path(__file__).parent
RECIPES = [*sorted((HERE / "recipes").glob("[ms]*.yaml")), HERE / "kinds" / "kinds.yaml"]
PAPER = {path.stem: next(papers(read_recipe(path), 1, "1", 60)) for path in RECIPES}
TOP, BOTTOM, SIDE = 22, 24, 22  # mm, the margins of a page
MM = 25.4 / 72
LEAST = 0.6  # of a page


def pages(blocks, look=Look()):
    return pypdf.PdfReader(io.BytesIO(FORMATS["pdf"].write([blocks], look))).pages


def texts_of(page):
    """The texts of a page with their places, in mm from its left and from its top."""
    found = []

    def visit(text, matrix, place, *rest):
        if text.strip():
            x, y = (place[4] * matrix[i] + place[5] * matrix[i + 2] + matrix[i + 4] for i in (0, 1))
            found.append((x * MM, (float(page.mediabox.height) - y) * MM, text.strip()))

    page.extract_text(visitor_text=visit)
    return found


def reached(page):
    """How far down a page its text reaches, as a part of the height between the margins."""
    high = float(page.mediabox.height) * MM - TOP - BOTTOM
    return (max(y for _, y, _ in texts_of(page) if y < high + TOP) - TOP) / high


def groups(paper):
    return [block for block in student_paper(paper) if isinstance(block, Together)]


@pytest.mark.parametrize("name", PAPER)
def test_no_page_is_half_empty_but_where_a_block_does_not_fit(name):
    """A page that is left before 60 % of it are used is followed by a block that is larger than what was left."""
    found = list(pages(student_paper(PAPER[name])))
    for page, after in itertools.pairwise(found):
        assert reached(page) > LEAST or reached(after) > 1 - LEAST
    used = sum(map(reached, found))
    assert len(found) <= used / LEAST + 1


@pytest.mark.parametrize("name", PAPER)
def test_what_is_given_stands_with_the_first_part(name):
    texts = [page.extract_text() for page in pages(student_paper(PAPER[name]))]
    for posed in PAPER[name].questions:
        (page,) = [text for text in texts if posed.title in text.replace("\n", " ")]
        if posed.item.kind.module == "compute":
            assert "Calculate" in page.partition(posed.title)[2]


def test_each_part_is_a_group_of_its_own():
    first = groups(PAPER["midterm"])[:3]
    asked = [[block.text for block in group.blocks if isinstance(block, Prose)] for group in first]
    assert [next(text for text in texts if "Calculate" in text)[:3] for texts in asked] == ["(a)", "(b)", "(c)"]


@pytest.mark.parametrize(("space", "high"), [("small", 9), ("usual", 10.5), ("large", 15)])
def test_rows_are_high_enough_to_write_in(space, high):
    """And a closed form has more room than a number with decimals, which has more than a whole one."""
    asked = ["ask: S", "ask: A, decimals: 3", "ask: A, exact: true"]
    wide = []
    for more in asked:
        item = f"{{mechanism: scaled-dot-product, sizes: {{n: 2, d: 4}}, space: {space}, {more}}}"
        paper = next(papers(recipe_of(f"questions: [{item}]\n", "exam.yaml"), 1, "1", 60))
        rooms = [block.room for group in groups(paper) for block in group.blocks if isinstance(block, Grid)]
        assert {room.high for room in rooms} == {high}
        assert f'style="height: {high}mm' in FORMATS["html"].write([student_paper(paper)], Look())
        wide.append(max(room.wide for room in rooms))
    assert wide == sorted(set(wide))


def test_the_space_of_a_paper_is_that_of_its_questions():
    text = "space: large\nquestions: [{mechanism: softmax, lines: 2}, {mechanism: softmax, space: small}]\n"
    assert [item.space for item in recipe_of(text, "exam.yaml").items] == ["large", "small"]


def test_marks_stand_in_the_margin_of_what_is_asked():
    found = [text for page in pages(student_paper(PAPER["midterm"])) for text in texts_of(page)]
    beside = [text for x, _, text in found if x > 210 - SIDE]
    assert [text for text in beside if "mark" in text] == [
        "2 marks",
        "1 mark",
        "3 marks",
        "1 mark",
        "2 marks",
        "1 mark",
        "2 marks",
    ]
    assert [text for text in beside if "mark" not in text] == [posed.code for posed in PAPER["midterm"].questions]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_print(paper):
    sizes = {}
    for large in (False, True):
        found = set()
        for page in pages(student_paper(PAPER["midterm"]), Look(paper=paper, large=large)):
            page.extract_text(visitor_text=lambda text, _, __, ___, size, found=found: text.strip() and found.add(size))
        sizes[large] = max(found)
    assert sizes[True] > 1.5 * sizes[False]


def test_large_print_is_of_pdf(run):
    status, _, error = run("generate", str(RECIPES[0]), "-o", "exam", "--large-print")
    assert status == 2
    assert "--large-print is of PDF" in error


def test_a_solution_has_every_line_only_where_it_is_asked_for():
    short, full = (
        "".join(page.extract_text() for page in pages(solution_paper(PAPER["midterm"], full=full)))
        for full in (False, True)
    )
    assert "Scaling keeps the scores" in full
    assert "Scaling keeps the scores" not in short
    assert len(full) > 1.5 * len(short)


def test_what_is_said_of_mistakes_is_set_as_mathematics():
    page = FORMATS["html"].write([solution_paper(PAPER["midterm"])], Look())
    assert "√d_k" not in re.sub(r'(aria-label|alttext)="[^"]*"', "", page)
    page = FORMATS["latex"].write([solution_paper(PAPER["midterm"])], Look())
    assert r"not divided by $\sqrt{d_{k}} = \sqrt{2}$" in page
    assert r"\def\beside" in page


def test_mistakes_stand_beside_the_lines_that_they_are_made_in():
    """On paper, where there is room: the heading above them is at the right of the line."""
    found = [text for page in pages(solution_paper(PAPER["midterm"])) for text in texts_of(page)]
    beside = [x for x, _, text in found if text.startswith("What common mistakes")]
    assert len(beside) > 3
    assert sum(x > SIDE + 40 for x in beside) > len(beside) / 2


def test_short_lines_stand_side_by_side_as_far_as_they_fit():
    """Four matrices of what is given in one row."""
    recipe = "questions: [{mechanism: rope, decimals: 3}]\n"
    (page, *_) = pages(student_paper(next(papers(recipe_of(recipe, "exam.yaml"), 1, "1", 60))))
    texts = texts_of(page)
    first = next(y for _, y, text in texts if text == "𝑋")
    assert sum(text == "𝑊" and abs(y - first) < 1 for _, y, text in texts) == 3


def test_lines_to_write_on_go_on_overleaf():
    """No page is left half empty for them."""
    recipe = "questions: [{mechanism: softmax, sizes: {n: 6, m: 3}, lines: 30, decimals: 2}]\n"
    blocks = student_paper(next(papers(recipe_of(recipe, "exam.yaml"), 1, "1", 60)))
    assert "]\n#rules(30, 10.5mm)" in document([blocks], Look())
    assert len(pages(blocks)) == 2
