"""Floating point for many problems at once: an entry is one number for all of them, or a vector of one for each.

A mechanism that runs under it works all of them out in one go. Where it decides by a number (the largest key, an
order, a position) all problems must decide alike; where they do not, `Apart` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np

from attncalc.arithmetic.base import Entry
from attncalc.arithmetic.floats import Float
from attncalc.batch.many.rules import ACTIVATIONS, FUNCTIONS, ORDER
from attncalc.batch.many.stack import Stack, bare, product
from attncalc.reading.number import Node, Number

STACKED = "stacked"  # the kind of a tree that stands for one place of all problems


def text_of_place(number: int) -> str:
    """How a place is written, as no number is."""
    return f"#{number}"


class Apart(Exception):  # noqa: N818  not an error: the problems are worked out in parts instead
    """The problems decide differently by their numbers; `decisions` says how each of them does."""

    def __init__(self, decisions: Any) -> None:
        super().__init__("the problems decide differently")
        self.decisions = decisions


class Stacked(Float):
    """Doubles of many problems; `places` has a row for each entry that differs between them."""

    name: ClassVar[str] = "stacked"

    def __init__(self, places: Any) -> None:
        self.places = places
        self.texts = list(map(text_of_place, range(len(places))))

    @contextmanager
    def working(self) -> Iterator[None]:
        """Whatever overflows, or has no value, raises FloatingPointError: one of the problems has a message to give."""
        with np.errstate(over="raise", divide="raise", invalid="raise", under="ignore"):
            yield

    def evaluate(self, tree: Node, names: Mapping[str, Number]) -> Entry:
        """The vector of a place, or the double of a tree."""
        return self.places[int(tree.text)] if tree.kind == STACKED else super().evaluate(tree, names)

    def written(self, rows: Sequence[Sequence[Number]], names: Mapping[str, Number]) -> Any:
        """The matrix of numbers as written; one whose places follow one another is there already."""
        texts = [number.text for row in rows for number in row]
        first = rows[0][0].tree
        start = int(first.text) if first and first.kind == STACKED else len(self.texts)
        if texts != self.texts[start : start + len(texts)]:
            return super().written(rows, names)
        return Stack(self.places[start : start + len(texts)].reshape(len(rows), len(rows[0]), -1))

    def function(self, name: str, value: Entry) -> Entry:
        """A function of one entry."""
        return FUNCTIONS[name](value) if _is_vector(value) else super().function(name, value)

    def erf(self, value: Entry) -> Entry:
        """The error function of one entry."""
        return FUNCTIONS["erf"](value) if _is_vector(value) else super().erf(value)

    def activate(self, name: str, a: Any) -> Any:
        """An activation, or a function, of every entry."""
        found = {**FUNCTIONS, **ACTIVATIONS}.get(name)
        return Stack(found(a.data)) if found else super().activate(name, a)

    def ordered(self, name: str, row: list[Entry]) -> Entry:
        """What a name such as max says of a row, for each problem."""
        if not any(map(_is_vector, row)):
            return super().ordered(name, row)
        return ORDER[name](np.stack(np.broadcast_arrays(*row)))

    def array(self, rows: Sequence[Sequence[Entry]]) -> Stack:
        """The matrix with these rows."""
        width = max(np.size(entry) for row in rows for entry in row)
        data = np.empty((len(rows), len(rows[0]), width))
        for i, row in enumerate(rows):
            for j, entry in enumerate(row):
                data[i, j] = entry
        return Stack(data)

    def matmul(self, a: Stack, b: Stack) -> Stack:
        """The product."""
        return Stack(product(a.data, b.data))

    def map(self, name: str, a: Stack) -> Stack:
        """A function of every entry."""
        return Stack(FUNCTIONS[name](a.data))

    def power(self, base: Entry, a: Stack) -> Stack:
        """base^x."""
        return Stack(np.power(base, a.data))

    def row_sum(self, a: Stack) -> Stack:
        """Sums of rows; masked entries count nothing."""
        data = np.where(np.isneginf(a.data), 0, a.data) if _any_masked(a.data) else a.data
        return Stack(data.sum(axis=-2, keepdims=True))

    def row_max(self, a: Stack) -> Stack:
        """The largest of each row; 0 where all are -inf, so that they stay so when it is subtracted."""
        largest = a.data.max(axis=-2, keepdims=True)
        return Stack(np.where(np.isneginf(largest), 0.0, largest) if _any_masked(largest) else largest)

    def masked(self, scores: Stack, mask: Stack) -> Stack:
        """The sum; -inf absorbs."""
        return Stack(np.where(np.isneginf(mask.data), -np.inf, scores.data + mask.data))

    def share(self, parts: Stack, whole: Stack) -> Stack:
        """The quotient; zeros stay zero."""
        if whole.data.all() and not _any_masked(parts.data):
            return parts / whole
        data = np.zeros(np.broadcast_shapes(parts.data.shape, whole.data.shape))
        return Stack(np.divide(parts.data, whole.data, out=data, where=(parts.data != 0) & ~np.isneginf(parts.data)))

    def beside(self, parts: Sequence[Stack]) -> Stack:
        """Side by side."""
        width = max(part.data.shape[-1] for part in parts)
        return Stack(np.concatenate([np.broadcast_to(part.data, (*part.shape, width)) for part in parts], axis=-2))

    def rows(self, a: Stack) -> list[list[Entry]]:
        """Rows of entries, each a vector."""
        return [list(row) for row in (a.data if a.data.ndim == 3 else a.data[None])]

    def is_masked(self, entry: Entry) -> bool:
        """-inf, in all problems or in none."""
        return _agreed(entry == -np.inf)

    def is_positive(self, entry: Entry) -> bool:
        """More than 0, in all problems or in none."""
        return _agreed(bare(entry) > 0)

    def is_number(self, entry: Entry, number: int) -> bool:
        """This integer, in all problems or in none."""
        return _agreed(entry == number)

    def same(self, a: Entry, b: Entry) -> bool:
        """Equality, in all problems or in none."""
        return _agreed(a == b)

    def integer(self, entry: Entry) -> int | None:
        """The integer that an entry is in all problems."""
        if not _is_vector(entry):
            return super().integer(entry)
        whole = _agreed(entry == np.floor(entry)) and _agreed(entry == entry[0])
        return int(entry[0]) if whole else None


def _is_vector(entry: Entry) -> bool:
    return isinstance(entry, np.ndarray)


def _agreed(decisions: Any) -> bool:
    """What all problems decide; raises Apart where they differ."""
    if not isinstance(decisions, np.ndarray):
        return bool(decisions)
    if (decided := bool(decisions.all())) or not decisions.any():
        return decided
    raise Apart(decisions)


def _any_masked(data: Any) -> bool:
    return bool(data.min(initial=0) == -np.inf)
