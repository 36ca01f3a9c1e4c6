"""Questions of a recipe, drawn for tests."""

from functools import cache
from itertools import chain

import yaml

from attncalc.generate.exam import papers
from attncalc.generate.reading import recipe_of
from attncalc.render.exam.papers import question
from attncalc.render.exam.parts import Choice, Part
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look


def drawn(item, seed):
    """The one paper of a recipe with this question, and the question."""
    paper = _paper(yaml.safe_dump({"questions": [item]}), seed)
    return paper, paper.questions[0]


@cache
def _paper(recipe, seed):
    (paper,) = papers(recipe_of(recipe, "exam.yaml"), 1, seed, 10)
    return paper


def markdown(blocks):
    return FORMATS["markdown"].write([blocks], Look())


def parts(posed):
    return [part for part in question(posed) if isinstance(part, Part)]


def choices(posed):
    return [field for part in parts(posed) for field in chain(*part.fields) if isinstance(field, Choice)]
