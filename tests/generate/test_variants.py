"""No two variants are the same up to a permutation; questions that share data; other orders of the same questions."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import attncalc
from attncalc.generate.exam import papers
from attncalc.generate.permutations import up_to_permutation
from attncalc.generate.question import Question
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.generate.search import find
from attncalc.mechanisms import registry
from attncalc.render.exam.problem_file import problem_file

SHARED = read_recipe(Path(__file__).parent / "recipes" / "shared.yaml")
NAMES = ["scaled-dot-product", "self-attention", "multi-head", "additive", "cross-attention", "gat", "captioning"]


def permuted(signature, given, seed):
    """The same problem with its tokens and features in another order: of each axis in all matrices that have it."""
    random, orders = Random(seed), {}

    def order(axis, size):
        if axis not in orders:
            orders[axis] = random.sample(range(size), size)
        return orders[axis]

    def reordered(name, rows):
        axes = signature[name].axes
        if len(axes) > 1:
            rows = [rows[i] for i in order(axes[0], len(rows))]
        return [[row[j] for j in order(axes[-1], len(row))] for row in rows]

    return {name: [reordered(name, rows) for rows in matrices] for name, matrices in given.items()}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_problems_in_another_order_are_the_same(name, seed):
    mechanism = registry.find(name)
    one, other = (find(Question(mechanism), seed, again).given for again in range(2))
    told = up_to_permutation(mechanism.signature, one)
    assert permuted(mechanism.signature, one, seed) != one
    assert up_to_permutation(mechanism.signature, permuted(mechanism.signature, one, seed)) == told
    assert up_to_permutation(mechanism.signature, other) != told


def test_only_what_belongs_together_may_change_places():
    """Keys in another order without their values are another problem."""
    signature = registry.find("scaled-dot-product").signature
    q, k, v = [["1", "2"]], [["1", "0"], ["0", "1"]], [["5"], ["7"]]
    told = up_to_permutation(signature, {"Q": [q], "K": [k], "V": [v]})
    assert up_to_permutation(signature, {"Q": [q], "K": [k[::-1]], "V": [v[::-1]]}) == told
    assert up_to_permutation(signature, {"Q": [q], "K": [k[::-1]], "V": [v]}) != told


def test_what_a_question_takes_from_another():
    """X as it was typed; of a result the numbers that its solution prints."""
    for paper in papers(SHARED, 4, "2026", 10):
        problems = attncalc.loads(problem_file(paper, "attncalc"))
        by_number = dict(zip(paper.order, problems, strict=True))
        first = attncalc.solve(by_number[1], decimals=2)

        def given(number, name, problems=by_number):
            return [[entry.text for entry in row] for row in problems[number].given[name].rows]

        assert given(2, "X") == first["O"].values()
        assert given(3, "S") == first["S"].values()
        assert given(4, "X") == given(1, "X")
        assert paper.order.index(1) == 0  # what others take from stands first
        places = {number: place for place, number in enumerate(paper.order, 1)}
        assert paper.questions[places[2] - 1].told == ("X is O of question 1, to 2 decimals.",)
        assert paper.questions[places[4] - 1].told == ("X is that of question 1.",)


def test_closed_forms_are_handed_on_in_closed_form():
    recipe = recipe_of(
        """questions:
      - {mechanism: scaled-dot-product, sizes: {n: 2, d: 4}, nice: softmax, exact: true}
      - {mechanism: scaled-dot-product, from: {V: 1.O}, sizes: {n: 2, m: 2}}
    """,
        "exam.yaml",
    )
    one, other = next(papers(recipe, 1, "1", 10)).questions
    texts = [[entry.text for entry in row] for row in other.problem.given["V"].rows]
    assert texts == attncalc.solve(one.problem, "exact")["O"].exact()
    assert other.told == ("V is O of question 1, in closed form.",)


def test_the_constraints_of_a_question_that_takes_everything_hold():
    """Then the one before it is drawn again."""
    recipe = recipe_of(
        """questions:
      - {mechanism: scaled-dot-product, sizes: {n: 2, m: 2, d: 2}}
      - {mechanism: softmax, from: {S: 1.S}, constraints: [spread A 0.1 0.9]}
      - {mechanism: softmax, from: {S: 1.S}, constraints: [spread A 0.2 0.8]}
    """,
        "exam.yaml",
    )
    for paper in papers(recipe, 3, "1", 20):
        weights = attncalc.solve(paper.questions[1].problem)["A"].values()
        assert all(0.2 <= float(text) <= 0.8 for row in weights for text in row)
    one, other = (list(papers(recipe, 3, "1", 20)) for _ in range(2))
    assert [problem_file(paper, "") for paper in one] == [problem_file(paper, "") for paper in other]


def test_the_same_numbers_in_another_order():
    recipe = recipe_of(
        """vary: order
questions: [{mechanism: softmax}, {mechanism: layer-norm}, {mechanism: entropy}]
""",
        "exam.yaml",
    )
    several = list(papers(recipe, 8, "1", 10))
    assert {paper.order for paper in several[:6]} == set(permutations((1, 2, 3)))
    texts = [{posed.text.split("\n", 2)[2] for posed in paper.questions} for paper in several]
    assert texts == [texts[0]] * 8
    assert [posed.number for posed in several[3].questions] == [1, 2, 3]
    assert len({paper.code for paper in several}) == 8


def test_the_key_tells_the_order(run):
    recipe = "vary: both\nquestions: [{mechanism: softmax}, {mechanism: layer-norm}]\n"
    Path("exam.yaml").write_text(recipe, "utf-8")
    assert run("generate", "exam.yaml", "--variants", "2", "-o", "exam")[0] == 0
    head, *lines = Path("exam/key.csv").read_text("utf-8-sig").splitlines()
    assert head == "variant,code,name,number,questions"
    assert {line.rpartition(",")[2] for line in lines} == {"1 2", "2 1"}


def test_tokens_that_are_columns_in_one_question_only():
    recipe = recipe_of(
        """questions:
      - {mechanism: self-attention, sizes: {n: 2, d_model: 3}, options: {tokens: columns}, decimals: 2}
      - {mechanism: self-attention, from: {X: 1.X}, sizes: {d: 2}}
      - {mechanism: layer-norm, from: {X: 1.O}, options: {tokens: columns}}
    """,
        "exam.yaml",
    )
    first, second, third = next(papers(recipe, 1, "1", 10)).questions
    rows = [[[entry.text for entry in row] for row in posed.problem.given["X"].rows] for posed in (first, second)]
    assert [list(column) for column in zip(*rows[0], strict=True)] == rows[1]
    assert second.told == ("X is that of question 1, transposed.",)
    assert third.told == ("X is O of question 1, to 2 decimals.",)
