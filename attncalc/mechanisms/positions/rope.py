"""Rotary positions."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.positions.relative import by_head, projected
from attncalc.mechanisms.positions.rotation import Rotary
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@mechanism(
    "Attention with rotary positions (RoPE)",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? "
    "Q[n,h*d_k]? K[m,h*d_k]? V[m,h*d_v]? -> O[n,h*d_v]",
    paper="Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding, eq. 34",
    lines="pos_Q: positions of the queries; psi_Q: angles of the queries; sin_Q: sines of the queries' angles; "
    "cos_Q: cosines of the queries' angles; pos_K: positions of the keys; psi_K: angles of the keys; "
    "sin_K: sines of the keys' angles; cos_K: cosines of the keys' angles; Q_rot: turned queries; "
    "K_rot: turned keys; zeta: rates of growth; xi: growth at each position; xi_Q: growth of the queries; "
    "xi_K: growth of the keys",
)
def rope(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    *,
    rotary: Rotary,
    between: Between,
) -> Tensor:
    """softmax(Q_rot K_rotᵀ/√d_k) V, where each pair of columns of Q and K turns by pos·θ; without V, the scores."""
    without_values = X.absent and V is None
    Q, K, V = projected(w, X, (Wq, Wk, Wv), (Q, K, V))
    turn_Q, turn_K = rotary.turns(w, Q, K)
    outputs = []
    for _, (Q_, K_, V_) in by_head(w, rotary.heads, Q, K, V):
        Q_rot = w.step("Q_rot", turn_Q.of_queries(Q_), rotary.says)
        K_rot = w.step("K_rot", turn_K.of_keys(K_), "The keys turn too; the values do not.")
        attend = scores if without_values else scaled_dot_product
        outputs.append(attend(w, Q_rot, K_rot, V_, between=between))
    if rotary.heads == 1 or without_values:
        return outputs[-1]
    return w.step("C", beside(*outputs), "The heads' outputs, side by side.")


def scores(w: Recorder, Q: Tensor, K: Tensor, _: Tensor, *, between: Between) -> Tensor:
    """The scores, scaled; the queries themselves where there are no keys."""
    S = between.scaled(w, w.step("S", between.asked(Q) @ K.T, "How well each query matches each key."))
    return Q if S.absent else S
