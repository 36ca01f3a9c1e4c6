"""PrairieLearn: a question draws a variant, asks for every blank, and is marked as the paper is."""

import importlib.util
import io
import json
import re
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
from examples import drawn, exported

from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe
from attncalc.render.exports.exam import Sheet

INFO = {"uuid", "title", "topic", "tags", "type"}
NAME = re.compile(r'answers-name="(b\d+)"')


def course(root, made):
    """The package as it lies in a course; gives its questions in their order."""
    (data,) = exported("prairielearn", made).values()
    with ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(root)
    assert len([*root.glob("*.whl")]) == 1
    return sorted((root / "questions").iterdir(), key=lambda folder: int(folder.name.rpartition("q")[2]))


class Question:
    """What PrairieLearn does with a folder: it draws a variant, renders it, and has what is submitted marked."""

    def __init__(self, folder, seed):
        spec = importlib.util.spec_from_file_location("server", folder / "server.py")
        self.server = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.server)
        options = {"question_path": str(folder), "server_files_course_path": str(Path(__file__).parents[2])}
        self.data = {"params": {}, "correct_answers": {}, "variant_seed": seed, "options": options, "feedback": {}}
        self.server.generate(self.data)
        template = (folder / "question.html").read_text("utf-8")
        self.html = template.replace("{{{params.html}}}", self.data["params"]["html"])

    def graded(self, answers):
        data = {**self.data, "submitted_answers": answers, "partial_scores": {}, "feedback": {}}
        self.server.grade(data)
        return SimpleNamespace(**{key: data[key] for key in ("score", "partial_scores", "feedback")})


def right(question):
    """What is typed where everything is right: choices by the letters that PrairieLearn gives them."""
    return {
        f"b{number}": chr(ord("a") + blank.choice.right) if blank.choice else blank.field.closed or blank.field.text
        for number, blank in enumerate(question.blanks, 1)
    }


def test_every_kind_of_question(tmp_path):
    made = list(papers(read_recipe(Path(__file__).parent / "kinds.yaml"), 1, "2026", 60))
    for folder, question in zip(course(tmp_path, made), Sheet(made[0]).questions, strict=True):
        info = json.loads((folder / "info.json").read_text("utf-8"))
        assert {*info} == INFO
        shown = Question(folder, "17")
        assert NAME.findall(shown.html) == [*right(question)]
        assert shown.graded(right(question)).score == 1
        assert shown.graded({}).score == 0


def test_variants_and_what_follows_from_a_mistake(tmp_path):
    """Each seed is one of the papers; a line that follows from a wrong one has its marks, as check gives them."""
    made = drawn("questions: [{mechanism: scaled-dot-product, sizes: {n: 2, d: 2}, ask: [S, A, O], decimals: 2}]\n", 3)
    (folder,) = course(tmp_path, made)
    codes = [variant["code"] for variant in json.loads((folder / "variants.json").read_text("utf-8"))]
    assert codes == [paper.questions[0].code for paper in made]
    (question,) = Sheet(made[1]).questions
    shown = Question(folder, 4)
    answers = right(question)
    assert shown.graded(answers).score == 1
    wrong = shown.graded({**answers, **dict.fromkeys(("b9", "b10", "b11", "b12"), "9.77")})
    assert 0.5 < wrong.score < 1
    assert "9.77" in wrong.feedback["report"]
    assert wrong.partial_scores["check"]["score"] == wrong.score


@pytest.mark.parametrize("spelt", ["1/2", "0.50", "50 %", ".5", "2/4"])
def test_spellings_that_count(tmp_path, spelt):
    text = (
        "questions: [{mechanism: softmax, sizes: {n: 1, m: 3}, entries: integers 0..0, constraints: [none], ask: A}]\n"
    )
    text = text.replace("softmax, sizes: {n: 1, m: 3}", "softmax, sizes: {n: 1, m: 2}")
    (folder,) = course(tmp_path, drawn(text))
    assert Question(folder, 1).graded({"b1": spelt, "b2": "0.5"}).score == 1


def test_what_is_typed_breaks_no_page(tmp_path):
    (folder,) = course(tmp_path, drawn("questions: [{mechanism: softmax, ask: A, lines: 3}]\n"))
    shown = Question(folder, 1)
    for text in ("________", "\\_" * 8, "| 1 | 2 |", "<script>alert(1)</script>", "$$\\input{x}$$", "1\n## A\n2"):
        graded = shown.graded({"b1": text})
        assert 0 <= graded.score < 1
        assert "<script" not in graded.feedback["report"]
