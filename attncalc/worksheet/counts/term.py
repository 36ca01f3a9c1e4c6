"""A count, factor by factor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import NamedTuple

from attncalc.problem.signature import parts_of
from attncalc.worksheet.expression import Axis

PAIRS = "pairs"  # of a query and a key, where not all are needed


class Factor(NamedTuple):
    """A size by its name; the name is empty of a plain number."""

    name: str
    size: int


class Term(NamedTuple):
    """A product of sizes: so many multiply-adds, or so many other operations where it is not `multiplied`."""

    factors: tuple[Factor, ...]
    multiplied: bool

    @property
    def value(self) -> int:
        """The product."""
        return prod(factor.size for factor in self.factors)

    def times(self, *factors: Factor) -> Term:
        """The same so many times."""
        return Term((*(factor for factor in factors if factor.size != 1), *self.factors), self.multiplied)


def factors_of(axes: Iterable[Axis], sizes: Mapping[str, int]) -> tuple[Factor, ...]:
    """The sizes of sides, h·d_k as its two factors; a side of one is none."""
    return tuple(factor for axis in axes for factor in _split(axis, sizes))


def _split(axis: Axis, sizes: Mapping[str, int]) -> list[Factor]:
    size = axis.size or 1
    parts = parts_of(axis.name) if "+" not in axis.name else [axis.name]
    found = [
        Factor("" if part.isdigit() else part, int(part) if part.isdigit() else sizes.get(part, 0)) for part in parts
    ]
    if len(parts) > 1 and prod(factor.size for factor in found) == size:
        return found
    named = len(parts) == 1 and not axis.name.isdigit()
    return [Factor(axis.name if named else "", size)] if size != 1 else []
