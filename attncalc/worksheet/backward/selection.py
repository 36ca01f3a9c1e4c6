"""Derivatives of what picks, places, joins and rearranges entries: each gradient goes back to where its entry was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from attncalc.arithmetic.array import Array, beside
from attncalc.worksheet.backward.build import fitted, make, sizes
from attncalc.worksheet.backward.rule import Rule
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.operations import OPERATIONS
from attncalc.worksheet.returning import Placement
from attncalc.worksheet.selection import Shape


class _Numbers:
    """What selections need of an arithmetic, where entries are the numbers of places; 0 of no place is None."""

    array = staticmethod(Array.of)
    beside = staticmethod(lambda parts: beside(list(parts)))

    @staticmethod
    def rows(a: Array) -> list[list[Any]]:
        return a.rows

    @staticmethod
    def rational(_: str) -> None:
        return None


def _numbered(arg: Expr, *, own: bool) -> Array:
    """An array of its entries' numbers, or of nothing."""
    shape = tuple(size or 0 for size in sizes(arg))
    count = shape[0] * (shape[1] if len(shape) == 2 else 1)
    return Array(list(range(count)) if own else [None] * count, shape)


def _placed(words: Callable[[Any], str]) -> Rule:
    """The rule of any selection: its entries, put back to the places that they were taken from."""

    def rule(expr: Expr, _: Expr, G: Expr) -> list[Expr]:
        found = []
        for own in expr.args:
            args = [_numbered(arg, own=arg is own) for arg in expr.args]
            places = OPERATIONS[expr.op].value(_Numbers(), *args, expr.params)
            by = getattr(expr.params, "by", ())
            placement = Placement(words(expr.params), tuple(places.flat), own.axes, by)
            found.append(make("placed", G, params=placement))
        return found

    return rule


def _numbers(what: str) -> Callable[[tuple[int, ...]], str]:
    """Some rows or columns by their numbers: rows 2, 4."""
    return lambda picked: f"{what}{'s' * (len(picked) > 1)} {', '.join(map(str, picked))}"


def _cut(what: str) -> Callable[[slice], str]:
    return lambda cut: (
        _numbers(what)((cut.stop,)) if cut.stop == cut.start + 1 else (f"{what}s {cut.start + 1} to {cut.stop}")
    )


def _beside(expr: Expr, _: Expr, G: Expr) -> Iterator[Expr]:
    """The columns of each part; of a vector beside every row, their sum."""
    start = 0
    for arg in expr.args:
        stop = start + (arg.axes[-1].size or 0)
        yield fitted(make("columns", G, params=slice(start, stop)), arg)
        start = stop


def _stacked(expr: Expr, _: Expr, G: Expr) -> Iterator[Expr]:
    """The rows of each part; a vector is one."""
    start = 0
    for arg in expr.args:
        height = 1 if len(arg.axes) == 1 else arg.axes[0].size or 0
        vector = len(arg.axes) == 1
        yield make("row", G, params=start + 1) if vector else make("row block", G, params=slice(start, start + height))
        start += height


def _reordered(expr: Expr, y: Expr, G: Expr) -> list[Expr]:
    """In the order that it was; where some are left out, at their places."""
    side, order = ("entry", "column")[len(expr.axes) - 1], expr.params
    if sorted(order) != list(range(1, (expr.args[0].axes[-1].size or 0) + 1)):
        return list(_placed(_numbers(side))(expr, y, G))
    return [make("reordered", G, params=tuple(order.index(k) + 1 for k in range(1, len(order) + 1)))]


def _looked_up(expr: Expr, _: Expr, G: Expr) -> list[Expr]:
    """What is looked up at the same place is added."""
    (a,) = expr.args
    made = make("gathered", G, params=replace(expr.params, axis=a.axes[-1]))
    return [make("sum of rows", made) if len(a.axes) == 1 else made]


def _looked_up_anywhere(expr: Expr, _: Expr, G: Expr) -> list[Expr]:
    (a,) = expr.args
    height, width = (size or 0 for size in sizes(a))
    made = make("gathered", G, params=replace(expr.params, axis=Axis("places", height * width)))
    return [make("reshaped", make("sum of rows", made), params=Shape(a.axes))]


def _gathered(expr: Expr, _: Expr, G: Expr) -> list[Expr]:
    """Every entry has the gradient of the sum that it is in."""
    (a,) = expr.args
    made = make("looked up", G, params=replace(expr.params, axis=a.axes[-1]))
    return [make("row", made, params=1) if len(a.axes) == 1 else made]


def _interleaved(expr: Expr, _: Expr, G: Expr) -> list[Expr]:
    width = expr.axes[-1].size or 0
    return [make("reordered", G, params=tuple(range(first, width + 1, 2))) for first in (1, 2)]


SELECTION: dict[str, Rule] = {
    "beside": lambda expr, y, G: list(_beside(expr, y, G)),
    "stacked": lambda expr, y, G: list(_stacked(expr, y, G)),
    "columns": _placed(_cut("column")),
    "row block": _placed(_cut("row")),
    "rows": _placed(_numbers("row")),
    "row": _placed(lambda number: f"row {number}"),
    "one column": _placed(lambda number: f"column {number}"),
    "column": lambda expr, _, G: [make("reshaped", G, params=Shape(expr.args[0].axes))],
    "entry": _placed(lambda place: f"entry {','.join(map(str, place))}"),
    "picked": _placed(_numbers("entry")),
    "reordered": _reordered,
    "reordered rows": _placed(_numbers("row")),
    "diagonal": _placed(lambda _: "the places of the diagonal"),
    "patches": _placed(lambda _: "the places of the patches"),
    "reshaped": lambda expr, _, G: [make("reshaped", G, params=Shape(expr.args[0].axes))],
    "looked up": _looked_up,
    "looked up anywhere": _looked_up_anywhere,
    "gathered": _gathered,
    "interleaved": _interleaved,
}


def joined(parts: list[Expr]) -> Expr | None:
    """Placed parts side by side, or one below the other, where together they fill the whole; otherwise None."""
    if len(parts) < 2 or any(part.op != "placed" for part in parts):
        return None
    parts = sorted(parts, key=lambda part: min((place for place in part.params.places if place is not None), default=0))
    whole = parts[0].axes
    for op, cut in (("beside", _columns_of), ("stacked", _rows_of)):
        cuts = [cut(part) for part in parts]
        found = [each for each in cuts if each is not None]
        side = whole[-1 if op == "beside" else 0].size
        runs = all(before[1] == after[0] for before, after in pairwise(found))
        if len(found) == len(parts) and runs and found[0][0] == 0 and found[-1][1] == side:
            args = [part.args[0] for part in parts]
            return make(op, *args, params=whole[0].name if op == "stacked" else None)
    return None


def _columns_of(part: Expr) -> tuple[int, int] | None:
    """The columns, from 0, that a placed part fills as it is."""
    return _block(part, sizes(part.args[0]), along=len(part.axes) - 1)


def _rows_of(part: Expr) -> tuple[int, int] | None:
    """The rows that it fills; a vector is one."""
    if len(part.axes) == 1:
        return None
    found = sizes(part.args[0])
    return _block(part, found if len(found) == 2 else (1, *found), along=0)


def _block(part: Expr, shape: tuple[int | None, ...], along: int) -> tuple[int, int] | None:
    whole = [size or 0 for size in sizes(part)]
    if len(shape) != len(whole):
        return None
    height, width = [1, *shape][-2:]
    start = part.params.places[0] if part.params.places else None
    if start is None:
        return None
    expected = [start + i * whole[-1] + j for i in range(height or 0) for j in range(width or 0)]
    if list(part.params.places) != expected:
        return None
    first = start if len(whole) == 1 else divmod(start, whole[-1])[along]
    others_whole = len(whole) == 1 or shape[1 - along] == whole[1 - along]
    return (first, first + (shape[along] or 0)) if others_whole else None
