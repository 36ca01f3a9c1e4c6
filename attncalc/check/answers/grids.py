"""The entries of a line as they stand on the page, and which of them the cells of an answer are, however laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.answers.cells import Cells, number_of
from attncalc.check.answers.names import Target
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At
from attncalc.check.written import value_of
from attncalc.errors import NumberError
from attncalc.problem.tree import Scalar

Grid = list[list[At]]
UPRIGHT, TURNED, FILLED, PART = range(4)  # how cells are laid out over a grid, the likeliest first


def page_grid(calculation: Calculation, key: str) -> Grid:
    """The entries of a line, as they stand on the page."""
    rows = calculation.truth[key].rows
    grid = [[At(key, i, j) for j, _ in enumerate(row, 1)] for i, row in enumerate(rows, 1)]
    return transposed(grid) if calculation.is_turned(key) else grid


def transposed(grid: list[list[Any]]) -> list[list[Any]]:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*grid, strict=True)]


def _along(rows: Iterable[list[Any]]) -> list[Any]:
    """The entries of all rows, one after another."""
    return list(chain.from_iterable(rows))


def whole(calculation: Calculation, target: Target) -> Iterator[Grid]:
    """All entries of the lines of a name; those of several heads stand side by side, or one below the other."""
    parts = [page_grid(calculation, key) for key in target.keys]
    if len(parts) == 1:
        yield parts[0]
        return
    beside = [_along(rows) for rows in zip(*parts, strict=True)] if len({*map(len, parts)}) == 1 else []
    below = _along(parts) if len({len(part[0]) for part in parts}) == 1 else []
    ways = [beside, below] if (len(parts[0]) > 1) != calculation.is_turned(target.keys[0]) else [below, beside]
    yield from filter(None, ways)


def grids(calculation: Calculation, target: Target) -> Iterator[Grid]:
    """What a name may mean: its whole lines, or what its numbers pick of them; none where they have no such place."""
    is_whole = target.row is None and target.column is None
    for grid in islice(whole(calculation, target), None if is_whole else 1):
        found = grid if is_whole else _picked(calculation, target, grid)
        if found:
            yield transposed(found) if target.turned else found
        if target.row and target.column is None and 1 in (len(grid), len(grid[0])):  # of a vector, its entry
            along = _along(grid)
            yield from [[[at]] for at in along[target.row - 1 : target.row]]


def _picked(calculation: Calculation, target: Target, grid: Grid) -> Grid:
    """A row, a column or an entry of a grid; empty where there is none."""
    if target.by_token and target.row is not None:
        return _of_token(calculation, target, grid, target.row)
    if target.row is not None:
        grid = grid[target.row - 1 : target.row] if target.row else []
    if target.column is None:
        return grid
    columns = [row[target.column - 1 : target.column] for row in grid if target.column]
    return [_along(columns)] if all(columns) and columns else []


def _of_token(calculation: Calculation, target: Target, grid: Grid, row: int) -> Grid:
    """The row of a token, which may be one of few that were asked; a vector has no such rows."""
    key = target.keys[0]
    axes = (calculation.records.get(key) or calculation.inputs.get(key) or calculation.sizes[key]).expr.axes
    if len(axes) != 2:
        return []
    by_rows = transposed(grid) if calculation.is_turned(key) else grid
    numbers = axes[0].picked or tuple(range(1, len(by_rows) + 1))
    return [by_rows[numbers.index(row)]] if row in numbers[: len(by_rows)] else []


@dataclass(frozen=True, slots=True)
class Fit:
    """The entry that every cell is, row by row as the cells stand; `turned` if they are written transposed.

    `way` says how they fit: upright, turned, one list of all entries, or the first rows, and the others are `left`;
    and then how far the name is off.
    """

    keys: tuple[str, ...]
    cells: Cells
    places: Grid
    way: tuple[int, int]
    turned: bool = False
    left: tuple[At, ...] = ()


def fit(calculation: Calculation, target: Target, cells: Cells) -> Fit | None:
    """The entries that the cells of an answer are of what its name means, or None where it has another size."""
    for grid in grids(calculation, target) if not cells.ragged else ():
        if found := _laid(cells, grid):
            places, way = found
            is_turned = (way == TURNED) != target.turned and min(len(grid), len(grid[0])) > 1
            return Fit(target.keys, cells, places, (way, target.far), is_turned)
    return _first_rows(calculation, target, cells)


def _first_rows(calculation: Calculation, target: Target, cells: Cells) -> Fit | None:
    """The same for the first rows of a whole line."""
    if cells.ragged or len(target.keys) > 1 or target.row is not None or target.column is not None:
        return None
    height, width = cells.shape
    grid = page_grid(calculation, target.keys[0])
    if height >= len(grid) or width != len(grid[0]):
        return None
    return Fit(target.keys, cells, grid[:height], (PART, target.far), target.turned, tuple(_along(grid[height:])))


def are_parts(fits: list[Fit]) -> bool:
    """Whether an answer can only be the first rows of these."""
    return all(found.left for found in fits)


def _laid(cells: Cells, grid: Grid) -> tuple[Grid, int] | None:
    """A grid as the cells stand, and in which way they fit."""
    (height, width), size = cells.shape, (len(grid), len(grid[0]))
    if (height, width) == size:
        return grid, UPRIGHT
    if height * width != size[0] * size[1]:
        return None
    along = _along(grid)
    if 1 in size and 1 in (height, width):
        return [along[start : start + width] for start in range(0, len(along), width)], UPRIGHT
    if (width, height) == size:
        return transposed(grid), TURNED
    return ([along], FILLED) if cells.flat else None


def nearest(calculation: Calculation, fits: list[Fit]) -> Fit:
    """Of several lines that an answer may be, the one whose numbers it is closest to, of those that fit best."""
    best = min(found.way for found in fits)
    fits = [found for found in fits if found.way == best]
    if len(fits) == 1:
        return fits[0]
    with calculation.working():
        return min(fits, key=lambda found: sum(_distances(calculation, found)))


def _distances(calculation: Calculation, found: Fit) -> Iterator[float]:
    for cells, places in zip(found.cells.rows, found.places, strict=True):
        for cell, at in zip(cells, places, strict=True):
            yield _apart(cell, calculation.truth[at.key].rows[at.row - 1][at.column - 1])


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
