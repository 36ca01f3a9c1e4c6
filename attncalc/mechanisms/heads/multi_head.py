"""Multi-head attention."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.sublayer import PLAIN, Sublayer
from attncalc.mechanisms.heads.parts import KEYS, QUERIES, VALUES, joined
from attncalc.mechanisms.heads.split import Heads
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Multi-head attention",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? Wo[h*d_v,d_out]? "
    "bq[h*d_k]? bk[h*d_k]? bv[h*d_v]? bo[d_out]? Y[m,d_model]? Q[n,h*d_k]? K[m,h*d_k]? V[m,h*d_v]? "
    "gamma[d_model]? beta[d_model]? -> MH[n,d_out], with Y: Y[m,d_y] Wk[d_y,h*d_k]? Wv[d_y,h*d_v]?, "
    "with Wq: Q[n,d_model]?, with Wk: K[m,d_model]?, with Wv: V[m,d_model]?",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.2.2",
)
def multi_head(
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
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    *,
    heads: Heads,
    between: Between,
    around: Sublayer = PLAIN,
) -> Tensor:
    """Each head attends in its own projection of the tokens; the heads' outputs side by side go through Wo."""
    tokens = around.before(w, X, gamma, beta)
    Y = w.same_tokens(tokens) if Y is None else Y
    outputs = []
    for head in heads.each(w):
        with w.section("Head", head.number):
            Wq_, Wk_, Wv_ = head.of("Wq", Wq), head.of("Wk", Wk), head.of("Wv", Wv)
            bq_, bk_, bv_ = head.of("bq", bq), head.of("bk", bk), head.of("bv", bv)
            Q_ = project(w, "Q", head.part(Q, tokens, Wq_), Wq_, bq_, QUERIES)
            K_ = project(w, "K", head.part(K, Y, Wk_), Wk_, bk_, KEYS)
            V_ = project(w, "V", head.part(V, Y, Wv_), Wv_, bv_, VALUES)
            outputs.append(scaled_dot_product(w, Q_, K_, V_, between=between))
    return around.after(w, between.asked(X), joined(w, outputs, Wo, bo), gamma, beta)
