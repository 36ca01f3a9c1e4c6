"""The GPU: chosen, missing, too small. CuPy is played by NumPy here; where there is a GPU the same is run on it."""

import sys

import numpy as np
import pytest
from strict_device import Cupy, DeviceArray

from attncalc.batch import device
from attncalc.batch.attention import attend
from attncalc.batch.options import LEAST_MEMORY, Options
from attncalc.batch.shapes import lay_out
from attncalc.errors import InputError

RANDOM = np.random.default_rng(2)


@pytest.fixture
def cupy(monkeypatch):
    def put(**what):
        monkeypatch.setitem(sys.modules, "cupy", Cupy(**what))
        return sys.modules["cupy"]

    return put


@pytest.fixture
def no_cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)


def matrices(n=600, m=500, d=16, dtype=np.float32, heads=()):
    return [RANDOM.standard_normal((*heads, rows, d)).astype(dtype) for rows in (n, m, m)]


def laid(n, m=None, heads=()):
    """Matrices of this size that take no memory."""
    return lay_out(*(np.broadcast_to(np.float32(1), (*heads, rows, 64)) for rows in (n, m or n, m or n)), Options())


def test_auto_takes_a_gpu_for_large_work_only(cupy):
    cupy()
    assert device.device_for("auto", laid(1024)) is np
    assert device.device_for("cpu", laid(65536)) is np
    assert device.device_for("auto", laid(65536)).__name__ == "cupy"
    assert device.device_for("auto", laid(8192, heads=(16,))).__name__ == "cupy"
    assert device.device_for("cuda", laid(4)).__name__ == "cupy"


def test_without_cupy(no_cupy):
    assert device.device_for("auto", laid(65536)) is np
    with pytest.raises(InputError, match="CuPy, which is not installed") as missing:
        device.device_for("cuda", laid(4))
    assert 'pip install "attncalc[gpu-cuda12]"' in str(missing.value)


def test_without_a_gpu(cupy):
    cupy(devices=0)
    assert device.device_for("auto", laid(65536)) is np
    with pytest.raises(InputError, match="CuPy finds no GPU\n--device cpu goes without"):
        device.device_for("cuda", laid(4))


def test_with_a_cupy_that_does_not_work(cupy):
    broken = cupy()
    broken.exp2 = lambda x: (_ for _ in ()).throw(RuntimeError("CuPy failed to load libnvrtc.so.12"))
    assert device.device_for("auto", laid(65536)) is np
    with pytest.raises(InputError, match="CuPy cannot use the GPU: CuPy failed to load libnvrtc"):
        device.device_for("cuda", laid(4))


def run(xp, given, options=Options(), said=None):  # noqa: B008
    heads, n, m = given[0].shape[:-2], given[0].shape[-2], given[1].shape[-2]
    where = {"out": np.zeros_like(given[0]), "lse": np.zeros((*heads, n)), "weights": np.zeros((*heads, n, m))}
    device.attend_on(xp, *given, options, say=(said if said is not None else []).append, **where)
    return where


@pytest.mark.parametrize("free", [1 << 34, 1 << 12], ids=["brought at once", "block by block"])
@pytest.mark.parametrize("options", [Options(), Options(causal=True), Options(window=(7, 2), softcap=2.0)])
def test_the_same_outputs(cupy, free, options):
    given = matrices(heads=(2,))
    on_device, on_host = run(cupy(free=free), given, options), run(np, given, options)
    for name, array in on_host.items():
        np.testing.assert_allclose(on_device[name], array, rtol=2e-5, atol=2e-6, err_msg=name)


class CUBLASError(RuntimeError):
    """As cuBLAS has it, which asks for memory of its own."""

    def __init__(self, _):
        super().__init__("CUBLAS_STATUS_ALLOC_FAILED")


@pytest.mark.parametrize("full", [MemoryError, CUBLASError])
def test_smaller_blocks_where_the_memory_is_full(cupy, full):
    given, said, small = matrices(3000, 3000), [], cupy(largest=4_000_000, full=full)
    found = run(small, given, said=said)
    assert len(said) >= 1
    assert all(line.startswith("the GPU's memory is full; again in blocks of ") for line in said)
    assert small.emptied == len(said)
    np.testing.assert_allclose(found["out"], attend(*given), rtol=2e-5, atol=2e-6)


def test_what_is_no_lack_of_memory_is_raised(cupy):
    with pytest.raises(ValueError, match="Out of memory"):
        run(cupy(largest=100, full=ValueError), matrices())


def test_arrays_that_are_on_the_device_stay_there(cupy):
    given = matrices(700, 700)
    found = attend(*map(cupy().asarray, given))
    assert isinstance(found, DeviceArray)
    np.testing.assert_allclose(found.get(), attend(*given), rtol=2e-5, atol=2e-6)
    with pytest.raises(InputError, match="some arrays are CuPy's and some are not"):
        attend(DeviceArray(given[0]), *given[1:])


def test_no_block_is_small_enough(cupy):
    with pytest.raises(InputError, match="the GPU's memory is too small, or in use"):
        run(cupy(largest=100), matrices())


def test_memory_that_is_asked_for_bounds_the_blocks(cupy):
    asked = cupy()
    run(asked, matrices(2000, 2000), Options(memory=LEAST_MEMORY))
    assert 0 < max(asked.asked) <= LEAST_MEMORY


def test_the_command_says_what_to_install(no_cupy, tmp_path, monkeypatch, capsys):
    from attncalc.cli.app import main

    monkeypatch.chdir(tmp_path)
    np.savez("q.npz", **dict(zip("QKV", matrices(9, 9), strict=True)))
    monkeypatch.setattr(sys, "argv", ["attncalc", "batch", "q.npz", "-o", "o.npz", "--device", "cuda"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert 'pip install "attncalc[gpu-cuda12]"' in capsys.readouterr().err


def real_gpu():
    """CuPy where it works; otherwise the reason why it does not."""
    try:
        return device.device_for("cuda", laid(4)), ""
    except InputError as error:
        return None, error.message


GPU, WHY_NOT = real_gpu()


@pytest.mark.gpu
@pytest.mark.skipif(GPU is None, reason=WHY_NOT)
class TestOnTheGPU:
    """What needs one."""

    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    @pytest.mark.parametrize("options", [Options(), Options(causal=True), Options(window=(100, 0))])
    def test_as_on_the_processor(self, dtype, options):
        given = matrices(1500, 1500, 64, dtype, heads=(3,))
        found, expected = run(GPU, given, options), run(np, given, options)
        within = {np.float16: 1e-3, np.float32: 1e-6, np.float64: 1e-13}[dtype]
        for name, array in expected.items():
            assert np.abs(found[name] - array).max() <= within * np.abs(array).max(), name

    def test_arrays_that_are_there(self):
        given = matrices(700, 700)
        found = attend(*map(GPU.asarray, given))
        assert type(found).__module__.startswith("cupy")
        np.testing.assert_allclose(GPU.asnumpy(found), attend(*given), rtol=2e-5, atol=2e-6)

    def test_block_by_block(self, monkeypatch):
        monkeypatch.setattr(device, "WHOLE", 0)
        given = matrices(3000, 3000, 64)
        found = run(GPU, given, Options(memory=4 * LEAST_MEMORY))
        np.testing.assert_allclose(found["out"], attend(*given), rtol=2e-5, atol=2e-6)
