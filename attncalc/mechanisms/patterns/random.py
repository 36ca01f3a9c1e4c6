"""Attention to keys that were drawn for each query."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.drawn import Random
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Random attention",
    shapes=QKV,
    paper="Zaheer et al. 2020, Big Bird: Transformers for Longer Sequences, section 2",
)
def random(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: Random, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for the keys that were drawn for each query; the problem lists them."""
    return attend(w, Q, K, V, pattern, between)
