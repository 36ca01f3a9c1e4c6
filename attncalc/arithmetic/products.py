"""Products of matrices: exact as long as it lasts, large ones by flint."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from attncalc.arithmetic.array import Array, Entry
from attncalc.arithmetic.closed import Closed, combination
from attncalc.arithmetic.limits import ZERO, TooLarge, ball_of, is_zero
from attncalc.arithmetic.surd import Surd
from attncalc.arithmetic.trig import Trig, are_many, dot

LARGE_PRODUCT = 1000  # multiplications from which whole matrices are handed to flint


def product(a: Array, b: Array) -> list[Entry]:
    """The entries of a product of matrices, row by row."""
    kinds = set(map(type, a.flat)) | set(map(type, b.flat))
    if kinds <= {fmpq}:
        return list((fmpq_mat(*a.shape, a.flat) * fmpq_mat(*b.shape, b.flat)).entries())
    is_large = prod(a.shape) * b.shape[1] >= LARGE_PRODUCT and (arb in kinds or are_many(a.flat + b.flat))
    if is_large:
        return _product_of_balls(a, b)
    columns = b.T.rows
    return [_dot(row, column) for row in a.rows for column in columns]


def _product_of_balls(a: Array, b: Array) -> list[Entry]:
    """The product by balls; rows of rationals times columns of rationals stay exact."""
    balls = arb_mat(*a.shape, [ball_of(x) for x in a.flat]) * arb_mat(*b.shape, [ball_of(x) for x in b.flat])
    entries: list[Any] = list(balls.entries())
    rows = {i: row for i, row in enumerate(a.rows) if _is_rational(row)}
    columns = {j: column for j, column in enumerate(b.T.rows) if _is_rational(column)} if rows else {}
    if columns:
        left = fmpq_mat(len(rows), a.shape[1], [x for row in rows.values() for x in row])
        right = fmpq_mat(len(columns), a.shape[1], [x for column in columns.values() for x in column])
        exact = iter((left * right.transpose()).entries())
        for i in rows:
            for j in columns:
                entries[i * b.shape[1] + j] = next(exact)
    return entries


def _is_rational(entries: list[Entry]) -> bool:
    return all(type(entry) is fmpq for entry in entries)


def _dot(row: list[Entry], column: list[Entry]) -> Entry:
    """The sum of the products; sines are combined at once, and closed forms where the other side holds numbers."""
    combined: Callable[[list[Entry], list[Entry]], Entry] | None = None
    if any(isinstance(x, Closed) for x in row) and all(map(_is_closed, row)) and all(map(_is_factor, column)):
        combined = combination
    elif any(isinstance(x, Trig) for x in (*row, *column)) and all(map(_is_factor, (*row, *column))):
        combined = dot
    if combined is not None:
        try:
            return combined(row, column)
        except TooLarge:
            return sum((ball_of(x) * ball_of(y) for x, y in zip(row, column, strict=True)), arb(0))
    total: Entry = ZERO
    for x, y in zip(row, column, strict=True):
        if not (is_zero(x) or is_zero(y)):  # 0 times a ball is no ball
            total = total + x * y
    return total


def is_real(entry: Entry) -> bool:
    """Whether an entry is a rational or a surd."""
    return type(entry) is fmpq or isinstance(entry, Surd)


def _is_factor(entry: Entry) -> bool:
    return is_real(entry) or isinstance(entry, Trig)


def _is_closed(entry: Entry) -> bool:
    return _is_factor(entry) or isinstance(entry, Closed)
