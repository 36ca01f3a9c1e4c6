"""Tiles of keys: the running maximum, sum and output that let softmax see its row piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from attncalc.mechanisms.options import WHOLE, Options, option
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import hadamard, larger, row_max
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, exp, row_sums


@dataclass(frozen=True)
class Tiles(Options):
    """How many keys are looked at together."""

    block: int = option("how many keys are looked at together", WHOLE, "2", "2")

    def of(self, count: int) -> Iterator[tuple[int, int]]:
        """The first and the last key of each tile, from 1."""
        return ((first, min(first + self.block - 1, count)) for first in range(1, count + 1, self.block))


class Running(NamedTuple):
    """What is kept between tiles: the largest score so far, the sum of exponentials, and their output."""

    m: Tensor
    l: Tensor  # noqa: E741  the paper's letter
    o: Tensor | None = None

    @classmethod
    def start(cls, w: Recorder, queries: Axis, V: Tensor | None = None) -> Running:
        """-inf, 0 and 0, one row for each query."""
        column = (queries, Axis("1", 1))
        with w.section("Block", 0):
            m = w.step("m", listed(w, "−∞", lambda _, __: "-inf", *column), "No score has been seen yet.")
            l = w.step("l", listed(w, "0", lambda _, __: "0", *column), "Nor any exponential.")  # noqa: E741
            if V is None:
                return cls(m, l)
            o = listed(w, "0", lambda _, __: "0", queries, V.axes[1])
            return cls(m, l, w.step("o", o, "Nor any value."))

    def after(self, w: Recorder, S: Tensor, V: Tensor | None = None) -> Running:
        """What is kept once a tile of scores, and its values, have been seen."""
        m = w.step("m", larger(self.m, row_max(S)), "The largest score so far.")
        corr = w.step("corr", exp(self.m - m), "What was summed before is rescaled to the new maximum.")
        E = w.step("E", exp(S - m), "The exponentials of this tile.")
        l = w.step("l", hadamard(corr, self.l) + row_sums(E), "The sum of all exponentials so far.")  # noqa: E741
        if V is None or self.o is None:
            return Running(m, l)
        o = hadamard(corr, self.o) + E @ V
        return Running(m, l, w.step("o", o, "The values so far, weighted and not yet divided by the sum."))
