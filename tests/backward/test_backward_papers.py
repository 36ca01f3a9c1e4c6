"""Papers that ask for lines of the way back."""

from pathlib import Path

import pytest
import yaml

from attncalc.errors import InputError
from attncalc.generate.reading import recipe_of
from attncalc.generate.search import find
from attncalc.solve import solve

RECIPE = """
questions:
  - mechanism: scaled-dot-product
    sizes: {n: 2, d: 2}
    backward: {dO: [[1, 0], [0, 1]]}
    ask: [dV, dS, dQ]
  - mechanism: self-attention
    sizes: {n: 2, d: 2}
    backward: {loss: squared-error, targets: [[1, 0], [0, 1]], learning-rate: 0.1}
    ask: [dX, Wv_next]
"""


def test_lines_of_the_way_back_are_asked_for():
    recipe = recipe_of(RECIPE, "recipe.yaml")
    assert [[ask.step for ask in item.ask] for item in recipe.items] == [["dV", "dS", "dQ"], ["dX", "Wv_next"]]
    for item in recipe.items:
        found = find(item.question, "seed")
        assert yaml.safe_load(found.text)["backward"]
        assert {ask.step for ask in item.ask} <= {step.name for step in solve(found.problem).steps}


def test_a_paper_gives_the_gradient_that_it_starts_from(run, tmp_path):
    Path("recipe.yaml").write_text(RECIPE, "utf-8")
    assert run("generate", "recipe.yaml", "-o", "paper")[0] == 0
    (paper,) = tmp_path.rglob("paper.md")
    first, second = paper.read_text("utf-8").split("## Question 2")
    assert "\ndO = " in first.split("(a)")[0]
    assert r"\mathrm{targets} = " in second.split("(a)")[0]


def test_a_line_that_there_is_not_is_said():
    with pytest.raises(InputError, match="no step dP"):
        recipe_of(RECIPE.replace("dV, dS", "dV, dP"), "recipe.yaml")
