"""Relative positions as vectors that are added to keys and values."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.positions.relative import Pairs, projected, reach
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import gathered, looked_up
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Attention with relative position vectors (Shaw)",
    shapes="X[n,d_model] Wq[d_model,d_k]? Wk[d_model,d_k]? Wv[d_model,d_v]? Q[n,d_k]? K[m,d_k]? V[m,d_v]? "
    "Rk[r,d_k] Rv[r,d_v]? -> O[n,d_v], without Wq or Q: X[n,d_k]",
    paper="Shaw et al. 2018, Self-Attention with Relative Position Representations, eq. 3, 4",
    names="Rk: what is added to a key, a row for each clipped offset; "
    "Rv: what is added to a value, a row for each clipped offset",
    lines="QK: content scores; QR: position scores by offset; QR_pair: position scores; AV: content output; "
    "AD: weights by offset; AR: position output",
)
def shaw(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    Rk: Tensor,
    Rv: Tensor | None,
    *,
    between: Between,
) -> Tensor:
    """Sᵢⱼ = qᵢ·(kⱼ + a), oᵢ = Σⱼ Aᵢⱼ (vⱼ + a'): a and a' are the rows of Rk and Rv for clip(j − i, −k, k)."""
    Q, K, V = projected(w, X, (Wq, Wk, Wv), (Q, K, V))
    pairs, k = Pairs(w, Q, K), reach(w, Rk)
    Q = between.asked(Q)
    D = pairs.table(f"clip({pairs.offset}, −{k}, {k})", lambda offset: max(-k, min(offset, k)))
    D = w.step("D", D, f"How far each key stands after each query, at most {k} either way.")
    places = pairs.places(lambda offset: max(-k, min(offset, k)) + k, Q)
    QK = w.step("QK", Q @ K.T, "Content: how well each query matches each key.")
    QR = w.step("QR", Q @ Rk.T, f"Position: how well each query matches the vector of each offset, −{k} to {k}.")
    QR_pair = w.step("QR_pair", looked_up(QR, "D", places, pairs.axes[1], D), "For each pair, the score of its offset.")
    S = w.step("S", QK + QR_pair, "Content and position together: each query times key plus position vector.")
    A = between.weights(w, S)
    if Rv is None:
        return w.step("O", A @ V, "Each output is a weighted sum of the values.")
    AV = w.step("AV", A @ V, "Content: a weighted sum of the values.")
    AD = w.step("AD", gathered(A, "D", places, Rk.axes[0], D), f"The weights added up by offset, from −{k} to {k}.")
    AR = w.step("AR", AD @ Rv, "Position: a weighted sum of the vectors in Rv.")
    return w.step("O", AV + AR, "Each output is a weighted sum of values plus position vectors.")
