"""Luong's concat score."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.additive import Stacked, concat_scores
from attncalc.mechanisms.encoder_decoder.dot_product import attend
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Concat attention (Luong)",
    shapes="s[d_s]+ H[m,d_h] W[p,d_s+d_h] v[p] -> cs[d_h+d_s]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, eq. 7, 8",
    spelt={"Q": "s", "K": "H"},
    names="s: decoder state, the current one",
)
def luong_concat(w: Recorder, s: tuple[Tensor, ...], H: Tensor, W: Tensor, v: Tensor, *, stacked: Stacked) -> Tensor:
    """eᵢ = vᵀ tanh(W [s; hᵢ]): additive attention with one matrix before both states."""
    for s_ in w.each("Decoder state", s):
        cs = attend(w, concat_scores(w, stacked.of(s_, H), W, v, None), H, s_)
    return cs
