"""State space models whose step, input and output depend on the token."""

from __future__ import annotations

from attncalc.mechanisms.linear.tokens import each_token, written
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import diagonal, hadamard, row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp


@mechanism(
    "Selective state space model (Mamba)",
    shapes="X[n,d_x] dt[n,d_x] A[d_x,d_s] B[n,d_s] C[n,d_s] D[d_x]? state_prev[d_x,d_s]? -> O[n,d_x]",
    paper="Gu and Dao 2024, Mamba: Linear-Time Sequence Modeling with Selective State Spaces, algorithm 2, "
    "with Δ B for the discrete B",
    names="X: inputs, one column for each channel; dt: Δ, the step of each token and channel; "
    "A: rates of each channel's states, below 0; B: what takes each token in; "
    "C: what each token sees of the state; D: what is seen of each channel's input itself",
    lines="A_step: what a step keeps of the state; x_step: input of a step",
)
def selective_state_space(
    w: Recorder, X: Tensor, dt: Tensor, A: Tensor, B: Tensor, C: Tensor, D: Tensor | None, state_prev: Tensor | None
) -> Tensor:
    """hₜ = e^(Δₜ A) ⊙ hₜ₋₁ + (Δₜ ⊙ xₜ) Bₜᵀ and yₜ = hₜ Cₜ + D ⊙ xₜ, a row of h for each channel."""
    state, outputs = state_prev, []
    for t in each_token(w, X):
        x, step = row(X, t), row(dt, t)
        before = None
        if state is not None:
            A_step = w.step("A_step", exp(diagonal(step) @ A), "How much of each state this step keeps.")
            before = hadamard(A_step, state)
        x_step = w.step("x_step", hadamard(step, x), "Each input times its step.")
        says = (
            "The state fades, and takes in this input." if before is not None else "The state takes in the first input."
        )
        state = w.step("state", written(before, x_step, row(B, t)), says)
        seen = state @ row(C, t)
        seen = seen if D is None else seen + hadamard(D, x)
        outputs.append(w.step("O", seen, "What this token sees of the state."))
    return w.step("O", stacked(*outputs), "Every token's output.")
