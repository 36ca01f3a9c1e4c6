"""A residual connection."""

from __future__ import annotations

from attncalc.mechanisms.blocks.sublayer import Sum
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Residual connection",
    shapes="X[n,d_model] F[n,d_model] gamma[d_model]? beta[d_model]? -> X_res[n,d_model]",
    paper="He et al. 2016, Deep Residual Learning for Image Recognition, eq. 1",
    names="F: what the sublayer makes of the tokens",
)
def residual(w: Recorder, X: Tensor, F: Tensor, gamma: Tensor | None, beta: Tensor | None, *, after: Sum) -> Tensor:
    """X + F(X): what a sublayer makes of the tokens is added to them; then a norm, if asked."""
    return after.after(w, X, F, gamma, beta)
