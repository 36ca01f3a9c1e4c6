"""Moodle XML: read as Moodle's importer reads it, the answers are the worksheet's numbers."""

import html
import re
from decimal import Decimal
from fractions import Fraction

import moodle_importer
import pytest
from examples import RECIPES, again, drawn, exported, numbers

from attncalc.check.marks import shown
from attncalc.render.exam.parts import Choice, Number, Slip
from attncalc.render.exports.answers import answer_of
from attncalc.render.exports.cloze import multiple_choice, numerical, unit_of, weights

BY_NAME = pytest.mark.parametrize("name", RECIPES)
HEAD = re.compile(r'<th scope="col">\\\((.*?)\\\)</th>')


def imported(made, count=None):
    ((_, data),) = exported("moodle", made, count).items()
    return moodle_importer.read(data)


def of_tables(question):
    """The blanks of each line that is asked for, by its name."""
    for table in re.findall(r"<table.*?</table>", question.text):
        places = [int(number) - 1 for number in moodle_importer.PLACE.findall(table)]
        if places:
            yield html.unescape(HEAD.search(table)[1]), [question.blanks[place] for place in places]


@BY_NAME
def test_the_answers_are_those_of_the_worksheet(name):
    made = drawn(name, 2)
    found = imported(made)
    assert len(found) == 2 * len(made[0].questions)
    posed = {f"{paper.recipe.digest}-{paper.code}-q{one.number}": one for paper in made for one in paper.questions}
    for question in found:
        one = posed[question.idnumber]
        decimals = 4 if one.item.decimals is None else one.item.decimals
        for line, blanks in of_tables(question):
            assert [blank.answers[0].text for blank in blanks] == numbers(one, line, decimals)
            assert all(blank.answers[0].tolerance == Decimal(5).scaleb(-decimals - 1) for blank in blanks)


@BY_NAME
def test_what_a_blank_knows(name):
    """What is right has all marks, and first; a known mistake a part of them, and says what it is; then the rest."""
    for question in imported(drawn(name, 3)):
        for blank in question.blanks:
            first, *others, wide, rest = blank.answers
            assert first.share == 100
            assert {answer.share for answer in others} <= {25, 75}
            assert all(answer.remark for answer in others)
            assert (wide.share, rest.share, rest.text) == (0, 0, "*")
            assert len(wide.text) > max(len(answer.text) for answer in blank.answers if answer is not wide)
            for answer in [first, *others]:
                if answer.share != 75:
                    assert blank.marked(answer.text) is answer
            assert blank.marked(str(Decimal(first.text) + first.tolerance)) is first


def test_all_blanks_are_equally_wide():
    found = imported(drawn("midterm", 3))
    assert len({max(len(answer.text) for answer in blank.answers) for one in found for blank in one.blanks}) == 1


def test_the_variants_of_a_question_are_one_category():
    made = drawn("midterm", 3)
    found = imported(made)
    categories = list(dict.fromkeys(question.category for question in found))
    assert [len([one for one in found if one.category == category]) for category in categories] == [3, 3]
    digest = made[0].recipe.digest
    assert categories[0] == f"$course$/top/Midterm ({digest})/Question 1: One head"
    assert found[0].name == f"Question 1: One head, variant {made[0].code}"
    assert found[0].tags == ("recipe midterm.yaml", "seed 2026", f"variant {made[0].code}")
    assert found[0].idnumber == f"{digest}-{made[0].code}-q1"


def test_weights_are_in_proportion_to_marks():
    """Q has 2 marks, S none that are named, A has 3, each of four entries; S of two heads 2, A of both 4."""
    first, second = imported(drawn("midterm"))
    by_line = {line: [blank.weight for blank in blanks] for line, blanks in of_tables(first)}
    assert by_line == {"Q": [2] * 4, "S": [1] * 4, "A": [3] * 4}
    assert [blank.weight for blank in second.blanks] == [1] * 4 + [2] * 4 + [1] * 4 + [2] * 4
    unit = unit_of([Fraction(1, 3), Fraction(1, 2)])
    assert weights([Fraction(1, 3), Fraction(1, 2)], unit) == [2, 3]
    assert weights([Fraction(0), Fraction(0)], unit) == [1, 1]
    assert unit_of([]) == 1


@BY_NAME
def test_questions_are_in_proportion_to_their_marks(name):
    """Moodle adds up the weights of a question, and these are its marks there."""
    made = drawn(name, 2)
    marks = {
        f"{paper.recipe.digest}-{paper.code}-q{one.number}": one.item.marks for paper in made for one in paper.questions
    }
    worth = {question.idnumber: sum(blank.weight for blank in question.blanks) for question in imported(made)}
    assert len({Fraction(worth[key]) / marks[key] for key in marks}) == 1


def test_the_solution_is_the_feedback():
    """With every line, the marks and what mistakes give, and no blank in it."""
    (paper,) = made = drawn("midterm")
    for question, posed in zip(imported(made), paper.questions, strict=True):
        heads = int(posed.item.question.all_options.get("heads", "1"))  # whose marks are each a part
        assert all(f"Worth {shown(Fraction(ask.marks) / heads)} mark" in question.feedback for ask in posed.item.ask)
        assert not moodle_importer.BLANK.search(question.feedback)


RIGHT = Number(
    "0.333",
    slips=(
        Slip("0.3334", "the same"),
        Slip("0.334", "nearly"),
        Slip("0.50", "half"),
        Slip("0.5003", "half again"),
        Slip("-inf", "no number"),
        Slip("?", "not settled"),
        Slip("-0.000", "nothing"),
    ),
)


def test_mistakes_that_cannot_be_told_apart_are_left_out():
    answer = answer_of(RIGHT, 3)
    assert [(str(mistake.value), mistake.says) for mistake in answer.mistakes] == [
        ("0.50", "half"),
        ("-0.000", "nothing"),
    ]
    code = numerical(3, answer, 12)
    assert code.startswith("{3:NUMERICAL:=0.333:0.0005~%25%0.50:0.0005#half~%25%0.000:0.0005#nothing~%75%0.333:0.002#")
    assert answer_of(Number("-inf"), 3) is answer_of(Number("?"), 3) is answer_of(Number("1/2"), 3) is None
    assert answer_of(Number("12"), None)[1:3] == (0, None)


HOSTILE = [
    "} ~ # \\} \\~ \\# \\",
    "%100%right",
    "=right",
    "{1:NUMERICAL:=3}",
    "<script>alert(1)</script> & &amp; ]]>",
    "quoted \"here\" and 'there'",
    "$$x$$ \\(x\\)",
    "ends with a stroke \\",
    "&#125;",
    "a:b*",
]


@pytest.mark.parametrize("says", HOSTILE)
def test_what_is_said_in_a_blank_arrives_as_it_is(says):
    """Decoded by the importer, and then read as HTML."""
    number = numerical(1, answer_of(Number("1", slips=(Slip("2", says),)), 3), 12)
    choice = multiple_choice(1, Choice((says, "other"), 0))
    for code, part in ((number, lambda blank: blank.answers[1].remark), (choice, lambda blank: blank.answers[0].text)):
        match = moodle_importer.BLANK.fullmatch(code)
        shown = part(moodle_importer._blank(match))
        assert html.unescape(re.sub("</?span>", "", shown)) == says
        assert not re.search(r"<(?!/?span>)|\$\$", shown) or "$$" in says


def test_long_texts_stand_below_each_other():
    assert multiple_choice(1, Choice(("a", "b"), 1)) == "{1:MULTICHOICE:a~=b}"
    assert multiple_choice(1, Choice(("a" * 40, "b"), 1)).startswith("{1:MULTICHOICE_V:")


def test_hostile_texts():
    """What a recipe says is no markup, no mathematics and no blank, and the file is XML."""
    text = (
        'title: "{1:NUMERICAL:=3} ]]> </text> // {#1} a/b"\nquestions: [{mechanism: softmax, text: "{:MC:=a~b} $$x$$"}]'
    )
    for made in (drawn("hostile"), drawn(text)):
        (question,) = imported(made)
        for part in (question.text, question.feedback):
            assert not re.search(r"<(script|img|b|input)\b", part)
            assert not re.search("[\x1b\u202e]|\\$\\$", part)
        assert len(question.blanks) == sum(len(blanks) for _, blanks in of_tables(question))
        assert re.sub("//", "", question.category).count("/") == 3


def test_the_same_bytes_again_and_one_paper_beside_all():
    made = drawn("midterm", 2)
    assert exported("moodle", made) == exported("moodle", again("midterm", 2))
    assert list(exported("moodle", made[1:], 2)) == ["moodle-02.xml"]
    whole, alone = imported(made), imported(made[1:], 2)
    assert [one.text for one in alone] == [one.text for one in whole if one.idnumber in {x.idnumber for x in alone}]
