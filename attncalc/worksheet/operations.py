"""The operations of mechanisms, one row each: axes of the result, value, one entry of it, and notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.problem.signature import of_one
from attncalc.worksheet import entry_rules as entry
from attncalc.worksheet.elementwise import ELEMENTWISE
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.images import IMAGES
from attncalc.worksheet.notation import ATOM, POWER, PRODUCT, SUM
from attncalc.worksheet.operation import Axes, Notation, Operation, function, larger, same, second, words
from attncalc.worksheet.reductions import REDUCTIONS
from attncalc.worksheet.returning import RETURNED, RETURNING
from attncalc.worksheet.rotation import MIRRORED, ROTATION
from attncalc.worksheet.selection import EXCHANGED, SELECTION


def _matmul_axes(a: Axes, b: Axes, _: Any) -> Axes:
    return (*a[:-1], *b[1:])


def _columns_axes(a: Axes, cut: slice) -> Axes:
    return (*a[:-1], Axis(of_one(a[-1].name), cut.stop - cut.start))


def _beside_axes(*args: Any) -> Axes:
    parts: list[Axes] = list(args[:-1])
    sizes = [part[-1].size for part in parts]
    size = None if None in sizes else sum(size or 0 for size in sizes)
    names = [part[-1].name for part in parts]
    name = f"{len(parts)}*{names[0]}" if len(set(names)) == 1 else "+".join(names)
    return (*max(parts, key=len)[:-1], Axis(name, size))


def _below_axes(*args: Any) -> Axes:
    return _beside_axes(*(part[::-1] for part in args[:-1]), None)[::-1]


def _picked_axes(a: Axes, picked: tuple[int, ...]) -> Axes:
    return (Axis(a[0].name, len(picked), picked), *a[1:])


def _picked(ar: Arithmetic, a: Any, picked: tuple[int, ...]) -> Any:
    rows = ar.rows(a)
    return ar.array([rows[i - 1] for i in picked])


def _mirrored(value: Callable[..., Any]) -> Callable[..., Any]:
    """The operation down the columns: that on the transposes, transposed."""
    return lambda ar, *args: value(ar, *(arg.T if hasattr(arg, "T") else arg for arg in args)).T


PLUS = Notation("{0} + {1}", "{0} + {1}", SUM, (SUM, SUM))
OVER = Notation("{0}/{1}", r"\frac{{{0}}}{{{1}}}", PRODUCT, (PRODUCT, POWER))
NONE = Notation("", "", ATOM, ())


def _less(what: str) -> Notation:
    return Notation(f"({{0}} − {what})", rf"{{0}} - \text{{{{{what}}}}}", ATOM, (ATOM,))


def _row_sums(ar: Arithmetic, a: Any, _: Any) -> Any:
    return ar.row_sum(a)


def _kept(ar: Arithmetic, a: Any, _: Any) -> Any:
    zero = ar.rational("0")
    return ar.array([[zero if ar.is_masked(entry) else entry for entry in row] for row in ar.rows(a)]).reshape(*a.shape)


def _minus_max(ar: Arithmetic, a: Any, _: Any) -> Any:
    return a - ar.row_max(a)


def _share(ar: Arithmetic, parts: Any, whole: Any, _: Any) -> Any:
    return ar.share(parts, whole)


def _beside(ar: Arithmetic, *args: Any) -> Any:
    """Matrices side by side, a vector beside every row of them; vectors end to end."""
    parts = args[:-1]
    height = max((part.shape[0] for part in parts if len(part.shape) == 2), default=None)
    if height is not None:
        parts = tuple(ar.array(ar.rows(part) * height) if len(part.shape) == 1 else part for part in parts)
    return ar.beside(parts)


def _columns(_: Arithmetic, a: Any, cut: slice) -> Any:
    return a[cut] if len(a.shape) == 1 else a[:, cut]


OPERATIONS: dict[str, Operation] = {
    **ELEMENTWISE,
    **REDUCTIONS,
    **SELECTION,
    **IMAGES,
    **ROTATION,
    **RETURNING,
    "matmul": Operation(
        lambda ar, a, b, _: ar.matmul(a, b),
        entry.dot_product,
        Notation("{0} {1}", "{0} {1}", PRODUCT, (PRODUCT, PRODUCT)),
        _matmul_axes,
    ),
    "transpose": Operation(
        lambda ar, a, _: a.T,
        entry.mirrored,
        Notation("{0}ᵀ", r"{0}^\top", ATOM, (ATOM,)),
        lambda a, _: a[::-1],
    ),
    "add": Operation(lambda ar, a, b, _: a + b, entry.both("+"), PLUS, larger),
    "subtract": Operation(
        lambda ar, a, b, _: a - b, entry.both("-"), Notation("{0} − {1}", "{0} - {1}", SUM, (SUM, PRODUCT)), larger
    ),
    "times": Operation(
        lambda ar, a, c, _: a * c,
        entry.scaled,
        Notation("{1}·{0}", r"{1} \cdot {0}", PRODUCT, (PRODUCT, PRODUCT)),
        same,
    ),
    "over": Operation(lambda ar, a, c, _: a / c, entry.both("/"), OVER, larger),
    "exp": Operation(lambda ar, a, _: ar.map("exp", a), entry.call("exp"), function("exp"), same),
    "tanh": Operation(lambda ar, a, _: ar.map("tanh", a), entry.call("tanh"), function("tanh"), same),
    "power": Operation(
        lambda ar, base, a, _: ar.power(base, a),
        entry.both("^"),
        Notation("{0}^{1}", "{0}^{{{1}}}", POWER, (ATOM, ATOM)),
        second,
    ),
    "table": Operation(lambda ar, a, table: table(ar, a), entry.call("exp"), function("exp"), same),
    "kept": Operation(
        _kept, entry.kept, Notation("{0} with 0 for −∞", r"{0} \text{{ with 0 for }} -\infty", SUM, (SUM,)), same
    ),
    "masked": Operation(lambda ar, a, mask, _: ar.masked(a, mask), entry.both("+"), PLUS, same),
    "row sums": Operation(_row_sums, entry.row_sum, words("row sums of"), lambda a, _: (*a[:-1], Axis("1", 1))),
    "minus max": Operation(_minus_max, entry.minus_row_max, _less("row max"), same),
    "share": Operation(_share, entry.per_row, OVER, same),
    "beside": Operation(_beside, entry.beside, NONE, _beside_axes),
    "columns": Operation(
        _columns, entry.from_column, Notation("{0}[:, {params}]", "{0}[:,{params}]", ATOM, (ATOM,)), _columns_axes
    ),
    "rows": Operation(
        _picked, entry.picked_row, Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)), _picked_axes
    ),
    # The same with rows and columns exchanged, for tokens in columns.
    "column": Operation(
        lambda ar, a, _: a.reshape(a.shape[0], 1),
        entry.stood_up,
        Notation("{0}", "{0}", ATOM, (ATOM,)),
        lambda a, _: (*a, Axis("1", 1)),
    ),
    "column sums": Operation(
        _mirrored(_row_sums), entry.column_sum, words("column sums of"), lambda a, _: (Axis("1", 1), *a[1:])
    ),
    "minus column max": Operation(_mirrored(_minus_max), entry.minus_column_max, _less("column max"), same),
    "share down": Operation(_mirrored(_share), entry.per_column, OVER, same),
    "below": Operation(_mirrored(_beside), entry.below, NONE, _below_axes),
    "row block": Operation(
        lambda ar, a, cut: a[cut],
        entry.from_row,
        Notation("{0}[{params}, :]", "{0}[{params},:]", ATOM, (ATOM,)),
        lambda a, cut: _columns_axes(a[::-1], cut)[::-1],
    ),
    "picked columns": Operation(
        _mirrored(_picked),
        entry.picked_column,
        Notation("{0}[:, {params}]", "{0}[:,{params}]", ATOM, (ATOM,)),
        lambda a, picked: _picked_axes(a[::-1], picked)[::-1],
    ),
}
_MIRROR = {
    **MIRRORED,
    **EXCHANGED,
    **RETURNED,
    "row sums": "column sums",
    "row means": "column means",
    "row max": "column max",
    "minus max": "minus column max",
    "share": "share down",
    "beside": "below",
    "stacked": "beside",
    "reordered": "reordered rows",
    "columns": "row block",
    "rows": "picked columns",
}
MIRROR = {**{down: across for across, down in _MIRROR.items() if down != "beside"}, **_MIRROR}
