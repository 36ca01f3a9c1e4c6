"""Multi-head latent attention: keys and values are made from one small latent vector for each token."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.heads.parts import QUERIES, joined, kept, projected
from attncalc.mechanisms.heads.split import Heads
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Multi-head latent attention (MLA)",
    shapes="X[n,d_model] W_dkv[d_model,d_c] W_uk[d_c,h*d_k] W_uv[d_c,h*d_v] W_dq[d_model,d_q]? Wq[d_q,h*d_k] "
    "Wo[h*d_v,d_out]? -> MH[n,d_out], without W_dq: Wq[d_model,h*d_k]",
    paper="DeepSeek-AI 2024, DeepSeek-V2, section 2.1.2, eq. 9 to 13 (without the rotary part of section 2.1.3)",
    names="Wq: query projection, of the tokens or of their latents; "
    "W_dkv: projection to the latents of keys and values; W_uk: key projection of the latents; "
    "W_uv: value projection of the latents; W_dq: projection to the latents of queries",
    lines="c_kv: latents of keys and values; c_q: latents of queries",
)
def multi_head_latent(
    w: Recorder,
    X: Tensor,
    W_dkv: Tensor,
    W_uk: Tensor,
    W_uv: Tensor,
    W_dq: Tensor | None,
    Wq: Tensor,
    Wo: Tensor | None,
    *,
    heads: Heads,
    between: Between,
) -> Tensor:
    """c = X W_dkv is all that is kept of a token; head i has K = c W_uk, V = c W_uv and Q = X Wq, or X W_dq Wq."""
    c_kv = w.step("c_kv", X @ W_dkv, "The latent of each token, for keys and values: all that is kept of it.")
    kept(w, "d_c")
    c_q = X if W_dq is None else w.step("c_q", X @ W_dq, "The latent of each token, for queries.")
    outputs = []
    for head in heads.each(w):
        with w.section("Head", head.number):
            Q_ = projected(head, "Q", c_q, None, Wq, None, QUERIES)
            K_ = projected(head, "K", c_kv, None, W_uk, None, "Keys, made from the latents.", "W_uk")
            V_ = projected(head, "V", c_kv, None, W_uv, None, "Values, made from the latents.", "W_uv")
            outputs.append(scaled_dot_product(w, Q_, K_, V_, between=between))
    return joined(w, outputs, Wo)
