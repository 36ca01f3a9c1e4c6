"""Dropout of attention weights."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.options import A_NUMBER, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.functions import hadamard
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums


@dataclass(frozen=True)
class Rate(Options):
    """How likely a weight is dropped."""

    p: Scalar = option(
        "how likely each weight is dropped, from 0 to less than 1", A_NUMBER, "0.2", default="0", needed=True
    )

    def kept(self, w: Recorder) -> Tensor:
        """1 − p; raises InputError where p is no probability, or all would be dropped."""
        p = number(w, self.p, "p", least=0, most=1)
        if w.arithmetic.is_number(p.value, 1):
            raise InputError("p = 1 drops every weight, and 1 − p = 0 would be divided by", place=self.p.place)
        return w.constant(Node("-", args=(Node("number", "1"), w.tree(self.p))), self.p.place)


@mechanism(
    "Dropout of attention weights",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] M_drop[n,m] -> O[n,d_v]",
    paper="Srivastava et al. 2014, Dropout: A Simple Way to Prevent Neural Networks from Overfitting, section 10",
    names="M_drop: drawn mask of dropout, 1 for what is kept",
    lines="A_kept: weights that dropout keeps; A_drop: weights after dropout; Z_drop: their row sums",
)
def dropout(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, M_drop: Tensor, *, rate: Rate, between: Between) -> Tensor:
    """(A ⊙ M)/(1 − p) V: weights that were drawn to be dropped are 0, the others grow, and rows need not sum to 1."""
    S = w.step("S", between.asked(Q) @ K.T, "How well each query matches each key.")
    A = between.weights(w, S)
    _check(w, M_drop)
    kept = w.step("A_kept", hadamard(A, between.asked(M_drop)), "What was drawn as 0 is dropped.")
    dropped = w.step("A_drop", kept / rate.kept(w), "What is kept grows, so that each weight is as large on average.")
    w.step("Z_drop", row_sums(dropped), "The sum of each row: 1 only on average, and not made 1 again.")
    return w.step("O", dropped @ V, "Each output is a weighted sum of the values.")


def _check(w: Recorder, drawn: Tensor) -> None:
    """Raises InputError where the drawn mask holds anything but 0 and 1."""
    ar = w.arithmetic
    for i, row in enumerate(ar.rows(drawn.value) if not drawn.absent else [], 1):
        for j, entry in enumerate(row, 1):
            if not (ar.is_number(entry, 0) or ar.is_number(entry, 1)):
                raise InputError(f"M_drop, row {i}, column {j}: a drawn mask holds 0 and 1 only")
