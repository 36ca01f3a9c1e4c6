"""Why scores are divided by the root of d_k."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.between import SQRT_D_K
from attncalc.mechanisms.options import A_NUMBER, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import sqrt
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor

ONE = Axis("1", 1)


@dataclass(frozen=True)
class Variances(Options):
    """How far the entries of queries and keys vary."""

    var_q: Scalar = option("the variance of each entry of a query", A_NUMBER, "2", default="1")
    var_k: Scalar = option("the variance of each entry of a key", A_NUMBER, "2", default="1")

    def of_product(self, w: Recorder) -> Tensor:
        """The variance of a product of two entries, which are independent and 0 on average."""
        number(w, self.var_q, "var-q", positive=True)
        number(w, self.var_k, "var-k", positive=True)
        return by_rule(w, "var_q*var_k", ONE, var_q=w.tree(self.var_q), var_k=w.tree(self.var_k))


@mechanism(
    "Why scores are scaled",
    shapes="Q[n,d_k] K[m,d_k] -> sd_scaled[1]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.2.1",
    lines="Var_one: variance of one product; Var_dot: variance of a score; sd_dot: standard deviation of a score; "
    "Var_scaled: variance of a scaled score; sd_scaled: standard deviation of a scaled score; "
    "A_scaled: weights of the scaled scores; E_of_scaled: exponentials; Z_of_scaled: row sums",
)
def scaling(w: Recorder, Q: Tensor, K: Tensor, *, variances: Variances) -> Tensor:
    """Var(q·k) = d_k Var(qᵢ) Var(kᵢ), so scores spread with √d_k, and S/√d_k no longer does."""
    if "d_k" not in w.sizes:
        raise InputError("the size d_k is not known", hint="Give it under options (d_k: 64), or give Q and K.")
    d_k = w.constant(Node("name", "d_k"))
    one = w.step(
        "Var_one", variances.of_product(w), "Of one product qᵢkᵢ, whose entries are independent and 0 on average."
    )
    dot = w.step("Var_dot", one * d_k, "A score is the sum of d_k independent products, and their variances add.")
    w.step("sd_dot", sqrt(dot), "The standard deviation: how far scores typically lie from 0.")
    scaled = w.step("Var_scaled", dot / d_k, "Scores over √d_k have a variance d_k times smaller.")
    sd = w.step("sd_scaled", sqrt(scaled), "The spread no longer grows with d_k.")
    S = w.step("S", Q @ K.T, "How well each query matches each key.")
    softmax(w, S, "A")
    S_scaled = w.step("S_scaled", S / w.constant(SQRT_D_K), "The same scores, scaled.")
    softmax(w, S_scaled, "A_scaled", parts=("E_of_scaled", "Z_of_scaled"))
    return sd
