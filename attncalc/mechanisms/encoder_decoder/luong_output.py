"""What Luong's decoder makes of a context: the attentional state, and a distribution over words."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.dot_product import joined, weighed
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, tanh


@mechanism(
    "Attentional state and prediction (Luong)",
    shapes="e[m] H[m,d_h] s[d_s] W_c[d_a,d_h+d_s] b_c[d_a]? W_y[d_out,d_a]? b_y[d_out]? -> P_vocab[d_out]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, eq. 5, 6",
    names="e: scores of the encoder states; or give alpha, their weights, or the context c; "
    "W_y: weights of the words' scores, which Luong calls W_s; W_c: weights of the attentional state; "
    "b_c: bias of the attentional state; b_y: bias of the words' scores",
    spelt={"Ws": "W_y"},
    lines="pre_att: attentional state before tanh; h_att: attentional state; logits: scores of the words; "
    "E_vocab: exponentials; Z_vocab: their sum; P_vocab: probabilities of generated words",
)
def luong_output(
    w: Recorder,
    e: Tensor,
    H: Tensor,
    s: Tensor,
    W_c: Tensor,
    b_c: Tensor | None,
    W_y: Tensor | None,
    b_y: Tensor | None,
) -> Tensor:
    """h_att = tanh(W_c [c; s] + b_c), and P_vocab = softmax(W_y h_att + b_y) over the words."""
    h_att = attentional(w, joined(w, weighed(w, e, H), s), W_c, b_c)
    return h_att if W_y is None else predicted(w, h_att, W_y, b_y)


def attentional(w: Recorder, cs: Tensor, W_c: Tensor, b_c: Tensor | None) -> Tensor:
    """tanh(W_c [c; s] + b_c)."""
    pre = W_c @ cs if b_c is None else W_c @ cs + b_c
    pre = w.step("pre_att", pre, "One layer over context and decoder state.")
    return w.step("h_att", tanh(pre), "The attentional state: tanh of every entry.")


def predicted(w: Recorder, state: Tensor, W_y: Tensor, b_y: Tensor | None) -> Tensor:
    """softmax(W_y h + b_y): a second softmax, over the words."""
    logits = W_y @ state if b_y is None else W_y @ state + b_y
    logits = w.step("logits", logits, "A score for each word of the vocabulary.")
    return softmax(w, logits, "P_vocab", parts=("E_vocab", "Z_vocab"))
