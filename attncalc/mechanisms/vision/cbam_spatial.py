"""The spatial attention of CBAM."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.vision.maps import Maps, checked, convolved, largest_over, mean_over, through
from attncalc.worksheet.functions import sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Spatial attention (CBAM)",
    shapes="X[height,width]+ kernel[k_h,k_w]+ b[1]? -> X_sp[height,width]",
    paper="Woo et al. 2018, CBAM: Convolutional Block Attention Module, eq. 3",
    names="X: feature maps, one for each channel; b: bias of the convolution; "
    "kernel: kernels for the map of means and for the map of maxima",
    lines="P_avg: means over the channels; P_max: maxima over the channels; P_conv: convolution of both; "
    "M_sp: gate of the places; X_sp: channels through the gate of the places",
)
def cbam_spatial(w: Recorder, X: Maps, kernel: Maps, b: Tensor | None) -> Tensor:
    """σ(f([means; maxima])) with means and maxima over the channels and f a convolution: a number for each place."""
    return by_place(w, X, kernel, b)[-1]


def by_place(w: Recorder, X: Maps, kernel: Maps, b: Tensor | None) -> Maps:
    """The channels times one map, entry by entry; raises InputError where there are not two kernels."""
    if len(kernel) not in (1, 2) or (len(kernel) == 1 and not kernel[0].absent):
        raise InputError(
            f"there are 2 maps to lay a kernel over, but {len(kernel)} of kernels",
            hint="Give kernel_1 for the means and kernel_2 for the maxima.",
        )
    P_avg = w.step("P_avg", mean_over(w, checked(X)), "The mean over the channels, at every place.")
    P_max = w.step("P_max", largest_over(X), "The largest over the channels, at every place.")
    total = convolved(P_avg, kernel[0]) + convolved(P_max, kernel[-1])
    pre = w.step(
        "P_conv",
        total if b is None else total + b,
        "The kernels, not flipped, laid over both maps; beside them stands 0.",
    )
    gate = w.step("M_sp", sigmoid(pre), "A number between 0 and 1 for each place.")
    return through(w, "X_sp", X, gate, "The channel times the map, place by place.")
