"""Which entries of a line the cells of an answer stand for: upright, turned, or as a vector however it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.answers.cells import Cells, number_of
from attncalc.check.answers.grids import Grid, grids, transposed
from attncalc.check.answers.names import Target
from attncalc.check.calculation import Calculation
from attncalc.check.written import value_of
from attncalc.errors import NumberError
from attncalc.problem.tree import Scalar

UPRIGHT, TURNED, FILLED = range(3)  # how cells are laid out over a grid, the likeliest first


@dataclass(frozen=True, slots=True)
class Fit:
    """The entry that every cell is, row by row as the cells stand; `turned` if they are written transposed.

    `way` says how they fit: upright, turned, or one list of all entries; and then how far the name is off.
    """

    places: Grid
    way: tuple[int, int]
    turned: bool = False


def fit(calculation: Calculation, target: Target, cells: Cells) -> Fit | None:
    """The entries that the cells of an answer are of what its name means, or None where it has another size."""
    for grid in grids(calculation, target):
        if found := _laid(cells, grid):
            places, way = found
            is_turned = (way == TURNED) != target.turned and min(len(grid), len(grid[0])) > 1
            return Fit(places, (way, target.far), is_turned)
    return None


def partly(calculation: Calculation, target: Target, cells: Cells) -> Fit | None:
    """The entries of the line that a name means where the cells are its first rows only; None where they are not."""
    if len(target.keys) > 1 or target.row is not None or target.column is not None:
        return None
    height, width = cells.shape
    grid = next(grids(calculation, target), None)
    is_part = grid is not None and height < len(grid) and width == len(grid[0])
    return Fit(grid, (UPRIGHT, target.far), target.turned) if grid and is_part else None


def _laid(cells: Cells, grid: Grid) -> tuple[Grid, int] | None:
    """A grid as the cells stand, and in which way they fit."""
    (height, width), size = cells.shape, (len(grid), len(grid[0]))
    if (height, width) == size:
        return grid, UPRIGHT
    if height * width != size[0] * size[1]:
        return None
    along = [place for row in grid for place in row]
    if 1 in size and 1 in (height, width):
        return [along[start : start + width] for start in range(0, len(along), width)], UPRIGHT
    if (width, height) == size:
        return transposed(grid), TURNED
    return ([along], FILLED) if cells.flat else None


def nearest(calculation: Calculation, fits: list[tuple[Fit, Cells]]) -> tuple[Fit, Cells]:
    """Of several lines that an answer may be, the one whose numbers it is closest to, of those that fit best."""
    best = min(found.way for found, _ in fits)
    fits = [pair for pair in fits if pair[0].way == best]
    if len(fits) == 1:
        return fits[0]
    with calculation.working():
        return min(fits, key=lambda found: _distance(calculation, *found))


def _distance(calculation: Calculation, found: Fit, cells: Cells) -> float:
    total = 0.0
    for cell_row, place_row in zip(cells.rows, found.places, strict=False):  # of a part, its rows
        for cell, at in zip(cell_row, place_row, strict=True):
            total += _apart(cell, calculation.truth[at.key].rows[at.row - 1][at.column - 1])
    return total


def _apart(cell: Scalar, truth: Any) -> float:
    try:
        value = value_of(number_of(cell))
    except NumberError:
        return 0.0
    if value is None or value.value is MINUS_INFINITY or truth is MINUS_INFINITY:
        return 0.0 if value is not None and value.value is truth else 1.0
    try:
        return abs(float(value.value) - float(truth))
    except OverflowError:  # a number of hundreds of digits
        return float("inf")
