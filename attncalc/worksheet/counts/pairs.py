"""Which pairs of a query and a key are needed: what masks leave, followed forward to weights and back to scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce, total_ordering
from itertools import count
from math import prod
from typing import Any

from attncalc.errors import InputError
from attncalc.limits import PAIRS
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.rules import OneInEachRow, Seen

Tables = frozenset[str]  # the names of tables, each of which leaves some entries
ALL: Tables = frozenset()
SUMS = ("add", "subtract")  # an entry is out where both take it out
FIRST = ("exp", "share", "over", "times", "minus max", "table", "kept", "seen", "square", "tanh", "ReLU")
EITHER = ("masked", "hadamard", "power", "through softmax")  # an entry that one of two takes out is out
THROUGH = (*EITHER, *SUMS, *FIRST)


class Pairs:
    """What tables leave of lines that they mask; `tables` say which entries each table leaves."""

    def __init__(self, tables: Mapping[str, Seen]) -> None:
        self.tables = tables
        self.lines: dict[str, Tables] = {name: frozenset({name}) for name in tables}
        self.arrivals = count(1)  # numbers of gradients, which are lines of their own
        self._counts: dict[tuple[Tables, tuple[int, ...]], int] = {}

    def of(self, expr: Expr) -> Tables:
        """The tables that leave few entries of an expression; all are there where there is none."""
        if not self.tables:
            return ALL
        if expr.op == "line":
            return self.lines.get(expr.key, ALL)
        found = [self.of(arg) for arg in expr.args if _sizes(arg) == _sizes(expr)]
        if not found or expr.op not in THROUGH:
            return ALL
        if expr.op in EITHER:
            return reduce(frozenset.union, found)
        return reduce(frozenset.intersection, found) if expr.op in SUMS else found[0]

    def count(self, tables: Tables, expr: Expr) -> int:
        """How many entries of an array they leave."""
        sizes = _sizes(expr)
        if (tables, sizes) not in self._counts:
            self._counts[tables, sizes] = _counted([self.tables[name] for name in tables], [1, *sizes][-2:])
        return self._counts[tables, sizes]

    def is_table(self, expr: Expr) -> bool:
        """Whether an expression is a table itself."""
        return expr.op == "line" and expr.key in self.tables

    def within(self, expr: Expr, arg: Expr, tables: Tables) -> Tables:
        """The tables of those entries of an argument that are needed, where those of the expression are known."""
        if not self.tables:
            return ALL
        own = self.of(arg)
        return own | tables | self.of(expr) if expr.op in THROUGH and _sizes(arg) == _sizes(expr) else own

    def needed(self, exprs: Mapping[str, Expr]) -> dict[str, Tables]:
        """The tables that say which entries of each line are needed: its own, and those of all that it goes into."""
        if not self.tables:
            return dict.fromkeys(exprs, ALL)
        for key, expr in exprs.items():
            self.lines[key] = self.of(expr) | self.lines.get(key, ALL)
        found: dict[str, Tables] = {}

        def want(expr: Expr, tables: Tables) -> None:
            if expr.op == "line":
                found[expr.key] = found[expr.key] & tables if expr.key in found else tables
            for arg in expr.args:
                want(arg, self.within(expr, arg, tables))

        for key, expr in reversed([*exprs.items()]):
            found[key] = found.get(key, ALL) | self.lines[key]
            want(expr, found[key])
        return found


def _sizes(expr: Expr) -> tuple[int, ...]:
    return tuple(axis.size or 1 for axis in expr.axes)


def _counted(seen: Sequence[Seen], sizes: Sequence[int]) -> int:
    """How many pairs all rules leave: diagonal by diagonal where rules know nothing but distances."""
    queries, keys = sizes
    if len(seen) == 1 and isinstance(seen[0], OneInEachRow):
        return queries
    try:
        return sum(
            _length(distance, queries, keys)
            for distance in range(1 - queries, keys)
            if all(rule(*_apart(distance)) for rule in seen)
        )
    except TypeError:  # a rule asks where a token stands
        if prod(sizes) > PAIRS.most:
            raise InputError(PAIRS.told) from None
        return sum(all(rule(i, j) for rule in seen) for i in range(1, queries + 1) for j in range(1, keys + 1))


def _length(distance: int, queries: int, keys: int) -> int:
    """How many pairs have a key so far after its query."""
    return min(queries, keys - distance) - max(0, -distance)


def _apart(distance: int) -> tuple[Any, Any]:
    return Somewhere(0), Somewhere(distance)


@total_ordering
class Somewhere:
    """The number of a token that is known by its distance from others alone; what else is asked is a TypeError."""

    def __init__(self, place: int) -> None:
        self._place = place

    def __sub__(self, other: Somewhere) -> int:
        return self._place - other._place if isinstance(other, Somewhere) else NotImplemented

    def __lt__(self, other: Somewhere) -> bool:
        return self._place < other._place if isinstance(other, Somewhere) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Somewhere):
            raise TypeError("a token that is known by its distance from others")
        return self._place == other._place

    __hash__ = None  # type: ignore[assignment]  # nor is it looked up
