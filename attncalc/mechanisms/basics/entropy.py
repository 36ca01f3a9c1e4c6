"""How evenly weights are spread: their entropy."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.basics.rows import Rows
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.probabilities import probabilities
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import log, log_2, negated, p_ln_p, p_log_2_p
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor, row_sums

ONE = Axis("1", 1)
LOGARITHMS = {"nats": (log, p_ln_p), "bits": (log_2, p_log_2_p)}


@dataclass(frozen=True)
class Unit(Options):
    """What entropy is measured in."""

    unit: str = option("nats, with natural logarithms, or bits", word(*LOGARITHMS), "bits", "nats")


@mechanism(
    "Entropy of attention weights",
    shapes="S[n,m] e[m]? -> Ent[n,1]",
    paper="Shannon 1948, A Mathematical Theory of Communication, section 6",
    names="e: one row of scores, instead of S",
    lines="plogp: p log p of the weights; Ent_max: entropy of uniform weights; Ent: entropy",
)
def entropy(w: Recorder, S: Tensor, e: Tensor | None, *, rows: Rows, unit: Unit) -> Tensor:
    """−Σⱼ aⱼ ln aⱼ of each row of weights: 0 if one key has all the weight, ln m if all m keys have the same."""
    A = probabilities(w, softmax(w, rows.scores(w, S, e), rows.A))
    logarithm, p_log_p = LOGARITHMS[unit.unit]
    parts = w.step("plogp", p_log_p(A), "Each weight times its logarithm; 0 for a weight of 0, which is the limit.")
    w.step("Ent_max", logarithm(by_rule(w, "m", ONE)), "The most it can be, when all m weights are the same.")
    return w.step("Ent", negated(row_sums(parts)), "The entropy: 0 where one key has all the weight.")
