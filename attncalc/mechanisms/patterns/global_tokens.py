"""Attention in a window, with tokens that see all and are seen by all."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.windows import GlobalTokens
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Sliding-window attention with global tokens",
    shapes=QKV,
    paper="Beltagy et al. 2020, Longformer: The Long-Document Transformer, 3.1",
)
def global_tokens(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: GlobalTokens, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for |i − j| ≤ w, and in the rows and columns of the global tokens."""
    return attend(w, Q, K, V, pattern, between)
