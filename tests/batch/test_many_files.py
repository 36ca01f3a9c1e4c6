"""Many problems from files to files: in the input's order, one message for each that is bad, and nothing lost."""

import json
from pathlib import Path

import numpy as np
import pytest

from attncalc.batch.many.files import Stated, collect
from attncalc.batch.many.run import solve_many, work
from attncalc.errors import AttncalcError, InputError
from attncalc.problem.reader import load
from attncalc.solve import solve

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
        "homework-1",
        "homework-2",
        "homework-11",
        "homework-12",
        "homework-13",
    ]
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
        f"homework-{k}.json" for k in (1, 11, 12, 13, 2)
    ]


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
    numbers = np.random.default_rng(2017)
    given = {name: numbers.standard_normal((50, 5, 8)) for name in "QKV"}
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
            f"homework-{k}" for k in (1, 11, 12, 13, 2)
        ]


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
    path.write_bytes(
        b"\n".join(
            [
                deep,
                digits,
                b"\xff\xfe{}",
                b'{"given": {"../../x": [[1]]}}',
                b'{"given": 7}',
                b'{"given": {"Q": [[true]]}}',
                b'{"given": {"Q": [[], []]}}',
            ]
        )
    )
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


def test_proven_digits_are_written_as_texts(lines, tmp_path):
    outcome = solve_many([lines], tmp_path / "out.jsonl", decimals=30, steps=("A", "O"))
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert found[0]["steps"]["A"] == [["0.669761549326656925616794945834", "0.330238450673343074383205054166"]]
    assert outcome.solved == 6  # 1e999 is a number, though no double
    assert sum("error" in record for record in found) == 6
