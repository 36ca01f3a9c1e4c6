"""FNet: Fourier transforms in place of attention."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import of_degrees
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "FNet",
    shapes="X[n,d_model] -> O[n,d_model]",
    paper="Lee-Thorp et al. 2022, FNet: Mixing Tokens with Fourier Transforms, section 3.2",
    lines="psi_hid: angles along the features; psi_seq: angles along the sequence; "
    "cos_hid: cosines along the features; sin_hid: sines along the features; X_re: real part; "
    "X_im: imaginary part; cos_seq: cosines along the sequence; sin_seq: sines along the sequence",
)
def fnet(w: Recorder, X: Tensor) -> Tensor:
    """Re(F_n X F_d) with Fⱼₖ = e^(−2πi jk/n): along the features, then along the sequence; nothing is learned."""
    tokens, features = X.axes
    cos_hid, sin_hid = _waves(w, "hid", "d_model", features)
    X_re = w.step("X_re", X @ cos_hid, "The real part of the transform along the features.")
    X_im = w.step("X_im", X @ sin_hid, "The imaginary part, with its sign changed.")
    cos_seq, sin_seq = _waves(w, "seq", "n", tokens)
    mixed = cos_seq @ X_re - sin_seq @ X_im
    return w.step("O", mixed, "The real part of the transform along the sequence: i·i = −1 gives the minus.")


def _waves(w: Recorder, side: str, size: str, axis: Axis) -> tuple[Tensor, Tensor]:
    """The tables of cos and sin of 2π ij/size, with i and j from 0."""
    angles = by_rule(w, f"360*i*j/{size}", axis, axis, start=(0, 0))
    angles = w.step(f"psi_{side}", angles, f"The angles in degrees, with i and j from 0 to {size} − 1.")
    return (
        w.step(f"cos_{side}", of_degrees("cos", angles), "Their cosines."),
        w.step(f"sin_{side}", of_degrees("sin", angles), "Their sines."),
    )
