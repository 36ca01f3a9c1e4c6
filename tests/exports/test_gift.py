"""GIFT: every blank is a question whose right answer is that of the worksheet; nothing breaks its grammar."""

import re
from decimal import Decimal

import pytest
from examples import drawn, exported, numbers
from gift_importer import imported

from attncalc.render.exports.exam import Sheet
from attncalc.render.exports.gift import coded


def of(made):
    (text,) = exported("gift", made).values()
    return imported(text)


@pytest.mark.parametrize("name", ["midterm", "short"])
def test_each_blank_is_a_question(name):
    (paper,) = drawn(name)
    found = of(drawn(name))
    blanks = [blank for question in Sheet(paper).questions for blank in question.blanks]
    asked = [one for one in found if one.kind in ("numerical", "multichoice")]
    assert len(asked) == len(blanks)
    assert [one.kind for one in found[:2]] == ["category", "description"]
    assert sum(one.kind == "description" for one in found) == len(paper.questions)
    for one, blank in zip(asked, blanks, strict=True):
        if blank.answer:
            assert one.mark(blank.answer.value) == 1
            assert one.mark(blank.answer.value + 1000) == 0
            for mistake in blank.answer.mistakes:
                assert one.mark(mistake.value) == Decimal("0.25")
    assert [bool(one.after) for one in asked].count(True) == len(paper.questions)  # the solution, behind the last one


def test_the_numbers_are_those_of_the_worksheet():
    (paper,) = drawn("midterm")
    right = [one.answers[0][0].partition(":")[0] for one in of(drawn("midterm")) if one.kind == "numerical"]
    told = [text for name in ("Q", "S", "A") for text in numbers(paper.questions[0], name, 3)]
    assert list(map(Decimal, right[: len(told)])) == list(map(Decimal, told))


def test_one_of_the_choices_is_right():
    made = drawn("questions: [{kind: which-formula, mechanism: scaled-dot-product}]\n")
    (one,) = [one for one in of(made) if one.kind == "multichoice"]
    assert [worth for _, worth, _ in one.answers].count(1) == 1
    assert all(answer.startswith(r"\(") for answer, *_ in one.answers)


def test_whole_numbers_are_asked_to_no_decimals():
    made = drawn("questions: [{mechanism: scaled-dot-product, sizes: {n: 2, d: 2}, ask: [S, A], decimals: 3}]\n")
    texts = {one.name: one.text for one in of(made) if one.kind == "numerical"}
    assert not any("decimals" in text for name, text in texts.items() if ", S[" in name)
    assert all("to 3 decimals" in text for name, text in texts.items() if ", A[" in name)


def test_how_a_number_is_typed_is_said():
    assert all("1/3 and 33 % are not taken" in one.text for one in of(drawn("midterm")) if one.kind == "description")


@pytest.mark.parametrize("text", ["{a=b}", "a # b ~ c", "\\nu \\{ \\: \n\n x", "::", "$CATEGORY: x", "//"])
def test_no_text_breaks_a_question(text):
    (one,) = imported(f"::{coded('x')}::[html]{coded(f'<p>{text}</p>')} {{#=1:0}}")
    assert one.text == f"<p>{' '.join(text.split())}</p>"


def test_hostile_texts():
    found = of(drawn("hostile"))
    assert {one.kind for one in found} <= {"category", "description", "numerical", "multichoice"}
    assert all(re.match(r"Question \d", one.name) for one in found if one.kind != "category")
