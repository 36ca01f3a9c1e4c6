"""How exact the numbers are: against sums in longer floating point, on shapes, masks and scores of all kinds."""

from contextlib import nullcontext

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import blocks, compiled, error, naive

import attncalc
from attncalc.batch.core import attention_steps

CLOSE = {"float32": 1e-6, "float64": 1e-13}
SHAPES = [(1, 1, 1, 1), (1, 700, 64, 64), (700, 1, 5, 3), (127, 129, 33, 17), (300, 513, 128, 64), (1025, 257, 16, 80)]


@pytest.fixture(params=["NumPy", "compiled"], autouse=True, scope="module")
def powers(request):
    with compiled() if request.param == "compiled" else nullcontext():
        yield


def random(seed, n, m, d, d_v, dtype="float64", size=1.0):
    r = np.random.default_rng(seed)
    Q, K, V = (r.standard_normal(shape) for shape in ((n, d), (m, d), (m, d_v)))
    return [a.astype(dtype) for a in (Q * size, K * size, V)]


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape(shape, dtype):
    Q, K, V = random(1, *shape, dtype)
    assert error(attncalc.attention(Q, K, V), naive(Q, K, V)) < CLOSE[dtype]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(2, 22))
def test_sums_are_short_whatever_the_library_does(seed):
    """Values that cancel: their sums are large on the way, and the outputs small."""
    Q, K, V = random(seed, *SHAPES[4], "float32")
    assert error(attncalc.attention(Q, K, V), naive(Q, K, V)) < CLOSE["float32"]


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("size", [0.3, 1, 1.4, 2, 5])
def test_a_long_sequence(dtype, size):
    """Every 16th row of it is compared, so that the test is quick."""
    Q, K, V = random(2, 2048, 2100, 64, 64, dtype, size)
    found = attncalc.attention(Q, K, V)
    wanted = naive(Q[::16], K, V)
    assert error(found[::16], wanted) < CLOSE[dtype]


def masks(n, m):
    r = np.random.default_rng(3)
    place = np.arange(n)[:, None]
    table = r.random((n, m)) < 0.3
    table[: n // 3] = False
    bias = r.standard_normal((n, m))
    bias[:, ::7] = -np.inf
    return {
        "causal": (np.tri(n, m, dtype=bool), {"causal": True}),
        "lower right": (np.tri(n, m, m - n, dtype=bool), {"causal": "lower-right"}),
        "window": (abs(np.arange(m) - place) <= 40, {"window": (40, 40)}),
        "behind": (np.tri(n, m, dtype=bool) & (np.arange(m) >= place - 9), {"window": (9, None), "causal": True}),
        "table": (table, {"mask": table}),
        "table and causal": (table & np.tri(n, m, dtype=bool), {"mask": table, "causal": True}),
        "keys": (np.broadcast_to(table[-1], (n, m)), {"mask": table[-1]}),
        "lengths": (np.broadcast_to(np.arange(m) < 77, (n, m)), {"kv_lengths": 77}),
        "nothing": (np.zeros((n, m), bool), {"mask": False}),
        "bias": (bias > -np.inf, {"bias": bias}),
        "softcap": (None, {"softcap": 2.5}),
        "softcap and causal": (np.tri(n, m, dtype=bool), {"softcap": 0.5, "causal": True}),
        "scale": (None, {"scale": 0.3}),
    }


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("name", masks(2, 2))
def test_every_mask(name, dtype):
    Q, K, V = random(4, 400, 500, 32, 24, dtype)
    allowed, options = masks(400, 500)[name]
    plain = {word: options[word] for word in ("bias", "scale", "softcap") if word in options}
    wanted = naive(Q, K, V, allowed, **plain)
    found = attncalc.attention(Q, K, V, **options)
    if not wanted.any():
        assert (found == 0).all()
    else:
        assert error(found, wanted) < CLOSE[dtype]


def dominant(Q, K, V):
    K[-7] = Q.mean(axis=0) * 300
    return Q, K, V


def growing(Q, K, V, by=4000.0):
    K *= np.geomspace(1, by, len(K))[:, None].astype(K.dtype)
    return Q, K, V


def equal(Q, K, V):
    K[...] = K[0]
    return Q, K, V


def tens_of_thousands(Q, K, V):
    """Scores of exactly ±10,000, many of them tied, since Q and K hold whole numbers."""
    Q[...], K[...] = 0, 0
    Q[:, 0], K[:, 0] = 80, np.where(np.arange(len(K)) % 3, 1000, -1000)
    return Q, K, V


def near_ties(Q, K, V):
    """Scores near 10,000 that differ by 0.25, which float32 does not hold as powers of 2."""
    Q[...], K[...] = 0, 0
    Q[:, :2], K[:, 0], K[:, 1] = (80, 8), 1000, np.arange(len(K)) % 5 / 4
    return Q, K, V


def large_values(Q, K, V):
    return Q, K, V * V.dtype.type(np.finfo(V.dtype).max / 8)


@pytest.mark.sweep
@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("extreme", [dominant, growing, equal, tens_of_thousands, near_ties, large_values])
@pytest.mark.parametrize("turned", [False, True], ids=["", "turned round"])
def test_extreme_scores(extreme, turned, dtype):
    Q, K, V = extreme(*random(5, 300, 600, 64, 16, dtype))
    if turned:
        K, V = K[::-1], V[::-1]
    with blocks(64, 50):
        found = attncalc.attention(Q, K, V)
    limit = 1e-12 if dtype == "float64" and extreme in (dominant, growing) else CLOSE[dtype]  # their scores are rounded
    assert error(found, naive(Q, K, V)) < limit


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("padding", [1e4, 1e18, 1e30, float(np.finfo("float32").max)])
@pytest.mark.parametrize("score", [-2000, -100, 0, 100, 2000])
def test_padding_by_huge_negative_numbers(score, padding, dtype):
    """The padding stands first: what comes after it must not be counted from there."""
    Q, K, V = random(7, 100, 1000, 1, 2, dtype)
    Q[...], K[...] = 10, score / 10
    bias = np.where(np.arange(1000) < 500, -padding, 0).astype(dtype)
    found = attncalc.attention(Q, K, V, bias=bias)
    assert error(found, naive(Q, K, V, bias=np.broadcast_to(bias, (100, 1000)))) < CLOSE[dtype]


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("size", [1e14, 1e18, 1e30])
def test_scores_beyond_all_digits(size, dtype):
    """Of scores this large each row has one that outweighs all others, and gives its value."""
    Q, K, V = random(8, 400, 3000, 64, 4, dtype, size**0.5)
    scores = (Q.astype(float) / 8) @ K.T.astype(float)
    assert error(attncalc.attention(Q, K, V), V[scores.argmax(axis=1)]) < CLOSE[dtype]


@st.composite
def calls(draw):
    """Sizes, and some of the keywords, of one call with heads."""
    heads, group = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    n, m, d, d_v = (draw(st.integers(1, 12)) for _ in range(4))
    r = np.random.default_rng(draw(st.integers(0, 1 << 20)))
    Q, K, V = (
        r.standard_normal(shape) * draw(st.sampled_from([0.1, 1, 8]))
        for shape in ((2, heads * group, n, d), (2, heads, m, d), (2, heads, m, d_v))
    )
    may = {
        "mask": lambda: r.random(draw(st.sampled_from([(n, m), (m,), (2, 1, n, m), (heads * group, 1, m)]))) < 0.6,
        "bias": lambda: r.standard_normal(draw(st.sampled_from([(n, m), (heads * group, n, m), (n, 1)]))),
        "causal": lambda: draw(st.sampled_from([True, "lower-right"])),
        "window": lambda: tuple(draw(st.one_of(st.none(), st.integers(0, 4))) for _ in range(2)),
        "softcap": lambda: draw(st.sampled_from([0.5, 3.0])),
        "scale": lambda: draw(st.sampled_from([0.01, 1.0, -0.5])),
        "kv_lengths": lambda: r.integers(0, m + 1, 2),
        "past": lambda: [r.standard_normal((2, heads, 3, width)) for width in (d, d_v)],
    }
    options = {name: may[name]() for name in draw(st.sets(st.sampled_from(sorted(may)), max_size=4))}
    if "past" in options:
        options["past_key"], options["past_value"] = options.pop("past")
        options = {name: value for name, value in options.items() if name not in ("mask", "bias")}
    return Q, K, V, options


@settings(max_examples=100, deadline=None)
@given(calls(), st.integers(1, 5), st.integers(1, 5))
def test_blocks_give_what_the_formula_gives(call, rows, columns):
    Q, K, V, options = call
    wanted = attncalc.attention(Q, K, V, **options)
    with blocks(rows, columns):
        found = attncalc.attention(Q, K, V, **options)
        narrow = attncalc.attention(*(a.astype(np.float32) for a in (Q, K, V)), **options)
    same = attncalc.attention(*(a.astype(np.float32).astype(float) for a in (Q, K, V)), **options)
    largest = max(abs(V).max(), abs(options.get("past_value", V)).max())
    assert abs(found - wanted).max() <= 1e-13 * largest
    assert abs(narrow - same).max() <= 1e-6 * largest


def test_the_formula_keeps_to_the_array_api_standard():
    Q, K, V = random(6, 5, 7, 4, 3)
    V[2, 1], V[3, 0] = np.inf, np.nan
    allowed = np.tri(5, 7, dtype=bool)
    bias = np.linspace(-1, 1, 35).reshape(5, 7)
    between = {"scale": 0.5, "softcap": 2.0}
    strict = array_api_strict.asarray
    found = attention_steps(
        array_api_strict, strict(Q), strict(K), strict(V), bias=strict(bias), allowed=strict(allowed), **between
    )
    with np.errstate(all="ignore"):
        wanted = attention_steps(np, Q, K, V, bias=bias, allowed=allowed, **between)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(one), other, rtol=1e-15)


@pytest.mark.parametrize("causal", [False, True])
def test_the_number_of_threads_changes_nothing(causal):
    Q, K, V = random(7, 500, 600, 16, 16, "float32")
    one, three = (attncalc.attention(Q, K, V, causal=causal, threads=threads, memory=1 << 20) for threads in (1, 3))
    np.testing.assert_allclose(one, three, rtol=0, atol=1e-6 * abs(one).max())


def test_float16_is_rounded_once():
    Q, K, V = random(8, 200, 300, 64, 8, "float16")
    found, wanted = attncalc.attention(Q, K, V), naive(Q, K, V)
    assert found.dtype == np.float16
    half = np.spacing(abs(wanted).astype(np.float16)).astype(float) / 2
    assert (abs(found - wanted) <= half + 1e-6 * abs(wanted).max()).all()
