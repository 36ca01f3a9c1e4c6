"""A layer of a transformer's decoder."""

from __future__ import annotations

from attncalc.mechanisms.blocks.activations import Activations
from attncalc.mechanisms.blocks.feed_forward import SPELT
from attncalc.mechanisms.blocks.layer import (
    ATTENTION,
    NETWORK,
    Attention,
    InDecoder,
    Network,
    Shared,
    to_itself,
    to_the_encoder,
)
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

OF_ATTENTION = ("Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo", "gamma", "beta")
NUMBERED = {
    **SPELT,
    **{f"{name}_1": name for name in OF_ATTENTION},
    **{f"{name}_2": f"{name}_cross" for name in OF_ATTENTION},
    "gamma_3": "gamma_ff",
    "beta_3": "beta_ff",
}


@mechanism(
    "Decoder layer",
    shapes=f"X[n,d_model] {ATTENTION.format('', 'h*d_k', 'h*d_v')} "
    f"Y[m,d_model] {ATTENTION.format('_cross', 'h*d_kc', 'h*d_vc')} {NETWORK} -> N[n,d_model]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.1",
    names="X: tokens of the decoder; Y: tokens of the encoder; gamma: gain of the norm at self-attention; "
    "beta: bias of the norm at self-attention; Wq_cross: query projection of cross-attention; "
    "Wk_cross: key projection of cross-attention; Wv_cross: value projection of cross-attention; "
    "Wo_cross: output projection of cross-attention; bq_cross: query bias of cross-attention; "
    "bk_cross: key bias of cross-attention; bv_cross: value bias of cross-attention; "
    "bo_cross: output bias of cross-attention; gamma_cross: gain of the norm at cross-attention; "
    "beta_cross: bias of the norm at cross-attention",
    spelt=NUMBERED,
)
def decoder_layer(
    w: Recorder,
    X: Tensor,
    *others: Tensor,
    heads: Shared,
    act: Activations,
    around: InLayer,
    between: InDecoder,
) -> Tensor:
    """Attention of the tokens to those before them, attention to the encoder's tokens, and a network: three sublayers.

    Each is N(X + F(X)). Padding is the encoder's; other masks are the decoder's.
    """
    itself, Y, encoder, network = Attention(*others[:10]), others[10], Attention(*others[11:21]), Network(*others[21:])
    with w.section("Self-attention: sublayer", 1):
        X = itself.of(w, X, None, heads, to_itself(between), around)
    with w.section("Cross-attention: sublayer", 2):
        X = encoder.of(w, X, Y, heads, to_the_encoder(between), around)
    with w.section("Feed-forward: sublayer", 3):
        return network.of(w, X, act, around)
