"""The context that weights give, and what it is joined to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.between import OfScores
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@dataclass(frozen=True)
class Joined(Options):
    """How context and decoder state stand end to end."""

    order: str = option("c-first for [c; s], s-first for [s; c]", word("c-first", "s-first"), "s-first", "c-first")

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Joined:
        """The option; raises InputError where there is nothing to order, and where there are values twice."""
        found = {known.base: name for name in given if (known := read_name(name))}
        if "order" in options and "s" not in found:
            raise InputError("order says how c and s stand end to end, but no s is given", place=options["order"].place)
        if {"H", "V"} <= found.keys():
            raise InputError(
                "H and V are both given, but the weights are of one of them", place=given[found["V"]].place
            )
        return super().read(options, given, symbols)

    def of(self, c: Tensor, s: Tensor) -> Tensor:
        """[c; s] or [s; c]."""
        return beside(c, s) if self.order == "c-first" else beside(s, c)


@mechanism(
    "Context vector",
    shapes="e[m] H[m,d_h] V[m,d_h]? s[d_s]? -> c[d_h]",
    paper="Bahdanau et al. 2015, Neural Machine Translation by Jointly Learning to Align and Translate, eq. 5",
    names="H: what is weighted; V: the same under another name",
)
def context(
    w: Recorder, e: Tensor, H: Tensor, V: Tensor | None, s: Tensor | None, *, joined: Joined, between: OfScores
) -> Tensor:
    """c = Σᵢ αᵢ hᵢ with α = softmax(e), and [c; s] where a decoder state is given."""
    alpha = between.weights(w, e)
    c = w.step("c", alpha @ (H if V is None else V), "The context is a weighted sum of the states.")
    if s is None:
        return c
    return w.step("cs", joined.of(c, s), "Context and decoder state end to end, for the layer that follows.")
