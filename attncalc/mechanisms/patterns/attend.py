"""Attention under a pattern: the mask that it makes, how many pairs it leaves, then scaled dot-product attention."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.rules.pattern import Pattern
from attncalc.worksheet.functions import count_seen
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor

QKV = "Q[n,d_k] K[m,d_k] V[m,d_v] -> O[n,d_v]"


def attend(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, pattern: Pattern, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, with M = 0 where the pattern lets query i see key j, and −∞ elsewhere."""
    n, m = Q.axes[0], K.axes[0]
    if w.given and n.size and m.size:
        pattern.check(range(1, n.size + 1), m.size)
    M = w.step("M", where(w, pattern.words, pattern.seen, n, m), pattern.sentence)
    w.step("pairs", count_seen(M), pattern.counted(n.size or 0, m.size or 0))
    return scaled_dot_product(w, Q, K, V, between=between.masked_by(between.asked(M)))
