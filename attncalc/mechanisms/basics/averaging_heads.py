"""The mean of the heads' weights, as pictures of attention show it."""

from __future__ import annotations

from functools import reduce
from operator import add

from attncalc.errors import InputError
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.reading.number import Node
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums


@mechanism(
    "Averaging the heads' weights",
    shapes="S[n,m]+ -> A_mean[n,m]",
    paper="Abnar and Zuidema 2020, Quantifying Attention Flow in Transformers",
    names="S: scores of one head",
    lines="A_sum: row sums of the weights; A_mean: mean of the heads' weights",
)
def averaging_heads(w: Recorder, S: tuple[Tensor, ...]) -> Tensor:
    """(A₁ + … + A_h)/h entry by entry: rows still sum to 1, but no layer calculates with this mean."""
    heads = [softmax(w, scores, "A") for scores in w.each("Head", S)]
    if len({head.shape for head in heads}) > 1:
        shapes = ", ".join("×".join(map(str, head.shape)) for head in heads)
        raise InputError(f"heads whose weights are {shapes} have no mean; all should be of one size")
    count = w.constant(Node("number", str(len(heads))))
    mean = w.step("A_mean", reduce(add, heads) / count, "The mean of the heads' weights, entry by entry.")
    w.step("A_sum", row_sums(mean), "The check: if each head's rows sum to 1, so do those of the mean.")
    w.note("This mean is for pictures: the heads themselves have different values, and the layer joins their outputs.")
    return mean
