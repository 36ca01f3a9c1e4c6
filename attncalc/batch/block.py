"""One block of queries on its way over the keys: what a thread does at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from attncalc.batch.core import spoiled
from attncalc.batch.head import Head
from attncalc.batch.masks import Tile
from attncalc.batch.powers import Base

EXCESS = {4: 4.0, 8: 40.0}  # how far a score may stand above what counts as its row's maximum, by bytes of an entry
MARGIN = 1.0  # how far that stands above the scores that were seen when it was chosen
RAISES = 4  # looks at one block of scores
FOLDED = 1e9  # scores up to which a maximum may be taken off within the product
LARGE = 12.0  # scores of more need more digits than float32 has,
NARROW = 48.0  # and so do products of norms,
FEW = 2048  # and few keys, whose errors do not even out
TERMS = 64  # terms of a sum in float32, after which it begins anew: libraries may add all they get one after the other


class Buffers:
    """One thread's arrays, made when they are first used and then used for every block."""

    def __init__(self, xp: Any) -> None:
        self.xp = xp
        self.kept: dict[tuple[str, Any], Any] = {}

    def take(self, name: str, dtype: Any, *shape: int) -> Any:
        """An array of this shape with what was in it before."""
        size = math.prod(shape)
        flat = self.kept.get((name, dtype))
        if flat is None or flat.size < size:
            flat = self.kept[name, dtype] = self.xp.empty(size, dtype)
        return flat[:size].reshape(shape)


class Block:
    """Rows i to j of a head's queries: their outputs O and sums of exponentials Z, less the maxima in `top`.

    The maxima are taken off within the product: in parts, in columns of Q that meet columns of ones in K ("folds").
    Where scores are `wide` they are summed in float64, and only their exponentials are of float32.
    """

    def __init__(self, head: Head, i: int, j: int, columns: int, base: Base, buffers: Buffers) -> None:
        self.head, self.laid, self.xp, self.work = head, head.laid, head.laid.xp, head.laid.work
        self.i, self.j, self.columns, self.base, self.buffers = i, j, columns, base, buffers
        self.cap = self.laid.options.cap
        self.excess = EXCESS[self.work.itemsize] * base.factor
        self.most = math.exp(EXCESS[self.work.itemsize])

    def solve(self) -> None:
        """Sums EV and E over all keys, and divides."""
        reach = self._reach()
        if not self._sum(reach, wide=self._wants_wide(reach)):
            self._sum(reach, wide=True)
        self.divisor = self.xp.where(self.Z == 0, self.xp.ones_like(self.Z), self.Z)
        self.O /= self.divisor * self.work.type(self.head.shrink)
        if not self.head.whole:
            self._spoil()

    def _reach(self) -> float:
        """What no score exceeds: the product of the largest norms; NaN where one is."""
        queries = self.xp.asarray(self.head.q[self.i : self.j]).astype(self.work, copy=False)
        norms = self.xp.einsum("ij,ij->i", queries, queries)
        return float(self.xp.sqrt(norms.max())) * self.head.norm * abs(self.laid.scale)

    def _wants_wide(self, reach: float) -> bool:
        """Whether float32 has too few digits for the scores of this block, as far as can be told beforehand."""
        if self.work != np.float32:
            return False
        start, stop = self.head.sight.span(self.i, self.j)
        keys = self.laid.m if self.head.sight.left is None else stop - start
        return self.head.bias is not None or keys < FEW or not reach <= NARROW

    def _sum(self, reach: float, *, wide: bool) -> bool:
        """Goes over all keys; False where scores turned out to be larger than the type can hold well."""
        folded = self.cap is None and self.head.bias is None and not wide and reach <= FOLDED
        self._begin(wide, folds(int(self.laid.Q.shape[-1])) if folded else 0)
        for tile in self._tiles():
            E, sums = self._exponentials(tile)
            if not wide and self._large():
                return False
            self._add(self.Z[tile.rows], sums)
            self._add_values(self.O[tile.rows], E, self._values(tile))
        return True

    def _add(self, whole: Any, more: Any) -> None:
        self.xp.add(whole, more, out=whole)  # x[rows] += … would copy the rows onto themselves

    def _add_values(self, O: Any, E: Any, V: Any) -> None:  # noqa: E741  the field's name for it
        """Adds EV to O, in short sums where each addition rounds to few digits.

        The error of a sum grows with its terms and with its size on the way. How a product is cut into sums is the
        library's affair: OpenBLAS halves 384 terms for AVX2 and adds them in one go for AVX-512.
        """
        terms = TERMS if self.work == np.float32 and self.xp is np else len(V)
        part = self.buffers.take("part", self.work, len(E), self.laid.d_v)
        for start in range(0, len(V), terms):
            self.xp.matmul(E[:, start : start + terms], V[start : start + terms], out=part)
            self._add(O, part)

    def _begin(self, wide: bool, parts: int) -> None:
        self.wide, self.type, self.folds = wide, np.dtype(np.float64) if wide else self.work, parts
        r, take = self.j - self.i, self.buffers.take
        self.O, self.Z = take("o", self.work, r, self.laid.d_v), take("z", self.work, r, 1)
        self.top, self.fresh = take("top", self.type, r, 1), take("fresh", np.dtype(bool), r, 1)
        self.O[...], self.Z[...], self.top[...], self.fresh[...] = 0, 0, 0, True
        self.settled, self.ones = False, self.xp.ones((self.columns, 1), self.work)
        self.q = self._folded("q", self.xp.asarray(self.head.q[self.i : self.j]))
        self.q *= self.type.type(self.laid.scale * self.base.factor / (self.cap or 1.0))
        self._fold(slice(None))

    def _folded(self, name: str, rows: Any) -> Any:
        """Rows of Q or K with a column of ones after each fold of theirs."""
        (r, d), f = rows.shape, self.folds
        flat = self.buffers.take(name, self.type, r, d + f)
        if f:
            folded = flat.reshape(r, f, d // f + 1)
            folded[:, :, :-1], folded[:, :, -1] = rows.reshape(r, f, d // f), 1
        else:
            flat[...] = rows
        return flat

    def _fold(self, rows: slice) -> None:
        """Puts the rows' maxima, in equal parts, where Q meets the ones of K."""
        if self.folds:
            width = self.q.shape[1] // self.folds
            self.q[rows, width - 1 :: width] = self.top[rows] / -self.folds

    def _tiles(self) -> Iterator[Tile]:
        """The keys that some of these queries see, block by block."""
        start, stop = self.head.sight.span(self.i, self.j)
        few = start + max(self.columns // 4, 1)  # enough to choose the rows' maxima by
        for c, e in pairwise([start, *range(few, stop, self.columns), stop] if start < stop else ()):
            tile = self.head.sight.tile(self.i, self.j, c, e)
            if tile is not None:
                yield tile

    def _scores(self, tile: Tile) -> Any:
        """Scores less the rows' maxima so far, -inf where a query may not attend."""
        keys = self._folded("k", self.xp.asarray(self.head.k[tile.keys]))
        S = self.buffers.take("s", self.type, *tile.shape)
        self.xp.matmul(self.q[tile.rows], keys.T, out=S)
        if self.cap is not None:
            self.xp.tanh(S, out=S)
            S *= self.cap
        if self.head.bias is not None:
            S += self.xp.asarray(self.head.bias[self.i : self.j][tile.rows, tile.keys])
        if not self.folds:
            S -= self.top[tile.rows]
        if tile.hidden is not None:
            self.xp.copyto(S, -np.inf, where=tile.hidden)
        return S

    def _exponentials(self, tile: Tile) -> tuple[Any, Any]:
        """Exponentials of a block's scores less the rows' maxima, which are raised where they are too low, and sums."""
        for left in reversed(range(RAISES)):
            S = self._scores(tile)
            if left and not self.settled and self._raised(tile, S):
                continue
            E = self._powers(S)
            sums = self._sums(E)
            if not left or self._fits(tile, E, sums):
                break
            self._raised(tile, self._scores(tile))
        return E, sums

    def _fits(self, tile: Tile, E: Any, sums: Any) -> bool:
        """Whether no exponential is too large; rows that are NaN stay so."""
        if bool(sums.max() <= self.most):
            return True
        top = self.top[tile.rows]
        return not bool((~(E.max(axis=1, keepdims=True) <= self.most) & ~self.xp.isnan(top)).any())

    def _raised(self, tile: Tile, S: Any) -> bool:
        """Raises the maxima of rows whose scores stand far above them, and sums so far follow; whether there were any.

        They are raised by a little more, and rows that are only a little above theirs are raised with the others, so
        that it is seldom needed again. A row of whose sums nothing is left begins again: its score is the difference of
        numbers that may be so large that nothing of it is left either.
        """
        xp, rows, highest = self.xp, tile.rows, S.max(axis=1, keepdims=True)
        fresh, top = self.fresh[rows], self.top[rows]
        first = fresh & (highest != -np.inf)
        if not bool((first | (~(highest <= self.excess) & ~xp.isnan(top))).any()):
            return False
        up = xp.where(first | (~fresh & ~(highest <= self.excess / 4)), highest + MARGIN, xp.zeros_like(highest))
        shrunk = xp.where(first, xp.ones_like(up), xp.exp(-up / self.base.factor))
        for whole in (self.O[rows], self.Z[rows]):
            xp.multiply(whole, shrunk, out=whole)
        gone = shrunk == 0
        self.top[rows] = xp.where(gone, xp.zeros_like(top), top + up)
        self.fresh[rows] = (fresh & ~first) | gone
        self._fold(rows)
        self.settled = not bool(self.fresh.any())
        return True

    def _large(self) -> bool:
        return self.work == np.float32 and bool(self.xp.abs(self.top).max() > LARGE * self.base.factor)

    def _powers(self, S: Any) -> Any:
        """The exponentials, in the type that is calculated in."""
        if self.wide:
            S, wide = self.buffers.take("s", self.work, *S.shape), S
            self.xp.copyto(S, wide, casting="same_kind")
        return self.base.power(S, out=S)

    def _sums(self, E: Any) -> Any:
        return self.xp.matmul(E, self.ones[: E.shape[1]], out=self.buffers.take("sums", self.work, len(E), 1))

    def _values(self, tile: Tile) -> Any:
        """A block of V as the product takes it."""
        V = self.xp.asarray(self.head.v[tile.keys])
        if V.dtype == self.work and self.head.whole and self.head.shrink == 1:
            return V
        values = self.buffers.take("v", self.work, *V.shape)
        values[...] = V
        if not self.head.whole:
            values[~self.xp.isfinite(values)] = 0
        values *= self.work.type(self.head.shrink)
        return values

    def weights(self) -> Iterator[tuple[Tile, Any]]:
        """The rows' weights, block by block, calculated again; blocks where all are 0 are left out."""
        for tile in self._tiles():
            E = self._powers(self._scores(tile))
            E /= self.divisor[tile.rows]
            yield tile, E

    def _spoil(self) -> None:
        """What infinite and NaN values bring to the outputs of the queries that give them weight."""
        for tile, A in self.weights():
            V = self.xp.asarray(self.head.v[tile.keys]).astype(self.work, copy=False)
            self.O[tile.rows] += spoiled(self.xp, A, V)

    def log_sum(self) -> Any:
        """The logarithm of the sum of each row's exponentials, as though no maximum had been taken off."""
        return (self.top.astype(np.float64) / self.base.factor + self.xp.log(self.Z.astype(np.float64)))[:, 0]


def folds(d: int) -> int:
    """In how many parts a row's maximum is taken off.

    Sums that end near 0 then never go far from it on their way, and float32 keeps more of their digits.
    """
    return max(parts for parts in (1, 2, 4, 8) if d % parts == 0 and (parts == 1 or d // parts >= 16))
