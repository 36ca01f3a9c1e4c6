"""What holds for every attention problem, with small random numbers: exactly where it can be."""

from fractions import Fraction
from functools import partial

import mpmath
import numpy as np
import pytest
from exactly import attention, entries, matrix_of, same, size
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.errors import InputError
from attncalc.render.view import View, transposed

mp = mpmath.mp.clone()
mp.dps = 160
NUDGE = mp.mpf(10) ** -120  # a tie that mpmath misses by less than this is one
entry = st.one_of(st.integers(-3, 3).map(str), st.decimals(-3, 3, places=2).map(str), st.sampled_from(["1/3", "-2/7"]))
matrix = partial(matrix_of, entry)


@st.composite
def self_attention(draw, heads=1):
    """X, its weights and biases, and the output projection."""
    n, d, d_k, d_v = draw(size), draw(size), heads * draw(st.integers(1, 2)), heads * draw(st.integers(1, 2))
    shapes = {"X": (n, d), "Wq": (d, d_k), "Wk": (d, d_k), "Wv": (d, d_v), "bq": (1, d_k), "bv": (1, d_v)}
    return {name: draw(matrix(*shape)) for name, shape in shapes.items()} | {"Wo": draw(matrix(d_v, d))}


@st.composite
def decoding(draw):
    """Two decoder states, encoder states, and the weights of an additive score."""
    d_s, d_h, p = draw(st.integers(2, 3)), draw(size), draw(size)
    shapes = {"s": (2, d_s), "H": (draw(size), d_h), "W": (p, d_s), "U": (p, d_h), "v": (1, p), "b": (1, p)}
    return {name: draw(matrix(*shape)) for name, shape in shapes.items()}


def solved(given, options=None, arithmetic="decimal", mechanism="scaled-dot-product", **digits):
    return attncalc.solve(attncalc.problem(mechanism, given, options), arithmetic, **(digits or {"significant": 20}))


def lines(sheet):
    """Every line, details and inputs too, as the page shows them."""
    view = View(sheet)
    return {record.key: view.texts(record, sheet.asked) for record in (*sheet.records, *sheet.inputs)}


@given(attention(entry), st.sampled_from([{}, {"scale": "none"}, {"mask": "causal"}, {"temperature": "1/2"}]))
@settings(deadline=None, max_examples=40)
def test_rows_of_weights_sum_to_exactly_one(QKV, options):
    sheet = solved(QKV, options, "exact")
    with sheet.arithmetic.working():
        for row in sheet.record("A").value.rows:
            assert sum(row, fmpq(0)) == fmpq(1)


@given(matrix(2, 3), matrix(3, 1), st.tuples(entry, entry))
@settings(deadline=None, max_examples=40)
def test_a_constant_added_to_a_row_of_scores_changes_no_weight(S, V, constants):
    shifted = [[f"{s}+({c})" for s in row] for row, c in zip(S, constants, strict=True)]
    before, after = (solved({"S": scores, "V": V}, {"scale": "none"}, "exact") for scores in (S, shifted))
    assert before["A"].values() == after["A"].values()
    assert same(before, entries(before, "A"), entries(after, "A"))


@given(attention(entry), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_the_order_of_keys_changes_no_output_and_outputs_follow_the_queries(QKV, random):
    Q, K, V = QKV.values()
    keys, queries = random.sample(range(len(K)), len(K)), random.sample(range(len(Q)), len(Q))
    plain = solved(QKV)["O"].values()
    assert solved({"Q": Q, "K": [K[i] for i in keys], "V": [V[i] for i in keys]})["O"].values() == plain
    assert solved({**QKV, "Q": [Q[i] for i in queries]})["O"].values() == [plain[i] for i in queries]


@given(matrix(3, 2), matrix(3, 2), matrix(3, 2), matrix(3, 2), st.integers(1, 2))
@settings(deadline=None, max_examples=40)
def test_causal_outputs_ignore_later_tokens(Q, K, V, other, seen):
    changed = {"Q": Q, "K": K[:seen] + other[seen:], "V": V[:seen] + other[:-seen]}
    found = solved(changed, {"mask": "causal"})["O"].values()
    assert found[:seen] == solved({"Q": Q, "K": K, "V": V}, {"mask": "causal"})["O"].values()[:seen]
    assert found[seen - 1] == solved({"Q": Q[:seen], "K": K[:seen], "V": V[:seen]})["O"].values()[-1]


def assert_columns_are_transposed_rows(mechanism, given, options, **tables):
    vectors = ("bq", "bk", "bv", "bo")
    typed = {name: a if name in vectors else transposed(a) for name, a in given.items()}
    turned = {name: transposed(a) for name, a in tables.items()}
    wanted = lines(solved(given, {**options, **tables}, mechanism=mechanism))
    shown = lines(solved(typed, {**options, **turned, "tokens": "columns"}, mechanism=mechanism))
    assert list(shown) == list(wanted)
    for key, texts in wanted.items():
        assert shown[key] == (texts if key[:2] in vectors else transposed(texts)), key


@given(attention(entry), st.data())
@settings(deadline=None, max_examples=25)
def test_tokens_in_columns_are_rows_transposed(QKV, data):
    n, m = len(QKV["Q"]), len(QKV["K"])
    table = data.draw(matrix_of(st.sampled_from(["0", "-1.5", "-inf"]), n, m))
    for row in table:  # every query sees a key
        row[0] = "-0.5"
    assert_columns_are_transposed_rows("scaled-dot-product", QKV, {})
    assert_columns_are_transposed_rows("scaled-dot-product", QKV, {"temperature": 2}, mask=table)
    assert_columns_are_transposed_rows("scaled-dot-product", QKV, {"padding": [1] * m}, bias=data.draw(matrix(n, m)))


@given(self_attention(), self_attention(heads=2))
@settings(deadline=None, max_examples=20)
def test_tokens_in_columns_are_rows_transposed_in_projections_and_heads(single, double):
    single.pop("Wo")
    assert_columns_are_transposed_rows("self-attention", single, {"mask": "causal"})
    assert_columns_are_transposed_rows("multi-head", double, {"heads": 2})


@given(decoding())
@settings(deadline=None, max_examples=25)
def test_several_decoder_states_are_each_one_alone(given):
    both = solved(given, mechanism="additive")
    for number, s in enumerate(given["s"], 1):
        for written in (s, [s], transposed([s])):  # flat, a row, a column
            alone = solved({**given, "s": written}, mechanism="additive")
            for step in alone:
                name = step.name if step.name == "Uh" else f"{step.name}_{number}"
                assert both[name].values() == step.values(), name


@given(decoding())
@settings(deadline=None, max_examples=25)
def test_one_matrix_before_both_states_is_two_side_by_side(given):
    rest = {name: a for name, a in given.items() if name not in "WU"}
    pairs = list(zip(given["W"], given["U"], strict=True))
    s_first = {**rest, "W": [w + u for w, u in pairs]}, {}
    h_first = {**rest, "W": [u + w for w, u in pairs]}, {"order": "h-first"}
    two, *ones = [solved(*typed, "exact", "additive") for typed in ((given, {}), s_first, h_first)]
    for one in ones:
        for step in two:
            if step.name.partition("_")[0] not in ("Uh", "Ws"):
                assert one[step.name].exact() == step.exact(), step.name


@given(decoding())
@settings(deadline=None, max_examples=25)
def test_encoder_states_in_columns_are_rows_transposed_and_weights_stay(given):
    joined = {name: a for name, a in given.items() if name != "U"}
    joined["W"] = [w + u for w, u in zip(given["W"], given["U"], strict=True)]
    for typed in (given, joined):
        turned = {**typed, "s": transposed(typed["s"]), "H": transposed(typed["H"])}
        wanted = lines(solved(typed, mechanism="additive"))
        shown = lines(solved(turned, {"tokens": "columns"}, mechanism="additive"))
        assert list(shown) == list(wanted)
        for key, texts in wanted.items():
            is_turned = key.partition("_")[0] in ("H", "Uh", "sh", "Wsh", "pre", "T")
            assert shown[key] == (transposed(texts) if is_turned else texts), key


@given(self_attention(heads=2))
@settings(deadline=None, max_examples=20)
def test_weights_typed_out_by_in_give_the_same_lines(given):
    turned = {name: transposed(a) if name.startswith("W") else a for name, a in given.items()}
    plain = solved(given, {"heads": 2}, mechanism="multi-head")
    other = solved(turned, {"heads": 2, "weights": "out-in"}, mechanism="multi-head")
    assert [step.values() for step in plain] == [step.values() for step in other]


@given(self_attention())
@settings(deadline=None, max_examples=20)
def test_one_head_with_the_identity_as_output_projection_is_self_attention(given):
    identity = np.eye(len(given.pop("Wo")), dtype=int)
    one = solved(given, mechanism="self-attention")
    many = solved({**given, "Wo": identity}, {"heads": 1}, mechanism="multi-head")
    assert many["MH"].values() == many["C"].values() == one["O"].values()
    assert [step.values() for step in many][:-2] == [step.values() for step in one]


@given(attention(entry))
@settings(deadline=None, max_examples=30)
def test_masks_that_hide_nothing_change_nothing(QKV):
    n, m, plain = len(QKV["Q"]), len(QKV["K"]), solved(QKV)
    ones, zeros = {"mask": [["1"] * m] * n}, {"mask": [["0"] * m] * n, "mask-means": "hide"}
    for option in ({"window": {"left": n, "right": m}}, {"padding": [1] * m}, ones, zeros):
        other = solved(QKV, option)
        assert (other["A"].values(), other["O"].values()) == (plain["A"].values(), plain["O"].values()), option


def half_up(x, places):
    units = int(mp.floor(abs(x) * mp.mpf(10) ** places + mp.mpf(0.5) + NUDGE))
    return Fraction(units if x > 0 else -units) / Fraction(10) ** places


def real(x):
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def by_hand(Q, K, V, settle=lambda x: x):
    """Every line by mpmath; `settle` says what becomes of a number before the next line uses it."""
    Q, K, V = ([list(map(real, row)) for row in a] for a in (Q, K, V))

    def times(a, b):
        return [[settle(mp.fdot(row, column)) for column in transposed(b)] for row in a]

    page = {"S": times(Q, transposed(K))}
    page["S_scaled"] = [[settle(x / mp.sqrt(len(K[0]))) for x in row] for row in page["S"]]
    page["E"] = [[settle(mp.exp(x)) for x in row] for row in page["S_scaled"]]
    page["Z"] = [[settle(sum(row))] for row in page["E"]]
    page["A"] = [[settle(x / z) if x else x for x in row] for row, [z] in zip(page["E"], page["Z"], strict=True)]
    page["O"] = times(page["A"], V)
    return {name: a for name, a in page.items() if name != "S_scaled" or len(K[0]) > 1}


def fractions(sheet, names):
    return {name: [[Fraction(text) for text in row] for row in lines(sheet)[name]] for name in names}


@given(attention(entry), st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_decimals_are_what_mpmath_gives_correctly_rounded_and_floats_are_close(QKV, places):
    def digits(x):
        """Rounded; a number too small for these places has two digits."""
        return half_up(x, places) or (half_up(x, 1 - int(mp.floor(mp.log10(abs(x))))) if abs(x) > NUDGE else 0)

    page = by_hand(**QKV)
    assert fractions(solved(QKV, decimals=places), page) == {
        name: [[digits(x) for x in row] for row in wanted] for name, wanted in page.items()
    }
    for step in solved(QKV, arithmetic="float"):
        assert np.abs(np.asarray(step) - np.array(page[step.name], dtype=float)).max() < 1e-12, step.name


@given(attention(entry), st.integers(1, 4))
@settings(deadline=None, max_examples=60)
def test_rounded_is_a_chain_of_rounded_lines(QKV, places):
    page = by_hand(**QKV, settle=lambda x: real(half_up(x, places)))
    if not all(z for [z] in page["Z"]):
        with pytest.raises(InputError, match="sum to 0"):
            solved(QKV, arithmetic="rounded", decimals=places)
        return
    assert fractions(solved(QKV, arithmetic="rounded", decimals=places), page) == {
        name: [[half_up(x, places) for x in row] for row in wanted] for name, wanted in page.items()
    }
