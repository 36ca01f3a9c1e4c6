"""A layer of a transformer's encoder."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.activations import Activations
from attncalc.mechanisms.blocks.feed_forward import SPELT
from attncalc.mechanisms.blocks.layer import ATTENTION, NETWORK, Attention, Network, OneOrMore
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

NORMS = {"gamma_1": "gamma", "beta_1": "beta", "gamma_2": "gamma_ff", "beta_2": "beta_ff"}


@mechanism(
    "Encoder layer",
    shapes=f"X[n,d_model] {ATTENTION.format('', 'h*d_k', 'h*d_v')} {NETWORK} -> N[n,d_model]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.1; the norm before each sublayer "
    "Xiong et al. 2020, On Layer Normalization in the Transformer Architecture",
    names="gamma: gain of the norm at attention; beta: bias of the norm at attention; "
    "gamma_ff: gain of the norm at the feed-forward layer; beta_ff: bias of the norm at the feed-forward layer",
    spelt={**SPELT, **NORMS},
)
def encoder_layer(
    w: Recorder, X: Tensor, *weights: Tensor, heads: OneOrMore, act: Activations, around: InLayer, between: Between
) -> Tensor:
    """N(X + Attention(X)), then N(X + F(X)) of that: two sublayers, each with a residual and a norm."""
    attention, network = Attention(*weights[:10]), Network(*weights[10:])
    with w.section("Self-attention: sublayer", 1):
        X = attention.of(w, X, None, heads, between, around)
    with w.section("Feed-forward: sublayer", 2):
        return network.of(w, X, act, around)
