"""A Gaussian of distances, exp(−d²/(2σ²)), whose width σ is an option."""

from __future__ import annotations

from attncalc.mechanisms.options import number
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.functions import negated, square
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp

TWO = Node("number", "2")


def gaussian(w: Recorder, distances: Tensor, width: Scalar, key: str) -> Tensor:
    """exp(−d²/(2σ²)) of each distance, with the width that the option `key` holds."""
    return exp(exponent(w, distances, width, key))


def exponent(w: Recorder, distances: Tensor, width: Scalar, key: str) -> Tensor:
    """−d²/(2σ²) of each distance; raises InputError for a width that is not positive."""
    sigma = number(w, width, key, positive=True).expr.params[0]
    over = w.constant(Node("*", args=(TWO, Node("^", args=(sigma, TWO)))), width.place)
    return negated(square(distances) / over)
