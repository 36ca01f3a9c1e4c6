"""The channel attention of CBAM."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.vision.maps import Maps, checked, largest_of, means_of, scaled
from attncalc.mechanisms.vision.squeeze_excitation import NAMES, SPELT
from attncalc.worksheet.functions import relu, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Channel attention (CBAM)",
    shapes="X[height,width]+ Wup[p,c] Wdown[c,p] -> X_ch[height,width]",
    paper="Woo et al. 2018, CBAM: Convolutional Block Attention Module, eq. 2",
    names=NAMES,
    spelt={**SPELT, "W_0": "Wup", "W_1": "Wdown"},
    lines="z_max: largest of each channel; hidden_avg: hidden layer of the means; "
    "hidden_max: hidden layer of the maxima; MLP_avg: network of the means; MLP_max: network of the maxima",
)
def cbam_channel(w: Recorder, X: Maps, Wup: Tensor, Wdown: Tensor) -> Tensor:
    """σ(MLP(means) + MLP(maxima)), one shared MLP W₁ ReLU(W₀ z): a number by which each channel is multiplied."""
    return by_channel(w, X, Wup, Wdown)[-1]


def by_channel(w: Recorder, X: Maps, Wup: Tensor, Wdown: Tensor) -> Maps:
    """The channels, each times its number."""
    z_avg = w.step("z_avg", means_of(checked(X)), "The mean of each channel.")
    z_max = w.step("z_max", largest_of(X), "The largest entry of each channel.")
    hidden_avg = w.step("hidden_avg", relu(Wup @ z_avg), "The hidden layer, for the means.")
    hidden_max = w.step("hidden_max", relu(Wup @ z_max), "The same layer, for the largest entries.")
    MLP_avg = w.step("MLP_avg", Wdown @ hidden_avg, "What the network makes of the means.")
    MLP_max = w.step("MLP_max", Wdown @ hidden_max, "What the same network makes of the largest entries.")
    pre = w.step("gate_pre", MLP_avg + MLP_max, "They are added before σ.")
    gate = w.step("M_ch", sigmoid(pre), "A number between 0 and 1 for each channel.")
    return scaled(w, "X_ch", X, gate, "The channel times its number.")
