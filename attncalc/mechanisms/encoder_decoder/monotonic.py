"""Monotonic attention: a scan from left to right that may stop at each position."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.options import TRUE_OR_FALSE, Options, option
from attncalc.mechanisms.probabilities import ONE, complement, probabilities
from attncalc.mechanisms.registry import mechanism
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import activation, carried_sums, hadamard, row, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor

HALF = Node("/", args=(ONE, Node("number", "2")))


@dataclass(frozen=True)
class Scan(Options):
    """Whether the scan stops by chance, or surely where that is likelier than not."""

    hard: bool = option(
        "whether the scan stops where p is above 1/2, as at test time", TRUE_OR_FALSE, "true", default="false"
    )

    def stops(self, w: Recorder, S: Tensor) -> Tensor:
        """The probability of each stop; 1 or 0 in a hard scan."""
        P = w.step("P_sel", sigmoid(S), "How likely output step i stops at source position j when it comes there.")
        probabilities(w, P)
        if not self.hard:
            return P
        w.note("Where the scan stops at no position, all weights of the output step are 0, and so is its context.")
        return w.step("P_hard", activation("step", P - w.constant(HALF)), "1 where p is above 1/2: the scan stops.")


@mechanism(
    "Monotonic attention (Raffel)",
    shapes="S[n,m] H[m,d_h] alpha_prev[m]? -> c[d_h]",
    paper="Raffel et al. 2017, Online and Linear-Time Attention by Enforcing Monotonic Alignments, section 2",
    names="S: energies of output steps and source positions; "
    "alpha_prev: weights of the output step before the first; at first, 1 for the first position",
    lines="P_sel: probabilities of a stop; P_hard: whether the scan stops; P_skip: probabilities of moving on; "
    "reach: probabilities that the scan comes there",
)
def monotonic(w: Recorder, S: Tensor, H: Tensor, alpha_prev: Tensor | None, *, scan: Scan) -> Tensor:
    """pᵢⱼ = σ(Sᵢⱼ), rᵢⱼ = (1 − pᵢ,ⱼ₋₁) rᵢ,ⱼ₋₁ + αᵢ₋₁,ⱼ, αᵢⱼ = pᵢⱼ rᵢⱼ, cᵢ = Σⱼ αᵢⱼ hⱼ."""
    P = scan.stops(w, S)
    skip = w.step("P_skip", complement(w, P), "The probability that the scan moves on to the next position.")
    if alpha_prev is None:
        first = listed(w, "1 at the first position, else 0", lambda _, j: str(int(j == 1)), Axis("m", P.shape[1]))
        alpha_prev = w.step("alpha_prev", first, "Before the first output step, the scan stands at the first position.")
    alpha = alpha_prev
    for i in range(1, (P.shape[0] or 1) + 1):
        with w.section("Output step", i):
            reach = carried_sums(alpha, row(skip, i))
            says = "How likely the scan comes to j: it starts there, or it came to j − 1 and moved on."
            reach = w.step("reach", reach, says)
            alpha = w.step("alpha", hadamard(row(P, i), reach), "How likely the scan comes to j and stops there.")
            c = w.step("c", alpha @ H, "The context is a weighted sum of the encoder states.")
    return c
