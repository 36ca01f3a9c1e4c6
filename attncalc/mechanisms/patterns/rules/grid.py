"""Windows on a grid of tokens, which are numbered row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Self

from attncalc.errors import InputError
from attncalc.mechanisms.options import TRUE_OR_FALSE, WHOLE, Kind, option
from attncalc.mechanisms.patterns.rules.pattern import Pattern
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.schema import whole
from attncalc.problem.tree import Node
from attncalc.problem.tree import Sequence as Items


def _sides(key: str, node: Node) -> tuple[int, int]:
    items = node.items if isinstance(node, Items) else ()
    if len(items) != 2:
        raise InputError(f"{key} has the rows and the columns of tokens", place=node.place, hint=f"{key}: [4, 4]")
    rows, columns = (WHOLE.read(key, item) for item in items)
    return rows, columns


GRID = Kind({"type": "array", "minItems": 2, "maxItems": 2, "items": whole()}, _sides)


@dataclass(frozen=True)
class Swin(Pattern):
    """Tokens on a grid see those in their own window; windows may be shifted by half their side."""

    grid: tuple[int, int] = option("the rows and the columns of tokens", GRID, "[2, 4]", needed=True)
    side: int = option("the side of a window, in tokens", WHOLE, "2", needed=True)
    shifted: bool = option("whether windows are shifted by half their side", TRUE_OR_FALSE, "true", default="false")
    rule = "i and j share a window"
    says = "A query sees the keys in its own window of {side}×{side} tokens."

    @property
    def sizes(self) -> dict[str, int]:
        """The number of tokens, and of distances from one to another in a row of a window."""
        return {"n": self.grid[0] * self.grid[1], "p": 2 * self.side - 1}

    @property
    def shift(self) -> int:
        """How far windows are shifted, down and to the right."""
        return self.side // 2 if self.shifted else 0

    def place(self, number: int) -> tuple[int, int]:
        """Row and column of a token, from 0."""
        return divmod(number - 1, self.grid[1])

    def region(self, number: int) -> tuple[int, int]:
        """The window of a token on the grid; a shifted one is cut off at the edges."""
        row, column = self.place(number)
        return (row - self.shift) // self.side, (column - self.shift) // self.side

    def seen(self, i: int, j: int) -> bool:
        """Query i and key j share a window."""
        return self.region(i) == self.region(j)

    def rolled(self, row: int, column: int) -> int:
        """The token at a place of the grid (from 0), after all were rolled up and to the left by the shift."""
        rows, columns = self.grid
        return (row + self.shift) % rows * columns + (column + self.shift) % columns + 1

    @property
    def windows(self) -> list[tuple[int, ...]]:
        """The tokens of each window of the rolled grid, row by row."""
        corners = product(range(0, self.grid[0], self.side), range(0, self.grid[1], self.side))
        inside = list(product(range(self.side), repeat=2))
        return [tuple(self.rolled(row + r, column + c) for r, c in inside) for row, column in corners]

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where the grid has another number of tokens."""
        rows, columns = self.grid
        if max(*queries, keys) != rows * columns or keys != rows * columns:
            raise InputError(
                f"a grid of {rows}×{columns} has {rows * columns} tokens, but there are {max(*queries, keys)}"
            )

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Self:
        """Raises InputError where windows do not fill the grid."""
        found = super().read(options, given, symbols)
        if found.grid[0] % found.side or found.grid[1] % found.side:
            raise InputError(
                f"windows of {found.side}×{found.side} do not fill a grid of {found.grid[0]}×{found.grid[1]}",
                place=options["side"].value.place,
            )
        return found
