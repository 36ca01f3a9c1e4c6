"""Operations along rows and columns: sums, means, maxima, running sums, the place of the largest."""

from __future__ import annotations

from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.worksheet import entry_reductions as entry
from attncalc.worksheet.entry_rules import column_sum
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.operation import Axes, Operation, one_number, same, words


def _of_rows(a: Axes, _: Any) -> Axes:
    return (*a[:-1], Axis("1", 1))


def _of_columns(a: Axes, _: Any) -> Axes:
    return (Axis("1", 1), *a[1:])


def _second_side(a: Axes, _: Any) -> Axes:
    return a[1:]


def _means(ar: Arithmetic, a: Any, _: Any) -> Any:
    return ar.row_sum(a) / ar.rational(str(a.shape[-1]))


def _max(ar: Arithmetic, a: Any, _: Any) -> Any:
    return ar.row_max(a)


def _flat(a: Any) -> Any:
    return a.reshape(1, a.shape[0] if len(a.shape) == 1 else a.shape[0] * a.shape[1])


def _total(ar: Arithmetic, a: Any, _: Any) -> Any:
    return ar.row_sum(_flat(a)).reshape(1)


def _running(ar: Arithmetic, a: Any, _: Any) -> Any:
    """Sums up to and with each entry of a row."""
    rows = []
    for row in ar.rows(a):
        sums = row[:1]
        for x in row[1:]:
            sums.append(sums[-1] + x)
        rows.append(sums)
    return ar.array(rows).reshape(*a.shape)


def first_largest(ar: Arithmetic, row: list[Any]) -> int:
    """Where the largest entry of a row stands first, from 0; raises MorePrecision where that is open."""
    best = 0
    for i, x in enumerate(row):
        beyond = not ar.is_masked(x) and (ar.is_masked(row[best]) or not ar.same(x, row[best]))
        if beyond and (ar.is_masked(row[best]) or ar.is_positive(x - row[best])):
            best = i
    return best


def _argmax(ar: Arithmetic, a: Any, _: Any) -> Any:
    places = [[ar.rational(str(first_largest(ar, row) + 1))] for row in ar.rows(a)]
    return ar.array(places).reshape(*a.shape[:-1], 1)


REDUCTIONS: dict[str, Operation] = {
    "row means": Operation(_means, entry.mean_of_row, words("row means of"), _of_rows),
    "row max": Operation(_max, entry.max_of_row, words("row max of"), _of_rows),
    "column means": Operation(
        lambda ar, a, _: _means(ar, a.T, _).T, entry.mean_of_column, words("column means of"), _of_columns
    ),
    "column max": Operation(
        lambda ar, a, _: _max(ar, a.T, _).T, entry.max_of_column, words("column max of"), _of_columns
    ),
    "sum of rows": Operation(
        lambda ar, a, _: ar.row_sum(a.T).reshape(a.shape[1]), column_sum, words("sum of the rows of"), _second_side
    ),
    "mean of rows": Operation(
        lambda ar, a, _: _means(ar, a.T, _).reshape(a.shape[1]), entry.mean_of_column, words("mean of the rows of"),
        _second_side,
    ),
    "max of rows": Operation(
        lambda ar, a, _: _max(ar, a.T, _).reshape(a.shape[1]), entry.max_of_column, words("largest of the rows of"),
        _second_side,
    ),
    "total": Operation(_total, entry.total, words("sum of all of"), one_number),
    "mean": Operation(
        lambda ar, a, _: _means(ar, _flat(a), _).reshape(1), entry.mean_of_all, words("mean of all of"), one_number
    ),
    "largest": Operation(
        lambda ar, a, _: _max(ar, _flat(a), _).reshape(1), entry.max_of_all, words("largest of"), one_number
    ),
    "running sums": Operation(_running, entry.running_sum, words("running sums of"), same),
    "argmax": Operation(_argmax, entry.place_of_largest, words("place of the largest of"), _of_rows),
}  # fmt: skip
