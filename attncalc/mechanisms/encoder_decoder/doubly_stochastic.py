"""The penalty that makes the columns of the weights sum to one, too."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.encoder_decoder.penalty import Penalty, weights
from attncalc.mechanisms.options import A_NUMBER, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import square, sum_of_rows
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums


@dataclass(frozen=True)
class Columns(Penalty):
    """What a column should sum to."""

    tau: Scalar = option("what each column should sum to, such as n/m", A_NUMBER, "n/m", default="1")


@mechanism(
    "Doubly stochastic penalty (Xu)",
    shapes="S[n,m] -> loss[1]",
    paper="Xu et al. 2015, Show, Attend and Tell: Neural Image Caption Generation with Visual Attention, section 4.2.1",
    names="S: scores of output steps and source positions; or give A, the weights",
    lines="A_cols: column sums of the weights; diff: differences; sq: squares",
)
def doubly_stochastic(w: Recorder, S: Tensor, *, columns: Columns) -> Tensor:
    """λ Σⱼ (τ − Σᵢ Aᵢⱼ)², with τ = 1: over all output steps, every source position should get as much."""
    A = weights(w, S)
    A_cols = w.step("A_cols", sum_of_rows(A), "What each source position got over all output steps.")
    diff = w.step("diff", number(w, columns.tau, "tau") - A_cols, "What each lacks of τ; negative where it got more.")
    sq = w.step("sq", square(diff), "The squares.")
    return columns.of(w, w.step("loss", row_sums(sq), "The penalty, their sum."))
