"""Operations on pairs of columns: turning them by angles, and putting two tables together column by column."""

from __future__ import annotations

from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.reading.number import Node
from attncalc.worksheet.entry_rules import EntryOf, times
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import ATOM, POWER
from attncalc.worksheet.operation import Axes, Notation, Operation, downwards, same

Pairs = tuple[tuple[int, int], ...]  # the columns, from 0, that turn together


def _rotated(ar: Arithmetic, a: Any, cos: Any, sin: Any, pairs: Pairs) -> Any:
    """(x, y) becomes (x cos − y sin, y cos + x sin); columns in no pair stay."""
    turned = [list(row) for row in ar.rows(a)]
    for old, new, c, s in zip(ar.rows(a), turned, ar.rows(cos), ar.rows(sin), strict=True):
        for k, (x, y) in enumerate(pairs):
            new[x], new[y] = old[x] * c[k] - old[y] * s[k], old[y] * c[k] + old[x] * s[k]
    return ar.array(turned)


def _rotated_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """An entry of a pair after the turn."""
    a, cos, sin = expr.args
    for k, (x, y) in enumerate(expr.params):
        if j in (x, y):
            kind, other = ("-", y) if j == x else ("+", x)
            return Node(kind, args=(times(of(a, i, j), of(cos, i, k)), times(of(a, i, other), of(sin, i, k))))
    return of(a, i, j)


def _interleaved(ar: Arithmetic, a: Any, b: Any, _: Any) -> Any:
    """Columns of two tables by turns."""
    pairs = zip(ar.rows(a), ar.rows(b), strict=True)
    return ar.array([[entry for both in zip(*pair, strict=True) for entry in both] for pair in pairs])


def _interleaved_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """The entry of the table whose turn it is."""
    return of(expr.args[j % 2], i, j // 2)


def _twice_as_wide(a: Axes, *_: Any) -> Axes:
    width = a[-1].size
    return (*a[:-1], Axis(f"2*{a[-1].name}", None if width is None else 2 * width))


def _powers(ar: Arithmetic, bases: Any, exponents: Any, _: Any) -> Any:
    """Each base, in its column, to the power of each exponent, in its row."""
    columns = [ar.rows(ar.power(base, exponents))[0] for base in ar.rows(bases)[0]]
    return ar.array([list(row) for row in zip(*columns, strict=True)])


def _power_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    """A base to the power of an exponent."""
    return Node("^", args=(of(expr.args[0], 0, j), of(expr.args[1], 0, i)))


def _of_degrees(name: str) -> Operation:
    """A function of every entry, which is in degrees; an entry is written with π/180."""
    degree = Node("/", args=(Node("name", "pi"), Node("number", "180")))
    return Operation(
        lambda ar, a, _: ar.activate(f"{name}°", a),
        lambda expr, i, j, of: Node("call", name, (times(of(expr.args[0], i, j), degree),)),
        Notation(f"{name}({{0}}°)", rf"\{name}\left({{0}}^\circ\right)", ATOM, (ATOM,)),
        same,
    )


ACROSS = {
    "rotated": Operation(
        _rotated,
        _rotated_entry,
        Notation("rot({0}, {1}, {2})", r"\operatorname{{rot}}\left({0}, {1}, {2}\right)", ATOM, (0, 0, 0)),
        same,
    ),
    "interleaved": Operation(
        _interleaved,
        _interleaved_entry,
        Notation("interleaved({0}, {1})", r"\operatorname{{interleaved}}\left({0}, {1}\right)", ATOM, (0, 0)),
        _twice_as_wide,
    ),
    "powers": Operation(
        _powers, _power_entry, Notation("{0}^{1}", "{0}^{{{1}}}", POWER, (ATOM, ATOM)), lambda a, b, _: (*b, *a)
    ),
}
ROTATION = {
    **ACROSS,
    **{f"{name} down": downwards(operation) for name, operation in ACROSS.items()},
    **{f"{name}°": _of_degrees(name) for name in ("sin", "cos")},
}
MIRRORED = {name: f"{name} down" for name in ACROSS}
