"""LoRA: a weight that is adapted by a product of two thin matrices."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.options import A_NUMBER, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Update(Options):
    """How much of the update is added."""

    alpha: Scalar | None = option("α in α/r, by which the update is multiplied; r unless said otherwise", A_NUMBER, "4")

    def scaled(self, w: Recorder, product: Tensor) -> Tensor:
        """The product times α/r."""
        if self.alpha is None:
            return product
        return product * (number(w, self.alpha, "alpha", positive=True) / w.constant(w.tree(Scalar("r"))))


@mechanism(
    "Low-rank adaptation (LoRA)",
    shapes="X[n,d_in] W[d_in,d_out] A[d_in,r] B[r,d_out] -> H_merged[n,d_out]",
    paper="Hu et al. 2021, LoRA: Low-Rank Adaptation of Large Language Models, section 4.1, eq. 3",
    names="W: weights that are kept; A: first matrix of the update; B: second matrix of the update",
    lines="X_low: tokens in r numbers each; H_added: what the update adds; H_lora: outputs with the update apart; "
    "W_added: update of the weights; W_merged: weights with their update; H_merged: outputs of the merged weights",
)
def lora(w: Recorder, X: Tensor, W: Tensor, A: Tensor, B: Tensor, *, update: Update) -> Tensor:
    """X W + (α/r) X A B is X (W + (α/r) A B), or with tokens in columns, as in the paper, W X + (α/r) B A X."""
    X_low = w.step("X_low", X @ A, "Each token in r numbers.")
    H_added = w.step("H_added", update.scaled(w, X_low @ B), "What the update adds.")
    w.step("H_lora", X @ W + H_added, "The outputs, with the update apart.")
    W_added = w.step("W_added", update.scaled(w, A @ B), "The update as one matrix; its rank is r at most.")
    W_merged = w.step("W_merged", W + W_added, "The weights, with their update merged in.")
    return w.step("H_merged", X @ W_merged, "The same outputs, from one matrix.")
