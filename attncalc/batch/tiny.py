"""Thousands of attentions of a few rows each: worked out along the heads, which stand last in memory.

A product of matrices of 5×8 is too small for a linear algebra library, and a sum over five entries too short for a
processor's vectors; over hundreds of heads at a time both are sums of long rows. Threads would only wait for Python.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from attncalc.batch.outputs import Outputs, Tell
from attncalc.batch.shapes import Laid

FEW = 256  # scores of one head up to here
MANY = 64  # heads from here on
TOGETHER = 1 << 20  # bytes at once: so many that the caches hold them


def is_tiny(laid: Laid, outputs: Outputs) -> bool:
    """Whether there are many small heads, all of plain attention, whose output alone is asked for."""
    plain = laid.options.cap is None and laid.options.reach == (None, None)
    whole = laid.bias is None and laid.mask is None and laid.lengths is None and laid.group == 1
    small = 0 < laid.n * laid.m <= FEW and prod(laid.lead) >= MANY
    only = outputs.lse is None and outputs.weights is None and outputs.O.flags.c_contiguous
    return laid.xp is np and plain and whole and small and only


def attend_tiny(laid: Laid, outputs: Outputs, tell: Tell) -> bool:
    """Writes softmax(QKᵀ·scale)V into `outputs`, in float64; False where infinities need more care than is taken here.

    Vaswani et al. 2017, equation 1; the row's maximum is taken off before the exponentials.
    """
    Q, K, V = (array.reshape(-1, *array.shape[-2:]) for array in (laid.Q, laid.K, laid.V))
    O = outputs.O.reshape(len(Q), laid.n, laid.d_v)  # noqa: E741  the field's name for it
    each = 8 * (laid.n * laid.m + sum(array[0].size for array in (Q, K, V)))
    heads = max(TOGETHER // each, MANY)
    for start in range(0, len(Q), heads):
        part = slice(start, start + heads)
        with np.errstate(all="ignore"):
            found = _attended(_heads_last(Q[part]), _heads_last(K[part]), _heads_last(V[part]), laid.scale)
        if not np.isfinite(found).all():
            return False
        O[part] = found.transpose(2, 0, 1)
    tell(len(Q) * laid.n)
    return True


def _heads_last(part: Any) -> Any:
    return np.array(part.transpose(1, 2, 0), dtype=np.float64, order="C")  # a copy, which may be changed


def _attended(Q: Any, K: Any, V: Any, scale: float) -> Any:
    """Of Q (n, d, heads), K (m, d, heads), V (m, d_v, heads): O (n, d_v, heads)."""
    Q *= scale
    S = np.einsum("ikz,jkz->ijz", Q, K)
    S -= S.max(axis=1, keepdims=True)
    A = np.exp(S, out=S)
    A /= A.sum(axis=1, keepdims=True)
    return np.einsum("ijz,jkz->ikz", A, V)
