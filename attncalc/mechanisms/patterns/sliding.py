"""Attention in a window that slides along the tokens."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.windows import Sliding
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Sliding-window attention",
    shapes=QKV,
    paper="Beltagy et al. 2020, Longformer: The Long-Document Transformer, 3.1",
)
def sliding(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: Sliding, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for |i − j| ≤ w: each query sees the keys at most w positions away."""
    return attend(w, Q, K, V, pattern, between)
