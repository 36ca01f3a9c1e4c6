"""The measure itself: the truth turned into a report has full marks, and what is planted is counted."""

from itertools import chain

import pytest
from groups import marked, pages, seeds
from inked import inked
from markings import of_marked
from matching import spelt
from reader_alone import read_alone, value_of
from reader_rows import rows_of, says
from scoring import Share, score
from truths import Page

VERDICTS = {"right": "right", "rounding": "rounded", "follow_through": "follows", "transcription": "misread"}
MARKED = list(marked())
TINY = """The scores are

$$S = \\begin{bmatrix} 0.5 & -1 \\\\ 2 & \\frac{1}{2} \\end{bmatrix}$$
"""


def said_of(truth):
    """A claim of a report that says the truth."""
    row, column = truth.cell or (None, None)
    return {
        "problem": truth.problem,
        "line": truth.line,
        "column": truth.column or None,
        "written": truth.written,
        "step": truth.step,
        "row": row,
        "col": column,
        "term": truth.term,
        "factor": truth.factor,
        "verdict": VERDICTS.get(truth.classes[0], "wrong"),
        "expected": truth.expected,
        "follows": None,
        "cause": None,
    }


def tiny(*cells, text=TINY):
    """A page with a number of S for each line, column, cell and text."""
    claims = [
        {
            "problem": 1,
            "line": line,
            "column": column,
            "step": "S",
            "cell": cell,
            "kind": "answer",
            "written": written,
            "class": "right",
        }
        for line, column, cell, written in cells
    ]
    return Page("tiny", MARKED[0].path.with_name("tiny.md"), text, (), tuple(map(of_marked, claims)))


@pytest.mark.parametrize("page", MARKED, ids=lambda page: page.path.name)
def test_the_truth_has_full_marks(page):
    figures, differences = score(page, [said_of(truth) for truth in page.truths])
    assert not differences
    assert figures.false_alarms.n == figures.overmarked.n == 0
    full = (figures.read, figures.placed, figures.found, figures.agreed, figures.first, figures.silent)
    assert all(share.n == share.of for share in full)


def test_the_marked_pages_are_whole():
    assert sum(truth.is_read for page in MARKED for truth in page.truths) == 8643
    for page in chain(MARKED, pages()):
        lines = page.text.split("\n")
        assert all(lines[truth.line - 1].startswith(truth.written, truth.column - 1) for truth in page.truths)


def test_a_right_number_called_wrong_is_counted():
    page = next(page for page in MARKED if page.group == "life: clean")
    claims = [said_of(truth) for truth in page.truths]
    claims[5]["verdict"] = "wrong"
    figures, differences = score(page, claims)
    assert (figures.false_alarms.n, figures.silent) == (1, Share(0, 1))
    assert len(differences) == 2


def test_a_mistake_that_is_not_found_is_counted():
    page = next(page for page in MARKED if page.group == "life: method")
    mistakes = sum(truth.is_mistake for truth in page.truths)
    figures, _ = score(page, [{**said_of(truth), "verdict": "right"} for truth in page.truths])
    assert figures.found == Share(0, mistakes)
    assert figures.first == Share(0, 1)
    assert figures.f1 is None


def test_a_number_that_is_not_read_or_is_placed_elsewhere_is_counted():
    page = MARKED[0]
    claims = [said_of(truth) for truth in page.truths]
    claims[0]["verdict"], claims[1]["step"] = "unread", "O"
    figures, _ = score(page, claims)
    assert figures.read.of - figures.read.n == 1
    assert figures.placed.of - figures.placed.n == 2


def test_first_mistakes_of_pages_without_them_are_the_first_by_class():
    assert [[first.problem for first in page.firsts] for page in seeds()] == [[2], [], [1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,5", 0.5),
        ("−1", -1),
        ("1.", 1),
        ("\\frac{1}{4}", 0.25),
        ("3.37e-01", 0.337),
        ("e/(e+2)", None),
        ("37\\%", 37),
    ],
)
def test_the_value_of_a_marked_number(text, value):
    assert value_of(text) == value


def test_spellings_of_one_number():
    assert len({spelt(text) for text in ("-0.5", "−0,5", " -0.5 ", "= -0.5", "$-0.5$", "-0{,}5")}) == 1


def test_the_reader_of_a_tiny_page():
    given = inked(TINY, "tiny.md")
    numbers = [(form.line, form.column, form.value) for form in given.forms if form.value is not None]
    assert numbers == [(3, 23, 0.5), (3, 29, -1.0), (3, 35, 2.0), (3, 39, 0.5)]
    assert [[cell.column for cell in row] for row in given.blocks[0].rows] == [[23, 29], [35, 39]]
    assert "scores" in given.blocks[0].words


def test_numbers_and_rows_are_counted():
    page = tiny((3, 23, [1, 1], "0.5"), (3, 30, [1, 2], "1"), (3, 35, [2, 1], "2"), (3, 39, [2, 2], "\\frac{1}{2}"))
    figures, missed = read_alone(page)
    assert figures.numbers == Share(3, 4)  # the 1 has a minus
    assert figures.rows == Share(2, 2)
    assert len(missed) == 1


def test_numbers_of_two_rows_are_no_row():
    page = tiny((3, 23, [1, 1], "0.5"), (3, 29, [1, 2], "-1"), (3, 35, [1, 3], "2"))
    assert read_alone(page)[0].rows == Share(0, 1)


def test_entries_that_are_told_apart_are_no_row():
    page = tiny((1, 7, [1, 1], "0.5"), (1, 18, [1, 2], "0.7"), text="S11 = 0.5, S12 = 0.7")
    assert not list(rows_of(page, page.truths))


@pytest.mark.parametrize(
    ("label", "words", "is_said"),
    [
        ("**cat**", "for cat:", True),
        ("1", "row 12", False),
        ("Weights, $A$", "the weights", True),
        ("q_2", "q_2 =", True),
    ],
)
def test_a_label_is_said_in_whatever_marks(label, words, is_said):
    assert says(label, words) == is_said
