"""The next item of a sequence."""

from __future__ import annotations

from attncalc.mechanisms.basics.self_attention import self_attention
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import row, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Self-attentive sequential recommendation (SASRec)",
    shapes="X[n,d_model] P[n,d_model]? Wq[d_model,d_k]? Wk[d_model,d_k]? Wv[d_model,d_model]? items[k,d_model]? "
    "-> r[k]",
    paper="Kang and McAuley 2018, Self-Attentive Sequential Recommendation, eq. 1-3, 6",
    names="X: embeddings of the items so far; P: embeddings of the positions; "
    "items: embeddings of all items, one row each",
    lines="F_last: last row; r: scores of the items; p_item: probabilities of the items",
)
def sasrec(
    w: Recorder,
    X: Tensor,
    P: Tensor | None,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    items: Tensor | None,
    *,
    between: Between,
) -> Tensor:
    """Causal self-attention over the items so far; the last row's dot product with every item scores the next one."""
    X = X if P is None else w.step("XP", X + P, "Each item with its position.")
    M = where(w, "j ≤ i", lambda i, j: j <= i, X.axes[0], X.axes[0]._replace(name="m"))
    M = w.step("M", M, "An item sees itself and the items before it.")
    O = self_attention(w, X, Wq, Wk, Wv, None, None, None, between=between.masked_by(M))  # noqa: E741
    F_last = w.step("F_last", row(O, O.shape[0] or 1), "The last row predicts.")
    if items is None:
        return F_last
    r = w.step("r", items @ F_last, "How well each item fits as the next one.")
    w.step("p_item", sigmoid(r), "Each item's own probability, which the binary cross-entropy is taken of.")
    return r
