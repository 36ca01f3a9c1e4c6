"""What holds for attention with relative positions, exactly: without a bias it is attention; buckets and slopes."""

import math
from fractions import Fraction

import numpy as np
import pytest
from exactly import entries, same, tokens
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.mechanisms.positions.buckets import Table

entry = st.one_of(st.integers(-3, 3).map(str), st.sampled_from(["1/3", "-2/7", "0.25"]))


def zeros(height, width):
    return [["0"] * width for _ in range(height)]


def solved(mechanism, matrices, options):
    return attncalc.solve(attncalc.problem(mechanism, matrices, options), "exact")


def assert_same(one, other, *steps):
    """The same closed forms, by steps."""
    for step in steps:
        assert same(one, entries(one, step), entries(other, step)), step


@given(tokens(entry))
@settings(deadline=None, max_examples=30)
def test_alibi_of_slope_0_is_causal_attention(QKV):
    plain = solved("scaled-dot-product", QKV, {"mask": "causal"})
    assert_same(plain, solved("alibi", QKV, {"slope": "0"}), "S", "A", "O")
    plain = solved("scaled-dot-product", QKV, {})
    assert_same(plain, solved("alibi", QKV, {"slope": "0", "bidirectional": "true"}), "S", "A", "O")


@given(tokens(entry), st.integers(0, 2))
@settings(deadline=None, max_examples=30)
def test_shaw_with_tables_of_0_is_attention(QKV, k):
    tables = {"Rk": zeros(2 * k + 1, len(QKV["Q"][0])), "Rv": zeros(2 * k + 1, len(QKV["V"][0]))}
    assert_same(solved("scaled-dot-product", QKV, {}), solved("shaw", QKV | tables, {}), "S", "A", "O")


@given(tokens(entry), st.booleans())
@settings(deadline=None, max_examples=30)
def test_t5_with_a_table_of_0_is_unscaled_attention(QKV, both):
    plain = solved("scaled-dot-product", QKV, {"scale": "none"} | ({} if both else {"mask": "causal"}))
    assert_same(plain, solved("t5", QKV | {"b": zeros(32, 1)}, {"bidirectional": str(both).lower()}), "S", "A", "O")


@given(tokens(entry))
@settings(deadline=None, max_examples=30)
def test_transformer_xl_without_positions_and_content_bias_is_causal_attention(QKV):
    width = len(QKV["Q"][0])
    more = {"R": zeros(len(QKV["K"]), width), "u": ["0"] * width, "v": ["1"] * width}
    assert_same(
        solved("scaled-dot-product", QKV, {"mask": "causal"}), solved("transformer-xl", QKV | more, {}), "A", "O"
    )


@given(tokens(entry))
@settings(deadline=None, max_examples=20)
def test_alibi_of_heads_is_that_of_each_with_its_slope(QKV):
    twice = {name: [row + row for row in rows] for name, rows in QKV.items()}
    both = solved("alibi", twice, {"heads": "2"})
    for head, slope in enumerate(("1/16", "1/256"), 1):
        single = solved("alibi", QKV, {"slope": slope})
        assert same(both, entries(both, f"O_{head}"), entries(single, "O"))


# The values of the code that came with the paper, at its 32 buckets and furthest distance of 128.
BOTH = {0: 0, -1: 1, 1: 17, -7: 7, -8: 8, -12: 9, -16: 10, -64: 14, -200: 15, 8: 24}
PAST = {0: 0, -15: 15, -16: 16, -32: 21, -64: 26, -127: 31, 5: 0}


@pytest.mark.parametrize(("both", "known"), [(True, BOTH), (False, PAST)])
def test_buckets_of_t5(both, known):
    table = Table(bidirectional=both)
    assert {offset: table.bucket(offset) for offset in known} == known


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize(("buckets", "furthest"), [(4, 3), (8, 16), (32, 128), (32, 127), (64, 1000), (256, 129)])
def test_buckets_grow_with_the_distance_and_all_are_used(both, buckets, furthest):
    table = Table(buckets=buckets, max_distance=furthest, bidirectional=both)
    past = [table.bucket(-distance) for distance in range(2 * furthest)]
    assert past == sorted(past)
    assert (past[0], past[-1]) == (0, table.side - 1)
    assert past[furthest] == table.side - 1
    after = [table.bucket(distance) for distance in range(1, 2 * furthest)]
    assert after == ([table.side + bucket for bucket in past[1:]] if both else [0] * len(after))


def test_buckets_are_those_of_the_logarithm():
    """In fractions: 8 + t is the bucket where (distance/8)^8 lies between 16^t and 16^(t + 1)."""
    for distance in range(8, 200):
        t = Table().bucket(-distance) - 8
        ratio = Fraction(distance, 8) ** 8
        assert 16**t <= ratio
        assert t == 7 or ratio < 16 ** (t + 1)


@pytest.mark.parametrize("heads", [1, 2, 3, 5, 6, 8, 12, 20])
def test_slopes_of_alibi(heads):
    sheet = attncalc.solve(attncalc.problem("alibi", {"X": [["1"] * heads]}, {"heads": str(heads)}), "float")
    power = 2 ** int(math.log2(heads))
    expected = [2.0 ** (-8 * k / power) for k in range(1, power + 1)]
    expected += [2.0 ** (-4 * k / power) for k in range(1, 2 * power, 2)][: heads - power]
    assert np.asarray(sheet["m_head"]).ravel() == pytest.approx(expected, rel=1e-14)
