"""What a row of the table of operations is: value, one entry, notation and axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from attncalc.reading.number import Node
from attncalc.worksheet.entry_rules import EntryOf, EntryRule
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import ATOM, PRODUCT, SUM

Axes = tuple[Axis, ...]
ONE: Axes = (Axis("1", 1),)


class Notation(NamedTuple):
    """Templates, how tightly the whole binds, and what each argument must at least.

    They name the arguments {0}, {1} …; one that binds less tightly than is asked is put in parentheses.
    """

    text: str
    latex: str
    binding: float
    asks: tuple[int, ...]


@dataclass(frozen=True)
class Operation:
    """One row of the table. `value` takes the arithmetic, the arguments' values and the parameters."""

    value: Callable[..., Any]
    entry: EntryRule
    notation: Notation
    axes: Callable[..., Axes]


def downwards(across: Operation) -> Operation:
    """The operation with rows and columns exchanged, for tokens in columns."""
    return Operation(
        lambda ar, *args: across.value(ar, *(arg.T for arg in args[:-1]), args[-1]).T,
        _down(across.entry),
        across.notation,
        lambda *args: across.axes(*(axes[::-1] for axes in args[:-1]), args[-1])[::-1],
    )


def _down(rule: EntryRule) -> EntryRule:
    """The rule of entries with rows and columns exchanged: it is told of arguments as they stand across."""

    def entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
        across = [replace(arg, axes=arg.axes[::-1]) for arg in expr.args]
        own = dict(zip(map(id, across), expr.args, strict=True))
        turned = replace(expr, args=tuple(across), axes=expr.axes[::-1])
        return rule(turned, j, i, lambda arg, a, b: of(own[id(arg)], b, a))

    return entry


def same(first: Axes, *_: Any) -> Axes:
    """The axes of the first argument."""
    return first


def larger(first: Axes, second: Axes, *_: Any) -> Axes:
    """The axes of the larger argument: a number, a vector or a column goes with every part of a matrix.

    A size that is not known may be more than one.
    """
    return max(first, second, key=lambda axes: (len(axes), *(axis.size or 1.5 for axis in axes)))


def second(_: Axes, axes: Axes, *__: Any) -> Axes:
    """The axes of the second argument."""
    return axes


def one_number(*_: Any) -> Axes:
    """A vector of one entry."""
    return ONE


def function(name: str, latex: str = "") -> Notation:
    """name(argument)."""
    return Notation(f"{name}({{0}})", (latex or "\\" + name) + r"\left({0}\right)", ATOM, (0,))


def words(before: str) -> Notation:
    """Words before what they are about."""
    return Notation(before + " {0}", rf"\text{{{{{before} }}}} {{0}}", SUM, (PRODUCT,))
