"""Exponentials that Numba compiles: as exact as NumPy's, loaded only when that pays, and never needed."""

import sys
from types import ModuleType, SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import attncalc
from attncalc.batch import powers

TYPES = {"float32": 87.0, "float64": 708.0}


def power(x):
    """e^x, compiled."""
    pytest.importorskip("numba")
    x = x.copy()
    assert powers.compiled(x.dtype.name)(x, out=x) is x
    return x


@pytest.mark.parametrize(("dtype", "most"), TYPES.items())
@settings(deadline=None)  # the first of them compiles
@given(data=st.data())
def test_every_power_is_within_a_unit_in_the_last_place(dtype, most, data):
    drawn = st.floats(-most, most, width=np.dtype(dtype).itemsize * 8)
    x = data.draw(arrays(dtype, st.tuples(st.integers(1, 3), st.integers(1, 40)), elements=drawn))
    wanted = np.exp(x.astype(np.longdouble))
    assert (abs(power(x) - wanted) <= np.spacing(wanted.astype(dtype))).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_what_lies_outside(dtype):
    x = np.array([[-np.inf, -1e30, -710, 0, 710, 1e30, np.inf, np.nan]], dtype)
    np.testing.assert_array_equal(power(x), [[0, 0, 0, 1, np.inf, np.inf, np.inf, np.nan]])


def of_long_rows():
    r = np.random.default_rng(4)
    return [r.standard_normal((300, 16)).astype("float32") for _ in "QKV"]


@pytest.fixture
def slow_numpy(monkeypatch):
    monkeypatch.setattr(powers, "quick_exp2", lambda: False)
    monkeypatch.setattr(powers, "SPENT", powers.Spent())


@pytest.mark.usefixtures("slow_numpy")
def test_it_is_loaded_when_as_much_was_lost_as_loading_costs(monkeypatch):
    asked = []
    monkeypatch.setattr(powers, "compiled", asked.append)
    monkeypatch.setattr(powers, "WORTH", 3 * 300 * 300)
    for calls in range(1, 5):
        attncalc.attention(*of_long_rows())
        assert asked == ["float32"] * (calls - 2 if calls > 2 else 0)


def broken(error):
    """A Numba that cannot even be imported, or cannot compile."""
    module = ModuleType("numba")
    if error is not ImportError:
        module.config = SimpleNamespace(DISABLE_JIT=error is None)
        module.njit = Mock(side_effect=error)
    return module


@pytest.mark.usefixtures("slow_numpy")
@pytest.mark.parametrize("error", [ImportError, OSError, AttributeError, None], ids=str)
def test_without_a_numba_that_works_it_is_numpys(monkeypatch, error):
    wanted = attncalc.attention(*of_long_rows())
    monkeypatch.setattr(powers, "WORTH", 0)
    monkeypatch.setattr(powers, "compiled", powers.compiled.__wrapped__)
    monkeypatch.setitem(sys.modules, "numba", broken(error))
    monkeypatch.delitem(sys.modules, "attncalc.batch.compiled", raising=False)
    np.testing.assert_array_equal(attncalc.attention(*of_long_rows()), wanted)


@pytest.mark.parametrize(
    "error", [RuntimeError("no locator available"), OSError(28, "No space left"), EOFError()], ids=str
)
def test_where_nothing_may_be_kept_it_is_compiled_again(monkeypatch, error):
    numba = pytest.importorskip("numba")
    from attncalc.batch import compiled as module

    def njit(*signature, cache=False, **how):
        if cache:
            raise error("it cannot be kept")
        return numba.njit(*signature, **how)

    monkeypatch.setattr(module, "njit", njit)
    E = np.zeros((1, 3), "float32")
    module.exponentials("float32")(E)
    np.testing.assert_array_equal(E, 1)
