"""Talking-heads attention: heads exchange scores before softmax, and weights after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.heads.parts import KEYS, QUERIES, VALUES, joined, projected
from attncalc.mechanisms.heads.split import Heads
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import one
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Talking-heads attention",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? Wo[h*d_v,d_out]? P_l[h,h]? P_w[h,h]? "
    "Y[m,d_model]? Q[n,h*d_k]? K[m,h*d_k]? V[m,h*d_v]? -> MH[n,d_out], "
    "with Wq: Q[n,d_model]?, with Wk: K[m,d_model]?, with Wv: V[m,d_model]?",
    paper="Shazeer et al. 2020, Talking-Heads Attention, section 3",
    names="P_l: mixing of the heads' scores; P_w: mixing of the heads' weights",
    lines="S_mixed: scores mixed across heads; A_mixed: weights mixed across heads",
)
def talking_heads(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Wo: Tensor | None,
    P_l: Tensor | None,
    P_w: Tensor | None,
    Y: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    *,
    heads: Heads,
    between: Between,
) -> Tensor:
    """Head j's scores are Σᵢ P_l[i, j] Qᵢ Kᵢᵀ, and its output is (Σᵢ P_w[i, j] Aᵢ) Vⱼ; one left out mixes nothing."""
    Y = w.same_tokens(X) if Y is None else Y
    scores, values, outputs = [], [], []
    for head in heads.each(w):
        with w.section("Head", head.number):
            Q_ = projected(head, "Q", X, Q, Wq, None, QUERIES)
            K_ = projected(head, "K", Y, K, Wk, None, KEYS)
            values.append(projected(head, "V", Y, V, Wv, None, VALUES))
            scores.append(w.step("S", between.asked(Q_) @ K_.T, "How well each query matches each key."))
    weights = []
    for head, S in zip(heads.each(w), _mixed(w, "S_mixed", scores, P_l, "Scores, mixed across heads."), strict=True):
        with w.section("Head", head.number), w.scope(_width(Q_)):
            weights.append(between.weights(w, S))
    mixed = _mixed(w, "A_mixed", weights, P_w, "Weights, mixed across heads; rows need not sum to 1 any more.")
    for head, A, V_ in zip(heads.each(w), mixed, values, strict=True):
        with w.section("Head", head.number):
            outputs.append(w.step("O", A @ V_, "Each output is a weighted sum of the values."))
    return joined(w, outputs, Wo)


def _mixed(w: Recorder, name: str, parts: Sequence[Tensor], P: Tensor | None, says: str) -> list[Tensor]:
    """For each head the heads' matrices, times the entries of its column of P, summed."""
    if P is None:
        return list(parts)
    mixed = []
    for number in range(1, len(parts) + 1):
        with w.section("Head", number):
            terms = (part * one(P, i, number) for i, part in enumerate(parts, 1))
            mixed.append(w.step(name, reduce(add, terms), says))
    return mixed


def _width(Q: Tensor) -> dict[str, int]:
    """The size that scaling needs."""
    return {"d_k": Q.shape[1]} if Q.shape[1] else {}
