"""Every kind of question in every export, data that questions share, and papers whose order varies."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import canvas_importer
import moodle_importer
import pytest
from examples import STORED, drawn, exported
from gradescope_machine import page, results, unpacked

from attncalc.generate.kinds import KINDS
from attncalc.render.exam.papers import solution_paper
from attncalc.render.exam.parts import Choice, Number
from attncalc.render.exports.exam import Sheet
from attncalc.render.exports.targets import limits
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

EVERY = (Path(__file__).parent / "kinds.yaml").read_text("utf-8")
SHARED = (STORED / "shared.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def made():
    return drawn(EVERY, 2)


def moodle(papers, count=None):
    ((_, data),) = exported("moodle", papers, count).items()
    return moodle_importer.read(data)


def canvas(papers):
    return [canvas_importer.read(data) for data in exported("canvas", papers).values()]


def test_every_kind_is_there(made):
    assert {posed.item.kind for posed in made[0].questions} == set(KINDS.values())


def test_moodle_takes_every_kind(made):
    """Each field is a blank, in its order; the weights of a question are in proportion to the marks."""
    found = moodle(made)
    assert len(found) == 2 * len(made[0].questions)
    for number, question in enumerate(Sheet(made[0]).questions):
        blanks = found[2 * number].blanks
        assert [blank.kind.startswith("MULTICHOICE") for blank in blanks] == [
            isinstance(blank.field, Choice) for blank in question.blanks
        ]
        for blank, own in zip(blanks, question.blanks, strict=True):
            assert Fraction(blank.weight, sum(each.weight for each in blanks)) == own.marks / question.posed.item.marks
            if isinstance(own.field, Number):
                assert blank.answers[0].text == own.field.text
            else:
                shares = [answer.share for answer in blank.answers]
                assert shares == [100 * (at == own.field.right) for at in range(len(own.field.texts))]


def test_canvas_takes_every_kind(made):
    for paper, quiz in zip(made, canvas(made), strict=True):
        assert sum(item.points for item in quiz.items) == paper.recipe.marks
        asked = [item for item in quiz.items if item.kind != "text_only_question"]
        fields = [blank.field for question in Sheet(paper).questions for blank in question.blanks]
        for item, field in zip(asked, fields, strict=True):
            if isinstance(field, Number):
                assert item.number == Fraction(field.text)
            else:
                assert list(item.choices).index(item.right) == field.right
                assert "?" in item.text


def test_formulas_to_choose_from_are_mathematics(made):
    question = next(one for one in moodle(made) if "which formula" in one.text.lower())
    assert all(answer.text.startswith(r"\(") and answer.text.endswith(r"\)") for answer in question.blanks[0].answers)


def test_gradescope_marks_whatever_is_asked(made, tmp_path):
    """All of it for a right page, letters and sizes too; of work alone, what it answers, and the rest stays open."""
    root = unpacked(tmp_path, made[:1])
    answers = root / "submission" / "answers.md"
    steps = [Fraction(ask.marks) for posed in made[0].questions if posed.item.kind.steps for ask in posed.item.ask]
    solution = FORMATS["markdown"].write([solution_paper(made[0])], Look())
    for text, score in ((solution, made[0].recipe.marks), (page(made[0]), sum(steps))):
        answers.write_text(text, "utf-8")
        found = results(root)
        assert found["score"] == score
        assert sum(test["max_score"] for test in found["tests"]) == made[0].recipe.marks
        assert all(test["max_score"] for test in found["tests"])


def test_moodle_draws_questions_that_stand_alone():
    """What is taken from another question is given, since another variant may be drawn there; Canvas keeps it."""
    papers = drawn(SHARED, 3)
    found = moodle(papers)
    assert [
        sum(one.category == category for one in found) for category in dict.fromkeys(one.category for one in found)
    ] == [3, 3, 3, 3]
    for number in (1, 2, 3, 4):
        ours = [one for one in found if f"/Question {number}: " in one.category]
        assert all(one.idnumber.endswith(f"-q{number}") for one in ours)
        assert all("of question" not in one.text for one in ours)
        assert all(r"\begin{bmatrix}" in one.text for one in ours)
    assert any("of question 1" in item.text for quiz in canvas(papers[:1]) for item in quiz.items)
    assert any("of question 1" in one.text for one in moodle(papers[:1], 1))


def test_what_is_the_same_in_all_variants_is_there_once():
    recipe = "vary: order\nquestions: [{mechanism: softmax}, {mechanism: self-attention}]\n"
    papers = drawn(recipe, 2)
    assert [one.category.rpartition(": ")[2] for one in moodle(papers)] == ["Softmax", "Self-attention"]
    assert len({item.text for quiz in canvas(papers) for item in quiz.items}) > 10


@pytest.mark.parametrize(("text", "says"), [("?", "not settled"), ("-inf", "−∞"), ("1/2", "1/2")])
def test_what_is_no_number_is_said(text, says):
    blank = SimpleNamespace(
        field=Number(text), answer=None, part=SimpleNamespace(grid=SimpleNamespace(name=SimpleNamespace(text="A")))
    )
    sheet = SimpleNamespace(questions=[SimpleNamespace(blanks=[blank, blank])])
    from attncalc.render.exports import moodle as target

    assert [limit.why for limit in target.limits(sheet)] == [f"an entry of A is {says}, and a blank takes a number"]


def test_every_kind_has_no_limits(made):
    assert [told for name in ("moodle", "canvas", "gradescope") for paper in made for told in limits(name, paper)] == []
