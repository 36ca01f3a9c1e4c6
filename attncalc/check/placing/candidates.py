"""Which lines of the work a matrix, a row or a list on a page may be: every line of a fitting shape is a candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from attncalc.check.placing.grids import Grid
from attncalc.check.placing.marks import Mark, closeness
from attncalc.check.placing.said import Said
from attncalc.check.placing.sheets import Floats, Sheet
from attncalc.reading.ink import Ink

STAYS = 0.1  # for a row that stands at its own place
TURNING = ("Q", "K", "V", "H", "X", "Y", "Wq", "Wk", "Wv", "W", "U")  # people write Kᵀ, and never Sᵀ


@dataclass(frozen=True, eq=False)
class Fit:
    """A line that a grid may be: which of its rows the written ones are, and which columns.

    `grid` is turned so that it stands as the line is calculated; `turned` says whether it stands otherwise on the page
    than the page's other lines. `lost` tells what is missing of it, `resized` that a mistake gave it this size.
    """

    sheet: Sheet
    key: str
    grid: Grid
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    turned: bool = False
    lost: str = ""
    resized: bool = False

    @cached_property
    def is_whole(self) -> bool:
        """Whether it is the whole line."""
        return self.resized or (len(self.rows), len(self.columns)) == self.sheet.shape(self.key)

    @cached_property
    def entries(self) -> frozenset[tuple[int, int]]:
        """The entries of its line, from 0."""
        return frozenset((row, column) for row in self.rows for column in self.columns)

    def placed(self) -> Iterator[tuple[Ink, Mark | None, int, int]]:
        """Each cell with its row and column in the line, from 0; of another size, none has a place there."""
        if not self.resized:
            yield from self._cells()

    def _cells(self) -> Iterator[tuple[Ink, Mark | None, int, int]]:
        for i, row in enumerate(self.rows):
            for j, column in enumerate(self.columns):
                if j < len(self.grid.cells[i]):
                    yield self.grid.cells[i][j], self.grid.marks[i][j], row, column

    def pairs(self, lines: Floats) -> Iterator[tuple[Mark, float]]:
        """Each number with what these lines have at its place."""
        for _, mark, row, column in self._cells():
            if mark:
                yield mark, lines[row][column]


def _in_another_order(sheet: Sheet, key: str, grid: Grid) -> tuple[int, ...] | None:
    """The rows of a line that the rows of an operand are, number by number, where these are taken out of order."""
    lines = sheet.truth[key]
    if grid.shape[1] != len(lines[0]) or not 1 < grid.shape[0] <= len(lines):
        return None
    rows = []
    for marks in grid.marks:
        same = [row for row, line in enumerate(lines) if row not in rows and _agreement(marks, line) == len(line)]
        rows += same[:1]
    return tuple(rows) if len(rows) == grid.shape[0] and rows != sorted(rows) else None


class _Laid(NamedTuple):
    """A way in which a grid lies on a line."""

    grid: Grid
    rows: Sequence[int]
    columns: Sequence[int]
    lost: str = ""


def fits(sheet: Sheet, grid: Grid, said: Said) -> Iterator[Fit]:
    """The lines of a problem that a grid may be."""
    for key in _keys(sheet, said):
        usual = sheet.calculation.is_turned(key)
        for turned in (False, True) if not sheet.is_vector(key) and grid.shape != (1, 1) else (False,):
            if turned != usual and not _may_turn(sheet, key, grid, said):
                continue
            if said.product is not None and not turned and (rows := _in_another_order(sheet, key, grid)):
                yield Fit(sheet, key, grid, rows, tuple(range(grid.shape[1])))
            is_list = sheet.is_vector(key) and min(grid.shape) == 1 and grid.shape[0] > 1
            rows = () if turned or is_list else said.rows
            for laid in _laid(sheet, key, grid.turned() if turned or is_list else grid, rows):
                on_page = turned != usual and min(grid.shape) > 1
                yield Fit(sheet, key, laid.grid, tuple(laid.rows), tuple(laid.columns), on_page, laid.lost)


def _keys(sheet: Sheet, said: Said) -> Sequence[str]:
    """The lines that come into question: those that are multiplied so, or of which such a function is taken."""
    known = frozenset(sheet.keys) if said.operand is None else sheet.multiplied(said.operand)
    known &= sheet.arguments(said.function) if said.function else known
    return [key for key in sheet.keys if key in known]


def _may_turn(sheet: Sheet, key: str, grid: Grid, said: Said) -> bool:
    """Whether a matrix may stand the other way than the page's: a square one only where something says so."""
    rows, columns = sheet.shape(key)
    if grid.shape != (rows, columns) or rows != columns:
        return True
    base = sheet.base(key)
    return base in said.transposed or said.factor or said.columns or base in TURNING


def _laid(sheet: Sheet, key: str, grid: Grid, labelled: Sequence[int] = ()) -> Iterator[_Laid]:
    """The ways in which a grid may lie on a line: as the whole, as one row or column, or with some of it lost.

    `labelled` are the numbers of its rows, from 0, where they have labels.
    """
    (height, width), (rows, columns) = grid.shape, sheet.shape(key)
    if (shown := _shown(sheet, key, grid, labelled)) is not None:
        yield from shown
    elif (height, width) == (rows, columns):
        yield _Laid(grid, range(rows), range(columns))
    elif sheet.is_vector(key) and height * width == columns:
        yield _Laid(grid.flattened(), [0], range(columns))
    elif 1 in (height, width) and min(rows, columns) > 1 and height * width == rows * columns:
        yield _Laid(grid.in_rows(columns), range(rows), range(columns))
    elif width == columns and height == 1:
        yield from (_Laid(grid, [row], range(columns)) for row in range(rows))
    elif width == columns and height == len(labelled) and max(labelled) < rows:
        yield _Laid(grid, labelled, range(columns))
    elif height == rows > 1 and width == 1:
        yield from (_Laid(grid, range(rows), [column]) for column in range(columns))
    else:
        yield from _with_losses(sheet, key, grid)


def _shown(sheet: Sheet, key: str, grid: Grid, labelled: Sequence[int]) -> list[_Laid] | None:
    """The same where only what no mask hides is written: one entry in the first row, two in the second.

    None where all stands there, or where nothing is hidden.
    """
    (height, width), (rows, columns), hidden = grid.shape, sheet.shape(key), sheet.hidden(key)
    if not hidden or not any(map(len, grid.cells)):
        return None
    shown = [[column for column in range(columns) if (row, column) not in hidden] for row in range(rows)]
    if height == 1 and width < columns:
        return [_Laid(grid, [row], each) for row, each in enumerate(shown) if len(each) == width] or None
    chosen = list(labelled) if len(labelled) == height else list(range(rows)) if height == rows else []
    if not chosen or max(chosen) >= rows or all(len(row) == columns for row in grid.cells):
        return None
    if any(len(cells) != len(shown[row]) for row, cells in zip(chosen, grid.cells, strict=True)):
        return None
    return [_Laid(grid.spread([shown[row] for row in chosen], columns), chosen, range(columns))]


def _with_losses(sheet: Sheet, key: str, grid: Grid) -> Iterator[_Laid]:
    """The same where an entry of a row, some rows, or some columns are missing."""
    (height, width), (rows, columns), lines = grid.shape, sheet.shape(key), sheet.truth[key]
    if height == 1 and columns > 2 and width == columns - 1:
        for row in range(rows):
            picked = _best_rows([[entry] for entry in lines[row]], grid.turned())
            yield _Laid(grid, [row], picked, f"{width} of {columns} entries")
    elif width == columns and 1 < height < rows:
        yield _Laid(grid, _best_rows(lines, grid), range(columns), f"{height} of {rows} rows")
    elif height == rows and 1 < width < columns and rows > 1:
        turned = [list(column) for column in zip(*lines, strict=True)]
        yield _Laid(grid, range(rows), _best_rows(turned, grid.turned()), f"{width} of {columns} columns")


def _best_rows(lines: Floats, grid: Grid) -> list[int]:
    """The rows (in order) that the written ones agree with best."""
    chosen: list[int] = []
    for number, marks in enumerate(grid.marks):
        left = len(grid.marks) - number - 1
        choices = range(chosen[-1] + 1 if chosen else 0, len(lines) - left)
        chosen.append(max(choices, key=lambda row: _agreement(marks, lines[row]) + (STAYS if row == number else 0)))
    return chosen


def _agreement(marks: Sequence[Mark | None], line: Sequence[float]) -> float:
    return sum(closeness(mark, value) for mark, value in zip(marks, line, strict=False) if mark)
