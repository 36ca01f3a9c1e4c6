"""Exact attention tile by tile, without ever holding all scores."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.reordered.tiles import Running, Tiles
from attncalc.mechanisms.softmax import Softmax
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, share


@mechanism(
    "FlashAttention",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] -> O_flash[n,d_v]",
    paper="Dao et al. 2022, FlashAttention, algorithm 1; divided once at the end, as in Dao 2023, FlashAttention-2",
    lines="o: output so far, before its division; O_flash: output of the tiles",
)
def flash(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, tiles: Tiles, between: Between) -> Tensor:
    """Attention the plain way; then in tiles of keys that keep the running maximum m, sum l and output o; last o/l."""
    if between.softmax != Softmax():
        raise InputError("tiles add up exponentials of base e, so that flash has no other softmax")
    scaled_dot_product(w, Q, K, V, between=between)
    Q = between.asked(Q)
    kept = Running.start(w, Q.axes[0], V)
    for number, (first, last) in enumerate(tiles.of(K.shape[0] or 0), 1):
        picked = tuple(range(first, last + 1))
        with w.section("Block", number):
            S = w.step("S", Q @ K.rows(picked).T, "The scores of this tile's keys.")
            kept = kept.after(w, between.numbered(number).ready(w, S), V.rows(picked))
    assert kept.o is not None
    return w.step("O_flash", share(kept.o, kept.l), "Divided once, at the end: the same as O.")
