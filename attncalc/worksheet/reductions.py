"""Operations along rows and columns: sums, means, maxima, running sums, the place of the largest."""

from __future__ import annotations

from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.worksheet import entry_reductions as entry
from attncalc.worksheet.entry_rules import column_sum
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.notation import PRODUCT, SUM
from attncalc.worksheet.operation import Axes, Notation, Operation, one_number, same, words


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


def _zeros(ar: Arithmetic, a: Any, _: Any) -> Any:
    """How many entries of a mask are not masked."""
    seen = sum(not ar.is_masked(x) for row in ar.rows(a) for x in row)
    return ar.array([[ar.rational(str(seen))]]).reshape(1)


def _running(ar: Arithmetic, a: Any, _: Any) -> Any:
    """Sums up to and with each entry of a row."""
    rows = []
    for row in ar.rows(a):
        sums = row[:1]
        for x in row[1:]:
            sums.append(sums[-1] + x)
        rows.append(sums)
    return ar.array(rows).reshape(*a.shape)


def _carried(ar: Arithmetic, a: Any, kept: Any, _: Any) -> Any:
    """Each entry and what is kept of the sum before it."""
    (entries,), (parts,) = ar.rows(a), ar.rows(kept)
    sums = entries[:1]
    for x, part in zip(entries[1:], parts, strict=False):
        sums.append(x + part * sums[-1])
    return ar.array([sums]).reshape(*a.shape)


def _argmax(ar: Arithmetic, a: Any, _: Any) -> Any:
    return ar.array([[ar.ordered("argmax", row)] for row in ar.rows(a)]).reshape(*a.shape[:-1], 1)


def _first_reaching(ar: Arithmetic, a: Any, least: Any, _: Any) -> Any:
    """Where the first entry stands that is `least` or more, from 1; the last one where no earlier one is."""
    return ar.array([[ar.ordered("first", [least, *ar.rows(a)[0]])]]).reshape(1)


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
    "total": Operation(_total, entry.total, words("sum of all of"), one_number),
    "mean": Operation(
        lambda ar, a, _: _means(ar, _flat(a), _).reshape(1), entry.mean_of_all, words("mean of all of"), one_number
    ),
    "largest": Operation(
        lambda ar, a, _: _max(ar, _flat(a), _).reshape(1), entry.max_of_all, words("largest of"), one_number
    ),
    "zeros": Operation(_zeros, entry.zeros, words("number of zeros in"), one_number),
    "running sums": Operation(_running, entry.running_sum, words("running sums of"), same),
    "carried sums": Operation(
        _carried,
        entry.carried_sum,
        Notation(
            "running sums of {0}, times {1} at each move",
            r"\text{{running sums of }} {0} \text{{, times }} {1} \text{{ at each move}}",
            SUM,
            (SUM, PRODUCT),
        ),
        same,
    ),
    "first reaching": Operation(
        _first_reaching,
        entry.first_reaching,
        Notation(
            "place of the first of {0} that is {1} or more",
            r"\text{{place of the first of }} {0} \text{{ that is }} {1} \text{{ or more}}",
            SUM,
            (SUM, PRODUCT),
        ),
        one_number,
    ),
    "argmax": Operation(_argmax, entry.place_of_largest, words("place of the largest of"), _of_rows),
}
