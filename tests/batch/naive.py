"""Attention worked out row by row in the longest floating point there is: what the quick ways are held against."""

from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest

LONG = np.longdouble


def naive(Q, K, V, allowed=None, bias=None, scale=None, softcap=None):
    """The output of one head, each query by itself; `allowed` and `bias` are whole tables."""
    Q, K, V = (np.asarray(a).astype(LONG) for a in (Q, K, V))
    scale = 1 / np.sqrt(LONG(Q.shape[1])) if scale is None else LONG(scale)
    output = np.zeros((len(Q), V.shape[1]), LONG)
    for i, q in enumerate(Q):
        s = K @ q * scale
        if softcap:
            s = softcap * np.tanh(s / softcap)
        if bias is not None:
            s = s + bias[i]
        keys = np.ones(len(K), bool) if allowed is None else allowed[i]
        if keys.any():
            e = np.exp(s[keys] - s[keys].max())
            output[i] = e @ V[keys] / e.sum()
    return output


def error(found, wanted):
    """The largest difference, in parts of the largest output."""
    assert found.shape == wanted.shape
    assert np.isfinite(found).all()
    return float(abs(found - wanted).max() / abs(wanted).max())


@contextmanager
def blocks(rows, columns, few=0):
    """In here all is calculated by blocks, of this size; with `few` keys float32 is used for all that it can be."""
    both = {4: (rows, columns), 8: (rows, columns)}
    with (
        patch.multiple("attncalc.batch.tiles", LEAST=1, HOST=both),
        patch("attncalc.batch.whole.SMALL", 0),
        patch("attncalc.batch.block.FEW", few),
    ):
        yield


@contextmanager
def compiled():
    """In here exponentials by blocks are compiled ones, whatever the processor; skips where Numba is not here."""
    pytest.importorskip("numba")
    with patch("attncalc.batch.powers.WORTH", 0), patch("attncalc.batch.powers.quick_exp2", lambda: False):
        yield
