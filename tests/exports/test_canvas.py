"""Canvas: read as Canvas reads it, the answers are the worksheet's numbers; beside it what text2qti writes."""

import io
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import canvas_importer
import pytest
from examples import RECIPES, again, drawn, exported, numbers

from attncalc.render.exports.canvas import _points as points
from attncalc.render.exports.canvas_package import Quiz, package
from attncalc.render.exports.qti import Entry, Item
from attncalc.render.exports.spelt import DECIMALS

STORED = Path(__file__).parent / "of_text2qti"
SMALL = Quiz(
    "small",
    "Small",
    "<p>Two numbers and a choice</p>",
    (
        Item("ab0000ef0", "Given", "<p>Some text before.</p>"),
        Item(
            "ab0000ef1",
            "a number",
            "<p>What is 1/3?</p>",
            Decimal(2),
            Entry(Decimal("0.333"), Decimal("0.0005")),
            after="<p>with a reason</p>",
        ),
        Item("ab0000ef2", "another", "<p>What is minus two?</p>", Decimal(1), Entry(Decimal(-2), Decimal("0.0001"))),
        Item(
            "ab0000ef3",
            "a choice",
            "<p>Which formula?</p>",
            Decimal("1.5"),
            Entry(choices=("<p>scaled</p>", "<p>not scaled</p>")),
        ),
    ),
)


def read(made, count=None):
    return [canvas_importer.read(data) for data in exported("canvas", made, count).values()]


@pytest.mark.parametrize("name", RECIPES)
def test_the_answers_are_those_of_the_worksheet(name):
    made = drawn(name, 2)
    for paper, quiz in zip(made, read(made), strict=True):
        asked = [item for item in quiz.items if item.number is not None]
        for posed in paper.questions:
            decimals = 4 if posed.item.decimals is None else posed.item.decimals
            own = [item for item in asked if item.title.startswith(f"Question {posed.number},")]
            lines = dict.fromkeys(re.search(r", (\S+)\[", item.title)[1] for item in own)
            assert lines
            for line in lines:
                found = [item for item in own if f", {line}[" in item.title]
                assert [item.number for item in found] == list(map(Decimal, numbers(posed, line, decimals)))
                margin = max(Decimal(5).scaleb(-decimals - 1), Decimal("0.0001"))
                assert {item.high - item.number for item in found} == {margin}


def test_each_question_begins_with_its_data():
    """Then one number a question, which says where it belongs, and the last of them explains the work."""
    (paper,) = made = drawn("midterm")
    (quiz,) = read(made)
    assert quiz.title == f"Midterm, variant {paper.code}"
    told = ("Write every number into its place.", "Three decimals are enough.", DECIMALS)
    assert quiz.options["description"] == "".join(f"<p>{text}</p>" for text in told)
    kinds = [item.kind for item in quiz.items]
    assert [at for at, kind in enumerate(kinds) if kind == "text_only_question"] == [0, 13]
    assert all(f"[{i},{j}]" in quiz.items[0].text for i in (1, 2) for j in (1, 2))
    assert quiz.items[1].text == r"<p>Question 1: \(Q\), row 1, column 1.</p>"
    assert [at for at, item in enumerate(quiz.items) if "general_fb" in item.remarks] == [12, len(kinds) - 1]
    assert "Worth 3 marks" in quiz.items[12].remarks["general_fb"]
    assert any("was used instead of" in item.remarks.get("general_incorrect_fb", "") for item in quiz.items)
    assert sum(item.points for item in quiz.items) == paper.recipe.marks


def test_marks_are_shared_out():
    assert points([Fraction(3, 8)] * 4) == [Decimal("0.375")] * 4
    assert points([Fraction(1, 3)] * 3) == [Decimal("0.33"), Decimal("0.34"), Decimal("0.33")]
    assert sum(points([Fraction(2, 9)] * 9)) == 2
    assert points([]) == []


def test_the_same_bytes_again_and_other_names_for_other_papers():
    made = drawn("midterm", 2)
    assert exported("canvas", made) == exported("canvas", again("midterm", 2))
    assert exported("canvas", made[1:], 2).items() <= exported("canvas", made).items()
    names = [name for quiz in read([*made, *drawn("midterm", 1, "other")]) for name in quiz.identifiers]
    assert len({*names}) == len(names)


def test_hostile_texts():
    (quiz,) = read(drawn("hostile"))
    for item in quiz.items:
        for text in (item.text, *item.remarks.values()):
            assert not re.search(r"<(script|img|input)\b|[\x1b\u202e]|\$\$", text)


def plain(element, names):
    """An element as nested lists: names that are anybody's own are numbered as they come, numbers are compared."""

    def shown(text):
        text = (text or "").strip()
        if re.fullmatch(r"-?\d+\.\d+", text):
            return str(Decimal(text).normalize())
        return (
            names.setdefault(text, f"name {len(names)}") if re.match(r"text2qti_|ab0000ef|small|\d{5,}", text) else text
        )

    attributes = {key: shown(value) for key, value in element.attrib.items() if not key.endswith("schemaLocation")}
    return [element.tag, attributes, shown(element.text), [plain(child, names) for child in element]]


def compared(assessment, meta, manifest):
    """What another package says is what ours says, but for options that ours leaves as they are."""
    with ZipFile(io.BytesIO(package(SMALL))) as archive:
        ours = [
            ElementTree.fromstring(archive.read(name))
            for name in ("small/small.xml", "small/assessment_meta.xml", "imsmanifest.xml")
        ]
    theirs = list(map(ElementTree.fromstring, (assessment, meta, manifest)))
    for root in (ours[0], theirs[0]):
        for field in root.iter(f"{canvas_importer.QTI}qtimetadatafield"):
            if field[0].text == "original_answer_ids":
                field[1].text = ""
    assert plain(ours[0], {}) == plain(theirs[0], {})
    canvas_importer.checked(theirs[0])
    options = {child.tag: (child.text or "").strip() for child in theirs[1].iter()}
    for child in ours[1].iter():
        if "identifier" not in child.tag:
            mine, other = (child.text or "").strip(), options[child.tag]
            assert mine == other or Decimal(mine) == Decimal(other), child.tag
    parts = [f"{canvas_importer.MANIFEST}{name}" for name in ("organizations", "resources")]
    assert [plain(ours[2].find(part), {})[0::2] for part in parts] == [
        plain(theirs[2].find(part), {})[0::2] for part in parts
    ]
    assert [child.get("type") for child in ours[2].find(parts[1])] == [
        child.get("type") for child in theirs[2].find(parts[1])
    ]


def test_text2qti_writes_the_same():
    """As stored, of text2qti 0.8.0."""
    compared(*((STORED / f"{name}.xml").read_bytes() for name in ("assessment", "assessment_meta", "imsmanifest")))


def test_text2qti_writes_the_same_today(monkeypatch, tmp_path):
    """Where it is installed."""
    pytest.importorskip("text2qti.qti")
    from text2qti.config import Config
    from text2qti.qti import QTI
    from text2qti.quiz import Quiz as Theirs

    monkeypatch.setenv("HOME", str(tmp_path))
    made = QTI(Theirs((STORED / "quiz.txt").read_text("utf-8"), config=Config(), source_name="quiz.txt"))
    compared(*(text.encode() for text in (made.assessment, made.assessment_meta, made.imsmanifest_xml)))


def test_our_own_small_quiz_is_read():
    quiz = canvas_importer.read(package(SMALL))
    assert [item.kind for item in quiz.items] == [
        "text_only_question",
        "numerical_question",
        "numerical_question",
        "multiple_choice_question",
    ]
    assert quiz.items[3].choices[quiz.items[3].right] == "<p>scaled</p>"
