"""Scores that are written with fewer places than the line that follows them: what their other digits may change.

The ball of all numbers that round to the written scores is far too wide for a rule; a tenth of its radius covers the
digits that were kept without being written.
"""

from __future__ import annotations

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.chains import Chains
from attncalc.worksheet.expression import Expr

SHARE = fmpq(1, 16)  # of a unit: half of a unit of a guard digit, and what the lines before add to it
EXPONENTIALS = ("exp", "power")


def slack(calculation: Calculation, chains: Chains, key: str, scores: str, unit: fmpq) -> list[Entry] | None:
    """For each entry of a line a tenth of the radius in which it lies when scores are written to this unit."""
    between = chains.unwritten(key)
    start = calculation.truth[scores]
    plain = calculation.truth[key]
    found: list[Entry] = [fmpq(0)] * len(plain.flat)
    for column in range(start.shape[-1]):
        lines = {**calculation.truth, scores: _moved(start, column, unit * SHARE)}
        for name in between:
            if (value := calculation.line(name, lines)) is None:
                return None
            lines[name] = value
        if (moved := calculation.line(key, lines)) is None:
            return None
        found = [
            sofar if MINUS_INFINITY in (a, b) else sofar + abs(a - b)
            for sofar, a, b in zip(found, moved.flat, plain.flat, strict=True)
        ]
    return found


def _moved(array: Array, column: int, by: fmpq) -> Array:
    width = array.shape[-1]
    return Array(
        [
            entry if place % width != column or entry is MINUS_INFINITY else entry + by
            for place, entry in enumerate(array.flat)
        ],
        array.shape,
    )


def scores_of(calculation: Calculation, chains: Chains, key: str) -> str | None:
    """The written line whose exponentials a line is calculated from."""
    for name in (*chains.unwritten(key), key):
        for expr in exponentials(calculation.records[name].expr):
            return next((line.key for line in expr.lines() if line.key in chains.written), None)
    return None


def exponentials(expr: Expr) -> list[Expr]:
    """The exponentials in an expression, from the outermost."""
    own = [expr] if expr.op in EXPONENTIALS else []
    return [*own, *(found for arg in expr.args for found in exponentials(arg))]
