"""All that a mechanism or a problem costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from attncalc.cost.asked import Asked
from attncalc.cost.count import Counts, Line
from attncalc.cost.figure import Figure, together
from attncalc.cost.growth import Growth, growth
from attncalc.cost.memory import adam, base, cached, caches, held, kept, name_of
from attncalc.cost.run import Counted, Run
from attncalc.cost.traffic import Traffic, traffic
from attncalc.worksheet.counts.term import Factor

FLOP = 2  # of a multiply-add
SCORES = ("S", "e")
WAYS = ("forward", "backward")


@dataclass(frozen=True)
class Cost:
    """The counts of one run, and what follows from them."""

    counted: Counted
    asked: Asked = field(default_factory=Asked)

    @cached_property
    def run(self) -> Run:
        """The lines that are counted."""
        return self.counted.run()

    @cached_property
    def counts(self) -> Counts:
        """Of all entries, as formulas have them."""
        return Counts(self.run)

    @cached_property
    def left(self) -> Counts | None:
        """Of the pairs alone that masks leave, where there are masks."""
        if not self.run.tables:
            return None
        found = Counts(self.run, masked=True)
        return found if found.total("forward", multiplied=True) != self.multiply_adds("forward") else None

    @cached_property
    def parameters(self) -> list[Figure]:
        """Each matrix that is learned."""
        return [Figure(_name(matrix.names), matrix.entries.times(*self._layers)) for matrix in self.counts.parameters]

    @property
    def _layers(self) -> list[Factor]:
        return [factor for factor in self.run.repeats if factor.name == "layers"]

    @property
    def tied(self) -> dict[str, tuple[str, ...]]:
        """The lines of several names in which one matrix stands."""
        return {_name(matrix.names): matrix.used for matrix in self.counts.parameters if matrix.used}

    def multiply_adds(self, way: str) -> int:
        """Of the way there or back."""
        return self.counts.total(way, multiplied=True)

    def others(self, way: str) -> int:
        """Other operations of the way there or back."""
        return self.counts.total(way, multiplied=False)

    def flops(self, *ways: str) -> int:
        """FLOPs of products on these ways, two of each multiply-add."""
        return FLOP * sum(map(self.multiply_adds, ways))

    @cached_property
    def products(self) -> list[tuple[Line, Figure]]:
        """The lines that multiply, each with its figure."""
        return [
            (line, Figure(name_of(line), term))
            for line in self.counts.lines
            for term in line.forward
            if term.multiplied
        ]

    @cached_property
    def held(self) -> list[Figure]:
        """Bytes of what one asks for."""
        return held(self.counts, self.asked.bytes)

    @cached_property
    def kept(self) -> list[Figure]:
        """Bytes that the way back needs."""
        return kept(self.counts, self.asked.bytes)

    @cached_property
    def adam(self) -> list[Figure]:
        """Bytes of weights, gradients and moments."""
        count = together(self.parameters)
        return adam(count, self.asked.bytes) if count else []

    @cached_property
    def caches(self) -> list[Figure]:
        """Bytes of keys and values by ways to share them."""
        return list(caches(self.run, self.asked.bytes))

    @property
    def cached(self) -> list[Figure]:
        """Bytes of the keys and values of the mechanism as it is."""
        return cached(self.counts, self.asked.bytes)

    def held_of(self, *names: str) -> list[Figure]:
        """Bytes of the lines of these names, in all heads and layers."""
        return [figure for figure in self.held if base(figure.name.split(" ")[0]) in names]

    @cached_property
    def traffic(self) -> Traffic | None:
        """Between slow and fast memory, of one head's attention."""
        sizes = [self.run.sizes.get(name) for name in ("n", "m", "d_k", "d_v")]
        if None in sizes or all(line.names[0].partition("_")[0] != "S" for line in self.counts.lines):
            return None
        n, m, d_k, d_v = (size or 0 for size in sizes)
        return traffic(n, m, d_k, d_v, self.asked.bytes, self.asked.fast)

    @cached_property
    def growth(self) -> list[Growth]:
        """Of every line that multiplies."""
        return growth(self.counted)

    def seconds(self, *ways: str) -> Fraction | None:
        """How long these ways take, where a speed is known."""
        return None if self.asked.speed is None else self.flops(*ways) / (self.asked.speed * self.asked.share)


def _name(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


def pairs(counts: Counts) -> int:
    """How many scores there are."""
    return sum(line.entries.value for line in counts.lines if base(line.names[0]) in SCORES)
