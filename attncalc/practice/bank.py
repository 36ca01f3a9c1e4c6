"""Where problems to practise come from: a mechanism, a problem file, or a recipe; then other numbers, without end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, shorten
from attncalc.problem.problem import Problem
from attncalc.problem.reader import load
from attncalc.problem.tree import Mapping, Node, Scalar, data_of, read_documents
from attncalc.reading.source import text_of_file

ENDINGS = (".yaml", ".yml")


class Drawn(NamedTuple):
    """A problem, and the lines that are asked of it; all, where none is named."""

    problem: Problem
    asked: tuple[str, ...] = ()


class Drawing(NamedTuple):
    """How fresh numbers are drawn: from this seed, and how long that may take."""

    seed: str
    seconds: float


def problems(source: str, drawing: Drawing) -> Iterator[Drawn]:
    """The problems of a mechanism, a problem file or a recipe, one after another.

    Raises InputError where it is none of these, or where no other numbers are found.
    """
    if Path(source).suffix.lower() not in ENDINGS:
        return _of_mechanism(source, drawing)
    documents = read_documents(text_of_file(source, source), source)
    is_recipe = len(documents) == 1 and isinstance(documents[0], Mapping) and documents[0].get("questions")
    return _of_recipe(source, drawing) if is_recipe else _of_problems(load(source), drawing)


def _of_mechanism(name: str, drawing: Drawing) -> Iterator[Drawn]:
    from attncalc.generate.question import Question
    from attncalc.generate.variants import variants
    from attncalc.mechanisms.registry import find

    question = Question(find(name))
    for found in variants(question, 1000, drawing.seed, drawing.seconds):
        yield Drawn(found.problem)


def _of_recipe(source: str, drawing: Drawing) -> Iterator[Drawn]:
    from attncalc.generate.exam import papers
    from attncalc.generate.reading import read_recipe

    for paper in papers(read_recipe(source), 1000, drawing.seed, drawing.seconds):
        for posed in paper.questions:
            yield Drawn(posed.problem, tuple(ask.step for ask in posed.item.ask))


def _of_problems(found: list[Problem], drawing: Drawing) -> Iterator[Drawn]:
    """Each problem as it stands, and then with other numbers."""
    variants = [one for problem in found for one in problem.variants()]
    yield from map(Drawn, variants)
    streams = [_others(problem, drawing) for problem in variants]
    while True:
        for stream in streams:
            yield next(stream)


def _others(problem: Problem, drawing: Drawing) -> Iterator[Drawn]:
    """Problems of the same mechanism, sizes and options."""
    from attncalc.generate.question import Question
    from attncalc.generate.variants import variants
    from attncalc.mechanisms.registry import find
    from attncalc.solve import solve

    if problem.parts or problem.symbols:
        raise InputError("no other numbers are drawn for a chain, or where letters are given")
    sheet = solve(problem, partial=True)
    mechanism = find(sheet.plan.mechanism.name)
    sizes = {name: size for name, size in sheet.recorder.sizes.items() if name in mechanism.signature.sizes}
    options = {key: _typed(option.value) for key, option in problem.options.items()}
    orientation = sheet.plan.orientation
    stands = {
        "tokens": "columns" if orientation.columns else "rows",
        "weights": "out-in" if orientation.out_in else "in-out",
    }
    for found in variants(Question(mechanism, sizes, {**stands, **options}), 1000, drawing.seed, drawing.seconds):
        yield Drawn(found.problem)


def _typed(node: Node) -> str:
    """The value of an option on one line of YAML."""
    return node.text if isinstance(node, Scalar) else shorten(json.dumps(data_of(node), ensure_ascii=False), 2000)
