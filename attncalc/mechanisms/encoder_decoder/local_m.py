"""Luong's local attention with monotonic alignment."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.window import Window, chosen, scores, seen, transformed
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Local attention, monotonic (Luong local-m)",
    shapes="s[d_s]+ W[d_s,d_h]? H[m,d_h] -> c[d_h], without W or Wh: H[m,d_s]",
    paper="Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, section 3.2",
    lines="p_t: position that the window is around; win: source positions in the window; e_win: scores there",
)
def local_m(w: Recorder, s: tuple[Tensor, ...], W: Tensor | None, H: Tensor, *, window: Window) -> Tensor:
    """p_t = t, and softmax over the scores of the source positions in [p_t − D, p_t + D] only."""
    keys = transformed(w, H, W)
    for t, s_ in enumerate(w.each("Decoder state", s), 1):
        e = scores(w, s_, keys)
        given = window.at(w, s, e.shape[0], least=1)
        position = by_rule(w, str(t), Axis("1", 1)) if given is None else given
        p_t = w.step("p_t", position, "Source and target are taken to run alike: p_t is the number t of the step.")
        win, e_win = seen(w, window, p_t, e)
        alpha = softmax(w, e_win, "alpha")
        c = w.step("c", alpha @ H.rows(chosen(win)), "The context, of the states in the window.")
    return c
