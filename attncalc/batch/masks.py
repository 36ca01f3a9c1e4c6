"""Which keys a block of queries may attend: a band around its own place, lengths, and a mask of truths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attncalc.batch.shapes import Index, Laid


@dataclass(frozen=True, eq=False)
class Tile:
    """A block of scores: rows (counted from those that are worked on), keys, and which of them are hidden."""

    rows: slice
    keys: slice
    hidden: Any

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows.stop - self.rows.start, self.keys.stop - self.keys.start


@dataclass(frozen=True, eq=False)
class Sight:
    """What the queries of one head see: keys before `length`, from `left` before to `right` after their own place."""

    laid: Laid
    index: Index
    length: int
    offset: int
    left: int | None
    right: int | None

    @classmethod
    def of(cls, laid: Laid, index: Index) -> Sight:
        """The sight of the head at a place on the batch axes."""
        return cls(laid, index, laid.length(index), laid.offset(index), *laid.options.reach)

    def span(self, i: int, j: int) -> tuple[int, int]:
        """The keys that some query of rows i to j sees: from, to."""
        start = 0 if self.left is None else max(0, i + self.offset - self.left)
        stop = self.length if self.right is None else min(self.length, j + self.offset + self.right)
        return start, max(start, stop)

    def tile(self, i: int, j: int, c: int, e: int) -> Tile | None:
        """The part of rows i to j that sees keys c to e, and what is hidden there; None where no query sees any."""
        first = i if self.right is None else max(i, c - self.offset - self.right)
        last = j if self.left is None else min(j, e - self.offset + self.left)
        if first >= last:
            return None
        hidden = self._hidden(first, last, c, e)
        if hidden is not None and bool(hidden.all()):
            return None
        return Tile(slice(first - i, last - i), slice(c, e), hidden)

    def _hidden(self, i: int, j: int, c: int, e: int) -> Any:
        """Whether keys c to e are hidden from rows i to j: truths, or None where none is."""
        band, xp = self._outside(i, j, c, e), self.laid.xp
        if self.laid.mask is None:
            return None if band is None else xp.asarray(band)
        hidden = ~xp.asarray(self.laid.mask[self.index][i:j, c:e])
        if band is not None:
            hidden |= xp.asarray(band)
        return hidden if bool(hidden.any()) else None

    def _outside(self, i: int, j: int, c: int, e: int) -> Any:
        """Whether each of keys c to e stands outside the band of each of rows i to j; None where none does."""
        if self.left is None and self.right is None:
            return None
        place, keys, outside = np.arange(i, j)[:, None] + self.offset, np.arange(c, e)[None, :], None
        if self.right is not None and e - 1 > i + self.offset + self.right:
            outside = keys > place + self.right
        if self.left is not None and c < j - 1 + self.offset - self.left:
            before = keys < place - self.left
            outside = before if outside is None else outside | before
        return outside


def allowed(laid: Laid, place: tuple[int | slice, ...]) -> Any:
    """Whether each query may attend each key, for the heads at a place: truths (…, n, m), or None where all may."""
    left, right = laid.options.reach
    heads = np.empty(laid.lead, bool)[place].shape
    lengths = np.broadcast_to(laid.m if laid.lengths is None else laid.lengths[place], heads)[..., None, None]
    own = np.arange(laid.n)[:, None] + (lengths - laid.n if laid.options.lower_right else laid.past)
    keys = np.arange(laid.m)
    rules = [
        None if laid.lengths is None else keys < lengths,
        None if right is None else keys <= own + right,
        None if left is None else keys >= own - left,
        None if laid.mask is None else laid.mask[place],
    ]
    seen = None
    for rule in rules:
        if rule is not None:
            seen = laid.xp.asarray(rule) if seen is None else seen & laid.xp.asarray(rule)
    return seen
