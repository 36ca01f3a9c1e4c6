"""The delta rule: a state that is corrected, instead of added to."""

from __future__ import annotations

from attncalc.mechanisms.linear.tokens import check_gates, each_token, kept
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import one, outer, row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Delta rule",
    shapes="Q[n,d_k] K[n,d_k] V[n,d_v] beta[n]? g[n,d_g]? state_prev[d_k,d_v]? -> O[n,d_v]",
    paper="Schlag et al. 2021, Linear Transformers Are Secretly Fast Weight Programmers, section 4.2; with gates: "
    "Yang et al. 2025, Gated Delta Networks",
    names="beta: how far each token corrects the state, 1 where it is left out; "
    "g: how much of the state stays: one number, or one for each feature",
    lines="v_old: what the state has for a key; v_new: what is new in a value",
)
def delta_rule(
    w: Recorder, Q: Tensor, K: Tensor, V: Tensor, beta: Tensor | None, g: Tensor | None, state_prev: Tensor | None
) -> Tensor:
    """Sₜ = Sₜ₋₁ + βₜ kₜᵀ (vₜ − kₜ Sₜ₋₁) and oₜ = qₜ Sₜ: only what the state does not know yet is written into it."""
    check_gates(g, K)
    state, outputs = state_prev, []
    for t in each_token(w, Q):
        before = kept(w, state, g, t)
        k, v = row(K, t), row(V, t)
        if before is not None:
            v_old = w.step("v_old", k @ before, "What the state has for this key.")
            v = w.step("v_new", v - v_old, "What is new in the value.")
        change = outer(k, v) if beta is None else outer(k, v) * one(beta, t)
        corrected = change if before is None else before + change
        says = "The state is corrected for this key." if before is not None else "The first value, written for its key."
        state = w.step("state", corrected, says)
        outputs.append(w.step("O", row(Q, t) @ state, "The query looks into the state."))
    return w.step("O", stacked(*outputs), "Every token's output.")
