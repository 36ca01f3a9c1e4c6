"""Many problems at once: the same numbers as one by one, in the input's order, and nothing lost where one is bad."""

import json
import warnings
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest

from attncalc.batch.attention import attention
from attncalc.batch.many.collected import Collected
from attncalc.batch.many.files import Stated, collect
from attncalc.batch.many.proven import prove
from attncalc.batch.many.run import solve_many, work
from attncalc.batch.many.stacks import solve_stack
from attncalc.errors import AttncalcError, InputError, Place
from attncalc.generate.draws import Draws
from attncalc.generate.question import Question
from attncalc.generate.written import problem_text
from attncalc.mechanisms.places import PLACES
from attncalc.mechanisms.registry import find
from attncalc.problem.reader import load, loads, problem
from attncalc.solve import solve

HOW_MANY = 6
IN_PARTS = {  # what these decide by their numbers, so that problems which go differently run in parts
    "hard-attention": "which state is picked",
    "local-p": "which states are in the window",
    "sampling": "which tokens are kept",
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
    return islice(filter(None, (_solvable(problem_text(question, question.drawn(Draws(name, k)))) for k in count(1))),
                  HOW_MANY)  # fmt: skip


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
    problems = [problem("scaled-dot-product", {name: array[k] for name, array in given.items()}, options)
                for k in range(7)]  # fmt: skip
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


@pytest.mark.parametrize(("given", "message"), [
    ({"Q": np.ones((2, 3))}, "no array has three axes"),
    ({"Q": np.ones((2, 3, 1)), "K": np.ones((3, 3, 1))}, "different numbers of problems: Q has 2, K has 3"),
    ({"Q": np.ones((2, 3, 1, 1))}, "along problems, rows and columns; it is float64, 2×3×1×1"),
    ({"Q": np.array([[[1.0, np.nan]]])}, r"Q\[1, 1, 2\], counted from 1, is nan"),
    ({"Q": np.array([[["a"]]])}, "should be numbers"),
])  # fmt: skip
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


GOOD = {"mechanism": "scaled-dot-product", "given": {"Q": [[1, 0]], "K": [[1, 0], [0, 1]], "V": [[1], [2]]}}
LINES = (
    json.dumps(GOOD),
    '{"mechanism": "scaled-dot-product", "given": {"Q": "1 0", "K": "1 0; 0 1", "V": "1; 1/2"}}',
    '{"mechanism": "nonsense", "given": {"Q": [[1]]}}',
    '{"given": {"Q": [[1, 0]], "K": [[1, 0, 1]], "V": [[1]]}}',
    "",
    '{"given": ',
    "[1, 2]",
    '{"given": {"Q": [[NaN]]}}',
    '{"given": {"Q": [[1]], "Q": [[2]]}}',
    '{"given": {"Q": [[1e999]], "K": [[1]], "V": [[1]]}}',
    '{"given": {"S": [["-inf", 1]], "V": [[1], [2]]}, "options": {"scale": "none"}}',
    '{"mechanism": "softmax", "given": {"S": [[1, 2, 3]]}}',
    json.dumps(GOOD | {"given": {"Q": [[0, 2]], "K": [[1, 0], [0, 1]], "V": [[3], [4]]}}),
)


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "homework.jsonl"
    path.write_text("\n".join(LINES), "utf-8")
    return path


def test_json_lines_come_out_line_by_line(lines, tmp_path):
    outcome = solve_many([lines], tmp_path / "out.jsonl")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [record["problem"] for record in found] == [f"homework-{k}" for k, line in enumerate(LINES, 1) if line]
    assert [record["problem"] for record in found if "steps" in record] == [
        "homework-1", "homework-2", "homework-11", "homework-12", "homework-13"]  # fmt: skip
    (weights,) = found[-1]["steps"]["A"]
    assert weights[1] == pytest.approx(1 / (1 + np.exp(-2 / 2**0.5)), abs=1e-15)
    assert outcome.solved == 5
    assert len(outcome.refused) == 7


def test_each_bad_line_has_one_message_with_its_place(lines, tmp_path):
    outcome = solve_many([lines], tmp_path / "results")
    places = [(error.place.source, error.place.line) for error in outcome.refused]
    assert places == [(str(lines), k) for k in (3, 4, 6, 7, 8, 9, 10)]
    assert "no mechanism nonsense" in str(outcome.refused[0])
    assert "this is no JSON" in str(outcome.refused[2])
    assert all(len(str(error).splitlines()) <= 2 for error in outcome.refused)
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == [
        f"homework-{k}.json" for k in (1, 11, 12, 13, 2)]  # fmt: skip


def test_files_of_problems_are_solved_beside_a_bad_one(tmp_path):
    for k in range(5):
        (tmp_path / f"p{k}.yaml").write_text(f"given: {{Q: '{k} 1', K: '1 0; 0 1', V: '1/2; 2'}}\n", "utf-8")
    (tmp_path / "p2.yaml").write_text("given:\n  Q: 1 x\n", "utf-8")
    outcome = solve_many(sorted(tmp_path.glob("*.yaml")), tmp_path / "results")
    assert outcome.solved == 4
    assert outcome.runs == 1
    (error,) = outcome.refused
    assert str(error.place).startswith(f"{tmp_path / 'p2.yaml'}:2")
    for k in (0, 1, 3, 4):
        record = json.loads((tmp_path / "results" / f"p{k}.json").read_text("utf-8"))
        (sheet,) = load(tmp_path / f"p{k}.yaml")
        assert record["steps"]["O"] == pytest.approx(np.array(solve(sheet, "float")["O"]), abs=1e-14)


def test_arrays_go_in_and_out(tmp_path):
    given = normal(Q=(50, 5, 8), K=(50, 5, 8), V=(50, 5, 8))
    np.savez(tmp_path / "stack.npz", **given)
    stated = Stated("scaled-dot-product", {"mask": "causal"})
    outcome = solve_many([tmp_path / "stack.npz"], tmp_path / "out.npz", steps=("A", "O"), stated=stated)
    assert outcome.solved == 50
    with np.load(tmp_path / "out.npz") as found:
        assert set(found) == {"problems", "A", "O"}
        assert found["A"].shape == (50, 5, 5)
        assert found["problems"][7] == "stack-8"
        np.testing.assert_allclose(found["O"][:, 0], given["V"][:, 0], rtol=0, atol=1e-15)


def test_problems_of_several_shapes_are_groups_of_arrays(tmp_path, lines):
    solve_many([lines], tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as found:
        names = {name for name in found if name.endswith("/problems")}
        assert sorted(problem for name in names for problem in found[name]) == [
            f"homework-{k}" for k in (1, 11, 12, 13, 2)]  # fmt: skip


def test_what_is_there_already_is_kept(lines, tmp_path):
    (tmp_path / "out.npz").write_bytes(b"precious")
    with pytest.raises(InputError, match="this file exists"):
        solve_many([lines], tmp_path / "out.npz")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "homework-2.json").write_text("precious")
    with pytest.raises(InputError, match="this file exists"):
        solve_many([lines], tmp_path / "results")
    assert [path.read_text() for path in (tmp_path / "results").iterdir()] == ["precious"]
    assert (tmp_path / "out.npz").read_bytes() == b"precious"


def test_a_step_that_nothing_has_is_said_before_anything_is_written(lines, tmp_path):
    with pytest.raises(InputError, match="no problem has a step Weights"):
        solve_many([lines], tmp_path / "out.npz", steps=("Weights",))
    assert not (tmp_path / "out.npz").exists()


def test_progress_reaches_every_problem_that_is_worked_out(lines, tmp_path):
    seen = []
    solve_many([lines], tmp_path / "out.npz", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] <= seen[-1][1] == 12
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_hostile_lines_are_messages(tmp_path):
    path = tmp_path / "bad.jsonl"
    deep = b'{"given": {"Q": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    digits = b'{"given": {"Q": [[' + b"9" * 5000 + b"]]}}"
    path.write_bytes(b"\n".join([deep, digits, b"\xff\xfe{}", b'{"given": {"../../x": [[1]]}}', b'{"given": 7}',
                                 b'{"given": {"Q": [[true]]}}', b'{"given": {"Q": [[], []]}}']))  # fmt: skip
    found = collect([path], Stated())
    work(found)
    assert len(found.refused) == len(found.names) == 7
    assert all(isinstance(error, AttncalcError) for error in found.refused.values())


def test_two_files_of_one_name_have_results_of_their_own(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.yaml").write_text("given: {Q: '1', K: '1', V: '1'}\n", "utf-8")
    paths = [tmp_path / folder / "p.yaml" for folder in ("a", "b")]
    solve_many(paths, tmp_path / "results")
    assert sorted(map(Path.name.fget, (tmp_path / "results").iterdir())) == ["p-2.json", "p.json"]


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


def test_proven_digits_are_written_as_texts(lines, tmp_path):
    outcome = solve_many([lines], tmp_path / "out.jsonl", decimals=30, steps=("A", "O"))
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert found[0]["steps"]["A"] == [["0.669761549326656925616794945834", "0.330238450673343074383205054166"]]
    assert outcome.solved == 6  # 1e999 is a number, though no double
    assert sum("error" in record for record in found) == 6


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
