"""What holds for patterns of who sees whom, and for heads that share, with small random numbers: exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_properties import assert_columns_are_transposed_rows, matrix, self_attention, solved

from attncalc.mechanisms.patterns.rules.table import PATTERNS

LIKE = settings(deadline=None, max_examples=12)
OPTIONS = {
    "prefix": {"prefix": 2},
    "sliding": {"w": 1},
    "dilated": {"w": 1, "dilation": 2},
    "global-tokens": {"global": [2], "w": 0},
    "random": {"random": [[1, 4], [2], [3, 1], [2, 3]]},
    "bigbird": {"w": 1, "global": [4], "random": {1: 3, 2: [1, 4], 3: 1, 4: 2}},
    "block-sparse": {"block": 2, "blocks": [[1], [1, 2]]},
    "local-blocks": {"block": 2, "before": 0, "after": 1},
    "swin": {"grid": [2, 2], "side": 2, "shifted": True},
}


@st.composite
def tokens(draw, n=4, d_k=2, d_v=2):
    """Q, K and V of as many tokens each."""
    return {"Q": draw(matrix(n, d_k)), "K": draw(matrix(n, d_k)), "V": draw(matrix(n, d_v))}


def shown(sheet, names=("A", "O")):
    """Weights and output, as they stand on the page."""
    return [sheet[name].values() for name in names]


def test_every_pattern_is_tried():
    assert OPTIONS.keys() == PATTERNS.keys()


@pytest.mark.parametrize("name", OPTIONS)
@given(tokens())
@LIKE
def test_a_pattern_is_the_mask_of_its_name(name, QKV):
    own, as_mask = solved(QKV, OPTIONS[name], mechanism=name), solved(QKV, {"mask": {name: OPTIONS[name]}})
    assert own["O"].values() == as_mask["O"].values()
    if name != "swin":  # which has the weights of each window by itself
        assert own["A"].values() == as_mask["A"].values()
        seen = sum(entry != "-inf" for row in as_mask["S_masked"].values() for entry in row)
        assert own["pairs"].values() == [[str(seen)]]


@pytest.mark.parametrize("name", OPTIONS)
@given(tokens())
@LIKE
def test_queries_alone_have_the_rows_that_they_have_among_all(name, QKV):
    mask = {"mask": {name: OPTIONS[name]}}
    every = solved(QKV, mask)["O"].values()
    assert solved(QKV, {**mask, "queries": [4, 2]})["O"].values() == [every[3], every[1]]
    if name != "swin":
        assert solved(QKV, {**OPTIONS[name], "queries": 3}, mechanism=name)["O"].values() == [every[2]]


@given(tokens(), st.integers(3, 9))
@LIKE
def test_a_window_over_all_is_no_window(QKV, w):
    assert shown(solved(QKV, {"w": w}, mechanism="sliding")) == shown(solved(QKV))


@given(tokens(), st.integers(0, 4))
@LIKE
def test_windows_that_are_windows_by_other_names(QKV, w):
    window = shown(solved(QKV, {"w": w}, mechanism="sliding"))
    assert window == shown(solved(QKV, {"w": w, "dilation": 1}, mechanism="dilated"))
    assert window == shown(solved(QKV, {"w": w}, mechanism="bigbird"))
    assert window == shown(solved(QKV, {"window": {"left": w, "right": w}}))


@given(st.integers(1, 6), st.integers(0, 5))
@LIKE
def test_pairs_of_a_window_by_their_formula(n, w):
    one = [["1"]] * n
    sheet = solved({"Q": one, "K": one, "V": one}, {"w": w}, mechanism="sliding")
    says = sheet.record("pairs").says
    assert ("n(2w + 1)" in says) == (w < n)
    if w < n:
        assert sheet["pairs"].values() == [[str(n * (2 * w + 1) - w * (w + 1))]]


@given(tokens())
@LIKE
def test_a_prefix_of_none_is_causal_and_of_all_is_plain(QKV):
    assert shown(solved(QKV, {"prefix": 0}, mechanism="prefix")) == shown(solved(QKV, {"mask": "causal"}))
    assert shown(solved(QKV, {"prefix": 4}, mechanism="prefix")) == shown(solved(QKV))


@given(tokens(n=8), st.booleans(), matrix(3, 3))
@LIKE
def test_windows_on_a_grid_are_a_mask_and_a_bias(QKV, shifted, B):
    options = {"grid": [2, 4], "side": 2, "shifted": shifted}
    place = [(number // 4, number % 4) for number in range(8)]
    bias = [[B[a - c + 1][b - d + 1] if abs(a - c) < 2 and abs(b - d) < 2 else "0" for c, d in place] for a, b in place]
    masked = solved(QKV, {"mask": {"swin": options}, "bias": bias})
    assert solved({**QKV, "B": B}, options, mechanism="swin")["O"].values() == masked["O"].values()


@given(self_attention(heads=2))
@LIKE
def test_as_many_groups_as_heads_are_multi_head(given):
    grouped = solved(given, {"heads": 2, "groups": 2}, mechanism="grouped-query")
    plain = solved(given, {"heads": 2}, mechanism="multi-head")
    for name in [record.key for record in plain.records]:
        assert grouped[name].values() == plain[name].values(), name


@given(st.data())
@LIKE
def test_one_group_is_multi_query(data):
    shapes = {"X": (2, 2), "Wq": (2, 4), "Wk": (2, 2), "Wv": (2, 2), "Wo": (4, 2), "bk": (1, 2)}
    typed = {name: data.draw(matrix(*shape)) for name, shape in shapes.items()}
    one = solved(typed, {"heads": 2, "groups": 1}, mechanism="grouped-query")
    assert one["MH"].values() == solved(typed, {"heads": 2}, mechanism="multi-query")["MH"].values()
    assert one["MH"].values() == solved(typed, {"heads": 2}, mechanism="multi-head")["MH"].values()


@given(st.data())
@LIKE
def test_groups_are_heads_with_repeated_keys(data):
    shapes = {"X": (2, 2), "Wq": (2, 4), "Wk": (2, 2), "Wv": (2, 2)}
    typed = {name: data.draw(matrix(*shape)) for name, shape in shapes.items()}
    repeated = {name: [[a, a, b, b] for a, b in typed[name]] for name in ("Wk", "Wv")}
    grouped = solved(typed, {"heads": 4, "groups": 2}, mechanism="grouped-query")
    assert grouped["C"].values() == solved({**typed, **repeated}, {"heads": 4}, mechanism="multi-head")["C"].values()


@given(self_attention(heads=2))
@LIKE
def test_heads_that_say_nothing_to_each_other_are_multi_head(given):
    typed = {name: a for name, a in given.items() if not name.startswith("b")}
    plain = solved(typed, {"heads": 2}, mechanism="multi-head")["MH"].values()
    mute = {"P_l": [[1, 0], [0, 1]], "P_w": [[1, 0], [0, 1]]}
    assert solved({**typed, **mute}, {"heads": 2}, mechanism="talking-heads")["MH"].values() == plain
    assert solved(typed, {"heads": 2}, mechanism="talking-heads")["MH"].values() == plain


@given(self_attention(heads=2))
@LIKE
def test_latents_that_are_the_tokens_are_multi_head(given):
    d = len(given["X"][0])
    one = [[int(i == j) for j in range(d)] for i in range(d)]
    rest = {name: given[name] for name in ("X", "Wq", "Wo")}
    latent = solved(
        {**rest, "W_dkv": one, "W_uk": given["Wk"], "W_uv": given["Wv"]}, {"heads": 2}, mechanism="multi-head-latent"
    )
    plain = solved({**rest, "Wk": given["Wk"], "Wv": given["Wv"]}, {"heads": 2}, mechanism="multi-head")
    assert latent["MH"].values() == plain["MH"].values()


@given(tokens(), self_attention(heads=2), st.data())
@settings(deadline=None, max_examples=10)
def test_tokens_in_columns_are_rows_transposed_under_patterns_and_in_groups(QKV, given, data):
    for name, options in OPTIONS.items():
        if name != "swin":
            assert_columns_are_transposed_rows(name, QKV, options)
    assert_columns_are_transposed_rows("swin", QKV, OPTIONS["swin"])
    assert_columns_are_transposed_rows("grouped-query", given, {"heads": 2, "groups": 2})
    typed = {name: a for name, a in given.items() if not name.startswith("b")}
    assert_columns_are_transposed_rows("talking-heads", typed, {"heads": 2})
