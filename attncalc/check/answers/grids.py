"""The entries of a line as they stand on the page, and those that a name picks of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from attncalc.check.answers.names import Target
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At

Grid = list[list[At]]


def page_grid(calculation: Calculation, key: str) -> Grid:
    """The entries of a line, as they stand on the page."""
    rows = calculation.truth[key].rows
    grid = [[At(key, i, j) for j, _ in enumerate(row, 1)] for i, row in enumerate(rows, 1)]
    return transposed(grid) if calculation.is_turned(key) else grid


def transposed(grid: list[list[Any]]) -> list[list[Any]]:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*grid, strict=True)]


def whole(calculation: Calculation, target: Target) -> Iterator[Grid]:
    """All entries of the lines of a name; those of several heads stand side by side, or one below the other."""
    parts = [page_grid(calculation, key) for key in target.keys]
    if len(parts) == 1:
        yield parts[0]
        return
    ways = [_beside(parts), _below(parts)] if len(parts[0]) > 1 else [_below(parts), _beside(parts)]
    if calculation.is_turned(target.keys[0]):
        ways = ways[::-1]
    yield from (way for way in ways if way)


def _beside(parts: list[Grid]) -> Grid:
    is_even = len({len(part) for part in parts}) == 1
    return [[at for part in parts for at in part[i]] for i in range(len(parts[0]))] if is_even else []


def _below(parts: list[Grid]) -> Grid:
    return [row for part in parts for row in part] if len({len(part[0]) for part in parts}) == 1 else []


def grids(calculation: Calculation, target: Target) -> Iterator[Grid]:
    """What a name may mean: its whole lines, or what its numbers pick of them; none where they have no such place."""
    is_whole = target.row is None and target.column is None
    for grid in islice(whole(calculation, target), None if is_whole else 1):
        found = grid if is_whole else _picked(calculation, target, grid)
        if found:
            yield transposed(found) if target.turned else found
        if target.row and target.column is None and 1 in (len(grid), len(grid[0])):  # of a vector, its entry
            along = [at for row in grid for at in row]
            if target.row <= len(along):
                yield [[along[target.row - 1]]]


def _picked(calculation: Calculation, target: Target, grid: Grid) -> Grid:
    """A row, a column or an entry of a grid; empty where there is none."""
    if target.by_token and target.row is not None:
        return _of_token(calculation, target, grid, target.row)
    if target.row is not None:
        grid = grid[target.row - 1 : target.row] if target.row else []
    if target.column is None:
        return grid
    columns = [row[target.column - 1 : target.column] for row in grid if target.column]
    return [[at for row in columns for at in row]] if all(columns) and columns else []


def _of_token(calculation: Calculation, target: Target, grid: Grid, row: int) -> Grid:
    """The row of a token, which may be one of few that were asked; a vector has no such rows."""
    key = target.keys[0]
    axes = (calculation.records.get(key) or calculation.inputs.get(key) or calculation.sizes[key]).expr.axes
    if len(axes) != 2:
        return []
    by_rows = transposed(grid) if calculation.is_turned(key) else grid
    numbers = axes[0].picked or tuple(range(1, len(by_rows) + 1))
    return [by_rows[numbers.index(row)]] if row in numbers[: len(by_rows)] else []
