"""Attention between blocks of tokens."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.blocks import BlockSparse
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Block-sparse attention",
    shapes=QKV,
    paper="Child et al. 2019, Generating Long Sequences with Sparse Transformers",
)
def block_sparse(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: BlockSparse, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 if the block of query i sees the block of key j, as listed."""
    return attend(w, Q, K, V, pattern, between)
