"""One figure, written out factor by factor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from attncalc.cost.units import of_bytes
from attncalc.worksheet.counts.term import Factor, Term

BYTE = "B"


class Figure(NamedTuple):
    """What is counted, and the factors that make it; their `unit` stands after the last."""

    name: str
    term: Term
    unit: str = ""

    @property
    def value(self) -> int:
        """The count."""
        return self.term.value

    @property
    def written(self) -> str:
        """8·512·64 = 262,144, with bytes in both countings: 2·512 B = 1,024 B = 1.0 kB = 1 KiB."""
        sizes = [f"{factor.size:,}" for factor in self.term.factors]
        text, unit = "·".join(sizes) or "1", f" {self.unit}" if self.unit else ""
        parts = [f"{text}{unit}"] + [f"{self.value:,}{unit}"] * (len(sizes) > 1)
        shown = of_bytes(self.value) if self.unit == BYTE else ""
        return " = ".join(parts + [shown] * (shown not in ("", parts[-1])))

    @property
    def symbols(self) -> str:
        """The factors by their names, h·n·m·d_k; a number that has none as it is."""
        return "·".join(factor.name or str(factor.size) for factor in self.term.factors)


def in_bytes(name: str, term: Term, each: int, *more: Factor) -> Figure:
    """Numbers of so many bytes each."""
    return Figure(name, Term((*more, *term.factors, Factor("bytes", each)), multiplied=False), BYTE)


def together(figures: Iterable[Figure]) -> int:
    """Their sum."""
    return sum(figure.value for figure in figures)
