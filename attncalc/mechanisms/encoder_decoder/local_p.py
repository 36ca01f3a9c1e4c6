"""Luong's local attention with predictive alignment."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.encoder_decoder.gaussian import gaussian
from attncalc.mechanisms.encoder_decoder.window import Window, chosen, length, scores, seen, transformed
from attncalc.mechanisms.options import A_NUMBER, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import dot, hadamard, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums, tanh


@dataclass(frozen=True)
class Fading(Window):
    """A window whose weights fall off from its middle."""

    sigma: Scalar = option("the width σ of the Gaussian, in positions", A_NUMBER, "1.5", default="D/2")


@mechanism(
    "Local attention, predictive (Luong local-p)",
    shapes="s[d_s]+ W[d_s,d_h]? H[m,d_h] W_p[p,d_s] v_p[p] -> c[d_h], without W or Wh: H[m,d_s]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, eq. 9, 10",
    names="W_p: weights that predict the position; v_p: vector that predicts the position",
    lines="alpha_sum: sum of the weights; Wps: transformed state for the position; T_p: tanh of it; "
    "z_pos: score of the position; align: softmax in the window; dist: distances from p_t; "
    "gauss: Gaussian of the distances",
)
def local_p(
    w: Recorder, s: tuple[Tensor, ...], W: Tensor | None, H: Tensor, W_p: Tensor, v_p: Tensor, *, fading: Fading
) -> Tensor:
    """p_t = m σ(v_pᵀ tanh(W_p s)), and softmax in [p_t − D, p_t + D] times exp(−(j − p_t)²/(2σ²))."""
    keys = transformed(w, H, W)
    for s_ in w.each("Decoder state", s):
        e = scores(w, s_, keys)
        given = fading.at(w, s, e.shape[0], least=0)
        p_t = predicted(w, s_, W_p, v_p, e.shape[0]) if given is None else w.step("p_t", given, "Given as an option.")
        win, e_win = seen(w, fading, p_t, e)
        align = softmax(w, e_win, "align")
        dist = w.step("dist", win - p_t, "How far each position of the window is from p_t.")
        says = "A Gaussian around p_t favours the positions that are near to it."
        gauss = w.step("gauss", gaussian(w, dist, fading.sigma, "sigma"), says)
        alpha = w.step("alpha", hadamard(align, gauss), "The weights, position by position.")
        w.step("alpha_sum", row_sums(alpha), "The weights need not sum to 1: they are not divided by their sum again.")
        c = w.step("c", alpha @ H.rows(chosen(win)), "The context, of the states in the window.")
    return c


def predicted(w: Recorder, s: Tensor, W_p: Tensor, v_p: Tensor, m: int | None) -> Tensor:
    """The position that the decoder state predicts: m σ(v_pᵀ tanh(W_p s))."""
    Wps = w.step("Wps", W_p @ s, "The decoder state, transformed to predict the position.")
    T_p = w.step("T_p", tanh(Wps), "tanh of every entry.")
    z_pos = w.step("z_pos", dot(v_p, T_p), "One number, which says how far along the source the decoder is.")
    return w.step("p_t", sigmoid(z_pos) * length(w, m), "The position, between 0 and the length m of the source.")
