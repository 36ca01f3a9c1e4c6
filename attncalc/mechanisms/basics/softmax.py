"""Softmax line by line, and its slopes."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.basics.rows import Rows
from attncalc.mechanisms.options import A_NUMBER, TRUE_OR_FALSE, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import diagonal, largest, outer, row_max
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp, row_sums, share


@dataclass(frozen=True)
class Lines(Options):
    """Which lines the work has."""

    temperature: Scalar | None = option("what the scores are divided by", A_NUMBER, "2")
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
    names={"e": "one row of scores, instead of S"},
)
def softmax(w: Recorder, S: Tensor, e: Tensor | None, *, rows: Rows, lines: Lines) -> Tensor:
    """αᵢ = e^{eᵢ}/Σⱼ e^{eⱼ} in each row of scores, and its slopes ∂αᵢ/∂eⱼ = αᵢ(δᵢⱼ − αⱼ)."""
    scores = rows.scores(w, S, e)
    if lines.temperature:
        tau = number(w, lines.temperature, "temperature", positive=True)
        scores = w.step(f"{rows.S}_tempered", scores / tau, "The scores over the temperature.")
    _check(w, scores)
    if lines.shift and lines.can_compare(w):
        most = w.step(f"{rows.S}_max", row_max(scores), "The largest score of each row.")
        scores = w.step(f"{rows.S}_shifted", scores - most, "Subtracting it changes no weight.")
    E = w.step("E", exp(scores), "The exponential of each score.")
    Z = w.step("Z", row_sums(E), "The sum of each row of exponentials.")
    A = w.step(rows.A, share(E, Z), "Each exponential as a share of its row's sum.")
    w.step(f"{rows.A}_sum", row_sums(A), "The check: the weights of each row should sum to 1.")
    if lines.jacobian:
        for alpha in rows.each(w, A):
            J = w.step("J", diagonal(alpha) - outer(alpha, alpha), "How weight i changes with score j: αᵢ(δᵢⱼ − αⱼ).")
            if lines.can_compare(w):
                w.step("J_max", largest(J), "The largest slope: next to nothing where one weight is close to 1.")
    return A


def _check(w: Recorder, scores: Tensor) -> None:
    """Raises InputError at a row whose scores are all -inf."""
    rows = [] if scores.absent else w.arithmetic.rows(scores.value)
    for i, row in enumerate(rows, 1):
        if all(map(w.arithmetic.is_masked, row)):
            raise InputError(f"every score of row {i} is -inf, so its weights would be divided by 0")
