"""Softmax line by line, and its slopes."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.basics.rows import Rows
from attncalc.mechanisms.between import OfScores
from attncalc.mechanisms.options import TRUE_OR_FALSE, Options, option
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import diagonal, largest, outer, row_max
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums


@dataclass(frozen=True)
class Lines(Options):
    """Which lines the work has."""

    shift: bool = option("whether the largest score of each row is subtracted", TRUE_OR_FALSE, "false", default="true")
    jacobian: bool = option("whether the slopes of each row follow", TRUE_OR_FALSE, "true", default="false")

    @staticmethod
    def can_compare(w: Recorder) -> bool:
        """Whether it can be told which entry is the largest: not where letters have no value."""
        return set(w.symbols) <= set(w.letters)


@mechanism(
    "Softmax",
    shapes="S[n,m] e[m]? -> A[n,m]",
    paper="Bridle 1990, Probabilistic Interpretation of Feedforward Classification Network Outputs",
    names="e: one row of scores, instead of S",
    lines="S_max: largest score of each row; S_shifted: scores less the largest; e_max: largest score; "
    "e_shifted: scores less the largest; e_premasked: scores with the table added; e_scaled: scaled scores; "
    "e_capped: capped scores; e_biased: biased scores; e_masked: masked scores; "
    "e_kept: scores with 0 for hidden ones; J: slopes of softmax; J_max: largest slope",
)
def softmax(w: Recorder, S: Tensor, e: Tensor | None, *, rows: Rows, lines: Lines, between: OfScores) -> Tensor:
    """αᵢ = e^{eᵢ}/Σⱼ e^{eⱼ} in each row of scores, and its slopes ∂αᵢ/∂eⱼ = αᵢ(δᵢⱼ − αⱼ)."""
    scores = between.checked(w, between.ready(w, rows.scores(w, S, e)))
    if lines.shift and lines.can_compare(w) and between.softmax.is_shiftable:
        most = w.step(f"{rows.S}_max", row_max(scores), "The largest score of each row.")
        scores = w.step(f"{rows.S}_shifted", scores - most, "Subtracting it changes no weight.")
    A = between.softmax.weights(w, scores, rows.A, detail=False)
    w.step(f"{rows.A}_sum", row_sums(A), "The check: the weights of each row should sum to 1.")
    if lines.jacobian:
        if not between.softmax.is_natural:
            raise InputError("jacobian: these slopes are those of softmax with base e")
        for alpha in rows.each(w, A):
            J = w.step("J", diagonal(alpha) - outer(alpha, alpha), "How weight i changes with score j: αᵢ(δᵢⱼ − αⱼ).")
            if lines.can_compare(w):
                w.step("J_max", largest(J), "The largest slope: next to nothing where one weight is close to 1.")
    return A
