"""Papers that are exported, and what the worksheet says of them."""

import re
from functools import cache
from pathlib import Path

import attncalc
from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.render.exports.exam import Exam
from attncalc.render.exports.targets import EXPORTS

HERE = Path(__file__).parent
STORED = HERE.parent / "generate" / "recipes"
RECIPES = {"midterm": HERE / "midterm.yaml", "short": STORED / "short.yaml", "hostile": STORED / "hostile.yaml"}


@cache
def drawn(recipe, count=1, seed="2026"):
    """Papers of a stored recipe, or of one that is a text; `again` draws them anew."""
    known = read_recipe(RECIPES[recipe]) if recipe in RECIPES else recipe_of(recipe, "exam.yaml")
    return list(papers(known, count, seed, 60))


again = drawn.__wrapped__


def exported(name, made, count=None):
    return dict(EXPORTS[name].target.files(Exam.of(made, count or len(made), "attncalc 0.2.0")))


def numbers(posed, name, decimals=4):
    """The entries of a line as the worksheet has them at the digits asked; `name` as it stands on the page."""
    sheet = attncalc.solve(posed.problem)
    step = sheet[re.sub(r"[{}]|\\mathrm|\\text", "", name)]
    return [text for row in step.values(decimals=decimals) for text in row]
