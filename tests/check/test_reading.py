"""What stands on a page: every notation in tests/check/reading, the handwritten pages, and any text at all."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from attncalc.check.placing.marks import Mark, closeness
from attncalc.errors import InputError
from attncalc.limits import PAGE_LINES
from attncalc.reading import read_page
from attncalc.reading.ink import Ink, Paper, Statement
from attncalc.reading.source import form_of

HERE = Path(__file__).parent
CASES = [
    pytest.param(case, id=f"{path.stem}: {case.get('title') or case['page'].strip()[:40]}")
    for path in sorted((HERE / "reading").glob("*.yaml"))
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))
]
SEEDS = sorted((HERE / "seeds").glob("*.md"))
SIGNS = {"sum": "+", "product": "*", "quotient": "/", "power": "^", "neg": "-", "transpose": "T"}


def shown(ink: Ink) -> str:
    """Prefix form: (+ (* 1 2) 3); matrices [1 2; 3 4], names Q_1,2, open cells ?, boxes with !, words in quotes."""
    args = [shown(arg) for arg in ink.args]
    match ink.kind:
        case "number":
            return f"{ink.number.text}{'!' if ink.boxed else ''}"
        case "name":
            return f"{ink.name}{'_' if ink.indices else ''}{','.join(ink.indices)}"
        case "words":
            return f"'{ink.name or ink.text}'"
        case "blank":
            return "?"
        case "matrix":
            return f"[{'; '.join(args)}]"
        case "row":
            return " ".join(args)
        case "call":
            return f"{ink.name}({', '.join(args)})"
    return f"({SIGNS[ink.kind]} {' '.join(args)})"


def line(statement: Statement) -> str:
    parts = [shown(statement.sides[0])]
    for sign, side in zip(statement.signs, statement.sides[1:], strict=True):
        parts += [sign or "&", shown(side)]
    return f"{'~~ ' if statement.struck else ''}{' '.join(parts)}"


def assert_in_place(paper: Paper) -> None:
    for statement in paper.statements:
        for side in statement.sides:
            for ink in side.walk():
                assert paper.text[ink.start : ink.end] == ink.text
    for scrap in paper.scraps:
        assert paper.text[scrap.start : scrap.end] == scrap.text


@pytest.mark.parametrize("case", CASES)
def test_notation_reads(case):
    paper = read_page(case["page"], "page", case.get("form", "markdown"))
    assert [line(statement) for statement in paper.statements] == case["reads"]
    assert [scrap.text for scrap in paper.scraps] == case.get("scraps", [])
    if "rows" in case:
        assert [list(statement.rows) for statement in paper.statements] == case["rows"]
    for number, words in case.get("words", {}).items():
        assert paper.statements[number - 1].words == words
    for number, place in case.get("places", {}).items():
        assert list(paper.at(paper.statements[number - 1].start)) == place
    assert_in_place(paper)


@pytest.mark.parametrize("case", CASES)
def test_lines_may_end_as_on_windows(case):
    paper = read_page(case["page"].replace("\n", "\r\n"), "page", case.get("form", "markdown"))
    assert [line(statement).replace("\r", "") for statement in paper.statements] == case["reads"]


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_every_number_of_a_formula_on_a_page_is_read(path):
    paper = read_page(path.read_text(encoding="utf-8"), path.name)
    assert_in_place(paper)
    held = {
        position
        for statement in paper.statements
        for side in statement.sides
        for ink in side.walk()
        if ink.kind in ("number", "name")  # indices are digits too
        for position in range(ink.start, ink.end)
    }
    lost = [
        number[0]
        for formula in re.finditer(r"\$\$(.+?)\$\$|(?<!\$)\$([^$\n]+)\$(?!\$)", paper.text)
        if re.search(r"=|\\begin|\\end|\\approx", formula[0])
        for number in re.finditer(r"(?<![\w.^{])\d+(?:\.\d+)?(?![\w.}])", " " * formula.start() + formula[0])
        if number.start() not in held
        and not re.match(r"(?:,\d)?\)? ?:", paper.text[number.end() :])  # (1,2) : is a label
    ]
    assert lost == []


FRAGMENTS = r"""
    $ $$ \[ \] \( \) \begin{bmatrix} \end{bmatrix} \begin{cases} \end{cases} \frac \sqrt{ } { \\ & = ≈ -> \cdot * / ^ _
    ( ) [ ] , ; : 0.27 1 -1/2 e^ Q K^T softmax x1 α ½ 27% ~~ <del> </del> | |--|--| ``` \text{ \boxed{ ⎡ ⎤ ⎣ ⎦ \cancel{
    T ' S'_1 \tilde S̃ 0̶ ᵀ \left \right \begin{align} \end{align} 1e5 1.2.3 word -inf ? ... <!-- --> \color{red} # - * 1.
    <table> </table> <tr> <td> is and \times 10^{-5}
"""
PIECES = st.sampled_from([*str(FRAGMENTS).split(), " ", "\n", "\n\n"])


@given(st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
@settings(max_examples=500, deadline=None)
def test_any_text_is_a_page(text):
    for form in ("markdown", "tex"):
        assert_in_place(read_page(text, "page", form))


def test_a_place_in_a_notebook_is_one_of_the_file():
    cells = [
        {"cell_type": "markdown", "source": ["Ä \\alpha\n", "so $\\alpha_1 = 0.27$"]},
        {
            "cell_type": "code",
            "source": ["x = 3"],
            "outputs": [
                {"output_type": "stream", "text": "A =\n[[0.1 0.9]\n [0.5 0.5]]\n"},
                {"output_type": "execute_result", "data": {"text/plain": ["z = 1.5"], "image/png": "1 = 2"}},
            ],
        },
    ]
    for indent in (None, 1):
        text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=indent)
        paper = read_page(text, "page.ipynb", "notebook")
        assert [line(statement) for statement in paper.statements] == [
            "alpha_1 = 0.27",
            "A = [0.1 0.9; 0.5 0.5]",
            "z = 1.5",
        ]
        numbers = [ink for statement in paper.statements for side in statement.sides for ink in side.numbers()]
        for ink in numbers:
            row, column = paper.at(ink.start)
            assert text.split("\n")[row - 1][column - 1 :].startswith(ink.text)


@pytest.mark.parametrize(
    "text",
    ["", "[1]", "{", '{"cells": 3}', "[" * 100_000, '{"a":' * 50_000, '{"cells": [{"cell_type": "markdown"}'],
)
def test_what_is_no_notebook_is_refused(text):
    with pytest.raises(InputError):
        read_page(text, "page.ipynb", "notebook")


@pytest.mark.apart
@pytest.mark.parametrize("text", ["x = 1\n" * (PAGE_LINES.most + 1), "x" * 2_000_001, "x = 1\n" * 15_000])
def test_what_is_too_large_for_a_page_is_refused(text):
    with pytest.raises(InputError) as refused:
        read_page(text, "page")
    assert refused.value.place.source == "page"


@pytest.mark.apart
def test_a_page_is_read_as_far_as_a_page_may_be_long():
    paper = read_page("x = [1, 2, 3, 4]\n" * 12_000, "page")
    assert len(paper.statements) > 1000
    assert "longer" in paper.scraps[-1].why


@pytest.mark.parametrize(
    "text", ["(" * 500_000, "$" + "[" * 15_000 + "1$", "$" + "2^" * 9000 + "1$", r"\frac" * 50_000, "\\[" * 200_000]
)
def test_brackets_without_end_are_left(text):
    assert read_page(text, "page").statements == ()


def test_the_form_is_known_by_the_ending():
    names = ["a.md", "b.TEX", "c.txt", "d.ipynb", "e"]
    assert [form_of(name, "") for name in names] == ["markdown", "tex", "markdown", "notebook", "markdown"]


def test_a_masked_score_is_close_to_no_score_that_is_only_negative():
    assert closeness(Mark(-math.inf, 0.0, "-∞"), -0.7) == 0
    assert closeness(Mark(-1e9, 1.0, "-1000000000"), -math.inf) == 1
