"""Self-attention: queries, keys and values are projections of the same tokens."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.sublayer import PLAIN, Sublayer
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Self-attention",
    shapes="X[n,d_model] Wq[d_model,d_k]? Wk[d_model,d_k]? Wv[d_model,d_v]? "
    "bq[d_k]? bk[d_k]? bv[d_v]? Y[m,d_model]? gamma[d_model]? beta[d_model]? -> O[n,d_v]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.2",
    names="gamma: gain of a norm; beta: bias of a norm",
    lines="X_res: sum with what was there before",
)
def self_attention(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    bq: Tensor | None,
    bk: Tensor | None,
    bv: Tensor | None,
    Y: Tensor | None = None,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    *,
    between: Between,
    around: Sublayer = PLAIN,
) -> Tensor:
    """Q = X Wq, K = X Wk, V = X Wv, then scaled dot-product attention; a projection left out is the identity."""
    tokens = around.before(w, X, gamma, beta)
    Y = w.same_tokens(tokens) if Y is None else Y
    Q = project(w, "Q", tokens, Wq, bq, "What each token looks for.")
    K = project(w, "K", Y, Wk, bk, "What each token offers to be found by.")
    V = project(w, "V", Y, Wv, bv, "What each token passes on.")
    O = scaled_dot_product(w, Q, K, V, between=between)  # noqa: E741  the field's letter
    return around.after(w, between.asked(X), O, gamma, beta)


def project(w: Recorder, name: str, X: Tensor, W: Tensor | None, b: Tensor | None, says: str) -> Tensor:
    """X W + b as a step; without W and b, X itself, which is a step only where it has no name yet."""
    projected = X if W is None else X @ W
    projected = projected if b is None else projected + b
    is_named = projected is X and X.expr.op == "line"
    return X if is_named and not w.is_given(name) else w.step(name, projected, says)
