"""Many problems at once: the same numbers as one by one, in the input's order, and nothing lost where one is bad."""

import warnings
from itertools import count, islice

import numpy as np
import pytest

from attncalc.batch.attention import attention
from attncalc.batch.many.collected import Collected
from attncalc.batch.many.proven import prove
from attncalc.batch.many.run import work
from attncalc.batch.many.stacks import solve_stack
from attncalc.errors import AttncalcError, InputError, Place
from attncalc.generate.draws import Draws
from attncalc.generate.question import Question
from attncalc.generate.written import problem_text
from attncalc.mechanisms.places import PLACES
from attncalc.mechanisms.registry import find
from attncalc.problem.reader import loads, problem
from attncalc.solve import solve

HOW_MANY = 6
IN_PARTS = {  # what these decide by their numbers, so that problems which go differently run in parts
    "hard-attention": "which state is picked",
    "local-p": "which states are in the window",
    "sampling": "which tokens are kept",
    "perplexity": "which words are looked up",
    "mixture-of-experts": "which experts are asked",
    "dropout": "which entries are dropped",
    "layer-norm": "whether all entries of a token are the same",
    "residual": "whether all entries of a token are the same, which a norm looks at",
    "encoder-layer": "whether all entries of a token are the same, which a norm looks at",
    "decoder-layer": "whether all entries of a token are the same, which a norm looks at",
    "transformer": "which token each number means",
}


def drawn(name):
    """Problems of one mechanism and one shape, with other numbers in each."""
    question = Question(find(name))
    return islice(
        filter(None, (_solvable(problem_text(question, question.drawn(Draws(name, k)))) for k in count(1))), HOW_MANY
    )


def _solvable(text):
    (found,) = loads(text)
    try:
        solve(found, "float")
    except AttncalcError:
        return None
    return found


def solved(problems):
    found = Collected()
    for number, each in enumerate(problems):
        found.add(f"problem {number}", Place("here", number), each)
    return work(found)


def assert_same(lines, expected):
    """Equal within 1e-12 of the largest entry, and -inf at the same places."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert lines.shape == expected.shape
        largest = np.abs(expected[np.isfinite(expected)]).max(initial=1)
        np.testing.assert_allclose(lines, expected, rtol=0, atol=1e-12 * largest)


def assert_as_alone(worked, problems):
    seen = []
    for block in worked.blocks:
        for row, number in enumerate(block.numbers):
            sheet = solve(problems[number], "float")
            assert list(block.steps) == [step.name for step in sheet]
            for step in sheet:
                assert_same(block.steps[step.name][row], step.record.value)
            seen.append(number)
    assert sorted(seen) == list(range(len(problems)))


@pytest.mark.parametrize("name", PLACES)
def test_every_mechanism_gives_the_numbers_of_one_by_one(name):
    problems = list(drawn(name))
    worked = solved(problems)
    assert not worked.refused
    assert_as_alone(worked, problems)
    runs = sum(block.runs for block in worked.blocks)
    assert runs == 1 or name in IN_PARTS, f"{runs} runs: say in IN_PARTS what it decides by"


OPTIONS = (
    {},
    {"mask": "causal"},
    {"scale": "none", "bias": "0 1 2 3 4; 1 0 1 2 3; 2 1 0 1 2; 3 2 1 0 1; 4 3 2 1 0"},
    {"divide-by": "3", "softcap": "2"},
    {"temperature": "1/2", "window": {"left": 1, "right": 0}},
    {"padding": "1 1 1 1 0", "softmax": {"base": 2}},
    {"mask": [[1, 0, 0, 0, 0], [0] * 5, [1, 1, 1, 1, 1], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1]], "masked-rows": "zero"},
    {"queries": [2, 4]},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_stack_takes_the_options_of_scaled_dot_product(options):
    given = normal(Q=(7, 5, 8), K=(7, 5, 8), V=(7, 5, 3))
    (block,) = solve_stack("scaled-dot-product", given, options).blocks
    assert block.runs == 1
    problems = [
        problem("scaled-dot-product", {name: array[k] for name, array in given.items()}, options) for k in range(7)
    ]
    for k, each in enumerate(problems):
        for step in solve(each, "float"):
            assert_same(block.steps[step.name][k], step.record.value)


def normal(**shapes):
    numbers = np.random.default_rng(2017)
    return {name: numbers.standard_normal(shape) for name, shape in shapes.items()}


def test_a_stack_is_attention_by_its_formula():
    given = normal(Q=(2500, 5, 8), K=(2500, 5, 8), V=(2500, 5, 8))
    (block,) = solve_stack(None, given).blocks
    scores = np.einsum("bik,bjk->bij", given["Q"], given["K"]) / 8**0.5
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(block.steps["A"], weights, rtol=0, atol=1e-14)
    np.testing.assert_allclose(block.steps["O"], np.einsum("bij,bjv->biv", weights, given["V"]), rtol=0, atol=1e-13)
    assert block.numbers == list(range(2500))
    assert block.result == "O"


def test_what_has_two_axes_belongs_to_all_problems():
    given = normal(X=(4, 3, 6), Wq=(6, 2), Wk=(6, 2), Wv=(6, 2))
    (block,) = solve_stack("self-attention", given).blocks
    np.testing.assert_allclose(block.steps["Q"], given["X"] @ given["Wq"], rtol=0, atol=1e-14)


def test_large_matrices_go_together_too():
    given = normal(Q=(3, 40, 30), K=(3, 40, 30), V=(3, 40, 20))
    (block,) = solve_stack("attention", given).blocks
    assert block.runs == 1
    np.testing.assert_allclose(block.steps["S"], given["Q"] @ given["K"].swapaxes(1, 2), rtol=0, atol=1e-12)


def test_problems_that_pick_differently_keep_their_order():
    given = {"S": np.array([[[1, 2, 3]], [[3, 2, 1]], [[1, 3, 2]], [[2, 3, 1]]]), "H": np.arange(24).reshape(4, 3, 2)}
    problems = [problem("hard-attention", {"e": given["S"][k], "H": given["H"][k]}) for k in range(4)]
    assert_as_alone(solved(problems), problems)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"Q": np.ones((2, 3))}, "no array has three axes"),
        ({"Q": np.ones((2, 3, 1)), "K": np.ones((3, 3, 1))}, "different numbers of problems: Q has 2, K has 3"),
        ({"Q": np.ones((2, 3, 1, 1))}, "along problems, rows and columns; it is float64, 2×3×1×1"),
        ({"Q": np.array([[[1.0, np.nan]]])}, r"Q\[1, 1, 2\], counted from 1, is nan"),
        ({"Q": np.array([[["a"]]])}, "should be numbers"),
    ],
)
def test_stacks_that_cannot_be_meant_are_one_message(given, message):
    with pytest.raises(InputError, match=message):
        solve_stack("scaled-dot-product", given)


def test_sizes_that_do_not_fit_are_told_of_each_problem():
    worked = solve_stack("scaled-dot-product", normal(Q=(2, 3, 2), K=(2, 4, 3), V=(2, 5, 2)))
    assert not worked.blocks
    assert sorted(worked.refused) == [0, 1]
    assert all(str(error).startswith("K has 3 columns, but should have 2") for error in worked.refused.values())


def test_one_that_overflows_is_refused_and_the_others_are_solved():
    given = {"S": np.zeros((9, 1, 3))}
    given["S"][4] = 1e308
    given["V"] = np.full((9, 3, 1), 10.0)
    worked = solve_stack("scaled-dot-product", given, {"temperature": "0.1"})
    assert sum(len(block.numbers) for block in worked.blocks) + len(worked.refused) == 9
    assert all(np.isfinite(block.steps["O"]).all() for block in worked.blocks)


def test_proven_digits_are_those_of_solve():
    """Ties, constants in disguise and masks too, which are not settled together."""
    stacks = {name: array.round(2) for name, array in normal(Q=(6, 3, 4), K=(6, 3, 4), V=(6, 3, 2)).items()}
    given = [{name: array[k] for name, array in stacks.items()} for k in range(6)]
    given[2] = {name: np.ones_like(array) for name, array in given[2].items()}
    problems = [problem("scaled-dot-product", each, {"mask": "causal"}) for each in given]
    problems += [next(iter(drawn(name))) for name in ("softmax", "hard-attention", "gat", "multi-head")]
    for each, proof in zip(problems, prove(problems, 40), strict=True):
        sheet = solve(each, decimals=40)
        assert proof.steps == {step.name: step.values() for step in sheet}
        assert proof.result == sheet.recorder.result


@pytest.mark.parametrize(("dtype", "within"), [("float64", 1e-13), ("float32", 1e-6), ("float16", 1e-2)])
def test_many_small_heads_are_attention_by_its_formula(dtype, within):
    arrays = [array.astype(dtype) for array in normal(Q=(30, 40, 5, 8), K=(30, 40, 7, 8), V=(30, 40, 7, 3)).values()]
    found = attention(*arrays)
    Q, K, V = (array.astype("float64") for array in arrays)
    weights = np.exp(np.einsum("abik,abjk->abij", Q, K) / 8**0.5)
    expected = np.einsum("abij,abjv->abiv", weights / weights.sum(-1, keepdims=True), V)
    assert found.dtype == dtype
    np.testing.assert_allclose(found, expected, rtol=0, atol=within * np.abs(expected).max())


def test_many_small_heads_with_infinities_are_as_each_of_them_alone():
    Q, K, V = normal(Q=(100, 2, 3), K=(100, 4, 3), V=(100, 4, 3)).values()
    K[3, 1, 0], K[5], V[7, 0, 0], Q[9, 0, 0] = np.inf, -np.inf, np.nan, -np.inf
    with np.errstate(all="ignore"):
        found = attention(Q, K, V)
        for k in range(100):
            np.testing.assert_allclose(found[k], attention(Q[k], K[k], V[k]), rtol=0, atol=1e-14)
