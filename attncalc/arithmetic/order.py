"""Which of several entries is the largest, and where: decided by the arithmetic, never by comparing entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attncalc.arithmetic.base import Arithmetic

Entry = Any


def first_largest(ar: Arithmetic, row: list[Entry]) -> int:
    """Where the largest entry of a row stands first, from 0; raises MorePrecision where that is open."""
    best = 0
    for i, x in enumerate(row[1:], 1):  # a ball less itself need not be 0
        beyond = not ar.is_masked(x) and (ar.is_masked(row[best]) or not ar.same(x, row[best]))
        if beyond and (ar.is_masked(row[best]) or ar.is_positive(x - row[best])):
            best = i
    return best


def largest_places(ar: Arithmetic, row: list[Entry], count: int) -> list[int]:
    """Where the largest entries of a row stand, from 0, the largest first; of equal ones the first."""
    left, found = list(range(len(row))), []
    for _ in range(min(count, len(row))):
        best = left[first_largest(ar, [row[i] for i in left])]
        found.append(best)
        left.remove(best)
    return found


def first_reaching(ar: Arithmetic, row: list[Entry], least: Entry) -> int:
    """Where the first entry stands that is `least` or more, from 0; the last one where no earlier one is."""
    reaching = (i for i, x in enumerate(row[:-1]) if ar.same(x, least) or ar.is_positive(x - least))
    return next(reaching, len(row) - 1)


def _smallest(ar: Arithmetic, row: list[Entry]) -> Entry:
    masked = [x for x in row if ar.is_masked(x)]
    return masked[0] if masked else row[first_largest(ar, [-x for x in row])]


def _place(ar: Arithmetic, place: int) -> Entry:
    return ar.rational(str(place + 1))


def _leaky(ar: Arithmetic, pair: list[Entry]) -> Entry:
    """x above 0, slope · x below; a masked score stays masked."""
    x, slope = pair
    return x if ar.is_masked(x) or ar.is_positive(x) else x * slope


# What a tree of this kind stands for, over the values of its arguments.
ORDER: dict[str, Callable[[Arithmetic, list[Entry]], Entry]] = {
    "leaky": _leaky,
    "max": lambda ar, row: row[first_largest(ar, row)],
    "min": _smallest,
    "argmax": lambda ar, row: _place(ar, first_largest(ar, row)),
    "peak": lambda ar, row: ar.rational(str(int(ar.integer(row[0]) == first_largest(ar, row[1:]) + 1))),
    "first": lambda ar, row: _place(ar, first_reaching(ar, row[1:], row[0])),
}
