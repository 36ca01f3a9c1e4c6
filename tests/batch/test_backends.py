"""Kernels of other packages: as right as own blocks, and not believed where they are not."""

import sys
import warnings

import numpy as np
import pytest
from naive import error, naive

from attncalc import attention
from attncalc.batch import foreign
from attncalc.batch.attention import attend
from attncalc.batch.backends import kernel
from attncalc.batch.backends.kernel import NUMPY, PACKAGES, PAYS, chosen, is_installed
from attncalc.batch.options import Options
from attncalc.errors import InputError

HERE = [name for name in PACKAGES if is_installed(name)]
RANDOM = np.random.default_rng(5)
N = 150  # rows that are too many to be worked out whole


def matrices(n=N, m=N, d=16, d_v=16, heads=(), size=1.0):
    shapes = ((n, d), (m, d), (m, d_v))
    return [size * RANDOM.standard_normal((*heads, *shape), dtype=np.float32) for shape in shapes]


def by(given, **options):
    """Who calculates it."""
    told = []
    attend(*given, Options(**options), by=told.append)
    return told


@pytest.fixture(autouse=True)
def strangers(monkeypatch):
    monkeypatch.setattr(foreign, "_errors", {})


@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ({}, {}),
        ({"m": 200, "d_v": 8}, {"scale": 0.3}),
        ({"heads": (2, 3)}, {}),
        ({}, {"scale": -0.25}),
    ],
)
def test_outputs(name, sizes, options):
    given = matrices(**sizes)
    assert by(given, backend=name, **options) == [name]
    found = attention(*given, backend=name, **options)
    for at in np.ndindex(found.shape[:-2]):
        assert error(found[at], naive(*(array[at] for array in given), **options)) < 2e-6


@pytest.mark.parametrize("name", HERE)
def test_fewer_heads_of_keys_and_heads_side_by_side(name):
    Q, K, V = matrices(d=24, d_v=24)
    given = Q, K[:, :12], V[:, :12]
    options = {"heads": 4, "kv_heads": 2}
    assert by(given, backend=name, **options) == [name]
    assert error(attention(*given, backend=name, **options), attention(*given, **options)) < 2e-6


OTHERS = {
    "a mask": {"mask": np.tri(N, dtype=bool)},
    "a bias": {"bias": np.zeros((N, N))},
    "a bound": {"softcap": 30.0},
    "a window": {"window": (5, 5)},
    "float64": {"dtype": "float64"},
    "lengths": {"kv_lengths": np.array(100)},
    "a memory": {"memory": 1 << 24},
}


@pytest.mark.parametrize("options", OTHERS.values(), ids=OTHERS)
def test_what_own_blocks_do(options):
    for name in HERE:
        assert by(matrices(), backend=name, **options) == [NUMPY]


def test_what_is_causal():
    assert {name: by(matrices(), backend=name, causal=True) for name in HERE} == {
        name: [name if name in kernel.CAUSAL else NUMPY] for name in HERE
    }


@pytest.mark.parametrize("name", HERE)
def test_large_scores_and_numbers_that_are_none_are_left_to_own_blocks(name):
    assert by(matrices(size=8.0), backend=name) == [NUMPY]
    Q, K, V = matrices()
    V[3, 2] = np.inf
    assert by((Q, K, V), backend=name) == [NUMPY]
    K[3, 2] = np.nan
    assert by((Q, K, V), backend=name) == [NUMPY]


def halved(a):
    """The upper halves of numbers, which is what bfloat16 holds of them."""
    return (a.view(np.uint32) & 0xFFFF0000).view(np.float32)


@pytest.mark.parametrize("name", [name for name in HERE if name in kernel.IN_BFLOAT16])
def test_products_in_bfloat16(name):
    given = matrices(d=64, d_v=64)
    found = attention(*given, backend=name, dtype="bfloat16")
    assert found.dtype == np.float32
    assert 1e-4 < error(found, naive(*given)) < 2e-2


@pytest.fixture
def in_bfloat16(monkeypatch):
    """A package that has bfloat16, by cutting what it is given."""
    make = lambda _, shape: lambda *given: attention(*map(halved, given), scale=shape.scale)  # noqa: E731
    monkeypatch.setattr(foreign, "kernel", make)
    monkeypatch.setattr(kernel, "is_installed", lambda _: True)


@pytest.mark.usefixtures("in_bfloat16")
@pytest.mark.parametrize("backend", ["auto", "openvino", "torch"])
def test_bfloat16_says_how_far_it_is_off(run, backend):
    given = matrices()
    wanted = attention(*map(halved, given))
    np.testing.assert_array_equal(attention(*given, backend=backend, dtype="bfloat16"), wanted)
    np.savez("qkv.npz", **dict(zip("QKV", given, strict=True)))
    code, out, err = run("batch", "qkv.npz", "-o", "o.npz", "--backend", backend, "--dtype", "bfloat16")
    assert (code, err) == (0, "")
    words, _, off = out.rstrip("\n").partition(" in bfloat16, off by ")
    assert words.endswith(f"CPU, {backend.replace('auto', 'openvino')}")
    assert 1e-4 < float(off.removesuffix(" of the largest output")) < 5e-2


@pytest.mark.usefixtures("in_bfloat16")
@pytest.mark.parametrize(
    "options",
    [{}, {"backend": "onnxruntime"}, {"backend": "torch", "softcap": 30.0}, {"backend": "openvino", "causal": True}],
)
def test_bfloat16_is_refused_where_nobody_has_it(options):
    for n in (3, N):
        with pytest.raises(InputError, match="bfloat16 is for plain attention by openvino or torch"):
            attention(*matrices(n=n, m=n), dtype="bfloat16", **options)


@pytest.fixture
def liar(monkeypatch):
    """A package whose kernel is a little wrong."""
    off = lambda _, shape: lambda Q, K, V: attention(Q, K, V, scale=shape.scale) * np.float32(1 + 1e-5)  # noqa: E731
    monkeypatch.setattr(foreign, "kernel", off)
    monkeypatch.setattr(kernel, "is_installed", lambda _: True)


@pytest.mark.usefixtures("liar")
def test_a_kernel_that_is_wrong_is_told_once():
    given, told = matrices(), []
    for _ in range(2):
        found = attend(*given, Options(backend="torch"), say=told.append)
        np.testing.assert_array_equal(found, attention(*given))
    assert told == ["torch is off by 1e-05 of the largest output; own blocks do it instead"]
    with pytest.warns(UserWarning, match="own blocks do it instead"):
        attention(*matrices(m=151), backend="torch")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        attention(*matrices(m=151), backend="torch")


def test_auto_takes_what_is_installed_where_it_pays(monkeypatch):
    first, later = PAYS["onnxruntime"]
    monkeypatch.setattr(kernel, "is_installed", lambda _: False)
    assert chosen("auto", first, causal=False) == NUMPY
    monkeypatch.setattr(kernel, "is_installed", lambda _: True)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    assert [chosen("auto", first, causal=causal) for causal in (False, True)] == ["onnxruntime", NUMPY]
    assert chosen("auto", later, causal=False) == NUMPY
    monkeypatch.setitem(sys.modules, "onnxruntime", kernel)
    assert chosen("auto", later, causal=False) == "onnxruntime"
    assert "torch" not in PAYS


def test_what_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr(kernel, "is_installed", lambda _: False)
    with pytest.raises(InputError, match=r"openvino is not installed\n.*pip install openvino"):
        attention(*matrices(), backend="openvino")
    with pytest.raises(InputError, match="backend is not onnx"):
        attention(*matrices(), backend="onnx")


def test_the_command_says_who_did_it(run):
    pytest.importorskip("onnxruntime")
    np.savez("qkv.npz", **dict(zip("QKV", matrices(), strict=True)))
    code, out, err = run("batch", "qkv.npz", "-o", "o.npz", "--backend", "onnxruntime", "--verify", "4")
    assert (code, err) == (0, "")
    assert "CPU, onnxruntime\n" in out
    code, out, _ = run("batch", "qkv.npz", "-o", "o.npz", "--force", "--backend", "onnxruntime", "--mask", "causal")
    assert out.endswith("CPU\n")
