"""Additive attention that knows where it has been."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.additive import read_off, transformed
from attncalc.mechanisms.encoder_decoder.coverage_loss import covered, overlap, summed
from attncalc.mechanisms.encoder_decoder.penalty import Penalty
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.functions import outer
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Attention with coverage (See)",
    shapes="s[d_s]+ H[m,d_h] W[p,d_s] U[p,d_h] v[p] w_cov[p] b[p]? cov[m]? -> loss[1]",
    paper="See et al. 2017, Get To The Point: Summarization with Pointer-Generator Networks, eq. 10 to 13",
    names="W: weights of the decoder state (W_s); U: weights of the encoder states (W_h); cov: coverage; "
    "w_cov: weights of the coverage",
    lines="cov_w: what the coverage adds",
)
def coverage(
    w: Recorder,
    s: tuple[Tensor, ...],
    H: Tensor,
    W: Tensor,
    U: Tensor,
    v: Tensor,
    w_cov: Tensor,
    b: Tensor | None,
    cov: Tensor | None,
    *,
    penalty: Penalty,
) -> Tensor:
    """eᵢ = vᵀ tanh(U hᵢ + W s + w_cov covᵢ + b), where cov is the sum of the weights of the steps before."""
    Uh = transformed(w, H, U)
    alpha, losses = None, []
    for s_ in w.each("Decoder state", s):
        cov = covered(w, cov, alpha, Uh.shape[0])
        Ws = w.step("Ws", W @ s_, "The transformed decoder state.")
        cov_w = w.step("cov_w", outer(cov, w_cov), "Row i is w_cov times the coverage of position i.")
        pre = Uh + Ws + cov_w if b is None else Uh + Ws + cov_w + b
        pre = w.step("pre", pre, "To every row are added the decoder state, and what its coverage makes.")
        e = read_off(w, pre, v)
        alpha = softmax(w, e, "alpha")
        w.step("c", alpha @ H, "The context is a weighted sum of the encoder states.")
        losses.append(overlap(w, alpha, cov))
    return summed(w, losses, penalty)
