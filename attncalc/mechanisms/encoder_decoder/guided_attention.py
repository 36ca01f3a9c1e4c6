"""Losses that pull weights towards an alignment that is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.encoder_decoder.gaussian import gaussian
from attncalc.mechanisms.encoder_decoder.penalty import weights
from attncalc.mechanisms.options import A_NUMBER, Options, option, whole_from, word
from attncalc.mechanisms.probabilities import complement
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import hadamard, mean, negated, p_ln_q, square, total
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Guide(Options):
    """What the weights are compared with, and how."""

    kind: str = option(
        "the loss: frobenius and cross-entropy compare with A_true, tachibana with the diagonal",
        word("frobenius", "tachibana", "cross-entropy"),
        "tachibana",
        default="frobenius",
    )
    width: Scalar = option(
        "how far from the diagonal weights may lie, as a part of the length: g of tachibana",
        A_NUMBER,
        "0.3",
        default="0.2",
    )
    first_position: int = option("what positions are counted from, for tachibana", whole_from(0, 1), "0", default="1")

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Guide:
        """The options; raises InputError for what this kind of loss does not use."""
        found = super().read(options, given, symbols)
        if found.kind == "tachibana" and "A_true" in given:
            raise InputError("A_true is given, but tachibana compares with the diagonal", place=given["A_true"].place)
        for key in ("width", "first-position"):
            if key in options and found.kind != "tachibana":
                raise InputError(f"{key} is an option of tachibana", place=options[key].place, hint="kind: tachibana")
        return found


@mechanism(
    "Guided attention loss",
    shapes="S[n,m] A_true[n,m] -> loss[1]",
    paper="Liu et al. 2016, Neural Machine Translation with Supervised Attention; Mi et al. 2016, Supervised "
    "Attentions for Neural Machine Translation; Tachibana et al. 2017, Efficiently Trainable Text-to-Speech System "
    "Based on Deep Convolutional Networks with Guided Attention, section 3",
    names="S: scores of output steps and source positions; or give A, the weights; A_true: alignment that is known",
    lines="loss_mean: loss as a mean; pen: penalty of each pair; A_pen: weights times their penalties; "
    "A_log: logarithms of the weights, as they count; D: distances or offsets",
)
def guided_attention(w: Recorder, S: Tensor, A_true: Tensor, *, guide: Guide) -> Tensor:
    """Σ (A − A_true)², and its mean; or the mean of Aᵢⱼ (1 − exp(−(i/n − j/m)²/(2g²))); or −Σ A_true ln A."""
    return LOSSES[guide.kind](w, weights(w, S), A_true, guide)


def frobenius(w: Recorder, A: Tensor, A_true: Tensor, _: Guide) -> Tensor:
    """The squared Frobenius norm of the difference, and the mean of its squares."""
    diff = w.step("diff", A - A_true, "What the weights differ by from the alignment that is known.")
    sq = w.step("sq", square(diff), "The squares.")
    w.step("loss", total(sq), "Their sum, the squared Frobenius norm.")
    return w.step("loss_mean", mean(sq), "Their mean, which frameworks call the mean squared error.")


def tachibana(w: Recorder, A: Tensor, _: Tensor, guide: Guide) -> Tensor:
    """The mean of the weights times how far they lie from the diagonal."""
    start = guide.first_position, guide.first_position
    axes = Axis("n", A.shape[0]), Axis("m", A.shape[1])
    D = w.step("D", by_rule(w, "i/n - j/m", *axes, start=start), "How far the pair i, j lies from the diagonal.")
    gauss = w.step("gauss", gaussian(w, D, guide.width, "width"), "A Gaussian around the diagonal.")
    pen = w.step("pen", complement(w, gauss), "The penalty of each pair: 0 on the diagonal.")
    A_pen = w.step("A_pen", hadamard(A, pen), "Each weight times its penalty.")
    return w.step("loss", mean(A_pen), "The mean over all pairs.")


def cross_entropy(w: Recorder, A: Tensor, A_true: Tensor, _: Guide) -> Tensor:
    """−Σ A_true ln A."""
    check_logarithms(A, A_true)
    logs = w.step("A_log", p_ln_q(A_true, A), "The logarithm of each weight, times what the weight should be.")
    return w.step("loss", negated(total(logs)), "The cross entropy: their sum with its sign changed.")


def check_logarithms(A: Tensor, A_true: Tensor) -> None:
    """Raises InputError where a weight is 0 that should not be: the loss would be infinite."""
    if A.absent or A_true.absent:
        return
    ar = A.arithmetic
    for i, rows in enumerate(zip(ar.rows(A.value), ar.rows(A_true.value), strict=True), 1):
        for j, (x, y) in enumerate(zip(*rows, strict=True), 1):
            if ar.is_number(x, 0) and not ar.is_number(y, 0):
                raise InputError(
                    f"the weight of step {i} and position {j} is 0 where A_true is not, and has no logarithm"
                )


LOSSES = {"frobenius": frobenius, "tachibana": tachibana, "cross-entropy": cross_entropy}
