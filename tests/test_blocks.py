"""What holds for the blocks around attention: norms, residuals, networks, dropout, layers and choices; exactly."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from exactly import entries, entry, matrix_of, same, solved
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.arithmetic.base import arithmetic
from attncalc.errors import InputError
from attncalc.mechanisms.registry import find
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.problem.reader import load
from attncalc.problem.tree import Scalar
from attncalc.render.view import View, transposed

ROOT = Path(__file__).parent.parent
quick = settings(deadline=None, max_examples=25)
matrix = partial(matrix_of, entry)


def varied(rows, columns):
    """Rows of which none has equal entries only."""
    return matrix(rows, columns).filter(lambda a: all(len(set(map(Fraction, row))) > 1 for row in a))


def lines(sheet, end=""):
    """What each line says, details too; those of a section without its numbers."""
    view = View(sheet)
    return {
        record.key.removesuffix(end): view.texts(record, sheet.asked)
        for record in sheet.records
        if record.key.endswith(end)
    }


@given(st.integers(2, 4).flatmap(lambda width: varied(2, width)), st.sampled_from(["population", "sample"]))
@quick
def test_rows_of_a_layer_norm_have_mean_0_and_variance_1(X, variance):
    sheet = solved("layer-norm", {"X": X}, variance=variance)
    with sheet.arithmetic.working():
        for row in entries(sheet, "X_norm"):
            assert sum(row, fmpq(0)) == 0
            assert sum((x * x for x in row), fmpq(0)) == len(row) - (variance == "sample")


@given(varied(1, 3), entry, st.sampled_from(["2", "1/3", "0.7"]))
@quick
def test_a_layer_norm_forgets_where_a_row_stands_and_how_large_it_is(X, shift, factor):
    moved = [[f"{factor}*({x})+({shift})" for x in row] for row in X]
    sheet, other = (solved("layer-norm", {"X": rows}) for rows in (X, moved))
    assert same(sheet, entries(sheet, "X_norm"), entries(other, "X_norm"))


@given(matrix(2, 2), matrix(2, 2), matrix(2, 2))
@quick
def test_a_layer_norm_of_two_numbers_is_1_and_minus_1(X, Wq, Wv):
    """Also after attention: the root of a closed form that is a square is found."""
    try:
        sheet = solved("self-attention", {"X": X, "Wq": Wq, "Wv": Wv}, "decimal", residual=True, norm="layer")
    except InputError as error:
        assert "divided by 0" in str(error)  # noqa: PT017  most rows vary
        return
    with sheet.arithmetic.working():
        for (a, b), row in zip(entries(sheet, "X_res"), lines(sheet)["X_norm"], strict=True):
            assert [float(text) for text in row] == ([1, -1] if sheet.arithmetic.is_positive(a - b) else [-1, 1])
    gate = {"X": [["1/3", "2/5"], [1, 0]], "Wup": [[1], [0]], "Wdown": [[1, 0]], "bup": ["-1"], "Wv": [[2, 1], [0, 1]]}
    assert lines(solved("encoder-layer", gate, "decimal"))["F_act_2"] == [["0"], ["0"]]  # of 1 − 1, or −1 − 1


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-3, 3)), min_size=1, max_size=3), st.integers(1, 3))
@quick
def test_roots_of_squares_are_closed_forms(terms, below):
    ar = arithmetic("exact")
    with ar.working():
        top = sum((coefficient * ar.function("exp", fmpq(power)) for power, coefficient in terms), fmpq(0))
        form = top / (1 + ar.function("exp", fmpq(below)))
        root = ar.function("sqrt", form * form)
        assert ar.same(root, form) or ar.same(root, -form)
        assert not ar.is_positive(-root)
        assert type(root) is not arb


@given(varied(2, 3))
@quick
def test_rows_of_an_rms_norm_have_mean_square_1(X):
    sheet = solved("rms-norm", {"X": X})
    with sheet.arithmetic.working():
        for row in entries(sheet, "X_norm"):
            assert sum((x * x for x in row), fmpq(0)) == len(row)


@given(matrix(2, 2), matrix(3, 2), matrix(3, 2))
@quick
def test_dropout_that_drops_nothing_is_attention(Q, K, V):
    plain = lines(solved("scaled-dot-product", {"Q": Q, "K": K, "V": V}))
    kept = lines(solved("dropout", {"Q": Q, "K": K, "V": V, "M_drop": [[1] * 3] * 2}, p=0))
    assert {name: kept[name] for name in plain} == plain
    assert kept["A_drop"] == plain["A"]


@given(st.lists(st.integers(1, 5), min_size=2, max_size=3), st.sampled_from([Fraction(1, 2), Fraction(1, 4)]))
@quick
def test_dropout_leaves_the_weights_as_they_are_on_average(parts, p):
    A = [Fraction(part, sum(parts)) for part in parts]
    mean = [Fraction(0)] * len(A)
    for drawn in product((0, 1), repeat=len(A)):
        given = {"A": [list(map(str, A))], "V": [[1]] * len(A), "M_drop": [list(drawn)]}
        found = [Fraction(int(x.p), int(x.q)) for x in entries(solved("dropout", given, p=str(p)), "A_drop")[0]]
        chance = (1 - p) ** sum(drawn) * p ** (len(drawn) - sum(drawn))
        mean = [old + chance * x for old, x in zip(mean, found, strict=True)]
    assert mean == A


@given(matrix(3, 2), matrix(2, 2))
@quick
def test_a_residual_of_nothing_is_what_was_there(X, Wq):
    given = {"X": X, "Wq": Wq, "Wv": [[0, 0], [0, 0]]}
    sheet = solved("self-attention", given, residual=True)
    assert same(sheet, entries(sheet, "X_res"), sheet.recorder.inputs["X"].value.rows)
    heads = solved("multi-head", given, residual=True, heads=2)
    assert lines(heads)["X_res"] == lines(sheet)["X_res"]


@given(matrix(2, 2), matrix(2, 3), matrix(3, 2), st.lists(entry, min_size=3, max_size=3))
@quick
def test_two_layers_without_an_activation_are_one_product(X, W1, W2, b):
    sheet = solved("feed-forward", {"X": X, "W1": W1, "b1": b, "W2": W2}, activation="none")
    inner = solved("self-attention", {"X": X, "Wv": W1, "bv": b, "A": [[1, 0], [0, 1]]}).record("V").value
    second = sheet.recorder.inputs["Wdown"].value
    with sheet.arithmetic.working():
        assert entries(sheet, "F") == sheet.arithmetic.matmul(inner, second).rows


@pytest.mark.parametrize("word", ["relu", "gelu", "gelu-tanh", "silu", "elu", "tanh"])
def test_activations_leave_zero_as_it_is(word):
    given = {"X": [[0]], "W1": [[1]], "W2": [[1]]}
    assert lines(solved("feed-forward", given, "decimal", activation=word))["F_act"] == [["0"]]


@given(matrix(2, 3), matrix(3, 2))
@quick
def test_a_gate_of_the_same_weights_squares(X, W):
    sheet = solved("feed-forward", {"X": X, "Wgate": W, "W1": W, "W2": [[1, 0], [0, 1]]}, activation="bilinear")
    assert entries(sheet, "F") == [[x * x for x in row] for row in entries(sheet, "F_pre")]


@given(varied(2, 2), matrix(2, 2), matrix(2, 3), matrix(3, 2))
@quick
def test_an_encoder_layer_is_its_sublayers_one_after_the_other(X, Wv, W1, W2):
    layer = solved("encoder-layer", {"X": X, "Wv": Wv, "W1": W1, "W2": W2}, norm="none")
    assert lines(layer, "_1") == lines(solved("self-attention", {"X": X, "Wv": Wv}, residual=True))
    with layer.arithmetic.working():
        total = layer.record("X_res_1").value + layer.record("F_2").value
        assert same(layer, entries(layer, "X_res_2"), total.rows)


@given(matrix(3, 2), matrix(1, 2), matrix(2, 2), st.sampled_from(["none", "rms"]))
@quick
def test_a_token_of_a_decoder_does_not_see_those_after_it(X, last, Y, norm):
    X = [[x, "5"] for x, _ in X]  # no row of zeros
    given = {"Y": [["1", "2"], *Y], "W1": [[1, 0], [1, 1]], "W2": [[1, 1], [0, 1]]}
    found, other = (
        solved("decoder-layer", {"X": rows, **given}, "decimal", norm=norm) for rows in (X, [*X[:2], ["7", last[0][0]]])
    )
    for name, texts in lines(found).items():
        if name[:2] not in ("M_", "K_", "V_") and not name.startswith(("S_1", "S_scaled_1", "A_1", "E_1")):
            assert texts[:2] == lines(other)[name][:2], name


@given(matrix(2, 4), st.integers(1, 4))
@quick
def test_what_top_k_keeps_sums_to_1_and_all_of_it_is_softmax(logits, k):
    sheet = solved("sampling", {"logits": logits}, top_k=k)
    with sheet.arithmetic.working():
        for row in entries(sheet, "prob_k"):
            assert sum(row, fmpq(0)) == 1
            assert sum(x != 0 for x in row) == k
    every = solved("sampling", {"logits": logits}, top_k=4)
    assert same(every, entries(every, "prob_k"), entries(every, "prob"))


@given(matrix(2, 4))
@quick
def test_top_p_of_1_is_softmax_and_of_0_is_the_largest(logits):
    sheet = solved("sampling", {"logits": logits}, top_p=1)
    assert same(sheet, entries(sheet, "prob_p"), entries(sheet, "prob"))
    largest, one = solved("sampling", {"logits": logits}, top_p=0), solved("sampling", {"logits": logits}, top_k=1)
    assert lines(largest)["prob_p"] == lines(one)["prob_k"]


@given(matrix(1, 4), st.sampled_from(["0.5", "3/4"]))
@quick
def test_top_p_keeps_as_few_as_reach_p(logits, p):
    sheet = solved("sampling", {"logits": logits}, "decimal", top_p=p)
    count = int(lines(sheet)["count"][0][0])
    sums = [float(text) for text in lines(sheet)["prob_sums"][0]]
    assert all(total < float(Fraction(p)) + 1e-4 for total in sums[: count - 1])
    assert sums[count - 1] > float(Fraction(p)) - 1e-4


def test_the_loss_of_a_certain_prediction_is_0():
    given = {"ids": [1, 0], "We": [[1, 0], [0, 1]], "Wup": [[0], [0]], "Wdown": [[0, 0]], "targets": [0, 1]}
    sheet = solved("transformer", {**given, "Wu": [[-1000, 1000], [1000, -1000]]}, "decimal", norm="none")
    assert float(lines(sheet)["loss"][0][0]) < 1e-300


def test_a_model_may_start_in_the_middle_and_end_at_one_token():
    model = {"We": [[1, 0], [0, 1]], "targets": [1, 0], "Wup": [[1], [0]], "Wdown": [[1, 0]]}
    late = lines(solved("transformer", {"X_res_2": [[1, 2], [3, 5]], **model}, norm="none"))
    assert list(late) == ["X_res_2", "logits", "E", "Z", "prob", "prob_target", "nll", "loss"]
    whole = lines(solved("transformer", {"ids": [0, 1], **model}, "decimal", mask="causal"))
    last = lines(solved("transformer", {"ids": [0, 1], **model}, "decimal", mask="causal", queries=[2]))
    assert {name: rows[-1:] for name, rows in whole.items() if name in ("prob", "prob_target", "nll")} == {
        name: last[name] for name in ("prob", "prob_target", "nll")
    }


PROBLEMS = [
    (path.stem, number, problem)
    for path in sorted((ROOT / "problems" / "blocks").glob("*.yaml"))
    for number, problem in enumerate(load(path), 1)
    if "tokens" not in problem.options or problem.options["tokens"].value.text == "rows"
]


def test_what_rounding_keeps_below_the_draw_still_draws_a_word_that_was_kept():
    problem = attncalc.problem("sampling", {"logits": "0 0 0 -99"}, {"top-k": "3", "u": "1"})
    sheet = attncalc.solve(problem, "rounded", decimals=2)
    assert sheet["prob_cum"].values() == [["0.33", "0.66", "0.99", "0.99"]]
    assert sheet["idx_word"].values() == [["3"]]


@pytest.mark.parametrize(("name", "number", "problem"), PROBLEMS, ids=[f"{stem}-{n}" for stem, n, _ in PROBLEMS])
def test_tokens_in_columns_are_rows_transposed(name, number, problem):
    signature = find(problem.mechanism).signature
    by_rows = {key: [[number.text for number in row] for row in a.rows] for key, a in problem.given.items()}
    steps = {"A": 2, "logits": 2}
    axes = {
        key: len(signature[term].axes) if term in signature.names else steps[term]
        for key in by_rows
        for term in [_term(problem, key)]
    }
    options = {key: option.value for key, option in problem.options.items() if key != "tokens"}
    columns = {key: transposed(a) if axes[key] == 2 else a for key, a in by_rows.items()}
    sheets = [
        attncalc.solve(_with(problem, given, {**options, "tokens": word}))
        for given, word in ((by_rows, "rows"), (columns, "columns"))
    ]
    wanted, found = map(lines, sheets)
    assert found.keys() == wanted.keys()
    for record in sheets[0].records:
        texts = wanted[record.key]
        assert found[record.key] == (transposed(texts) if len(record.expr.axes) == 2 else texts), record.key


def _term(problem, key):
    """The input, or the line, that a matrix is."""
    return read_name(find(problem.mechanism).spelt.get(key, key)).base


def _with(problem, given, options):
    """The same mechanism with other matrices and options."""
    made = {key: Option(key, Scalar(value) if isinstance(value, str) else value) for key, value in options.items()}
    return replace(attncalc.problem(problem.mechanism, given, {}), options=made)
