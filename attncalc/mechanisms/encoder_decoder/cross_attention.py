"""Cross-attention: a decoder's tokens look at an encoder's."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Cross-attention",
    shapes="X[n,d_model] Y[m,d_y] Wq[d_model,d_k]? Wk[d_y,d_k]? Wv[d_y,d_v]? bq[d_k]? bk[d_k]? bv[d_v]? -> O[n,d_v], "
    "without Wq or Wk: Y[m,d_model]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.2.3",
)
def cross_attention(
    w: Recorder,
    X: Tensor,
    Y: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    bq: Tensor | None,
    bk: Tensor | None,
    bv: Tensor | None,
    *,
    between: Between,
) -> Tensor:
    """Q = X Wq of the decoder, K = Y Wk and V = Y Wv of the encoder, then scaled dot-product attention."""
    Q = project(w, "Q", X, Wq, bq, "What each decoder token looks for.")
    K = project(w, "K", Y, Wk, bk, "What each encoder token offers to be found by.")
    V = project(w, "V", Y, Wv, bv, "What each encoder token passes on.")
    return scaled_dot_product(w, Q, K, V, between=between)
