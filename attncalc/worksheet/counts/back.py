"""What flows back through a line: the expressions of gradients, without the gradients themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import prod

from attncalc.worksheet.backward.build import fitted
from attncalc.worksheet.backward.rules import NO_DERIVATIVE, RULES
from attncalc.worksheet.backward.selection import SELECTION
from attncalc.worksheet.backward.through import softmax_rule
from attncalc.worksheet.counts.pairs import Pairs, Tables
from attncalc.worksheet.expression import Expr, line

ARRIVES = "∂"  # the name of a gradient that arrives, which is no line's
ADDED = ("looked up", "looked up anywhere", "gathered")  # what comes from one place is added on the way back
MOVED = SELECTION.keys() - {*ADDED}


@dataclass
class Back:
    """What flows back to the lines that are `live`: gradients as expressions, with the tables of what they need."""

    pairs: Pairs
    live: Collection[str]
    made: list[tuple[Expr, Tables]] = field(default_factory=list)
    arrived: list[tuple[Expr, int]] = field(default_factory=list)  # with how many entries of each

    def through(self, own: Expr, expr: Expr, tables: Tables) -> None:
        """Follows a line, of which `tables` are needed, to the lines in its expression."""
        self._pull(expr, own, tables, _count(expr))

    @property
    def kept(self) -> set[str]:
        """The lines that gradients are made of, besides gradients."""
        return {key for expr, _ in self.made for key in _held(expr)}

    def _pull(self, expr: Expr, value: Expr, tables: Tables, count: int) -> None:
        if expr.op == "line":
            self.arrived += [(expr, min(count, _count(expr)))] if expr.key in self.live else []
            return
        if expr.op in NO_DERIVATIVE or not self._is_live(expr):
            return
        if expr.op in MOVED:
            parts: list[Expr | None] = [None] * len(expr.args)
        elif (softmax := softmax_rule(expr, value, self._arriving(expr, tables))) is not None:
            scores, part = softmax
            expr, parts = Expr(expr.op, (scores,), expr.axes), [part]
        else:
            parts = [*RULES[expr.op](expr, value, self._arriving(expr, tables))]
        for arg, made in zip(expr.args, parts, strict=True):
            if self._is_live(arg):
                needed = self.pairs.within(expr, arg, tables)
                self.made += [(fitted(made, arg), needed)] if made is not None else []
                self._pull(arg, arg, needed, count if expr.op in MOVED else _count(arg))

    def _is_live(self, expr: Expr) -> bool:
        return any(leaf.key in self.live for leaf in expr.lines())

    def _arriving(self, expr: Expr, tables: Tables) -> Expr:
        """The gradient of an expression, as a line of its sides."""
        leaf = line(ARRIVES, (next(self.pairs.arrivals),), expr.axes)
        if tables:
            self.pairs.lines[leaf.key] = tables
        return leaf


def _count(expr: Expr) -> int:
    return prod(axis.size or 1 for axis in expr.axes)


def _held(expr: Expr) -> Iterator[str]:
    """The lines whose numbers an expression needs; of masked scores only what is masked."""
    if expr.op == "line" and expr.params[0] != ARRIVES:
        yield expr.key
    for arg in expr.args[:1] if expr.op == "seen" else expr.args:
        yield from _held(arg)
