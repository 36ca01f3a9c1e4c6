"""Hard attention: one state is picked, instead of a mixture of all."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import A_NUMBER, Options, number, option
from attncalc.mechanisms.probabilities import probabilities
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import argmax, first_reaching, row, running_sums
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.selection import Chosen
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Draw(Options):
    """How the state is picked."""

    u: Scalar | None = option(
        "the random number from 0 to 1 that picks; without it, the largest weight does", A_NUMBER, "0.6"
    )

    def place(self, w: Recorder, alpha: Tensor) -> Tensor:
        """The number of the state."""
        if self.u is None:
            w.note("Nothing is drawn here, since no random number u is given.")
            return w.step("idx", argmax(alpha), "The state with the largest weight is picked.")
        u = number(w, self.u, "u", least=0, most=1)
        cum = w.step("cum", running_sums(alpha), "Sums of the weights up to and with each state.")
        return w.step("idx", first_reaching(cum, u), "The first state whose running sum reaches u; else the last.")


@mechanism(
    "Hard attention",
    shapes="e[m] H[m,d_h] -> c_hard[d_h]",
    paper="Xu et al. 2015, Show, Attend and Tell: Neural Image Caption Generation with Visual Attention, section 4.1",
    lines="cum: running sums of the weights; idx: number of the state that is picked; c_hard: the state picked; "
    "delta: 1 at the state picked; glog: gradient of the logarithm of its weight",
)
def hard_attention(w: Recorder, e: Tensor, H: Tensor, *, draw: Draw) -> Tensor:
    """c = hᵢ for one i drawn with probability αᵢ; its mean is soft attention's Σᵢ αᵢ hᵢ, and ∂ ln αᵢ/∂e = δᵢ − α."""
    alpha = probabilities(w, softmax(w, e, "alpha"))
    w.step("c", alpha @ H, "Soft attention for comparison: what draws with these weights give on average.")
    place = draw.place(w, alpha)
    i = number_of(w, place, H)
    c = w.step("c_hard", row(H, Chosen(i, place.expr)), "The context is the state that is picked.")
    picked = listed(w, "1 for state idx, otherwise 0", lambda _, j: str(int(i == j)), alpha.axes[0], by=(place,))
    delta = w.step("delta", picked, "Which state that is.")
    w.step("glog", delta - alpha, "How the logarithm of its weight changes with each score.")
    return c


def number_of(w: Recorder, place: Tensor, H: Tensor) -> int:
    """The number of the state that is picked, any where nothing is known; raises InputError where there is no such."""
    if place.absent and H.absent:
        return 1
    if place.absent:
        raise InputError("idx needs e", hint="Give e, or alpha, or idx, the number of the state that is picked.")
    found, count = w.arithmetic.integer(w.arithmetic.rows(place.value)[0][0]), H.shape[0]
    if found is None or found < 1 or (count and found > count):
        raise InputError(f"idx should be the number of a state, from 1 to {count or 'm'}", place=w.given["idx"].place)
    return found
