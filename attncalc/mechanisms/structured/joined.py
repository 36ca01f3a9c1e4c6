"""The heads of graph attention: side by side, or their mean; then a bias and a function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from attncalc.errors import InputError
from attncalc.mechanisms.options import Options, option, word
from attncalc.reading.number import Node
from attncalc.worksheet.functions import activation, reordered
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside

FUNCTIONS = {"elu": "ELU", "relu": "ReLU", "sigmoid": "σ"}


@dataclass(frozen=True)
class Joined(Options):
    """How the heads' results become one."""

    join: str = option(
        "the heads side by side, or their mean, as in a last layer", word("concat", "mean"), "mean", "concat"
    )
    activation: str = option("the function that the result goes through", word(*FUNCTIONS, "none"), "none", "elu")

    def heads(self, w: Recorder, *parts: Sequence[Tensor | None]) -> Iterator[tuple[Any, ...]]:
        """The parts of each head, in a section of its own where there are several.

        Raises InputError where there are not as many of each.
        """
        counts = {len(part) for part in parts}
        if len(counts) > 1:
            raise InputError(f"each head has parts of its own, but there are {' and '.join(map(str, sorted(counts)))}")
        for number, own in enumerate(zip(*parts, strict=True), 1):
            with w.section("Head", number) if counts != {1} else nullcontext():
                yield own

    def result(self, w: Recorder, heads: Sequence[Tensor], bias: Tensor | None) -> Tensor:
        """Heads joined, the bias added, the function taken."""
        H = heads[0]
        if len(heads) > 1 and self.join == "mean":
            count = w.constant(Node("number", str(len(heads))))
            H = w.step("H_mean", reduce(add, heads) / count, "The mean of the heads.")
        elif len(heads) > 1:
            H = w.step("C", beside(*heads), "The heads' results, side by side.")
        if bias is not None:
            H = w.step("H_biased", H + bias, "The bias is added to every row.")
        if self.activation == "none":
            return H
        return w.step("H_out", activation(FUNCTIONS[self.activation], H), "The new features, a row for each node.")


def edge_scores(
    w: Recorder, Fe: Tensor | None, Wedge: Tensor | None, aedge: Tensor | None, count: int
) -> Tensor | None:
    """What an edge's own features add to its score, aₑᵀ W f: one number for each of so many edges."""
    if Fe is None or Wedge is None or aedge is None:
        return None
    if not Fe.absent and Fe.shape[0] != count:
        raise InputError(
            f"Fe has features of {Fe.shape[0]} edges, but there are {count}",
            hint="An edge that is not directed is two, and self-loops are edges too.",
        )
    Fh = w.step("Fh", Fe @ Wedge.T, "Row k is what is made of the features of edge k.")
    return w.step("e_edge", Fh @ aedge, "What each edge adds to its score.")


def with_edges(e: Tensor, by_edge: Tensor | None, edges: Sequence[int]) -> Tensor:
    """Scores with those of the edges themselves added; `edges` are their numbers, from 0."""
    return e if by_edge is None else e + reordered(by_edge, [number + 1 for number in edges])
