"""Attention with a prefix: the first keys are seen by all, the others as under a causal mask."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.windows import Prefix
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Prefix attention",
    shapes=QKV,
    paper="Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    lines="pairs: pairs that are seen",
)
def prefix(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: Prefix, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for j ≤ prefix and for j ≤ i: full in a prefix, causal after it."""
    return attend(w, Q, K, V, pattern, between)
