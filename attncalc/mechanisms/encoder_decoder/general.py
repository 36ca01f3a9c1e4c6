"""Luong's general (multiplicative) attention."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.dot_product import attend
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "General attention (Luong)",
    shapes="s[d_s]+ W[d_s,d_h] H[m,d_h] -> cs[d_h+d_s]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, eq. 8",
    spelt={"Q": "s", "K": "H"},
)
def general(w: Recorder, s: tuple[Tensor, ...], W: Tensor, H: Tensor) -> Tensor:
    """eᵢ = sᵀ W hᵢ: a learned matrix stands between decoder state and encoder states."""
    Wh = w.step("Wh", H @ W.T, "Row i is W hᵢ.")
    for s_ in w.each("Decoder state", s):
        e = w.step("e", Wh @ s_, "How well each transformed encoder state matches the decoder state.")
        cs = attend(w, e, H, s_)
    return cs
