"""Which entries of a line the cells of an answer stand for: upright, turned, or as a vector however it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.answers.cells import Cells
from attncalc.check.answers.names import Target
from attncalc.check.calculation import Calculation
from attncalc.check.written import value_of
from attncalc.errors import NumberError
from attncalc.problem.matrix import Number
from attncalc.worksheet.recorder import Record

Place = tuple[int, int]  # row and column by rows, from 1
Grid = list[list[Place]]


@dataclass(frozen=True, slots=True)
class Fit:
    """The place of every cell, row by row as the cells stand; `turned` if they are written transposed."""

    key: str
    places: Grid
    turned: bool = False


def is_turned(calculation: Calculation, record: Record) -> bool:
    """Whether the page shows the transpose of a line: tokens in columns, weights out × in."""
    if len(record.expr.axes) != 2:
        return False
    plan = calculation.sheet.plan
    if record.key in calculation.inputs:
        return plan.orientation.turns(record.key, plan.mechanism.signature)
    return plan.orientation.columns


def record_of(calculation: Calculation, key: str) -> Record:
    """The line or the input of this name."""
    return calculation.records.get(key) or calculation.inputs[key]


def size(calculation: Calculation, key: str) -> tuple[int, int]:
    """Rows and columns of a line as the page shows it; a vector is one row."""
    grid = page_grid(calculation, key)
    return len(grid), len(grid[0])


def page_grid(calculation: Calculation, key: str) -> Grid:
    """The places of all entries of a line, as they stand on the page."""
    shape = getattr(calculation.truth[key], "shape", ())
    width = shape[-1] if shape else 1
    height = shape[0] if len(shape) > 1 else 1
    grid = [[(row, column) for column in range(1, width + 1)] for row in range(1, height + 1)]
    return transposed(grid) if is_turned(calculation, record_of(calculation, key)) else grid


def transposed(grid: list[list[Any]]) -> list[list[Any]]:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*grid, strict=True)]


def fit(calculation: Calculation, target: Target, cells: Cells) -> Fit | None:
    """The places that the cells of an answer have in what its name means, or None where it has another size."""
    for grid in grids(calculation, target):
        if found := _laid(cells, transposed(grid) if target.turned else grid):
            places, is_turned = found
            return Fit(target.key, places, is_turned != target.turned)
    return None


def grids(calculation: Calculation, target: Target) -> Iterator[Grid]:
    """The places that a name may mean, as they stand on the page: the line, or what its numbers pick of it."""
    grid = page_grid(calculation, target.key)
    if target.row is None and target.column is None:
        yield grid
        return
    if target.by_token:
        yield from _of_token(calculation, target, grid)
    elif target.row is None or target.column is None:
        chosen = grid if target.column is None else transposed(grid)
        number = target.row or target.column or 0
        if number <= len(chosen):
            yield [chosen[number - 1]]
    elif target.row <= len(grid) and target.column <= len(grid[0]):
        yield [[grid[target.row - 1][target.column - 1]]]
    if target.column is None and 1 in (len(grid), len(grid[0])):  # of a vector, its entry
        along = [place for row in grid for place in row]
        if target.row and target.row <= len(along):
            yield [[along[target.row - 1]]]


def _of_token(calculation: Calculation, target: Target, grid: Grid) -> Iterator[Grid]:
    """The row of a token, which may be one of few that were asked; a vector has no such rows."""
    record = record_of(calculation, target.key)
    axis = record.expr.axes[0] if record.expr.axes else None
    if len(record.expr.axes) == 2 and target.row is not None:
        by_rows = transposed(grid) if is_turned(calculation, record) else grid
        numbers = axis.picked if axis and axis.picked else tuple(range(1, len(by_rows) + 1))
        if target.row in numbers[: len(by_rows)]:
            yield [by_rows[numbers.index(target.row)]]


def _laid(cells: Cells, grid: Grid) -> tuple[Grid, bool] | None:
    """A grid as the cells stand, and whether that is its transpose."""
    (height, width), size = cells.shape, (len(grid), len(grid[0]))
    if (height, width) == size:
        return grid, False
    if height * width != size[0] * size[1]:
        return None
    along = [place for row in grid for place in row]
    if 1 in size and 1 in (height, width):
        return [along[start : start + width] for start in range(0, len(along), width)], False
    if (width, height) == size:
        return transposed(grid), True
    return ([along], False) if cells.flat else None


def nearest(calculation: Calculation, fits: list[tuple[Fit, Cells]]) -> tuple[Fit, Cells]:
    """Of several lines that an answer may be, the one whose numbers it is closest to."""
    if len(fits) == 1:
        return fits[0]
    with calculation.working():
        return min(fits, key=lambda found: _distance(calculation, *found))


def _distance(calculation: Calculation, found: Fit, cells: Cells) -> float:
    rows = calculation.truth[found.key].rows
    total = 0.0
    for cell_row, place_row in zip(cells.rows, found.places, strict=True):
        for cell, (row, column) in zip(cell_row, place_row, strict=True):
            total += _apart(cell.text, rows[row - 1][column - 1])
    return total


def _apart(text: str, truth: Any) -> float:
    from attncalc.check.answers.cells import number_of
    from attncalc.problem.tree import Scalar

    try:
        number: Number = number_of(Scalar(text))
    except NumberError:
        return 0.0
    value = value_of(number)
    if value is None or value.value is MINUS_INFINITY or truth is MINUS_INFINITY:
        return 0.0 if value is not None and value.value is truth else 1.0
    return abs(float(value.value) - float(truth))
