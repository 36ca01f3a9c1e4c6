"""Proven digits for many problems at once: rationals as long as the work has nothing else, then balls (Arb).

The lines are those of `decimal`, without its closed forms: a number that needs one, such as a tie between two
roundings, is left open here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NoReturn

import numpy as np
from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.base import Entry
from attncalc.arithmetic.decimal import Decimal
from attncalc.arithmetic.limits import ONE, ZERO, ball_of, is_zero
from attncalc.batch.many.arithmetic import STACKED, Stacked
from attncalc.batch.many.stack import Stack
from attncalc.reading.number import Node, Number


class Open(Exception):  # noqa: N818  not an error: the problems are worked out one by one instead
    """Something that is not done for many problems at once."""


class Balls(Stacked):
    """Entries of many problems at a precision; `places` has a row of rationals for each entry."""

    name: ClassVar[str] = "balls"
    stable: ClassVar[bool] = False

    def __init__(self, places: Any, precision: int) -> None:
        super().__init__(places)
        self.one = Decimal(precision, terms=0)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Flint's precision is global: set here, and put back."""
        with self.one.working():
            yield

    def rational(self, text: str) -> Entry:
        """A plain decimal, exactly."""
        return self.one.rational(text)

    def constant(self, name: str) -> Entry:
        """A ball."""
        return self.one.constant(name)

    def evaluate(self, tree: Node, names: Mapping[str, Number]) -> Entry:
        """The vector of a place, or a rational or a ball."""
        if tree.kind == STACKED:
            return self.places[int(tree.text)]
        value = self.one.evaluate(tree, names)
        return value if type(value) is fmpq or value is MINUS_INFINITY else ball_of(value)

    def function(self, name: str, value: Entry) -> Entry:
        """A ball."""
        if isinstance(value, np.ndarray):
            return np.frompyfunc(_FUNCTIONS[name], 1, 1)(value)
        found = self.one.function(name, value)
        return found if type(found) is fmpq else ball_of(found)

    def minus_infinity(self) -> Entry:
        """What absorbs all that is added to it."""
        return MINUS_INFINITY

    def array(self, rows: Sequence[Sequence[Entry]]) -> Stack:
        """The matrix with these rows."""
        width = max(len(entry) if isinstance(entry, np.ndarray) else 1 for row in rows for entry in row)
        data = np.empty((len(rows), len(rows[0]), width), dtype=object)
        for i, row in enumerate(rows):
            for j, entry in enumerate(row):
                data[i, j] = entry
        return Stack(data)

    def matmul(self, a: Stack, b: Stack) -> Stack:
        """The product, problem by problem; rows of rationals times columns of rationals stay exact."""
        left, right = (part.data.reshape(-1, *part.data.shape[-2:]) if part.data.ndim == 3 else None for part in (a, b))
        if left is None or right is None:
            raise Open
        count = max(left.shape[-1], right.shape[-1])
        found = np.empty((count, left.shape[0] * right.shape[1]), dtype=object)
        pairs = zip(_lists(left, count), _lists(right, count), strict=True)
        for k, (one, other) in enumerate(pairs):
            found[k] = self.one.matmul(Array(one, left.shape[:2]), Array(other, right.shape[:2])).flat
        return Stack(found.T.reshape(left.shape[0], right.shape[1], count))

    def map(self, name: str, a: Stack) -> Stack:
        """A function of every entry."""
        return Stack(np.frompyfunc(_FUNCTIONS[name], 1, 1)(a.data))

    def row_sum(self, a: Stack) -> Stack:
        """Sums of rows; masked entries count nothing."""
        return Stack(np.frompyfunc(_plus, 2, 1).reduce(a.data, axis=-2, keepdims=True))

    def masked(self, scores: Stack, mask: Stack) -> Stack:
        """The sum; -inf absorbs."""
        return scores + mask

    def share(self, parts: Stack, whole: Stack) -> Stack:
        """The quotient; 0 stays 0, and so do masked parts."""
        return Stack(np.frompyfunc(_share, 2, 1)(parts.data, whole.data))

    def is_masked(self, entry: Entry) -> bool:
        """-inf, in all problems or in none."""
        return self._decided(lambda x: x is MINUS_INFINITY, entry)

    def is_positive(self, entry: Entry) -> bool:
        """More than 0, in all problems or in none."""
        return self._decided(self.one.is_positive, entry)

    def is_number(self, entry: Entry, number: int) -> bool:
        """This integer, in all problems or in none."""
        return self._decided(lambda x: self.one.integer(x) == number, entry)

    def same(self, a: Entry, b: Entry) -> bool:
        """Equality, in all problems or in none."""
        return self._decided(self.one.same, a, b)

    def _decided(self, question: Callable[..., bool], *entries: Entry) -> bool:
        found = np.frompyfunc(question, len(entries), 1)(*entries)
        answers = set(found.tolist()) if isinstance(found, np.ndarray) else {found}
        if len(answers) > 1:
            raise Open
        return bool(answers.pop())

    def _open(self, *_: Any) -> NoReturn:
        raise Open

    erf = activate = ordered = power = row_max = beside = integer = _open  # type: ignore[assignment]


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: ZERO if x is MINUS_INFINITY else ball_of(x).exp(),
    "tanh": lambda x: ball_of(x).tanh(),
    "sqrt": lambda x: ball_of(x).sqrt(),
    "sin": lambda x: ball_of(x).sin(),
    "cos": lambda x: ball_of(x).cos(),
    "ln": lambda x: ball_of(x).log(),
}


def _plus(a: Any, b: Any) -> Any:
    """The sum; what stands alone in its row is the sum itself, so that its share is exactly 1."""
    if a is MINUS_INFINITY or is_zero(a):
        return b
    return a if b is MINUS_INFINITY or is_zero(b) else a + b


def _share(part: Any, whole: Any) -> Any:
    if part is MINUS_INFINITY or is_zero(part):
        return ZERO
    return ONE if part is whole else part / whole


def _lists(data: Any, count: int) -> list[list[Any]]:
    """The entries of each problem's matrix, row by row."""
    lists: list[list[Any]] = data.reshape(-1, data.shape[-1]).T.tolist()
    return lists * count if len(lists) < count else lists
