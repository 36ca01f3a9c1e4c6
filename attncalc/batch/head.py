"""One head of a call: its matrices, and what is known of them before the work begins."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from attncalc.batch.masks import Sight
from attncalc.batch.shapes import Index, Laid

PIECE = 4096


@dataclass(frozen=True, eq=False)
class Head:
    """The matrices of one head, as they lie in the arrays of the call.

    `norm` is the largest norm of a key, `whole` says whether all of V is finite, and `shrink` is the power of 2 that
    keeps sums of V's rows finite: 1, unless V holds numbers near the largest of its type.
    """

    laid: Laid
    index: Index
    sight: Sight
    q: Any
    k: Any
    v: Any
    bias: Any
    norm: float
    whole: bool
    shrink: float

    @classmethod
    def of(cls, laid: Laid, index: Index, excess: float) -> Head:
        """The head at a place on the batch axes; exponentials go up to e^excess."""
        at = laid.of_keys(index)
        k, v, bias = laid.K[at], laid.V[at], None if laid.bias is None else laid.bias[index]
        with np.errstate(all="ignore"):
            norm, largest, whole = _extent(laid, k, v)
        room = math.log2(np.finfo(laid.work).max) - excess * math.log2(math.e) - math.log2(max(laid.m, 1)) - 2
        shrink = 2.0 ** min(0, math.floor(room - math.log2(max(largest, 1.0))))
        return cls(laid, index, Sight.of(laid, index), laid.Q[index], k, v, bias, norm, whole, shrink)


def _extent(laid: Laid, k: Any, v: Any) -> tuple[float, float, bool]:
    """The largest norm of a key, the largest finite entry of V, and whether all of V is finite; piece by piece."""
    xp, norm, largest, whole = laid.xp, 0.0, 0.0, True
    for c in range(0, laid.m, PIECE):
        keys, values = (xp.asarray(array[c : c + PIECE]).astype(laid.work, copy=False) for array in (k, v))
        norm = max(norm, float(xp.sqrt(xp.einsum("ij,ij->i", keys, keys).max())))
        if not laid.d_v:
            continue
        top = max(float(values.max()), -float(values.min()))
        if not math.isfinite(top):
            whole, top = False, float(xp.where(xp.isfinite(values), xp.abs(values), 0).max())
        largest = max(largest, top)
    return norm, largest, whole
