"""QTI 2.1: every entry of a question is a blank of one item, which a delivery engine marks as the paper is marked."""

from fractions import Fraction
from pathlib import Path

import pytest
from examples import drawn, exported
from qti21_machine import MATH, QTI, blanks, right, scored, unpacked

from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe
from attncalc.render.exports.exam import Sheet
from attncalc.render.exports.spelt import DECIMALS

KINDS = list(papers(read_recipe(Path(__file__).parent / "kinds.yaml"), 1, "2026", 60))


def packages(made):
    return [unpacked(data) for _, data in sorted(exported("qti21", made).items())]


@pytest.mark.parametrize("made", [drawn("midterm"), drawn("short"), drawn("hostile"), KINDS], ids=len)
def test_what_is_right_has_all_marks(made):
    (paper,) = made
    ((files, items),) = packages(made)
    assert len(items) == len(paper.questions)
    for name, question in zip(items, Sheet(paper).questions, strict=True):
        item = files[name]
        assert len(blanks(item)) == len(question.blanks)
        assert scored(item, {}) == 0
        assert scored(item, right(item)) == question.posed.item.marks
        assert {one.tag for one in item.iter()} >= {f"{QTI}modalFeedback"}


def test_a_part_of_the_marks_for_what_is_nearly_right():
    ((files, items),) = packages(drawn("midterm"))
    question = Sheet(drawn("midterm")[0]).questions[0]
    item, keys = files[items[0]], blanks(files[items[0]])
    for key, blank in zip(keys, question.blanks, strict=True):
        for mistake in blank.answer.mistakes:
            assert scored(item, {key: str(mistake.value)}) == blank.marks / 4
        if blank.answer.rough:
            assert scored(item, {key: str(blank.answer.value + blank.answer.rough)}) == blank.marks * Fraction(3, 4)
        assert scored(item, {key: str(blank.answer.value + 1000)}) == 0


def test_a_package_for_each_variant():
    made = drawn("short", 3)
    assert sorted(exported("qti21", made)) == [f"qti21/variant-0{number}.zip" for number in (1, 2, 3)]
    for (files, _), paper in zip(packages(made), made, strict=True):
        assert paper.code in files["test.xml"].get("title")
        assert DECIMALS in "".join(files["test.xml"].find(f".//{QTI}rubricBlock").itertext())


def test_mathematics_is_mathml():
    ((files, items),) = packages(drawn("midterm"))
    assert all(any(element.tag == f"{MATH}math" for element in files[name].iter()) for name in items)
    assert not any("\\(" in "".join(files[name].itertext()) for name in items)


def test_the_same_bytes_again():
    assert exported("qti21", drawn("short")) == exported("qti21", drawn("short"))
