"""What the lines of a problem ask together: how much work they are by hand, and whether mistakes would show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.check.causes.outcomes import mistakes
from attncalc.generate.draws import Draws
from attncalc.worksheet.expression import Expr

GENERIC = 97  # numbers with this denominator are nice nowhere, so that every mistake changes them
EASY = (0, 1, -1)  # factors that are no work
FINE = 6  # decimals at which a mistake shows in numbers that are not nice


def multiplications(calculation: Calculation, lines: Lines) -> int:
    """How many products of two numbers there are in matrix products, those with 0, 1 and −1 aside."""
    found = (
        _factors(calculation, expr, lines) for record in calculation.records.values() for expr in _products(record.expr)
    )
    return sum(a not in EASY and b not in EASY for pairs in found for a, b in pairs)


def _products(expr: Expr) -> Iterator[Expr]:
    if expr.op == "matmul":
        yield expr
    for arg in expr.args:
        yield from _products(arg)


def _factors(calculation: Calculation, expr: Expr, lines: Lines) -> Iterator[tuple[object, object]]:
    first, second = (calculation.value(arg, lines) for arg in expr.args)
    if first is not None and second is not None and len(second.shape) == 2:
        columns = list(zip(*second.rows, strict=True))
        for row, column in product(first.rows, columns):
            yield from zip(row, column, strict=True)


def mistakes_show(calculation: Calculation, lines: Lines, decimals: int) -> bool:
    """Whether every mistake of method that changes a line of other numbers changes one of these, at these digits."""
    return all(
        _shown(calculation, key, lines, decimals) >= _shown_at_all(calculation, key)
        for key, record in calculation.records.items()
        if not record.given and not record.detail
    )


def _shown(calculation: Calculation, key: str, lines: Lines, decimals: int) -> set[str]:
    least = fmpq(1, 10**decimals)
    found = mistakes(calculation, key, lines, written=())
    return {cause.name for cause, value in found if differ(value, lines[key], least)}


@lru_cache(maxsize=64)
def _shown_at_all(calculation: Calculation, key: str) -> set[str]:
    lines = generic(calculation)
    return _shown(calculation, key, lines, FINE) if key in lines else set()


def generic(calculation: Calculation) -> Lines:
    """The lines of the problem with numbers that are nice nowhere."""
    draws = Draws("generic")
    return calculation.carried({name: _generic(calculation.truth[name], draws) for name in calculation.inputs})


def _generic(array: Array, draws: Draws) -> Array:
    def number(entry: object) -> object:
        return entry if entry is MINUS_INFINITY else fmpq(draws.below(3 * GENERIC) - GENERIC, GENERIC)

    return array.map(number)


def differ(one: Array, other: Array, least: fmpq) -> bool:
    """Whether some entry is certainly another by so much."""
    pairs = zip(one.flat, other.flat, strict=True)
    return any(a is not b if MINUS_INFINITY in (a, b) else bool(abs(a - b) > least) for a, b in pairs)
