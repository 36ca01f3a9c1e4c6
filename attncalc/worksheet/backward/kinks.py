"""Where an operation has no slope, because it bends there, and which one is taken: what a reader is told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

from attncalc.arithmetic.base import Arithmetic


class Kink(NamedTuple):
    """Whether values lie where an operation bends, and what is said of them by their names."""

    met: Callable[..., bool]
    says: str


def _zero(ar: Arithmetic, a: Any, *_: Any) -> bool:
    return any(ar.is_number(entry, 0) for entry in chain.from_iterable(ar.rows(a)))


def _equal(ar: Arithmetic, a: Any, b: Any) -> bool:
    pairs = zip(*(chain.from_iterable(ar.rows(each)) for each in (a, b)), strict=True)
    return any(ar.same(one, other) for one, other in pairs)


def _tied(ar: Arithmetic, a: Any) -> bool:
    return any(_has_tie(ar, row) for row in ar.rows(a))


def _tied_down(ar: Arithmetic, a: Any) -> bool:
    return any(_has_tie(ar, list(column)) for column in zip(*ar.rows(a), strict=True))


def _tied_anywhere(ar: Arithmetic, a: Any) -> bool:
    return _has_tie(ar, list(chain.from_iterable(ar.rows(a))))


def _has_tie(ar: Arithmetic, entries: list[Any]) -> bool:
    """Whether the largest stands in several places."""
    best = (ar.integer(ar.ordered("argmax", entries)) or 1) - 1
    return any(ar.same(entry, entries[best]) for place, entry in enumerate(entries) if place != best)


TWICE = "{} has its largest entry more than once: the first of them has the whole gradient"
EQUAL = "{} and {} are equal in places: there the second has the whole gradient"
KINKS = {
    "ReLU": Kink(_zero, "{} has an entry 0, where ReLU has no slope: 0 is taken, as in frameworks"),
    "LeakyReLU": Kink(_zero, "{} has an entry 0, where LeakyReLU has no slope: the one below 0 is taken"),
    "abs": Kink(_zero, "{} has an entry 0, where |x| has no slope: 0 is taken"),
    "row max": Kink(_tied, TWICE),
    "column max": Kink(_tied_down, TWICE),
    "largest": Kink(_tied_anywhere, TWICE),
    "smaller": Kink(_equal, EQUAL),
    "larger": Kink(_equal, EQUAL),
}
