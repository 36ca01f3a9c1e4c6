"""The coverage loss of a sequence of rows of weights."""

from __future__ import annotations

from functools import reduce
from operator import add

from attncalc.mechanisms.encoder_decoder.penalty import Penalty, weights
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import row, smaller
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, row_sums


@mechanism(
    "Coverage loss (See)",
    shapes="S[n,m] cov[m]? -> loss[1]",
    paper="See et al. 2017, Get To The Point: Summarization with Pointer-Generator Networks, eq. 10, 12",
    names="S: scores of output steps and source positions; or give A, the weights",
    lines="mins: smaller of weight and coverage; covloss: coverage loss of one output step; "
    "loss_scaled: loss times its factor; loss: loss",
)
def coverage_loss(w: Recorder, S: Tensor, cov: Tensor | None, *, penalty: Penalty) -> Tensor:
    """covlossₜ = Σᵢ min(Aₜᵢ, covₜᵢ), where covₜ is the sum of the rows of A before row t."""
    A = weights(w, S)
    alpha, losses = None, []
    for t in range(1, (A.shape[0] or 1) + 1):
        with w.section("Output step", t):
            cov = covered(w, cov, alpha, A.shape[1])
            alpha = row(A, t)
            losses.append(overlap(w, alpha, cov))
    return summed(w, losses, penalty)


def covered(w: Recorder, cov: Tensor | None, alpha: Tensor | None, m: int | None) -> Tensor:
    """The coverage with the weights of the step before; before the first step as it is given, or 0."""
    if cov is None:
        zeros = listed(w, "0 everywhere", lambda _, __: "0", Axis("m", m))
        return w.step("cov", zeros, "Before the first output step nothing has been attended to.")
    if alpha is None:
        return w.step("cov", cov, "What has been attended to before the first output step.")
    return w.step("cov", cov + alpha, "The weights of the step before are added to the coverage.")


def overlap(w: Recorder, alpha: Tensor, cov: Tensor) -> Tensor:
    """covloss: how much of a row of weights is where the coverage is already."""
    mins = w.step("mins", smaller(alpha, cov), "The smaller of weight and coverage, position by position.")
    return w.step("covloss", row_sums(mins), "Their sum: how much goes where attention has been already.")


def summed(w: Recorder, losses: list[Tensor], penalty: Penalty) -> Tensor:
    """The losses of all output steps together."""
    return penalty.of(w, w.step("loss", reduce(add, losses), "The coverage losses of all output steps together."))
