"""Channels weighted by what the whole image holds of each."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.sizes import counted
from attncalc.mechanisms.vision.maps import checked, means_of, scaled
from attncalc.worksheet.functions import relu, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

SPELT = {"W_1": "Wup", "W_2": "Wdown"}
NAMES = (
    "X: feature maps, one for each channel; Wup: weights that squeeze the channels, W_1; "
    "Wdown: weights that lead back to the channels, W_2"
)


@mechanism(
    "Squeeze-and-excitation",
    shapes="X[height,width]+ Wup[p,c] Wdown[c,p] -> X_ch[height,width]",
    paper="Hu et al. 2018, Squeeze-and-Excitation Networks, eq. 2-4",
    names=NAMES,
    spelt=SPELT,
    lines="hidden: hidden layer; gate_pre: gate before σ; M_ch: gate of the channels; "
    "X_ch: channels through their gate; n_weights: how many weights; z_avg: mean of each channel",
)
def squeeze_excitation(w: Recorder, X: tuple[Tensor, ...], Wup: Tensor, Wdown: Tensor) -> Tensor:
    """σ(W₂ ReLU(W₁ z)) with z the mean of each channel: one number by which each channel is multiplied."""
    z = w.step("z_avg", means_of(checked(X)), "The mean of each channel.")
    hidden = w.step("hidden", relu(Wup @ z), "Squeezed into fewer numbers, those below 0 cut off.")
    pre = w.step("gate_pre", Wdown @ hidden, "Back to one number for each channel.")
    gate = w.step("M_ch", sigmoid(pre), "Each by itself between 0 and 1: they need not sum to 1.")
    counted(w, "n_weights", "2*c*p", "The weights that this adds.")
    return scaled(w, "X_ch", X, gate, "The channel times its number.")[-1]
