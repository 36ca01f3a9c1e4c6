"""Luong's dot-product attention."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@mechanism(
    "Dot-product attention (Luong)",
    shapes="s[d]+ H[m,d] -> cs[2*d]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, eq. 7, 8",
    spelt={"Q": "s", "K": "H"},
)
def dot_product(w: Recorder, s: tuple[Tensor, ...], H: Tensor) -> Tensor:
    """eᵢ = hᵢ·s: how well each encoder state matches the decoder state; then softmax, context and [c; s]."""
    for s_ in w.each("Decoder state", s):
        e = w.step("e", H @ s_, "How well each encoder state matches the decoder state.")
        cs = attend(w, e, H, s_)
    return cs


def attend(w: Recorder, e: Tensor, H: Tensor, s: Tensor) -> Tensor:
    """From scores to weights, the context they give, and context and decoder state end to end."""
    return joined(w, weighed(w, e, H), s)


def weighed(w: Recorder, e: Tensor, H: Tensor) -> Tensor:
    """The context of these scores."""
    alpha = softmax(w, e, "alpha")
    return w.step("c", alpha @ H, "The context is a weighted sum of the encoder states.")


def joined(w: Recorder, c: Tensor, s: Tensor) -> Tensor:
    """[c; s]."""
    return w.step("cs", beside(c, s), "Context and decoder state end to end, for the layer that follows.")
