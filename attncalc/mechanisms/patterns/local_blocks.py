"""Attention to a query's own block of keys and its neighbours."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.blocks import LocalBlocks
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Local attention in blocks",
    shapes=QKV,
    paper="Parmar et al. 2018, Image Transformer, section 3",
)
def local_blocks(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: LocalBlocks, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for the keys in the block of query i and in its neighbours."""
    return attend(w, Q, K, V, pattern, between)
