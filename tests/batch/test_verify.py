"""`--verify`: proven digits against what was calculated, and against what is wrong on purpose."""

from math import log2

import mpmath
import numpy as np
import pytest

from attncalc.batch.attention import attend
from attncalc.batch.options import Options
from attncalc.batch.shapes import lay_out
from attncalc.batch.verify import BITS, Row, Shared, proven, verify

RANDOM = np.random.default_rng(11)


def given(n=40, m=30, d=8, dtype=np.float32, heads=()):
    return [RANDOM.standard_normal((*heads, rows, d)).astype(dtype) for rows in (n, m, m)]


def report(matrices, outputs, count=200, **options):
    return verify(lay_out(*matrices, Options(**options)), outputs, count)


def exactly(Q, K, V, scale):
    """One row with 60 digits."""
    with mpmath.workdps(60):
        scores = [mpmath.fsum(mpmath.mpf(float(a)) * float(b) for a, b in zip(Q, key, strict=True)) for key in K]
        e = [mpmath.exp(score * scale) for score in scores]
        return [mpmath.fsum(a * float(b) for a, b in zip(e, column, strict=True)) / mpmath.fsum(e) for column in V.T]


def test_proven_digits_are_those_of_another_library():
    Q, K, V = given(n=2, m=7, d=3)
    with mpmath.workdps(60):
        scale = 1 / mpmath.sqrt(3)
    found = proven(Shared(K, V, None, None), [Row(q, np.ones(7, bool), None) for q in Q], BITS)
    for row, q in zip(found, Q, strict=True):
        for ball, truth in zip(row, exactly(q, K, V, scale), strict=True):
            with mpmath.workdps(60):
                assert abs(mpmath.mpf(ball.str(35, radius=False)) - truth) <= mpmath.mpf(10) ** -32


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_correctly_rounded_outputs_are_half_a_unit_off(dtype):
    matrices = given(n=3, m=5, d=4, dtype=dtype)
    with mpmath.workdps(60):
        truth = [[float(x) for x in exactly(q, *matrices[1:], mpmath.mpf(1) / 2)] for q in matrices[0]]
    found = report(matrices, np.array(truth).astype(dtype))
    assert 0 < found.units <= 0.501
    assert (found.rows, found.of, found.entries) == (3, 3, 12)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"causal": True},
        {"causal": "lower-right"},
        {"window": (3, 1)},
        {"softcap": 1.5},
        {"scale": 2.0},
        {"mask": RANDOM.random((40, 30)) < 0.3},
        {"bias": RANDOM.standard_normal((40, 30))},
        {"bias": np.where(np.tri(40, 30, -2, bool), 1, -np.inf)},
    ],
    ids=str,
)
def test_the_core_stays_close_to_proven_digits(options):
    matrices = given(dtype=np.float64)
    found = report(matrices, attend(*matrices, Options(**options)), **options)
    assert found.relative < 1e-14
    assert found.rows == 40


def test_heads_that_share_keys():
    Q, K, V = given(heads=(2, 6))[0], *given(heads=(2, 3))[1:]
    found = report((Q, K, V), attend(Q, K, V))
    assert found.of == 480
    assert found.relative < 1e-6


@pytest.mark.parametrize("row", [0, 17, 39])
@pytest.mark.parametrize("off", [1e-3, -0.5])
def test_a_wrong_number_is_found_where_it_stands(row, off):
    matrices = given(dtype=np.float64)
    right = attend(*matrices)
    wrong = right.copy()
    wrong[row, 5] += off
    found = report(matrices, wrong)
    assert found.place == (row, 5)
    assert found.value == pytest.approx(right[row, 5])
    assert found.units == pytest.approx(abs(off) / np.spacing(abs(right[row, 5])), rel=0.01)
    assert found.relative == pytest.approx(abs(off) / np.abs(right).max(), rel=0.01)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda Q, K, V: attend(Q, K, V, Options(scale=1.0)),
        lambda Q, K, V: attend(Q, K, V, Options(causal=True)),
        lambda Q, K, V: attend(Q, K[::-1], V),
        lambda Q, K, V: np.full((40, 8), np.nan, np.float32),
        lambda Q, K, V: np.zeros((40, 8), np.float32),
    ],
)
def test_another_calculation_is_far_off(wrong):
    matrices = given()
    assert report(matrices, wrong(*matrices), count=4).relative > 1e-3


def test_the_rows_are_always_the_same():
    matrices = given(n=500)
    outputs = attend(*matrices)
    assert report(matrices, outputs, 8) == report(matrices, outputs, 8)
    assert report(matrices, outputs, 8).place != report(matrices, outputs, 500).place


def test_extreme_scores_are_proven_too():
    Q, K, V = (1e4 * matrix for matrix in given(dtype=np.float64))
    found = report((Q, K, V), attend(Q, K, V))
    assert found.relative < 1e-13


def test_an_exact_zero_is_exact():
    Q, K, V = given(n=4)
    assert report((Q, K, 0 * V), np.zeros((4, 8), np.float32)).units == 0
    found = report((Q, K, 0 * V), np.full((4, 8), 1e-45, np.float32))
    assert log2(found.units) < 2
