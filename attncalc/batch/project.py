"""Tokens and weights: Q, K and V, and what the output's weights make of the output, block by block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from attncalc.batch.files.layout import Array, shown
from attncalc.batch.files.mapped import BLOCK, scratch
from attncalc.errors import SizeError


def product(X: Array, W: Array, b: Array | None, folder: Path, names: tuple[str, str]) -> Array:
    """X W + b: X (…, n, d_model), W (d_model, k), b (k) -> (…, n, k), in a file without a name in `folder`.

    float16 is calculated and kept as float32, so that it is rounded once, at the end. Raises SizeError.
    """
    check_product(X.shape, W, b, names)
    dtype = np.result_type(X, W, np.float32)
    made = scratch((*X.shape[:-1], W.shape[1]), dtype, folder)
    weights = np.ascontiguousarray(W, dtype)
    rows, out = X.reshape(-1, X.shape[-1]), made.reshape(-1, W.shape[1])
    step = max(1, BLOCK // (dtype.itemsize * max(W.shape)))
    for start in range(0, len(rows), step):
        block: Any = out[start : start + step]
        np.matmul(rows[start : start + step].astype(dtype, copy=False), weights, out=block)
        if b is not None:
            block += b
    return made


def check_product(shape: tuple[int, ...], W: Array, b: Array | None, names: tuple[str, str]) -> None:
    """Raises SizeError where a matrix of this shape cannot be multiplied by W, or b not be added."""
    left, right = names
    if W.ndim != 2:
        raise SizeError(f"{right} is {shown(W.shape)} and should be a matrix with {shape[-1]:,} rows")
    if W.shape[0] != shape[-1]:
        turned = "--out-in reads weights that stand out × in." if W.shape[1] == shape[-1] else None
        raise SizeError(
            f"{left} is {shown(shape)} and {right} is {shown(W.shape)}; {right} should have {shape[-1]:,} rows",
            hint=turned,
        )
    if b is not None and b.shape != (W.shape[1],):
        raise SizeError(f"the bias of {right} is {shown(b.shape)} and should be {W.shape[1]:,} numbers")
