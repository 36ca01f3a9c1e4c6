"""Spellings of what picks, looks up, stacks and rearranges entries, and of images and turned pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attncalc.render.code.spelling import ATOM, POWER, SIGN, Spelling, is_vector, same
from attncalc.worksheet.expression import Expr


def cut(start: int, stop: int, size: int | None) -> str:
    """A slice, without what goes without saying.

    >>> cut(0, 2, 4), cut(2, 4, 4), cut(1, 2, 4)
    (':2', '2:', '1:2')
    """
    return f"{start or ''}:{'' if stop == size else stop}"


def numbers(order: Sequence[int], size: int | None) -> str:
    """Numbers from 1 as an index: a slice where they follow one another."""
    first, *_ = order
    if list(order) == list(range(first, first + len(order))):
        return cut(first - 1, order[-1], size)
    return str([number - 1 for number in order])


def places(rows: Sequence[Sequence[int | None]]) -> str:
    """Places from 0 as lists; -1 where there is none."""
    return str([[-1 if place is None else place for place in row] for row in rows])


def _rows(index: str) -> str:
    return "{0}" if index == ":" else f"{{0}}[{index}]"


def _columns(expr: Expr, index: str) -> str:
    return _rows(index) if is_vector(expr) or index == ":" else f"{{0}}[:, {index}]"


def _picked_columns(expr: Expr) -> str:
    return _columns(expr, numbers(expr.params, expr.args[0].axes[-1].size))


def _picked_rows(expr: Expr) -> str:
    return _rows(numbers(expr.params, expr.args[0].axes[0].size))


def _cut_columns(expr: Expr) -> str:
    return _columns(expr, cut(expr.params.start, expr.params.stop, expr.args[0].axes[-1].size))


def _cut_rows(expr: Expr) -> str:
    return _rows(cut(expr.params.start, expr.params.stop, expr.args[0].axes[0].size))


def _joined(expr: Expr, function: str, side: int) -> str:
    """Parts in a list; a vector beside a matrix is repeated along it."""
    size = next((arg.axes[side].size for arg in expr.args if len(arg.axes) == 2), None)
    repeats = f"({size}, 1)" if side == 0 else f"(1, {size})"
    parts = [
        f"np.tile({{{number}}}, {repeats})" if size and _is_alone(arg, side, size) else f"{{{number}}}"
        for number, arg in enumerate(expr.args)
    ]
    return f"{function}([{', '.join(parts)}])"


def _is_alone(arg: Expr, side: int, size: int) -> bool:
    """Whether this is one row, or one column, beside so many."""
    return len(arg.axes) == 1 or (arg.axes[side].size == 1 and size > 1)


def _beside(expr: Expr) -> str:
    return _joined(expr, "np.hstack", 0)


def _below(expr: Expr) -> str:
    return _joined(expr, "np.vstack", 1)


def _stacked(expr: Expr) -> str:
    return f"np.vstack([{', '.join(f'{{{number}}}' for number in range(len(expr.args)))}])"


def _looked_up(expr: Expr) -> str:
    return f"look_up({{0}}, {places(expr.params.places)})"


def _anywhere(expr: Expr) -> str:
    return f"look_up({{0}}.reshape(-1), {places(expr.params.places)})"


def _gathered(expr: Expr) -> str:
    return f"sum_by_place({{0}}, {places(expr.params.places)}, {expr.params.axis.size})"


def _rotated(expr: Expr) -> str:
    first, second = zip(*expr.params, strict=True)
    return f"rotate({{0}}, {{1}}, {{2}}, {list(first)}, {list(second)})"


def down(across: Callable[[Expr], str]) -> Callable[[Expr], str]:
    """The spelling with rows and columns exchanged."""

    def template(expr: Expr) -> str:
        turned = across(expr)
        for number in range(len(expr.args)):
            if len(expr.args[number].axes) == 2:
                turned = turned.replace(f"{{{number}}}", f"{{{number}}}.T")
        return f"{turned}.T"

    return template


def _interleaved(expr: Expr) -> str:
    height, width = (axis.size for axis in expr.axes)
    return f"np.stack([{{0}}, {{1}}], axis=2).reshape({height}, {width})"


def _interleaved_down(expr: Expr) -> str:
    height, width = (axis.size for axis in expr.axes)
    return f"np.stack([{{0}}, {{1}}], axis=1).reshape({height}, {width})"


def _shape(expr: Expr) -> str:
    return ", ".join(str(axis.size) for axis in expr.axes)


def _patches(expr: Expr) -> str:
    size = expr.params
    down, across = ((axis.size or 0) // size for axis in expr.args[0].axes)
    return f"{{0}}.reshape({down}, {size}, {across}, {size}).swapaxes(1, 2).reshape({down * across}, {size * size})"


SELECTION: dict[str, Spelling] = {
    "row": same(lambda expr: f"{{0}}[{expr.params - 1}]", asks=(ATOM,)),
    "one column": same(lambda expr: f"{{0}}[:, {expr.params - 1}]", asks=(ATOM,)),
    "entry": same(lambda expr: f"{{0}}[{', '.join(str(k - 1) for k in expr.params)}]", asks=(ATOM,), flat=True),
    "rows": same(_picked_rows, asks=(ATOM,)),
    "picked": same(_picked_rows, asks=(ATOM,)),
    "picked columns": same(_picked_columns, asks=(ATOM,)),
    "reordered": same(_picked_columns, asks=(ATOM,)),
    "reordered rows": same(_picked_rows, asks=(ATOM,)),
    "columns": same(_cut_columns, asks=(ATOM,), flat=True),
    "row block": same(_cut_rows, asks=(ATOM,)),
    "column": same("{0}[:, None]", asks=(ATOM,), flat=True),
    "beside": same(_beside),
    "below": same(_below),
    "stacked": same(_stacked),
    "diagonal": same("np.diag({0})", flat=True, bare=True),
    "reshaped": same(lambda expr: f"{{0}}.reshape({_shape(expr)})", asks=(ATOM,), flat=True),
    "looked up": same(_looked_up, flat=True),
    "looked up down": same(down(_looked_up), asks=(ATOM,), bare=True),
    "looked up anywhere": same(_anywhere, asks=(ATOM,)),
    "looked up anywhere down": same(lambda expr: f"{_anywhere(expr)}.T", asks=(ATOM,)),
    "gathered": same(_gathered, flat=True),
    "gathered down": same(down(_gathered), asks=(ATOM,), bare=True),
    "convolved": same("convolve({0}, {1})"),
    "patches": same(_patches, asks=(ATOM,)),
    "rotated": same(_rotated),
    "rotated down": same(down(_rotated), asks=(ATOM, ATOM, ATOM), bare=True),
    "interleaved": same(_interleaved),
    "interleaved down": same(_interleaved_down),
    "powers": same("{0} ** {1}[:, None]", POWER, (ATOM, ATOM), flat=True),
    "powers down": same("{0}[:, None] ** {1}", POWER, (ATOM, SIGN), flat=True, bare=True),
}
