"""Scaled dot-product attention."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Scaled dot-product attention",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] -> O[n,d_v]",
    paper="Vaswani et al. 2017, Attention Is All You Need, eq. 1",
)
def scaled_dot_product(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k) V: each query takes a weighted mean of the values, weighted by how well it matches the keys."""
    S = w.step("S", between.asked(Q) @ K.T, "How well each query matches each key.")
    A = between.weights(w, S)
    return w.step("O", A @ V, "Each output is a weighted sum of the values.")
