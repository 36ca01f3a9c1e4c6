"""Show, Attend and Tell: a decoder looks at the regions of an image."""

from __future__ import annotations

from functools import reduce
from operator import add

from attncalc.mechanisms.encoder_decoder.additive import scores, transformed
from attncalc.mechanisms.encoder_decoder.dot_product import weighed
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.functions import dot, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Image captioning (Show, Attend and Tell)",
    shapes="s[d_s] H[m,d_h] W[p,d_s] U[p,d_h] v[p] b[p]? w_beta[d_s] b_beta[1]? y[d_y]? s_new[d_s] L_h[d_y,d_s]? "
    "L_z[d_y,d_h]? L_o[d_out,d_y]? -> P_vocab[d_out]",
    paper="Xu et al. 2015, Show, Attend and Tell: Neural Image Caption Generation with Visual Attention, "
    "eq. 4 to 7 and section 4.2.1",
    names="s: decoder state before this step; H: annotations, one row for each region of the image; "
    "U: weights of the annotations; s_new: decoder state after this step, where words are scored; "
    "w_beta: weights of the gate of the context; b_beta: bias of the gate of the context; "
    "L_h: weights of the state in the output layer; L_z: weights of the context in the output layer; "
    "L_o: weights of the words' scores",
    spelt={"a": "H"},
    lines="s_new: new decoder state; pre_beta: gate of the context before σ; beta_gate: gate of the context; "
    "c_gated: context through its gate; deep: what the words' scores are made of",
)
def captioning(
    w: Recorder,
    s: Tensor,
    H: Tensor,
    W: Tensor,
    U: Tensor,
    v: Tensor,
    b: Tensor | None,
    w_beta: Tensor,
    b_beta: Tensor | None,
    y: Tensor | None,
    s_new: Tensor,
    L_h: Tensor | None,
    L_z: Tensor | None,
    L_o: Tensor | None,
) -> Tensor:
    """c = Σᵢ αᵢ hᵢ over the regions, scored as by Bahdanau, and σ(w_beta·s + b_beta) c of it goes on."""
    c = weighed(w, scores(w, transformed(w, H, U), s, W, v, b), H)
    c = gated(w, c, s, w_beta, b_beta)
    return c if L_o is None else words(w, c, y, s_new, L_h, L_z, L_o)


def gated(w: Recorder, c: Tensor, s: Tensor, w_beta: Tensor, b_beta: Tensor | None) -> Tensor:
    """β c, with one number β = σ(w_beta·s + b_beta) for all of the context."""
    pre = dot(w_beta, s) if b_beta is None else dot(w_beta, s) + b_beta
    pre = w.step("pre_beta", pre, "One number of the decoder state.")
    beta = w.step("beta_gate", sigmoid(pre), "The gate: how much of the image this word needs.")
    return w.step("c_gated", c * beta, "The context through its gate.")


def words(
    w: Recorder, c: Tensor, y: Tensor | None, s: Tensor, L_h: Tensor | None, L_z: Tensor | None, L_o: Tensor
) -> Tensor:
    """softmax(L_o (y + L_h s' + L_z c))."""
    parts = [y, None if L_h is None else L_h @ s, None if L_z is None else L_z @ c]
    found = [part for part in parts if part is not None] or [w.absent("y", ("d_y",))]
    deep = w.step(
        "deep", reduce(add, found), "The word before, the new state and the gated context, each in the words' own size."
    )
    logits = w.step("logits", L_o @ deep, "A score for each word of the vocabulary.")
    return softmax(w, logits, "P_vocab", parts=("E_vocab", "Z_vocab"))
