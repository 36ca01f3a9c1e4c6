"""Multi-query attention: all heads share one head of keys and values."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.heads.parts import KEYS, QUERIES, VALUES, joined, kept, projected
from attncalc.mechanisms.heads.split import Heads
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Multi-query attention",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,d_k]? Wv[d_model,d_v]? Wo[h*d_v,d_out]? "
    "bq[h*d_k]? bk[d_k]? bv[d_v]? bo[d_out]? Y[m,d_model]? Q[n,h*d_k]? K[m,d_k]? V[m,d_v]? -> MH[n,d_out], "
    "with Wq: Q[n,d_model]?, with Wk: K[m,d_model]?, with Wv: V[m,d_model]?",
    paper="Shazeer 2019, Fast Transformer Decoding: One Write-Head is All You Need, section 3",
    lines="kv_size: numbers kept of each token; kv_MH: numbers that multi-head attention keeps of each token",
)
def multi_query(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Wo: Tensor | None,
    bq: Tensor | None,
    bk: Tensor | None,
    bv: Tensor | None,
    bo: Tensor | None,
    Y: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    *,
    heads: Heads,
    between: Between,
) -> Tensor:
    """Each head attends with its own queries to the keys K = Y Wk and values V = Y Wv that all heads share."""
    Y = w.same_tokens(X) if Y is None else Y
    K = project(w, "K", Y if K is None else K, Wk, bk, KEYS)
    V = project(w, "V", Y if V is None else V, Wv, bv, VALUES)
    kept(w, "d_k + d_v")
    outputs = []
    for head in heads.each(w):
        with w.section("Head", head.number):
            Q_ = projected(head, "Q", X, Q, Wq, bq, QUERIES)
            outputs.append(scaled_dot_product(w, Q_, K, V, between=between))
    return joined(w, outputs, Wo, bo)
