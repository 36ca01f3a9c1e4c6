"""Integers drawn from a seed, the same on every machine and in every version of Python.

Block i of a seed is the SHA-256 of `seed#i` in UTF-8, read as eight words of 32 bits, the highest byte first. A number
below n is the next word w with w < n·⌊2³²/n⌋, modulo n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

WORD = 1 << 32

T = TypeVar("T")


class Draws:
    """Draws in a fixed order from a seed; the parts of a seed are joined by /."""

    def __init__(self, *seed: str | int) -> None:
        self.seed = "/".join(map(str, seed))
        self._words = self._all()

    def _all(self) -> Iterator[int]:
        for number in count():
            block = sha256(f"{self.seed}#{number}".encode()).digest()
            yield from (int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4))

    def below(self, most: int) -> int:
        """An integer from 0 to `most` − 1, each as likely as the others."""
        end = WORD - WORD % most
        return next(word for word in self._words if word < end) % most

    def choice(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of these in an order that is drawn (Fisher and Yates)."""
        made = list(items)
        for last in range(len(made) - 1, 0, -1):
            other = self.below(last + 1)
            made[last], made[other] = made[other], made[last]
        return made
