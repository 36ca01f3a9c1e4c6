"""Operations that pick, look up, stack and rearrange entries, and tables that a rule makes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.worksheet import entry_selection as entry
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import ATOM, Style, in_latex, latex_head
from attncalc.worksheet.operation import Axes, Notation, Operation, downwards, one_number

Places = tuple[tuple[int | None, ...], ...]  # for each entry, where it is looked up, from 0; None stands for 0


@dataclass(frozen=True)
class Lookup:
    """Where each entry is looked up, what the page calls these places, and what runs along its last side.

    `by` are the lines whose numbers decide the places, if any do.
    """

    text: str
    places: Places
    axis: Axis
    by: tuple[Expr, ...] = ()

    @property
    def exchanged(self) -> Lookup:
        """The same where the page counts rows by j and columns by i."""
        return replace(self, text=exchanged(self.text))

    def in_style(self, style: Style) -> str:
        """The places, for a formula; those that a line holds by its name."""
        if style.latex:
            return latex_head(self.text) if self.text.isidentifier() else in_latex(self.text)
        return self.text


class Chosen(int):
    """The number of a row that the numbers of lines decide."""

    by: tuple[Expr, ...]

    def __new__(cls, number: int, *by: Expr) -> Chosen:
        """The number, and these lines."""
        made = super().__new__(cls, number)
        made.by = by
        return made


class ChosenSome(tuple[int, ...]):
    """The numbers of some rows, or entries, that a line lists, which the numbers of others decide."""

    by: tuple[Expr, ...]

    def __new__(cls, numbers: Iterable[int], *by: Expr) -> ChosenSome:
        """The numbers, and this line."""
        made = super().__new__(cls, numbers)
        made.by = by
        return made


def exchanged(words: str) -> str:
    """Words with i and j in each other's place."""
    return re.sub(r"\b[ij]\b", lambda letter: "ij"[letter[0] == "i"], words)


@dataclass(frozen=True)
class Shape:
    """The axes that entries are put in anew, row by row."""

    axes: Axes

    def in_style(self, style: Style) -> str:
        """The sizes, for a formula."""
        return (r"\times " if style.latex else "×").join(str(axis.size) for axis in self.axes)


def _looked_up(ar: Arithmetic, a: Any, lookup: Lookup) -> Any:
    rows = ar.rows(a)
    zero = ar.rational("0")
    return ar.array(
        [
            [zero if k is None else rows[0 if len(a.shape) == 1 else i][k] for k in places]
            for i, places in enumerate(lookup.places)
        ]
    )


def _looked_up_axes(a: Axes, lookup: Lookup) -> Axes:
    first = a[0] if len(a) == 2 else Axis("n", len(lookup.places))
    return (first, lookup.axis)


def _gathered(ar: Arithmetic, a: Any, lookup: Lookup) -> Any:
    """Sums of the entries of each row that have the same place."""
    sums = [[ar.rational("0")] * (lookup.axis.size or 0) for _ in lookup.places]
    for total, row, places in zip(sums, ar.rows(a), lookup.places, strict=True):
        for x, k in zip(row, places, strict=True):
            if k is not None:
                total[k] = total[k] + x
    return ar.array(sums).reshape(*a.shape[:-1], lookup.axis.size or 0)


def _stacked(ar: Arithmetic, *args: Any) -> Any:
    return ar.array([row for part in args[:-1] for row in ar.rows(part)])


def _stacked_axes(*args: Any) -> Axes:
    *parts, name = args
    heights = [1 if len(part) == 1 else part[0].size for part in parts]
    return (Axis(name, None if None in heights else sum(height or 0 for height in heights)), parts[0][-1])


def _diagonal(ar: Arithmetic, a: Any, _: Any) -> Any:
    """A vector's entries on the diagonal, and 0 beside it."""
    zero, (entries,) = ar.rational("0"), ar.rows(a)
    return ar.array([[x if i == j else zero for j in range(len(entries))] for i, x in enumerate(entries)])


def _row(ar: Arithmetic, a: Any, i: int) -> Any:
    return a[i - 1 : i].reshape(a.shape[1])


def _entry(ar: Arithmetic, a: Any, place: tuple[int, ...]) -> Any:
    return ar.array([[ar.rows(a)[place[0] - 1 if len(place) == 2 else 0][place[-1] - 1]]]).reshape(1)


def _reordered(ar: Arithmetic, a: Any, order: tuple[int, ...]) -> Any:
    """Columns of a matrix, or entries of a vector, in another order (from 1)."""
    return ar.array([[row[k - 1] for k in order] for row in ar.rows(a)]).reshape(*a.shape[:-1], len(order))


SELECTION: dict[str, Operation] = {
    "looked up": Operation(
        _looked_up, entry.looked_up, Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)), _looked_up_axes
    ),
    "looked up anywhere": Operation(
        lambda ar, a, lookup: _looked_up(ar, a.reshape(a.shape[0] * a.shape[1]), lookup),
        entry.looked_up_anywhere,
        Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)),
        lambda a, lookup: _looked_up_axes(a[:1], lookup),
    ),
    "looked up anywhere down": Operation(
        lambda ar, a, lookup: _looked_up(ar, a.reshape(a.shape[0] * a.shape[1]), lookup).T,
        lambda expr, i, j, of: entry.looked_up_anywhere(expr, j, i, of),
        Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)),
        lambda a, lookup: _looked_up_axes(a[:1], lookup)[::-1],
    ),
    "gathered": Operation(
        _gathered,
        entry.gathered,
        Notation("sums of {0} by {params}", r"\text{{sums of }} {0} \text{{ by }} {params}", ATOM, (ATOM,)),
        lambda a, lookup: (*a[:-1], lookup.axis),
    ),
    "stacked": Operation(_stacked, entry.stacked, Notation("", "", ATOM, ()), _stacked_axes),
    "diagonal": Operation(
        _diagonal,
        entry.on_diagonal,
        Notation("diag({0})", r"\operatorname{{diag}}\left({0}\right)", ATOM, (0,)),
        lambda a, _: (a[0], a[0]),
    ),
    "row": Operation(
        _row, entry.one_row, Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)), lambda a, _: a[1:]
    ),
    "one column": Operation(
        lambda ar, a, j: a[:, j - 1 : j].reshape(a.shape[0]),
        entry.one_column,
        Notation("{0}[:, {params}]", "{0}[:,{params}]", ATOM, (ATOM,)),
        lambda a, _: a[:1],
    ),
    "entry": Operation(_entry, entry.one_entry, Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)), one_number),
    "reordered": Operation(
        _reordered,
        entry.reordered,
        Notation("{0}[:, {params}]", "{0}[:,{params}]", ATOM, (ATOM,)),
        lambda a, order: (*a[:-1], a[-1]._replace(size=len(order))),
    ),
    "reordered rows": Operation(
        lambda ar, a, order: _reordered(ar, a.T, order).T,
        entry.reordered_rows,
        Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)),
        lambda a, order: (a[0]._replace(size=len(order)), *a[1:]),
    ),
    "picked": Operation(
        _reordered,
        entry.reordered,
        Notation("{0}[{params}]", "{0}[{params}]", ATOM, (ATOM,)),
        lambda a, order: (Axis(a[0].name, len(order), order),),
    ),
    "reshaped": Operation(
        lambda ar, a, shape: a.reshape(*(axis.size for axis in shape.axes)),
        entry.reshaped,
        Notation("{0} as {params}", r"{0} \text{{ as }} {params}", ATOM, (ATOM,)),
        lambda a, shape: shape.axes,
    ),
    "rule": Operation(
        lambda ar, rule: rule.value(ar),
        entry.by_rule,
        Notation("{params}", r"{params}", 0, ()),
        lambda rule: rule.axes,
    ),
}
EXCHANGED = {name: f"{name} down" for name in ("looked up", "gathered", "rule")}
SELECTION.update({down: downwards(SELECTION[across]) for across, down in EXCHANGED.items()})
