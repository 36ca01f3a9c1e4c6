"""Softmax in one pass over its scores."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.reordered.tiles import Running, Tiles
from attncalc.worksheet.functions import columns
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp, share


@mechanism(
    "Online softmax",
    shapes="S[n,m] -> A[n,m]",
    paper="Milakov and Gimelshein 2018, Online normalizer calculation for softmax, algorithm 3",
    lines="m: largest score so far; l: sum of exponentials so far; corr: what rescales the sum so far; "
    "S_tile: scores of a tile",
)
def online_softmax(w: Recorder, S: Tensor, *, tiles: Tiles) -> Tensor:
    """m ← max(m, s) and l ← e^(m before − m) l + e^(s − m), tile by tile; at the end each weight is e^(s − m)/l."""
    kept = Running.start(w, S.axes[0])
    for number, (first, last) in enumerate(tiles.of(S.shape[1] or 0), 1):
        with w.section("Block", number):
            kept = kept.after(w, w.step("S_tile", columns(S, first, last), "The scores of this tile."))
    return w.step("A", share(exp(S - kept.m), kept.l), "The exponential of each score less the largest, over the sum.")
