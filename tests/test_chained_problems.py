"""Chains: what one part works out is taken by another, and a mistake is followed from part to part."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from attncalc.problem.reader import load, loads
from attncalc.solve import solve

ROOT = Path(__file__).parent.parent
CHAIN = ROOT / "problems" / "chains" / "encoder-by-parts.yaml"


def test_parts_are_one_worksheet_and_what_stands_apart_is_another():
    joined, alone = load(CHAIN)
    assert [part.mechanism for part in joined.parts] == ["self-attention", "residual", "layer-norm"]
    assert alone.mechanism == "softmax"
    assert solve(joined).plan.parts == ("Self-attention", "Residual connection", "Layer normalisation")


def test_parts_take_what_is_exact():
    """Three times softmax of its own weights, at more digits than any rounding between would leave."""
    text = "mechanism: softmax\ne: [0, 1]\n" + "---\nmechanism: softmax\nfrom: {e: %d.alpha}\n" * 2 % (1, 2)
    (problem,) = loads(text)
    found = solve(problem, significant=40)["alpha_3"].values()  # with mpmath at 50 digits:
    assert found == [["0.4434843919949977713773149816256506996525", "0.5565156080050022286226850183743493003475"]]


@pytest.mark.parametrize("form", ["documents", "steps"])
def test_both_forms_are_one_problem(form):
    steps = "steps: [self-attention, residual]\nX: 1 0; 2 1\noptions: {tokens: rows}\n"
    parts = (
        "mechanism: self-attention\nX: 1 0; 2 1\noptions: {tokens: rows}\n---\n"
        "mechanism: residual\nfrom: {X: 1.X, F: 1}\n"
    )
    (problem,) = loads(steps if form == "steps" else parts)
    assert [step.name for step in solve(problem).steps] == ["S_1", "S_scaled_1", "A_1", "O_1", "X_res_2"]
    assert solve(problem)["X_res_2"].values(significant=6) == [["2.66976", "0.669762"], ["3.89296", "1.89296"]]


def test_what_may_be_0_goes_through_a_relu():
    """The norm of two features is −c and c, which the weights of the third unit add: nobody proves that this is 0."""
    text = """steps: [sinusoidal, self-attention, residual, layer-norm, feed-forward]
X: 1 0; 0 2
Wup: 1 0 1; 0 1 1
Wdown: 1 1; 0 1; 2 0
options: {tokens: rows}
"""
    (sheet,) = map(solve, loads(text))
    assert [row[1:] for row in sheet["F_act_5"].values()] == [["1.0000", "0?"]] * 2
    assert [row[1] for row in sheet["F_5"].values()] == ["1.0000"] * 2


def test_a_mistake_is_followed_from_part_to_part(run, tmp_path):
    """One entry of the output is wrong; the sum after it and the mean of the sum follow from that."""
    answers = "O_1: 1.6044 0.7967; 1.1084 1.3374; 1.7035 1\nX_res_2: 2.6044 0.7967; 1.1084 3.3374; 2.7035 2\n"
    (tmp_path / "answers.yaml").write_text(f"{answers}mu_3: [1.7006, 2.2229, 2.3517]\n", "utf-8")
    code, out, _ = run("check", str(CHAIN), "answers.yaml", "--format", "json")
    found = {(claim["step"], claim["row"], claim["col"]): claim["verdict"] for claim in json.loads(out)["claims"]}
    assert code == 1
    assert {place: verdict for place, verdict in found.items() if verdict != "right"} == {
        ("O_1", 3, 1): "wrong",
        ("X_res_2", 3, 1): "follows",
        ("mu_3", 3, 1): "follows",
    }


def test_code_runs_through_the_parts(run, tmp_path):
    code, out, _ = run("solve", str(CHAIN), "--format", "numpy")
    (tmp_path / "script.py").write_text(out, "utf-8")
    printed = subprocess.run([sys.executable, "script.py"], capture_output=True, text=True, check=True).stdout
    assert code == 0
    assert printed.split("N_3 =")[1].split()[:4] == ["[[", "1.3411", "0.3294]", "[-1.4886"]
