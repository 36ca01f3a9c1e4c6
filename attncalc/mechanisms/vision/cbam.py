"""Both attentions of CBAM, one after the other."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.vision.cbam_channel import by_channel
from attncalc.mechanisms.vision.cbam_spatial import by_place
from attncalc.mechanisms.vision.maps import Maps
from attncalc.mechanisms.vision.squeeze_excitation import NAMES
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Convolutional block attention (CBAM)",
    shapes="X[height,width]+ Wup[p,c] Wdown[c,p] kernel[k_h,k_w]+ b[1]? -> X_sp[height,width]",
    paper="Woo et al. 2018, CBAM: Convolutional Block Attention Module, eq. 1",
    names=f"{NAMES}; b: bias of the convolution; kernel: kernels for the map of means and for the map of maxima",
    spelt={"W_0": "Wup", "W_1": "Wdown"},
)
def cbam(w: Recorder, X: Maps, Wup: Tensor, Wdown: Tensor, kernel: Maps, b: Tensor | None) -> Tensor:
    """Channel attention first, then spatial attention on what it gives."""
    return by_place(w, by_channel(w, X, Wup, Wdown), kernel, b)[-1]
