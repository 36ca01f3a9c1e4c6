"""Retention: linear attention whose past fades at one rate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.mechanisms.linear.tokens import each_token, written
from attncalc.mechanisms.options import A_NUMBER, Options, number, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import hadamard, row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule_where
from attncalc.worksheet.tensor import Tensor


def parallel(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, gamma: Scalar) -> Tensor:
    """All tokens at once, with a table of the powers of γ."""
    rows, columns = Q.axes[0], K.axes[0]
    D = by_rule_where(w, "gamma^(i-j)", "j ≤ i", lambda i, j: j <= i, rows, columns, gamma=w.tree(gamma))
    D = w.step("D_pair", D, f"How much is left of token j when token i comes; γ is {gamma.text}.")
    S = w.step("S", Q @ K.T, "How well each query matches each key.")
    S = w.step("S_decayed", hadamard(S, D), "Older tokens count less, later ones not at all.")
    return w.step("O", S @ V, "Each output is a weighted sum of the values.")


def recurrent(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, gamma: Scalar) -> Tensor:
    """Token by token, with a state that fades."""
    factor, outputs = number(w, gamma, "gamma"), []
    state: Tensor | None = None
    for t in each_token(w, Q):
        before = None if state is None else state * factor
        fades = "" if before is None else "state before fades, and the "
        says = f"The {fades}state takes in this token's key and value."
        state = w.step("state", written(before, row(K, t), row(V, t)), says)
        outputs.append(w.step("O", row(Q, t) @ state, "The query looks into the state."))
    return w.step("O", stacked(*outputs), "Every token's output.")


FORMS: dict[str, Callable[[Recorder, Tensor, Tensor, Tensor, Scalar], Tensor]] = {
    "parallel": parallel,
    "recurrent": recurrent,
}


@dataclass(frozen=True)
class Decay(Options):
    """How fast the past fades, and the order of work."""

    gamma: Scalar = option("how much of the past is left after one token, from 0 to 1", A_NUMBER, "1/2", needed=True)
    form: str = option(
        "parallel, all tokens at once, or recurrent, token by token", word(*FORMS), "recurrent", "parallel"
    )


@mechanism(
    "Retention",
    shapes="Q[n,d_k] K[n,d_k] V[n,d_v] -> O[n,d_v]",
    paper="Sun et al. 2023, Retentive Network: A Successor to Transformer for Large Language Models, eq. 5-6",
    lines="D_pair: decay of each pair; S_decayed: scores times their decay",
)
def retention(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, decay: Decay) -> Tensor:
    """O = (Q Kᵀ ⊙ D) V with Dᵢⱼ = γ^(i−j) for j ≤ i; the same as Sₜ = γ Sₜ₋₁ + kₜᵀ vₜ and oₜ = qₜ Sₜ."""
    number(w, decay.gamma, "gamma", least=0, most=1)
    return FORMS[decay.form](w, Q, K, V, decay.gamma)
