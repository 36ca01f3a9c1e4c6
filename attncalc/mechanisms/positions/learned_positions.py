"""Learned positions: a table of vectors, one for each position."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import WHOLES, Options, option, whole_from
from attncalc.mechanisms.positions.angles import A_LIST, count
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Node
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Rows(Options):
    """Which row of the table each token has."""

    positions: Node | None = option("the position of each token, where they are not counted", A_LIST, "[1, 3, 2]")
    first_position: int = option("the position of the first row", whole_from(0), "0", default="1")

    def of(self, n: int, length: int) -> tuple[int, ...]:
        """The rows of n tokens, from 1; raises InputError where the table has none for a position."""
        if self.positions is None:
            places: tuple[int, ...] = tuple(range(self.first_position, self.first_position + n))
        else:
            places = WHOLES.read("positions", self.positions)
        place = self.positions.place if self.positions else None
        if len(places) != n:
            raise InputError(f"positions has {count(places)}, but there are {n} tokens", place=place)
        last = self.first_position + length - 1
        for number, position in enumerate(places, 1):
            if not self.first_position <= position <= last:
                raise InputError(
                    f"P has rows for the positions {self.first_position} to {last}, "
                    f"but token {number} is at position {position}",
                    place=place,
                )
        return tuple(position - self.first_position + 1 for position in places)


@mechanism(
    "Learned positions",
    shapes="X[n,d] P[max_n,d] -> XP[n,d]",
    paper="Gehring et al. 2017, Convolutional Sequence to Sequence Learning, section 3.1",
    names="P: the table of positions, a row for each",
    lines="P_pos: position of each token",
)
def learned_positions(w: Recorder, X: Tensor, P: Tensor, *, rows: Rows) -> Tensor:
    """X + P: each token and the row of a learned table at its position."""
    n, length = X.shape[0], P.shape[0]
    picked = P if n is None or length is None else P.rows(rows.of(n, length))
    P_pos = w.step("P_pos", picked.renamed("n", "d"), "The row of the table at each token's position.")
    return w.step("XP", X + P_pos, "Each token with its position added.")
