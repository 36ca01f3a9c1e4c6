"""Attention in a window with gaps."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.windows import Dilated
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Dilated sliding-window attention",
    shapes=QKV,
    paper="Beltagy et al. 2020, Longformer: The Long-Document Transformer, 3.1",
)
def dilated(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: Dilated, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for |i − j| ≤ w·dilation if dilation divides i − j: a window with gaps."""
    return attend(w, Q, K, V, pattern, between)
