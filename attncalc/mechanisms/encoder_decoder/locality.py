"""Locality: what lies far from the diagonal counts less, by a penalty on the weights or a bias on the scores."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.encoder_decoder.gaussian import exponent
from attncalc.mechanisms.encoder_decoder.penalty import Penalty, weights
from attncalc.mechanisms.options import A_NUMBER, option, word
from attncalc.mechanisms.probabilities import complement
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import hadamard, total
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor, exp


@dataclass(frozen=True)
class Locality(Penalty):
    """Which of the two, and how wide."""

    as_: str = option(
        "whether it is a penalty on the weights or a bias on the scores",
        word("penalty", "bias"),
        "bias",
        default="penalty",
    )
    sigma: Scalar = option("the width σ of the Gaussian, in positions", A_NUMBER, "1", default="1")


@mechanism(
    "Locality, as a penalty or a bias",
    shapes="S[n,m] -> loss[1]",
    paper="the bias after Yang et al. 2018, Modeling Localness for Self-Attention Networks; the penalty worked out for "
    "this collection",
    names="S: scores; for the penalty A, the weights, may be given instead",
)
def locality(w: Recorder, S: Tensor, *, locality: Locality) -> Tensor:
    """Σᵢⱼ Aᵢⱼ (1 − exp(−(i − j)²/(2σ²))), a penalty; or softmax(Sᵢⱼ − (i − j)²/(2σ²)), a bias."""
    n, m = (size or w.sizes.get(name) for name, size in zip("nm", S.shape, strict=True))
    D = w.step("D", by_rule(w, "i-j", Axis("n", n), Axis("m", m)), "How far query i stands after key j.")
    return WAYS[locality.as_](w, S, exponent(w, D, locality.sigma, "sigma"), locality)


def as_penalty(w: Recorder, S: Tensor, bias: Tensor, locality: Locality) -> Tensor:
    """The sum of the weights, each times what its distance costs."""
    A = weights(w, S)
    gauss = w.step("gauss", exp(bias), "A Gaussian of the distance: 1 for the query's own position.")
    pen = w.step("pen", complement(w, gauss), "What each pair costs: the more, the farther apart.")
    A_pen = w.step("A_pen", hadamard(A, pen), "Each weight times its cost.")
    return locality.of(w, w.step("loss", total(A_pen), "The penalty is their sum: it is added to the training loss."))


def as_bias(w: Recorder, S: Tensor, bias: Tensor, _: Locality) -> Tensor:
    """The weights of scores that are less the farther apart query and key stand."""
    B = w.step("B", bias, "The bias: the farther apart, the less. It is added before softmax, and is no penalty.")
    return softmax(w, w.step("S_biased", S + B, "The bias is added to the scores."), "A")


WAYS = {"penalty": as_penalty, "bias": as_bias}
