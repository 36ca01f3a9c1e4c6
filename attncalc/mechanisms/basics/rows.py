"""Scores and weights under the names of a matrix, S and A, or under those of a single row, e and α."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import Options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.worksheet.functions import row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Rows(Options):
    """Which names are given: `single` is one row of scores or weights, as a vector."""

    single: bool = False

    @classmethod
    def read(cls, _: Mapping[str, Option], given: Mapping[str, Matrix], __: tuple[str, ...]) -> Rows:
        """From what is given; raises InputError where both are."""
        found = {known.base: name for name in given if (known := read_name(name))}
        vector, matrix = ([found[base] for base in bases if base in found] for bases in (("e", "alpha"), ("S", "A")))
        if vector and matrix:
            raise InputError(f"{matrix[0]} and {vector[0]} are both given; leave one out", place=given[vector[0]].place)
        return cls(bool(vector))

    @property
    def S(self) -> str:
        """What scores are called."""
        return "e" if self.single else "S"

    @property
    def A(self) -> str:
        """What weights are called."""
        return "alpha" if self.single else "A"

    def scores(self, w: Recorder, S: Tensor, e: Tensor | None) -> Tensor:
        """The scores that are given, or absent ones of their name."""
        if not self.single:
            return S
        return w.absent("e", ("m",)) if e is None else e

    def each(self, w: Recorder, A: Tensor) -> Iterator[Tensor]:
        """Every row of weights as a vector α, each in a section of its own where there are several."""
        if self.single:
            yield A
            return
        rows = [row(A, number) for number in range(1, (A.shape[0] or 1) + 1)]
        for number, weights in enumerate(rows, 1):
            with w.section("Query", number) if len(rows) > 1 else nullcontext():
                yield w.step("alpha", weights, "The weights of this query.")
