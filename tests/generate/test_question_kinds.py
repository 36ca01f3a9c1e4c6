"""Every kind of question: one right choice, numbers that differ, a mistake that `check` finds, true sizes."""

import re
from dataclasses import replace
from functools import cache
from itertools import chain
from math import exp, prod, sqrt
from pathlib import Path

import numpy as np
import pytest
import yaml
from questions import choices, drawn, markdown, parts

import attncalc
from attncalc.check.check import check, check_solved, solved
from attncalc.check.handed_in import from_text
from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.render.blocks import Cell, Grid, Prose
from attncalc.render.exam.papers import on_paper, question, solution_paper, student_paper
from attncalc.render.exam.parts import Part
from attncalc.render.exam.problem_file import problem_file
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

HERE = Path(__file__).parent
KINDS = HERE / "kinds" / "kinds.yaml"
QUESTIONS = yaml.safe_load((HERE / "kinds" / "questions.yaml").read_text("utf-8"))


def ids(item):
    return " ".join(str(value) for value in item.values()) if isinstance(item, dict) else str(item)


def of_kind(*kinds):
    return pytest.mark.parametrize("item", [item for item in QUESTIONS if item["kind"] in kinds], ids=ids)


def filled_in(posed):
    """The paper of one question with every blank filled in as it should be."""
    for item in question(posed):
        field = item.choice if isinstance(item, Part) else None
        for block in on_paper(item):
            if field and isinstance(block, Prose):
                yield replace(block, text=block.text.replace("_" * 8, field.labels[field.right]))
            elif isinstance(item, Part) and isinstance(block, Grid):
                texts = [[field and Cell(field.text, field.text) for field in row] for row in item.fields]
                cells = (zip(*rows, strict=True) for rows in zip(texts, block.cells, strict=True))
                yield replace(block, cells=tuple(tuple(new or old for new, old in row) for row in cells))
            else:
                yield block


def numbers(part):
    """What is to be filled in, as rows of floats."""
    return np.array([[float(field.text) for field in row] for row in part.fields])


def given(posed):
    return {
        name: np.array([[float(entry.text) for entry in row] for row in matrix.rows])
        for name, matrix in posed.problem.given.items()
    }


def softmax(scores):
    parts = np.exp(scores)
    return parts / parts.sum(axis=1, keepdims=True)


@pytest.mark.sweep
@pytest.mark.parametrize("item", QUESTIONS, ids=ids)
def test_every_blank_has_its_field(item):
    """One text of each choice is right, no two are the same; the marks of the parts are those of the question."""
    _, posed = drawn(item, "1")
    for part in parts(posed):
        assert [len(row) for row in part.fields] == [len(row) for row in part.grid.cells]
        for field, cell in zip(chain(*part.fields), chain(*part.grid.cells), strict=True):
            assert (field is not None) == (cell.text == "_" * 8)
    for choice in choices(posed):
        assert len(set(choice.texts)) == len(choice.texts) > 1
        assert 0 <= choice.right < len(choice.texts)
    assert sum(part.marks for part in parts(posed)) == posed.item.marks


@cache
def calculations(text):
    """The problems of a file, solved."""
    return solved(attncalc.loads(text))


@pytest.mark.sweep
@pytest.mark.parametrize("form", ["markdown", "latex"])
@pytest.mark.parametrize("item", QUESTIONS, ids=ids)
def test_what_check_makes_of_a_paper(item, form):
    """An empty one has no marks; one that is filled in has all that it is worth, and so has its own solution."""
    paper, posed = drawn(item, "1")
    problems = calculations(problem_file(paper, "attncalc"))

    def checked(blocks):
        page = FORMATS[form].write([blocks], Look())
        return check_solved(problems, from_text(page, f"paper{FORMATS[form].endings[0]}"))

    assert checked(student_paper(paper)).total == 0
    for blocks in (filled_in(posed), solution_paper(paper)):
        report = checked(blocks)
        assert report.total == report.of == posed.item.marks
        assert report.status == 0


@of_kind("find-the-mistake")
@pytest.mark.sweep
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_mistake_is_the_one_that_check_names(item, seed):
    """The page up to its wrong line is wrong there alone, for that reason; the whole page is wrong there first."""
    paper, posed = drawn(item, seed)
    line, cause = choices(posed)
    key = plain(line.texts[line.right])
    page = markdown(student_paper(paper)).partition("in all.")[2].partition("(a)")[0]
    wrong = judged_wrong(posed, up_to(page, line.math[line.right].latex))
    assert {judged.claim.at.key for judged in wrong} == {key}
    causes = [other for judged in wrong for other in (judged.cause, *judged.also) if other]  # coarse ones have none
    assert plain_cause(cause.texts[cause.right]) in {plain_cause(other.says) for other in causes}
    if "mistake" in item:
        assert item["mistake"] in {other.name for other in causes}
    assert judged_wrong(posed, page)[0].claim.at.key == key


def judged_wrong(posed, page):
    """What is wrong on a page, or at odds with the lines after it."""
    asked = replace(posed.problem, marks={})  # on a paper nothing is asked of printed work
    report = check([asked], from_text(page, "page.md"))
    return [judged for _, judged in report.claims() if (judged.verdict.counts_against or judged.verdict == "misread")]


def up_to(page, name):
    """A page without the steps after the one in which a line stands."""
    steps = re.split(r"(?=^#+ Step \d)", page, flags=re.MULTILINE)
    last = next(number for number, step in enumerate(steps) if f"\n{name} = \\begin" in step)
    return "".join(steps[: last + 1])


def plain(name):
    """S_scaled₁ as S_scaled_1."""
    tail = name.rstrip("₁₂₃₄")
    digits = name[len(tail) :].translate(str.maketrans("₁₂₃₄", "1234"))
    return tail.replace("α", "alpha") + (f"_{digits}" if digits else "")


def plain_cause(says):
    return re.sub(r" = (\S*[^\s.,;:])", r" (\1)", says)


FORMULAS = {  # of queries, keys and values as rows
    "softmax(Q Kᵀ/√d_k) V": lambda Q, K, V: softmax(Q @ K.T / sqrt(Q.shape[1])) @ V,
    "softmax(Q Kᵀ) V": lambda Q, K, V: softmax(Q @ K.T) @ V,
    "softmax(Q Kᵀ/d_k) V": lambda Q, K, V: softmax(Q @ K.T / Q.shape[1]) @ V,
    "softmax(√d_k·Q Kᵀ) V": lambda Q, K, V: softmax(Q @ K.T * sqrt(Q.shape[1])) @ V,
    "softmax(Q Kᵀ/√d_k) V (softmax along each column)": lambda Q, K, V: softmax(K @ Q.T / sqrt(Q.shape[1])).T @ V,
    "softmax(Q Kᵀ/√d_k + M_causal) V": lambda Q, K, V: (
        softmax(np.where(np.tri(len(Q)) > 0, Q @ K.T / sqrt(Q.shape[1]), -np.inf)) @ V
    ),
}


@pytest.mark.parametrize("seed", range(4))
def test_the_formula_gives_the_numbers(seed):
    """NumPy gives the numbers of the question with the right formula, and others with each other one."""
    item = {"kind": "which-formula", "mechanism": "scaled-dot-product", "sizes": {"n": 3, "m": 3, "d": 4}}
    paper, posed = drawn(item, str(seed))
    (choice,) = choices(posed)
    page = markdown(student_paper(paper))
    entries = re.search(r"O = \\begin\{bmatrix\}\n(.*?)\\end", page, re.DOTALL)[1]
    shown = np.array([[float(entry) for entry in row.split("&")] for row in entries.strip().split(r"\\")])
    fitting = [text for text in choice.texts if np.abs(FORMULAS[text](**given(posed)) - shown).max() < 1e-4]
    assert fitting == [choice.texts[choice.right]]


@of_kind("which-formula")
@pytest.mark.parametrize("seed", ["1", "2"])
def test_other_formulas_give_other_numbers(item, seed):
    paper, _ = drawn(item, seed)
    page = markdown(solution_paper(paper)).partition("What each formula gives")[2]
    parts = re.split(r"\n[1-5]\\?\. ", page)[1:]
    given = [tuple(re.findall(r"bmatrix\}\n(.*?)\\end", part, re.DOTALL)) for part in parts]
    assert len(set(given)) == len(given) > 1
    assert page.count("These are the numbers of the question.") == 1


def test_every_formula_may_be_the_right_one():
    item = {"kind": "which-formula", "mechanism": "scaled-dot-product", "sizes": {"n": 3, "d": 4}}
    right = {choice.texts[choice.right] for seed in range(8) for choice in choices(drawn(item, str(seed))[1])}
    assert len(right) > 2


@of_kind("shapes")
def test_the_sizes_are_those_of_the_numbers(item):
    _, posed = drawn(item, "1")
    sheet = attncalc.solve(posed.problem)
    columns = item.get("options", {}).get("tokens") == "columns"
    sizes, *counts = parts(posed)
    for name, fields in zip(sizes.grid.rows, sizes.fields, strict=True):
        shape = np.array(sheet[plain(name)]).shape
        assert [int(field.text) for field in fields if field] == list(shape[::-1] if columns else shape)
    weights = [matrix for name, matrix in given(posed).items() if name[0] in "WUv" and len(name) < 3 and name != "V"]
    if counts:
        assert int(counts[0].fields[0][0].text) == sum(prod(matrix.shape) for matrix in weights)
    else:
        assert not weights


@of_kind("count")
def test_the_counts_are_those_of_the_products(item):
    _, posed = drawn(item, "1")
    found = {part.name: int(part.fields[0][0].text) for part in parts(posed)}
    sheet, inputs = attncalc.solve(posed.problem), given(posed)
    weights = {name: matrix for name, matrix in inputs.items() if name[0] == "W"}
    (n, m), d_k, d_v = sheet["S"].shape, inputs.get("Wq", inputs.get("Q")).shape[1], sheet["O"].shape[1]
    projected = sum(len(inputs["X"]) * prod(matrix.shape) for matrix in weights.values())
    assert found.get("parameters", 0) == sum(prod(matrix.shape) for matrix in weights.values())
    assert found["multiply-adds"] == projected + n * m * (d_k + d_v)
    assert found["FLOPs"] == 2 * found["multiply-adds"]


def test_bytes_and_training_are_counted_where_the_recipe_says():
    """Two heads of width 2 on three tokens, counted by hand: four 4×4 weights; 264 multiply-adds there, twice back."""
    item = {
        "kind": "count",
        "mechanism": "multi-head",
        "sizes": {"n": 3, "d_model": 4, "h": 2},
        "count": [
            "KV cache in bytes",
            "bytes of the scores",
            "Adam",
            "training FLOPs",
            "activations",
            "weights, bytes",
        ],
        "dtype": "bf16",
        "marks": {"bytes of the KV cache": 2},
    }
    _, posed = drawn(item, "1")
    assert {part.name: int(part.fields[0][0].text) for part in parts(posed)} == {
        "bytes of the KV cache": 3 * 2 * 4 * 2,
        "bytes of the scores": 2 * 9 * 2,
        "bytes of Adam's moments": 2 * 64 * 4,
        "training FLOPs": 3 * 2 * (3 * 48 + 36 + 36 + 48),
        "bytes of the activations": 2 * (12 + 12 + 12 + 12 + 18 + 12),  # X, Q, K, V, A, C
        "bytes of the parameters": 64 * 2,
    }
    assert [part.marks for part in parts(posed)] == [2, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("seed", range(3))
def test_what_the_scale_changes(seed):
    """The weights with and without it as NumPy has them, and what happens to the largest."""
    item = {"kind": "what-changes", "mechanism": "scaled-dot-product", "sizes": {"n": 2, "m": 3, "d": 4}}
    _, posed = drawn(item, str(seed))
    second, first, _ = parts(posed)
    inputs = given(posed)
    scores = inputs["Q"] @ inputs["K"].T
    before, after = softmax(scores / 2), softmax(scores)
    assert np.abs(numbers(first) - before).max() < 1e-4
    assert np.abs(numbers(second) - after).max() < 1e-4
    (choice,) = choices(posed)
    steps = np.sign(np.round(after.max(axis=1) - before.max(axis=1), 9))
    says = {1: "It grows in each row.", 0: "It stays the same in each row."}
    assert choice.texts[choice.right] == (says[steps[0]] if len(set(steps)) == 1 else "That differs from row to row.")
    assert not {"It shrinks in each row."} & {choice.texts[choice.right]}  # e to larger scores


def test_a_change_that_makes_weights_smaller():
    """2 in place of e: the largest weight of two keys falls from 1/(1 + e^-s) to 1/(1 + 2^-s)."""
    item = {"kind": "what-changes", "mechanism": "softmax", "sizes": {"n": 1, "m": 2}, "mistake": "base-2"}
    _, posed = drawn(item, "1")
    ((one, other),) = given(posed)["S"]
    (weights,) = numbers(parts(posed)[0])
    assert (
        abs(weights.max() - 1 / (1 + 2 ** -abs(one - other)))
        < 1e-4
        < abs(weights.max() - 1 / (1 + exp(-abs(one - other))))
    )
    (choice,) = choices(posed)
    assert choice.texts[choice.right] == "It shrinks."


@pytest.mark.parametrize("form", ["markdown", "latex", "html", "pdf", "plain"])
def test_every_kind_in_every_form(form):
    (paper,) = papers(read_recipe(KINDS), 1, "1", 10)
    for page in (student_paper(paper), solution_paper(paper)):
        written = FORMATS[form].write([page], Look())
        assert written == FORMATS[form].write([page], Look())


def test_marks_of_the_whole_are_shared():
    item = {"kind": "what-changes", "mechanism": "scaled-dot-product", "ask": ["S_scaled", "A"], "marks": 2}
    _, posed = drawn(item, "1")
    assert [float(part.marks) for part in parts(posed)] == [0.25, 0.25, 0.5, 0.5, 0.5]
    thirds = {"kind": "compute", "mechanism": "scaled-dot-product", "ask": ["S", "A", "O"], "marks": 1}
    assert [str(ask.marks) for ask in drawn(thirds, "1")[1].item.ask] == ["0.5", "0.25", "0.25"]


def test_what_the_papers_look_like():
    """A paper with a question of every kind, and its solution, as stored; a person can read them."""
    (paper,) = papers(read_recipe(KINDS), 1, "2026", 10)
    assert markdown(student_paper(paper)) == (HERE / "papers" / "kinds.md").read_text("utf-8")
    assert markdown(solution_paper(paper)) == (HERE / "papers" / "kinds-solution.md").read_text("utf-8")


BAD = yaml.safe_load((HERE / "kinds" / "bad.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["question"])
def test_what_cannot_be_of_a_kind(case):
    with pytest.raises(attncalc.InputError) as error:
        recipe_of(f"questions:\n  - {case['question']}\n", "exam.yaml")
    assert str(error.value).startswith(f"exam.yaml:{case['says']}")
    assert case.get("hint", "") in str(error.value)
