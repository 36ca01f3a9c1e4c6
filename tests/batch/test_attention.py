"""What each keyword of `attncalc.attention` means, and what is refused."""

import sys
import threading
import tracemalloc
from contextlib import nullcontext
from types import ModuleType

import numpy as np
import pytest
from naive import blocks, compiled, naive

import attncalc
from attncalc.batch import threads as pool
from attncalc.batch.attention import attend
from attncalc.batch.options import Options
from attncalc.errors import InputError, SizeError

R = np.random.default_rng(9)
NONE = np.nan


def arrays(*shapes, dtype=float):
    return [R.standard_normal(shape).astype(dtype) for shape in shapes]


@pytest.fixture(params=["whole", "by blocks", "compiled"], autouse=True)
def way(request):
    by_blocks, by_compiled = request.param != "whole", request.param == "compiled"
    with blocks(3, 2) if by_blocks else nullcontext(), compiled() if by_compiled else nullcontext():
        yield


def seen(n, m, **options):
    """Which keys each query attends, as text: with equal scores, the weights of those are all the same."""
    weights = np.full((n, m + len(options.get("past_key", ()))), NONE)
    attend(np.zeros((n, 2)), np.zeros((m, 2)), np.zeros((m, 1)), Options(**options), weights=weights)
    return [" ".join("x" if weight else "." for weight in row) for row in weights]


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({"causal": True}, ["x . . .", "x x . ."]),
        ({"causal": "upper-left"}, ["x . . .", "x x . ."]),
        ({"causal": "lower-right"}, ["x x x .", "x x x x"]),
        (
            {"causal": True, "past_key": np.zeros((2, 2)), "past_value": np.zeros((2, 1))},
            ["x x x . . .", "x x x x . ."],
        ),
        ({"causal": "lower-right", "kv_lengths": 3}, ["x x . .", "x x x ."]),
        ({"kv_lengths": 3}, ["x x x .", "x x x ."]),
        ({"kv_lengths": 0}, [". . . .", ". . . ."]),
        ({"window": (0, 1)}, ["x x . .", ". x x ."]),
        ({"window": (0, None)}, ["x x x x", ". x x x"]),
        ({"window": (-1, 0)}, ["x . . .", "x x . ."]),
        ({"window": (0, 3), "causal": True}, ["x . . .", ". x . ."]),
        ({"window": (1, 0), "causal": "lower-right"}, [". x x .", ". . x x"]),
        ({"mask": np.array([[True, False, True, False]])}, ["x . x .", "x . x ."]),
        ({"mask": np.array([[True], [False]])}, ["x x x x", ". . . ."]),
        ({"mask": np.array([True, False, True, True]), "causal": True}, ["x . . .", "x . . ."]),
        ({"bias": np.array([0, -np.inf, 0, 0])}, ["x . x x", "x . x x"]),
    ],
    ids=str,
)
def test_who_sees_whom(options, rows):
    assert seen(2, 4, **options) == rows


def test_more_queries_than_keys():
    assert seen(3, 2, causal=True) == ["x .", "x x", "x x"]
    assert seen(3, 2, causal="lower-right") == [". .", "x .", "x x"]


def test_a_query_without_a_key_gives_0_and_lse_says_so():
    Q, K, V = arrays((3, 4), (5, 4), (5, 2))
    lse, mask = np.empty(3), np.ones((3, 5), bool)
    mask[1] = False
    output = attend(Q, K, V, Options(mask=mask), lse=lse)
    assert (output[1] == 0).all()
    assert lse[1] == -np.inf
    np.testing.assert_allclose(lse[[0, 2]], np.log(np.exp(Q @ K.T / 2).sum(axis=1))[[0, 2]], rtol=1e-14)


def test_weights_and_output_go_where_they_are_wanted(tmp_path):
    Q, K, V = arrays((2, 5, 4), (2, 7, 4), (2, 7, 3), dtype="float32")
    weights = np.lib.format.open_memmap(tmp_path / "A.npy", "w+", "float32", (2, 5, 7))
    out, told = np.full((2, 5, 3), NONE, "float32"), []
    given = attend(Q, K, V, Options(causal=True), out=out, weights=weights, progress=lambda *of: told.append(of))
    assert given is out
    np.testing.assert_allclose(weights @ V, out, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-6)
    assert told[-1] == (10, 10)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@pytest.mark.parametrize("name", ["out", "lse", "weights"])
def test_a_place_of_another_shape_is_refused(name):
    with pytest.raises(SizeError, match=f"{name} has the shape"):
        attend(*arrays((3, 4), (5, 4), (5, 2)), **{name: np.empty((9, 9))})


def test_heads_side_by_side_and_grouped_heads():
    Q, K, V = arrays((2, 5, 4 * 3), (2, 7, 2 * 3), (2, 7, 2 * 6))
    found = attncalc.attention(Q, K, V, heads=4, kv_heads=2)
    assert found.shape == (2, 5, 4 * 6)
    for b, h in np.ndindex(2, 4):
        g = h // 2
        one = naive(Q[b, :, 3 * h : 3 * h + 3], K[b, :, 3 * g : 3 * g + 3], V[b, :, 6 * g : 6 * g + 6])
        np.testing.assert_allclose(found[b, :, 6 * h : 6 * h + 6], one.astype(float), rtol=1e-12)
    np.testing.assert_allclose(found, attncalc.attention(Q, K, V, heads=4), rtol=1e-12)
    split = (x.reshape(2, x.shape[1], heads, -1).swapaxes(1, 2) for x, heads in ((Q, 4), (K, 2), (V, 2)))
    one_axis = attncalc.attention(*split).swapaxes(1, 2).reshape(found.shape)
    np.testing.assert_allclose(found, one_axis, rtol=1e-12)


def test_batch_axes_broadcast():
    Q, K, V = arrays((5, 4), (3, 2, 7, 4), (2, 7, 6))
    found = attncalc.attention(Q, K, V)
    assert found.shape == (3, 2, 5, 6)
    np.testing.assert_allclose(found[2, 1], naive(Q, K[2, 1], V[1]).astype(float), rtol=1e-12)


def test_lengths_stand_on_the_first_batch_axes():
    Q, K, V = arrays((3, 2, 4, 5), (3, 2, 6, 5), (3, 2, 6, 5))
    found = attncalc.attention(Q, K, V, kv_lengths=[6, 1, 4])
    for b, length in enumerate([6, 1, 4]):
        wanted = attncalc.attention(Q[b], K[b, :, :length], V[b, :, :length])
        np.testing.assert_allclose(found[b], wanted, rtol=1e-12)


def test_a_cache_stands_before_the_keys():
    Q, K, V = arrays((2, 5, 4), (2, 7, 4), (2, 7, 3))
    whole = attncalc.attention(Q, K, V, causal="lower-right")
    parts = attncalc.attention(Q[:, 3:], K[:, 5:], V[:, 5:], causal=True, past_key=K[:, :5], past_value=V[:, :5])
    np.testing.assert_allclose(parts, whole[:, 3:], rtol=1e-13)


@pytest.mark.parametrize(
    ("given", "asked", "gets"),
    [
        ("float16", None, "float16"),
        ("float32", None, "float32"),
        ("float64", None, "float64"),
        ("int8", None, "float64"),
        ("bool", None, "float64"),
        ("float32", "float64", "float64"),
        ("float64", "float16", "float16"),
        ("float32", np.float32, "float32"),
    ],
)
def test_types(given, asked, gets):
    Q, K, V = (a.astype(given) for a in arrays((3, 4), (5, 4), (5, 2)))
    found = attncalc.attention(Q, K, V, dtype=asked)
    assert found.dtype == gets
    np.testing.assert_allclose(
        found.astype(float), naive(Q, K, V).astype(float), rtol=2 * np.finfo(gets).eps, atol=1e-6
    )


def test_types_that_differ_are_calculated_in_the_widest():
    (Q, K), (V,) = arrays((3, 4), (5, 4), dtype="float16"), arrays((5, 2))
    assert attncalc.attention(Q, K, V).dtype == float


def test_nothing_to_do():
    for n, m, d_v in ((0, 3, 2), (3, 0, 2), (3, 3, 0)):
        found = attncalc.attention(np.zeros((n, 4)), np.zeros((m, 4)), np.zeros((m, d_v)))
        assert found.shape == (n, d_v)
        assert (found == 0).all()
    assert attncalc.attention(*np.zeros((3, 0, 2, 4))).shape == (0, 2, 4)


def test_a_masked_key_takes_no_part_whatever_its_value():
    Q, K, V = arrays((3, 4), (6, 4), (6, 2))
    wanted = attncalc.attention(Q, K[:4], V[:4])
    V[4], V[5] = np.nan, np.inf
    mask = np.array([True] * 4 + [False] * 2)
    np.testing.assert_allclose(attncalc.attention(Q, K, V, mask=mask), wanted, rtol=1e-13)
    K[4:] = np.nan
    np.testing.assert_allclose(attncalc.attention(Q, K, V, mask=mask), wanted, rtol=1e-13)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nan_and_infinity_go_through_to_the_rows_and_columns_they_meet(dtype):
    Q, K, V = arrays((4, 4), (6, 4), (6, 3), dtype=dtype)
    wanted = attncalc.attention(Q, K, V)
    V[4, 0], V[1, 1] = np.nan, -np.inf
    Q[2, 3] = np.nan
    found = attncalc.attention(Q, K, V)
    assert np.isnan(found[2]).all()
    assert np.isnan(found[:, 0]).all()
    assert (found[[0, 1, 3], 1] == -np.inf).all()
    np.testing.assert_allclose(found[[0, 1, 3], 2], wanted[[0, 1, 3], 2], rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_weights_of_rows_that_hold_nan(dtype):
    Q, K, V = arrays((4, 4), (9, 4), (9, 3), dtype=dtype)
    weights, whole = np.empty((4, 9)), np.empty((4, 9))
    clean = attend(Q, K, V, weights=whole)
    Q[2] = np.nan
    output = attend(Q, K, V, weights=weights)
    rest = [0, 1, 3]
    assert np.isnan(weights[2]).all()
    np.testing.assert_allclose(weights[rest], whole[rest], rtol=1e-5)
    np.testing.assert_allclose(output[rest], clean[rest], rtol=1e-5)


REFUSED = {
    "Q and K must be as wide": ((3, 4), (5, 3), (5, 2), {}),
    "K and V must have as many rows": ((3, 4), (5, 4), (6, 2), {}),
    "batch axes do not fit": ((2, 3, 4), (3, 5, 4), (3, 5, 2), {}),
    "is a matrix of rows": ((4,), (5, 4), (5, 2), {}),
    "3 heads do not share equally": ((3, 4), (5, 4), (5, 2), {"heads": 3}),
    "heads is at least 1": ((3, 4), (5, 4), (5, 2), {"heads": 0}),
    "kv_heads needs heads": ((3, 4), (5, 4), (5, 2), {"kv_heads": 2}),
    "the mask of shape": ((3, 4), (5, 4), (5, 2), {"mask": np.ones((3, 4), bool)}),
    "a mask holds true": ((3, 4), (5, 4), (5, 2), {"mask": np.ones((3, 5))}),
    "the bias of shape": ((3, 4), (5, 4), (5, 2), {"bias": np.ones((4, 5))}),
    "kv_lengths go from 0 to 5": ((3, 4), (5, 4), (5, 2), {"kv_lengths": 6}),
    "kv_lengths counts keys": ((3, 4), (5, 4), (5, 2), {"kv_lengths": 2.0}),
    "causal is not": ((3, 4), (5, 4), (5, 2), {"causal": "lower-left"}),
    "window is a pair": ((3, 4), (5, 4), (5, 2), {"window": 4}),
    "window counts keys": ((3, 4), (5, 4), (5, 2), {"window": (-2, 0)}),
    "come together": ((3, 4), (5, 4), (5, 2), {"past_key": np.ones((2, 4))}),
    "does not go before": ((3, 4), (5, 4), (5, 2), {"past_key": np.ones((2, 3)), "past_value": np.ones((2, 2))}),
    "dtype is one of": ((3, 4), (5, 4), (5, 2), {"dtype": "complex64"}),
    "memory is at least": ((3, 4), (5, 4), (5, 2), {"memory": 1000}),
    "scale is a finite number": ((3, 4), (5, 4), (5, 2), {"scale": np.nan}),
    "softcap is a positive number": ((3, 4), (5, 4), (5, 2), {"softcap": -1}),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_refused(message):
    *shapes, options = REFUSED[message]
    with pytest.raises(InputError, match=message):
        attncalc.attention(*arrays(*shapes), **options)


STRANGE = [np.array([[None, 1]]), np.array([["a", "b"]]), np.ones((1, 2), complex), [[1.0, 2.0], [3.0]]]


@pytest.mark.parametrize("strange", STRANGE, ids=lambda x: str(x)[:12])
def test_what_is_no_matrix_of_numbers_is_refused(strange):
    with pytest.raises(InputError):
        attncalc.attention(strange, np.ones((3, 2)), np.ones((3, 2)))


def test_lists_will_do():
    assert attncalc.attention([[1, 0]], [[1, 0], [0, 1]], [[1], [2]]).round(4).tolist() == [[1.3302]]


def test_right_without_threadpoolctl(monkeypatch):
    Q, K, V = arrays((9, 4), (9, 4), (9, 4))
    wanted = attncalc.attention(Q, K, V)
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    pool._controller.cache_clear()
    np.testing.assert_allclose(attncalc.attention(Q, K, V, threads=2), wanted, rtol=1e-12)
    pool._controller.cache_clear()


def test_ctrl_c_begins_nothing_more():
    begun, go = [], threading.Event()

    def work(job):
        begun.append(job)
        go.wait(0.2)
        return 1

    def stop(rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool.run(range(1000), work, 2, stop)
    assert len(begun) < 20


class OnDevice(np.ndarray):
    """An array that says it belongs to CuPy."""


OnDevice.__module__ = "cupy"


def test_cupy_arrays_stay_cupys(monkeypatch):
    """NumPy's own functions stand in for CuPy's; they keep the class of what they are given."""
    cupy = ModuleType("cupy")
    cupy.__getattr__ = lambda name: getattr(np, name)
    cupy.empty = lambda *given, **more: np.empty(*given, **more).view(OnDevice)
    cupy.asarray = np.asanyarray
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    Q, K, V = arrays((9, 4), (12, 4), (12, 4))
    found = attncalc.attention(*(a.view(OnDevice) for a in (Q, K, V)), causal=True)
    assert type(found) is OnDevice
    np.testing.assert_allclose(found.view(np.ndarray), attncalc.attention(Q, K, V, causal=True), rtol=1e-14, atol=1e-15)
    with pytest.raises(InputError, match=r"some arrays are CuPy's"):
        attncalc.attention(Q.view(OnDevice), K, V)


def test_no_table_of_all_scores_is_made(request):
    """At 3,000 tokens it would take 36 MB, and a broadcast mask 9."""
    if "whole" in request.node.name:
        pytest.skip("once is enough")
    Q, K, V = arrays((3000, 32), (3000, 32), (3000, 32), dtype="float32")
    with blocks(256, 128):
        tracemalloc.start()
        attncalc.attention(Q, K, V, threads=2, mask=np.arange(3000) % 5 > 0, causal=True, window=(2000, 0))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 3 << 20
