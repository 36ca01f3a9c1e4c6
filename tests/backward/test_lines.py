"""The lines of backward passes: their order, their formulas, numbers that are known, and what stays the same."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.problem.names import read_name
from attncalc.problem.problem import Backward
from attncalc.problem.reader import load, loads
from attncalc.render.view import View, transposed
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import LATEX, TEXT

ROOT = Path(__file__).parents[2]
CASES = yaml.load((Path(__file__).parent / "lines.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
FORWARD = {"Backward pass", "Step of learning", "After the step"}


def solved(problem, *arguments, **more):
    return attncalc.solve(loads(yaml.dump(problem))[0], *arguments, **more)


def back(sheet):
    return [record for record in sheet.records if FORWARD & set(record.titles)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_lines_in_their_order(case):
    assert case.keys() <= {"name", "problem", "lines", "formulas", "values"}
    sheet = solved(case["problem"])
    assert [record.key for record in back(sheet) if not record.detail] == case["lines"]
    for key, wanted in case.get("formulas", {}).items():
        assert formula(sheet.record(key).expr, TEXT) == wanted
    for key, wanted in case.get("values", {}).items():
        assert sheet[key].values() == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_lines_are_written_out_in_latex(case):
    for record in back(solved(case["problem"])):
        text = formula(record.expr, LATEX)
        assert text.isascii()
        assert text.count("{") == text.count("}")
        assert record.says[-1] == "."


@pytest.mark.parametrize("kind", ["exact", "float"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_every_arithmetic_has_the_same_digits(case, kind):
    one, other = solved(case["problem"]), solved(case["problem"], kind)
    for record in back(one):
        pairs = zip(one[record.key].values(6), other[record.key].values(6), strict=True)
        for x, y in (pair for rows in pairs for pair in zip(*rows, strict=True)):
            assert abs(float(x) - float(y)) < 1e-5, record.key


def test_tokens_in_columns_have_the_transpose():
    """Q, K and V as columns, and dO with them: dQ, dK and dV are columns too."""
    rows = {"Q": "1 0; 0 1; 2 1", "K": "1 1; 0 1; 1 0", "V": "1 2; 3 4; 0 1"}
    columns = {"Q": "1 0 2; 0 1 1", "K": "1 0 1; 1 1 0", "V": "1 3 0; 2 4 1"}
    one = attncalc.solve(
        attncalc.problem("scaled-dot-product", rows, {"tokens": "rows"}, backward={"dO": "1 0; 2 1; 0 1"})
    )
    other = attncalc.solve(
        attncalc.problem("scaled-dot-product", columns, {"tokens": "columns"}, backward={"dO": "1 2 0; 0 1 1"})
    )
    for record in back(one):
        texts = View(other).texts(other.record(record.key), other.asked)
        assert transposed(texts) == one[record.key].values(), record.key


def test_weights_out_in_have_gradients_out_in():
    given = {"X": "1 0; 0 2", "Wq": "1 0; 1 1", "Wk": "2 1; 0 1", "Wv": "1 1; 0 3"}
    sheet = attncalc.solve(
        attncalc.problem("self-attention", given, {"weights": "out-in", "tokens": "rows"}, backward=True)
    )
    turned = {
        name: given[name] if name == "X" else transposed([row.split() for row in given[name].split("; ")])
        for name in given
    }
    other = attncalc.solve(
        attncalc.problem("self-attention", turned, {"weights": "in-out", "tokens": "rows"}, backward=True)
    )
    for name in ("dWq", "dWk", "dWv"):
        assert transposed(View(sheet).texts(sheet.record(name), sheet.asked)) == other[name].values()
    assert View(sheet).texts(sheet.record("dX"), sheet.asked) == other["dX"].values()


def test_a_step_goes_to_the_loss_that_it_says():
    """The loss after the step is that of the same problem with the new weights."""
    given = {"X": "1 0; 0 2", "Wq": "1 1; 0 1", "Wk": "2 0; 1 1", "Wv": "1 0; 1 3"}
    backward = {"loss": "cross-entropy", "targets": [0, 1], "learning-rate": "1/4"}
    sheet = attncalc.solve(attncalc.problem("self-attention", given, {"tokens": "rows"}, backward=backward))
    new = {name: sheet[f"{name}_next"].values(significant=40) for name in ("Wq", "Wk", "Wv")}
    other = attncalc.solve(attncalc.problem("self-attention", {**given, **new}, {"tokens": "rows"}, backward=backward))
    assert sheet["loss_next"].values(significant=20) == other["loss"].values(significant=20)
    assert float(sheet["loss_next"].values()[0][0]) < float(sheet["loss"].values()[0][0])


def test_equal_gradients_leave_softmax_with_nothing():
    """V has equal rows, so that no weight matters: dS is 0, not nearly 0."""
    keys = [[i % 5, i * 3 % 7, i] for i in range(20)]
    given = {"Q": [[1, 0, 1]], "K": keys, "V": [[2, 1]] * 20}
    sheet = attncalc.solve(attncalc.problem("scaled-dot-product", given, {"tokens": "rows"}, backward=True))
    assert {entry for row in sheet["dQ"].values() for entry in row} == {"0"}


def test_what_asks_for_no_way_back_has_none():
    path = ROOT / "problems" / "homework" / "076-attention-backward.yaml"
    (problem,) = load(path)
    assert not back(attncalc.solve(replace(problem, backward=None)))
    assert back(attncalc.solve(replace(problem, backward=Backward())))


@pytest.mark.parametrize("text", ["d" * 5000 + "X", "X" + "_next" * 3000, "X_next_" + "9" * 5000, "_next", "d", "dd"])
def test_no_name_is_too_long_to_be_none(text):
    assert read_name(text) is None


def test_gradients_are_told_from_words():
    known = {"dO": "dO", "dW_Q": "dWq", "dS_scaled_2": "dS_scaled_2", "Wq_next_1": "Wq_next_1", "dA_out": "dA_out"}
    assert {text: str(read_name(text)) for text in known} == known
    assert [read_name(text) for text in ("de", "des", "do", "dk", "d_k")] == [None] * 5


@pytest.mark.parametrize(
    ("path", "number", "says"),
    [
        ("blocks/feed-forward", 0, "F_pre has an entry 0, where ReLU has no slope: 0 is taken, as in frameworks."),
        ("structured/gat", 0, "e₁ has an entry 0, where LeakyReLU has no slope: the one below 0 is taken."),
        ("basics/softmax", 2, "S has its largest entry more than once: the first of them has the whole gradient."),
        ("vision/cbam-spatial", 0, "X₁ and X₂ are equal in places: there the second has the whole gradient."),
        ("basics/softmax", 0, None),
        ("homework/076-attention-backward", 0, None),
    ],
)
def test_what_is_taken_where_there_is_no_slope_is_said(path, number, says):
    problem = load(ROOT / "problems" / f"{path}.yaml")[number]
    notes = attncalc.solve(replace(problem, backward=Backward())).recorder.notes
    assert [note for note in notes if "slope" in note or "gradient" in note] == ([says] if says else [])


def test_features_that_are_equally_large_are_told_apart_by_forms_alone():
    """Multiples of the fourth root of 2, of which the first largest has the slope: no digits tell which that is."""
    problem = load(ROOT / "problems" / "linear" / "performer.yaml")[2]
    sheet = attncalc.solve(replace(problem, backward=Backward()))
    assert sheet["dV"].values() != sheet["dQ"].values() == [["0?", "0?"], ["0?", "0?"]]
