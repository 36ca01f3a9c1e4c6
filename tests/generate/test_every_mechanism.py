"""Every mechanism that takes numbers can be generated: it reads back, solves, is nice, its own solution is right."""

from functools import cache
from itertools import chain

import pytest

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.generate.question import Question
from attncalc.generate.search import find
from attncalc.mechanisms import registry
from attncalc.mechanisms.places import FAMILIES
from attncalc.render.exam.papers import worksheet_page

NAMES = [name for names in FAMILIES.values() for name in names]
IN_COLUMNS = [
    "scaled-dot-product",
    "self-attention",
    "multi-head",
    "cross-attention",
    "general",
    "additive",
    "rope",
    "feed-forward",
    "gat",
    "linear",
    "context",
    "vit",
]
SLACK = 1e-9


@cache
def found(name, **options):
    return find(Question(registry.find(name), options=options), "7", seconds=30)


def is_all_right(problem):
    report = check([problem], from_text(worksheet_page(attncalc.solve(problem)), "solution.md"))
    return report.status == 0 and report.total == report.of


def numbers(step):
    return [float(text) for text in chain(*step.values(significant=12)) if text != "-inf"]


def texts(problem):
    return {name: [[entry.text for entry in row] for row in matrix.rows] for name, matrix in problem.given.items()}


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_every_mechanism(name):
    new = found(name)
    (again,) = attncalc.loads(new.text)
    assert again.mechanism == name
    assert texts(again) == texts(new.problem)
    sheet = attncalc.solve(again)
    assert all("?" not in text for step in sheet.steps for text in chain(*step.values()))
    assert is_all_right(again)
    for step in sheet.steps:
        if step.record.expr.op == "matmul":
            assert all(abs(number) <= 99 + SLACK for number in numbers(step))
            assert any(numbers(step))
        if step.record.expr.op == "share":
            assert all(number in (0, 1) or 0.01 - SLACK <= number <= 0.99 + SLACK for number in numbers(step))


@pytest.mark.parametrize("name", IN_COLUMNS)
def test_tokens_may_be_columns(name):
    """Matrices that are not square are typed the other way; the numbers of the result are the same."""
    by_rows, by_columns = found(name), found(name, tokens="columns")
    turned = [matrix for key, matrix in texts(by_rows.problem).items() if texts(by_columns.problem)[key] != matrix]
    assert any(len(matrix) != len(matrix[0]) for matrix in turned)
    assert is_all_right(by_columns.problem)
    one, other = (sorted(numbers(attncalc.solve(new.problem).steps[-1])) for new in (by_rows, by_columns))
    assert one == pytest.approx(other)
