"""Linear attention whose state fades."""

from __future__ import annotations

from attncalc.mechanisms.linear.tokens import check_gates, each_token, kept, written
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Gated linear attention",
    shapes="Q[n,d_k] K[n,d_k] V[n,d_v] g[n,d_g]? state_prev[d_k,d_v]? -> O[n,d_v]",
    paper="Yang et al. 2024, Gated Linear Attention Transformers with Hardware-Efficient Training, section 3",
    names="g: how much of the state stays: one number, or one for each feature; "
    "state_prev: state before the first token",
    lines="state: what is kept of the tokens; state_kept: what stays of the state before",
)
def gated_linear(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, g: Tensor | None, state_prev: Tensor | None) -> Tensor:
    """Sₜ = diag(gₜ) Sₜ₋₁ + kₜᵀ vₜ and oₜ = qₜ Sₜ: what was written long ago fades, and no weights are divided."""
    check_gates(g, K)
    state, outputs = state_prev, []
    for t in each_token(w, Q):
        before = kept(w, state, g, t)
        state = w.step(
            "state", written(before, row(K, t), row(V, t)), "This token's key and value are written into it."
        )
        outputs.append(w.step("O", row(Q, t) @ state, "The query looks into the state."))
    return w.step("O", stacked(*outputs), "Every token's output.")
