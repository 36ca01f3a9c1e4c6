"""The operations of mechanisms, one row each: axes of the result, value, one entry of it, and notation.

Templates of notation name the arguments {0}, {1} …; an argument that binds less tightly than its operation asks
is put in parentheses. An entry is a tree over the entries of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.problem.number import Node
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import ATOM, POWER, PRODUCT, SUM

Axes = tuple[Axis, ...]
EntryOf = Callable[[Expr, int, int], Node]


@dataclass(frozen=True)
class Operation:
    """One row of the table; `binding` is how tightly it binds, `asks` what each argument must at least."""

    axes: Callable[..., Axes]
    value: Callable[..., Any]
    entry: Callable[[Expr, int, int, EntryOf], Node]
    text: str
    latex: str
    binding: int
    asks: tuple[int, ...]


def _same(first: Axes, *_: Any) -> Axes:
    return first


def _matmul_axes(a: Axes, b: Axes, _: Any) -> Axes:
    return (*a[:-1], *b[1:])


def _columns_axes(a: Axes, cut: slice) -> Axes:
    return (*a[:-1], Axis(a[-1].name.removeprefix("h*"), cut.stop - cut.start))


def _beside_axes(*args: Any) -> Axes:
    parts: list[Axes] = list(args[:-1])
    sizes = [part[-1].size for part in parts]
    size = None if None in sizes else sum(size or 0 for size in sizes)
    return (*parts[0][:-1], Axis(f"{len(parts)}*{parts[0][-1].name}", size))


def _matmul_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    a, b = expr.args
    row = i if len(b.axes) == 2 else j  # a matrix times a vector is a vector, whose entries j counts
    terms = [
        _times(of(a, row, k), of(b, k, j) if len(b.axes) == 2 else of(b, 0, k)) for k in range(a.axes[-1].size or 0)
    ]
    return terms[0] if len(terms) == 1 else Node("+", args=tuple(terms))


def _times(*factors: Node) -> Node:
    return Node("*", args=factors)


def _both(kind: str) -> Callable[[Expr, int, int, EntryOf], Node]:
    return lambda expr, i, j, of: Node(kind, args=(of(expr.args[0], i, j), of(expr.args[1], i, j)))


def _call(name: str) -> Callable[[Expr, int, int, EntryOf], Node]:
    return lambda expr, i, j, of: Node("call", name, (of(expr.args[0], i, j),))


def _sum_entry(expr: Expr, i: int, _: int, of: EntryOf) -> Node:
    width = expr.args[0].axes[-1].size or 0
    return Node("+", args=tuple(of(expr.args[0], i, k) for k in range(width)))


def _beside_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    for part in expr.args:
        width = part.axes[-1].size or 0
        if j < width:
            return of(part, i, j)
        j -= width
    raise IndexError(j)


def _per_row(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    return Node("/", args=(of(expr.args[0], i, j), of(expr.args[1], i, 0)))


def _minus_max(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    width = expr.args[0].axes[-1].size or 0
    return Node("-", args=(of(expr.args[0], i, j), Node("max", args=tuple(of(expr.args[0], i, k) for k in range(width)))))


def _column_sum_entry(expr: Expr, _: int, j: int, of: EntryOf) -> Node:
    return Node("+", args=tuple(of(expr.args[0], k, j) for k in range(expr.args[0].axes[0].size or 0)))


def _minus_column_max(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    height = expr.args[0].axes[0].size or 0
    return Node("-", args=(of(expr.args[0], i, j), Node("max", args=tuple(of(expr.args[0], k, j) for k in range(height)))))


def _below_entry(expr: Expr, i: int, j: int, of: EntryOf) -> Node:
    for part in expr.args:
        height = part.axes[0].size or 0
        if i < height:
            return of(part, i, j)
        i -= height
    raise IndexError(i)


def _column(axes: Axes) -> Axes:
    return (*axes[:-1], Axis("1", 1))


OPERATIONS: dict[str, Operation] = {
    "matmul": Operation(_matmul_axes, lambda ar, a, b, _: ar.matmul(a, b), _matmul_entry,
                        "{0} {1}", "{0} {1}", PRODUCT, (PRODUCT, PRODUCT)),
    "transpose": Operation(lambda a, _: a[::-1], lambda ar, a, _: a.T, lambda e, i, j, of: of(e.args[0], j, i),
                           "{0}ᵀ", r"{0}^\top", ATOM, (ATOM,)),
    "add": Operation(_same, lambda ar, a, b, _: a + b, _both("+"), "{0} + {1}", "{0} + {1}", SUM, (SUM, SUM)),
    "subtract": Operation(_same, lambda ar, a, b, _: a - b, _both("-"), "{0} − {1}", "{0} - {1}", SUM, (SUM, PRODUCT)),
    "times": Operation(_same, lambda ar, a, c, _: a * c, lambda e, i, j, of: _times(of(e.args[1], 0, 0), of(e.args[0], i, j)),
                       "{1}·{0}", r"{1} \cdot {0}", PRODUCT, (PRODUCT, PRODUCT)),
    "over": Operation(_same, lambda ar, a, c, _: a / c, _both("/"), "{0}/{1}", r"\frac{{{0}}}{{{1}}}", PRODUCT, (PRODUCT, POWER)),
    "exp": Operation(_same, lambda ar, a, _: ar.map("exp", a), _call("exp"), "e^{0}", "e^{{{0}}}", POWER, (ATOM,)),
    "tanh": Operation(_same, lambda ar, a, _: ar.map("tanh", a), _call("tanh"), "tanh({0})", r"\tanh\left({0}\right)", ATOM, (0,)),
    "power": Operation(lambda base, a, _: a, lambda ar, base, a, _: ar.power(base, a), _both("^"), "{0}^{1}", "{0}^{{{1}}}", POWER, (ATOM, ATOM)),
    "table": Operation(_same, lambda ar, a, table: table(ar, a), _call("exp"),
                       "exp({0})", r"\exp\left({0}\right)", ATOM, (0,)),
    "row sums": Operation(lambda a, _: _column(a), lambda ar, a, _: ar.row_sum(a), _sum_entry,
                          "row sums of {0}", r"\text{{row sums of }} {0}", SUM, (PRODUCT,)),
    "share": Operation(_same, lambda ar, a, b, _: ar.share(a, b), _per_row, "{0}/{1}", r"\frac{{{0}}}{{{1}}}", PRODUCT, (PRODUCT, POWER)),
    "masked": Operation(_same, lambda ar, a, m, _: ar.masked(a, m), _both("+"), "{0} + {1}", "{0} + {1}", SUM, (SUM, SUM)),
    "minus max": Operation(_same, lambda ar, a, _: a - ar.row_max(a), _minus_max,
                           "({0} − row max)", r"{0} - \text{{row max}}", ATOM, (ATOM,)),
    "beside": Operation(_beside_axes, lambda ar, *parts: ar.beside(parts[:-1]), _beside_entry, "", "", ATOM, ()),
    "columns": Operation(_columns_axes, lambda ar, a, cut: a[cut] if len(a.shape) == 1 else a[:, cut],
                         lambda e, i, j, of: of(e.args[0], i, e.params.start + j),
                         "{0}[:, {params}]", "{0}_{{:,{params}}}", ATOM, (ATOM,)),
    "rows": Operation(lambda a, picked: (Axis(a[0].name, len(picked), picked), *a[1:]), lambda ar, a, picked: _picked(ar, a, picked),
                      lambda e, i, j, of: of(e.args[0], e.params[i] - 1, j), "{0}[{params}]", "{0}_{{{params}}}", ATOM, (ATOM,)),
    # The same with rows and columns exchanged, for tokens in columns.
    "column sums": Operation(lambda a, _: (Axis("1", 1), *a[1:]), lambda ar, a, _: ar.row_sum(a.T).T, _column_sum_entry,
                             "column sums of {0}", r"\text{{column sums of }} {0}", SUM, (PRODUCT,)),
    "share down": Operation(_same, lambda ar, a, b, _: ar.share(a.T, b.T).T,
                            lambda e, i, j, of: Node("/", args=(of(e.args[0], i, j), of(e.args[1], 0, j))),
                            "{0}/{1}", r"\frac{{{0}}}{{{1}}}", PRODUCT, (PRODUCT, POWER)),
    "minus column max": Operation(_same, lambda ar, a, _: (a.T - ar.row_max(a.T)).T, _minus_column_max,
                                  "({0} − column max)", r"{0} - \text{{column max}}", ATOM, (ATOM,)),
    "below": Operation(lambda *a: _beside_axes(*(part[::-1] for part in a[:-1]), None)[::-1],
                       lambda ar, *parts: ar.beside([part.T for part in parts[:-1]]).T, _below_entry, "", "", ATOM, ()),
    "row block": Operation(lambda a, cut: _columns_axes(a[::-1], cut)[::-1], lambda ar, a, cut: a[cut],
                           lambda e, i, j, of: of(e.args[0], e.params.start + i, j),
                           "{0}[{params}, :]", "{0}_{{{params},:}}", ATOM, (ATOM,)),
    "picked columns": Operation(lambda a, picked: (a[0], Axis(a[1].name, len(picked), picked)),
                                lambda ar, a, picked: _picked(ar, a.T, picked).T,
                                lambda e, i, j, of: of(e.args[0], i, e.params[j] - 1),
                                "{0}[:, {params}]", "{0}_{{:,{params}}}", ATOM, (ATOM,)),
}  # fmt: skip
MIRROR = {
    "row sums": "column sums", "share": "share down", "minus max": "minus column max", "beside": "below",
    "columns": "row block", "rows": "picked columns",
}  # fmt: skip


def _picked(ar: Arithmetic, a: Any, picked: tuple[int, ...]) -> Any:
    rows = ar.rows(a)
    return ar.array([rows[i - 1] for i in picked])
