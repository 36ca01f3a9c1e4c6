"""Papers that several processes draw and write: the same, to the byte, as those of one."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from attncalc.errors import InputError
from attncalc.generate.exam import FEW, papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.generate.stress import stress
from attncalc.parallel import Workers
from attncalc.render.exam.papers import worksheet_page

RECIPES = Path(__file__).parent / "recipes"
NAMES = ("midterm", "shared", "hostile")
COUNT = FEW + 3


def written(root):
    return {path.relative_to(root): path.read_bytes() for path in Path(root).rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_files(name, run):
    command = ["generate", str(RECIPES / f"{name}.yaml"), "--variants", str(COUNT), "--format", "markdown,latex"]
    results = [run(*command, "-o", jobs, "--jobs", jobs) for jobs in ("1", "3")]
    assert {(code, error) for code, _, error in results} == {(0, "")}
    assert written("1") == written("3") != {}


def test_what_is_like_another_is_drawn_again():
    """Of few problems many are drawn twice by processes that do not know of each other."""
    recipe = recipe_of(
        "questions: [{mechanism: softmax, sizes: {n: 1, m: 2}, entries: integers 0..3, constraints: [none]}]",
        "exam.yaml",
    )
    alone = [paper.questions[0].text for paper in papers(recipe, COUNT, "1", 10)]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        workers = Workers(2, pool)
        assert [paper.questions[0].text for paper in papers(recipe, COUNT, "1", 10, workers=workers)] == alone
        with pytest.raises(InputError, match="there are only"):
            list(papers(recipe, 40, "1", 10, workers=workers))


def test_a_paper_travels():
    recipe = read_recipe(RECIPES / "midterm.yaml")
    paper = next(papers(recipe, 1, "1", 10))
    again = pickle.loads(pickle.dumps(paper))
    assert again.code == paper.code
    assert [one.text for one in again.questions] == [one.text for one in paper.questions]
    assert [one.item.heading for one in again.questions] == [one.item.heading for one in paper.questions]


def test_stress_says_the_same():
    recipe = recipe_of(
        "questions: [{mechanism: softmax, constraints: [spread A 0.99 1]}, {mechanism: softmax}]", "e.yaml"
    )
    alone = list(stress(recipe, COUNT, "1", 0.05, worksheet_page))
    assert all(one.why for one in alone)
    shared = list(stress(recipe, COUNT, "1", 0.05, worksheet_page, workers=Workers(2)))
    assert [(one.seed, one.why[:20]) for one in shared] == [(one.seed, one.why[:20]) for one in alone]


def test_what_cannot_be_is_said(run):
    Path("never.yaml").write_text("questions: [{mechanism: softmax, constraints: [spread A 0.99 1]}]\n", "utf-8")
    results = {
        run("generate", "never.yaml", "--variants", "9", "-o", "out", "--seconds", "0.1", "--jobs", jobs)[:2]
        for jobs in ("1", "2")
    }
    assert results == {(2, "")}
    assert "this is of a recipe" in run("generate", "softmax", "--jobs", "2")[2]
