"""Root mean square normalisation."""

from __future__ import annotations

from attncalc.mechanisms.blocks.layer_norm import Epsilon, normalised
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import row_means, sqrt, square
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "RMS normalisation",
    shapes="X[n,d_model] gamma[d_model]? beta[d_model]? -> N[n,d_model]",
    paper="Zhang and Sennrich 2019, Root Mean Square Layer Normalization, eq. 4",
    lines="ms: mean squares; rms: root mean squares",
)
def rms_norm(w: Recorder, X: Tensor, gamma: Tensor | None, beta: Tensor | None, *, spread: Epsilon) -> Tensor:
    """x/√(mean of x² + ε) ⊙ γ, row by row: as layer normalisation without taking off the mean."""
    squares = w.step("X_squared", square(X), "The square of every entry.")
    ms = w.step("ms", row_means(squares), "The mean square of each row.")
    rms = w.step("rms", sqrt(spread.added(w, ms)), "The root of each mean square.")
    return normalised(w, X, rms, gamma, beta, over="root mean square")
