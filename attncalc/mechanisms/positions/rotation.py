"""Which pairs of columns turn, and by what angle at each position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.limits import HEADS
from attncalc.mechanisms.options import A_NUMBER, option, whole_from, word
from attncalc.mechanisms.positions.angles import A_LIST, UNITS, Angles, flat, numbers, waves
from attncalc.mechanisms.positions.xpos import growth, rates
from attncalc.problem.matrix import read_sized
from attncalc.problem.tree import Node, Scalar, whole_number
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import hadamard, rotated
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rotation import Pairs
from attncalc.worksheet.tensor import Tensor

# The columns that turn together, from 0, of so many.
PAIRS: dict[str, Callable[[int], Pairs]] = {
    "interleaved": lambda width: tuple((k, k + 1) for k in range(0, width, 2)),
    "halves": lambda width: tuple((k, k + width // 2) for k in range(width // 2)),
}
TURNS = {
    "interleaved": "Neighbouring columns x, y turn together",
    "halves": "A column x of the first half turns with y of the second",
}


class Turn(NamedTuple):
    """The sines and cosines of each row's turns, which columns turn together, and by how much xPos stretches them."""

    sin: Tensor
    cos: Tensor
    pairs: Pairs
    growth: Tensor | None = None

    def of_queries(self, Q: Tensor) -> Tensor:
        """Every query turned, and stretched."""
        cos, sin = (part if self.growth is None else hadamard(self.growth, part) for part in (self.cos, self.sin))
        return rotated(Q, cos, sin, self.pairs)

    def of_keys(self, K: Tensor) -> Tensor:
        """Every key turned, and shrunk."""
        cos, sin = (part if self.growth is None else part / self.growth for part in (self.cos, self.sin))
        return rotated(K, cos, sin, self.pairs)


@dataclass(frozen=True)
class Rotary(Angles):
    """How queries and keys turn."""

    heads: int = option("how many heads share the columns of Q, K and V", whole_from(1, HEADS.most), "2", default="1")
    key_positions: Node | None = option(
        "the position of each key; the queries' if there are as many, else counted", A_LIST, "[0, 1, 2]"
    )
    theta: Node | None = option(
        "how far each pair turns from one position to the next, or one number for all pairs", A_LIST, "1/2"
    )
    angle_unit: str = option("what angles are in", word(*UNITS), "degrees", default="radians")
    pairs: str = option(
        "interleaved: neighbouring columns turn together; halves: columns 1 and d/2 + 1",
        word(*PAIRS),
        "halves",
        default="interleaved",
    )
    rotary_dim: Scalar | None = option("how many columns turn, the first ones; all unless said", A_NUMBER, "2")
    xpos: Scalar | None = option("xPos: what positions are divided by in the exponents of its growth", A_NUMBER, "512")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of heads h."""
        return {"h": self.heads}

    @property
    def says(self) -> str:
        """Which columns turn together, and how."""
        return f"{TURNS[self.pairs]}: x cos − y sin, y cos + x sin."

    def turns(self, w: Recorder, Q: Tensor, K: Tensor) -> tuple[Turn, Turn]:
        """The turns of queries and of keys: one table where both stand at the same positions."""
        if not (Q.absent or K.absent) and Q.shape[1] != K.shape[1]:
            raise InputError(f"Q has {Q.shape[1]} columns, but K has {K.shape[1]}: their pairs turn alike")
        width = self._width(w, Q.shape[1])
        pairs = Axis("pairs", width and width // 2)
        theta = self._theta(w, pairs)
        zeta = None if self.xpos is None else rates(w, pairs)
        n, m = Axis("n", Q.shape[0]), Axis("m", K.shape[0])
        if self.key_positions is None and (n.size == m.size or K.absent):
            turn = self._turn(w, self.places(w, n), theta, zeta, n)
            return turn, turn
        of_queries = self._turn(w, self._of_queries(w, n, m), theta, zeta, m, "_Q")
        return of_queries, self._turn(w, self._of_keys(w, m), theta, zeta, m, "_K")

    def _width(self, w: Recorder, columns: int | None) -> int | None:
        """How many columns of a head turn; raises InputError for an odd number, or too many."""
        if columns is None:
            return None
        d = columns // self.heads
        count = d if self.rotary_dim is None else whole_number(self.rotary_dim, d)
        if count and count % 2 == 0:
            return count
        if self.rotary_dim is None:
            raise InputError(
                f"columns turn in pairs, so their number should be even, not {d}",
                place=w.given["Q"].place if "Q" in w.given else None,
                hint=f"rotary-dim: {d - 1} turns the first {d - 1} alone." if d > 1 else None,
            )
        raise InputError(
            f"rotary-dim should be an even number up to {d}, not {self.rotary_dim.text}", place=self.rotary_dim.place
        )

    def _theta(self, w: Recorder, pairs: Axis) -> Tensor:
        """The frequencies that are given, one for all pairs or each its own, or else those of the base."""
        if self.theta is None:
            return self.frequencies(w, pairs)
        matrix = read_sized(self.theta, "theta", w.symbols)
        if len(flat(matrix)) == 1 and pairs.size:
            return w.matrix("theta", replace(matrix, rows=(flat(matrix) * pairs.size,)), (pairs.name,))
        return numbers(w, self.theta, "theta", "theta", pairs)

    def _of_queries(self, w: Recorder, n: Axis, m: Axis) -> Tensor:
        """The positions of queries that are not those of the keys: unless listed, the last of the tokens."""
        if self.positions is not None:
            return numbers(w, self.positions, "positions", "pos_Q", n)
        return self.counted(w, n, "pos_Q", before=max((m.size or 0) - (n.size or 0), 0))

    def _of_keys(self, w: Recorder, m: Axis) -> Tensor:
        if self.key_positions is not None:
            return numbers(w, self.key_positions, "key-positions", "pos_K", m)
        return self.counted(w, m, "pos_K")

    def _turn(self, w: Recorder, pos: Tensor, theta: Tensor, zeta: Tensor | None, tokens: Axis, end: str = "") -> Turn:
        sines, cosines = waves(w, pos, theta, unit=self.angle_unit, end=end)
        growing = self.xpos and zeta and growth(w, pos, zeta, self.xpos, (tokens.size or 0) // 2, end=end)
        return Turn(sines, cosines, PAIRS[self.pairs](2 * (theta.shape[0] or 0)), growing)
