"""Penalties on weights, which training adds to its loss with a factor λ."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.options import A_NUMBER, Options, number, option
from attncalc.mechanisms.probabilities import probabilities
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Penalty(Options):
    """How much the penalty counts."""

    lambda_: Scalar | None = option("the factor λ of the penalty, where there is one", A_NUMBER, "0.5")

    def of(self, w: Recorder, loss: Tensor) -> Tensor:
        """The loss, times λ if there is one."""
        if self.lambda_ is None:
            return loss
        return w.step("loss_scaled", loss * number(w, self.lambda_, "lambda"), "The penalty times its factor λ.")


def weights(w: Recorder, S: Tensor) -> Tensor:
    """The weights of scores, or as they are given."""
    return probabilities(w, softmax(w, S, "A"))
