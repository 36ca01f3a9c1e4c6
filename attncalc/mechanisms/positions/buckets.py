"""T5's table of biases: which row goes with which offset j − i of key and query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, NamedTuple

from attncalc.errors import InputError, Place, SizeError
from attncalc.limits import HEADS
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.options import TRUE_OR_FALSE, WHOLE, Options, option, whole_from, word
from attncalc.mechanisms.positions.relative import Pairs, reach
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

RowOf = Callable[[int], int]
FEWEST = 4  # buckets of both sides

# What D holds: its words, and its entry as a function of j − i.
OFFSETS: dict[str, tuple[str, RowOf]] = {
    "buckets": ("{0.offset}", lambda offset: offset),
    "j-i": ("{0.offset}", lambda offset: offset),
    "i-j": ("{0.distance}", lambda offset: -offset),
}


@dataclass(frozen=True)
class Unscaled(Between):
    """The options between scores and weights, where scores are scaled only if the problem says so."""

    scales: bool = False

    OPTIONS: ClassVar[Mapping[str, Setting]] = {
        **Between.OPTIONS,
        "scale": Between.OPTIONS["scale"]._replace(example="1/sqrt(d_k)", default="none"),
    }


class Rows(NamedTuple):
    """Where rows of b are looked up: the line that tells it, the row (from 0) as a function of j − i, a sentence."""

    line: Tensor
    of: RowOf
    says: str


@dataclass(frozen=True)
class Table(Options):
    """What the rows and the columns of the table of biases are for."""

    heads: int = option("how many heads there are, as b has columns", whole_from(1, HEADS.most), "2", default="1")
    table: str = option(
        "what a row of b is for: a bucket, or one offset of those from −k to k",
        word(*OFFSETS),
        "j-i",
        default="buckets",
    )
    buckets: int = option("how many buckets of offsets there are", whole_from(2, 1024), "8", default="32", needed=True)
    max_distance: int = option("the distance from which on all are in one bucket", WHOLE, "16", default="128")
    bidirectional: bool = option("whether a query sees the keys after it too", TRUE_OR_FALSE, "false", default="true")

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Table:
        """From the options, and the columns of b; raises InputError where there are no such buckets."""
        group = super().read(options, given, symbols)
        group._check({key: option.value.place for key, option in options.items()})
        if "b" not in given:
            return group
        b = given["b"]
        rows, columns = (max(b.shape), 1) if b.flat else b.shape
        if group.table == "buckets" and rows not in (0, group.buckets):
            found = f"{rows} row{'s' * (rows != 1)}"
            raise SizeError(
                f"b has {found}, but there are {group.buckets} buckets",
                place=b.place,
                hint=f"options: {{buckets: {rows}}}, or {{table: j-i}}: a row for each offset",
            )
        return group if "heads" in options else replace(group, heads=columns or 1)

    def _check(self, places: Mapping[str, Place | None]) -> None:
        if self.bidirectional and (self.buckets % 2 or self.buckets < FEWEST):
            raise InputError(
                f"buckets should be an even number from {FEWEST}: half are for the keys after the query",
                place=places.get("buckets"),
                hint="bidirectional: false has none of these",
            )
        if self.max_distance <= self.own:
            raise InputError(
                f"max-distance should be more than {self.own}, since each distance below {self.own} has a "
                "bucket of its own",
                place=places.get("max-distance"),
            )

    @property
    def sizes(self) -> dict[str, int]:
        """The number of heads h, and how many rows b has."""
        return {"h": self.heads, **({"buckets": self.buckets} if self.table == "buckets" else {})}

    @property
    def in_force(self) -> dict[str, str]:
        """The defaults, and the number of heads that was found."""
        return {**super().in_force, "heads": str(self.heads)}

    @property
    def side(self) -> int:
        """How many buckets there are on one side of the query."""
        return self.buckets // 2 if self.bidirectional else self.buckets

    @property
    def own(self) -> int:
        """How many distances have a bucket of their own."""
        return self.side // 2

    def bucket(self, offset: int) -> int:
        """The bucket of j − i, from 0; keys after the query have the second half, or none of their own."""
        if not self.bidirectional:
            return bucket(max(-offset, 0), self.side, self.max_distance)
        return bucket(abs(offset), self.side, self.max_distance) + self.side * (offset > 0)

    def rows(self, w: Recorder, pairs: Pairs, b: Tensor) -> Rows:
        """The steps from positions to rows of b; raises InputError where b has too few rows for the offsets."""
        words, entry = OFFSETS[self.table]
        D = w.step("D", pairs.table(words.format(pairs), entry), "The offset between query and key.")
        if self.table == "buckets":
            bkt = w.step("bkt", pairs.table("bucket of D", self.bucket, D), self._says())
            return Rows(bkt, self.bucket, "The bias of each bucket; bucket 0 is the first of b.")
        k = reach(w, b)
        if not b.absent and k < pairs.furthest:
            raise InputError(
                f"b has {b.shape[0]} rows, for offsets from −{k} to {k}, but there are offsets up to {pairs.furthest}",
                place=w.given["b"].place,
            )
        return Rows(D, lambda offset: entry(offset) + k, f"The bias of each offset; −{k} is the first of b.")

    def _says(self) -> str:
        shared, furthest = self.side - self.own, self.max_distance
        farther = f"{self.own} + ⌊{shared}·ln(d/{self.own})/ln({furthest}/{self.own})⌋, at most {self.side - 1}"
        after = f"; {self.side} more for keys after the query" if self.bidirectional else ""
        return f"A distance d below {self.own} has bucket d, a farther one {farther}{after}."


@cache
def bucket(distance: int, buckets: int, furthest: int) -> int:
    """The bucket of a distance: itself in the first half of them, then by ⌊logarithm⌋, in whole numbers throughout.

    own + ⌊(buckets − own) ln(distance/own)/ln(furthest/own)⌋ is own + the largest t for which
    (distance/own)^(buckets − own) ≥ (furthest/own)^t.
    """
    own = buckets // 2
    if distance < own:
        return distance
    shared = buckets - own
    return own + max(t for t in range(shared) if distance**shared * own**t >= furthest**t * own**shared)
