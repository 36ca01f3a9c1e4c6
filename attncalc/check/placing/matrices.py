"""Which line of the work a matrix, a row or a list on a page is: every line of a fitting shape is a candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from attncalc.check.placing.grids import Grid
from attncalc.check.placing.labels import Said
from attncalc.check.placing.marks import Mark, closeness, weight
from attncalc.check.placing.sheets import Floats, Sheet
from attncalc.reading.ink import Ink

FEW = 2.0  # numbers, below which a part of a line needs a name
NAMED = 0.1  # of what labels say
NUMBERS, UNNAMED = 0.15, 0.5  # of the numbers alone, at least
SURE = 0.6  # numbers that agree, from which on a label counts in full
LOST = 0.25  # a row or a column is missing
ONE_ROW = 0.1  # a single row of a matrix rather than a whole line
EXACT_ROW = 0.4  # for that row of a line that is named as the vocabulary names it
NAMED_ROW = 0.45  # for the row whose number a label says
STAYS = 0.1  # for a row that stands at its own place
EXACT = 1.3  # for the next line, if it is named as the vocabulary names it
HIDDEN = 0.3  # -∞ where something is
HIDES = 0.6  # -∞ where nothing is masked
TURNING = ("Q", "K", "V", "H", "X", "Y", "Wq", "Wk", "Wv", "W", "U")  # people write Kᵀ, and never Sᵀ
TURNED = 0.3  # written transposed without saying so


@dataclass(frozen=True)
class Fit:
    """A line that a grid may be: which of its rows the written ones are, and which columns; how well it fits."""

    sheet: Sheet
    key: str
    grid: Grid  # turned so that it stands as the line is calculated
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    numbers: float
    score: float
    turned: bool = False
    lost: str = ""
    label: float = 0.0  # what labels and words say for it
    exact: bool = False  # whether it is the next line and named as the vocabulary names it
    called: bool = False  # whether it is a whole line of the work and named so

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole line."""
        return (len(self.rows), len(self.columns)) == self.sheet.shape(self.key)

    @property
    def named(self) -> bool:
        """Whether labels or words name it."""
        return self.label > NAMED

    @property
    def again(self) -> bool:
        """Whether it is the line that was placed last."""
        return self.sheet.rank[self.key] == self.sheet.last > 0

    @property
    def comes_next(self) -> bool:
        """Whether it is one of the next lines."""
        return self.sheet.is_next(self.key) and not self.again

    @property
    def copies(self) -> bool:
        """Whether it is what was given, number by number."""
        return self.sheet.is_input(self.key) and self.numbers > 0.95 and self.grid.mass >= FEW

    @property
    def enough(self) -> float:
        """How much has to speak for it."""
        if self.named and not self.lost and (self.sheet.is_next(self.key) or self.called):
            return 0.2
        return 0.3 if self.lost and self.named else 0.5 if self.lost else 0.4

    @property
    def least(self) -> float:
        """How well the numbers have to agree for it to be this line at all: where it is named and next, not at all."""
        if self.named and not self.lost and (self.sheet.is_next(self.key) or self.called):
            return 0.0
        return NUMBERS if self.named else UNNAMED

    def placed(self) -> Iterator[tuple[Ink, Mark | None, int, int]]:
        """Each cell with its row and column in the line, from 0."""
        for i, row in enumerate(self.rows):
            for j, column in enumerate(self.columns):
                if j < len(self.grid.cells[i]):
                    yield self.grid.cells[i][j], self.grid.marks[i][j], row, column


def fits(sheet: Sheet, grid: Grid, said: Said) -> Iterator[Fit]:
    """The lines of a problem that a grid may be."""
    for key in sheet.keys:
        label = said.of(sheet, key) + (HIDDEN if grid.hides and sheet.hides(key) else 0.0)
        for turned in (False, True) if not sheet.is_vector(key) and grid.shape != (1, 1) else (False,):
            if turned != sheet.calculation.is_turned(key) and not _may_turn(sheet, key, grid, said, turned=turned):
                continue
            standing = grid.turned() if turned else grid
            against = _against(sheet, key, turned, said) if min(grid.shape) > 1 else 0.0
            against += HIDES * (grid.hides and not sheet.hides(key))
            if sheet.is_vector(key) and min(grid.shape) == 1 and grid.shape[0] > 1:
                standing = grid.turned()
            for fit in _aligned(sheet, key, standing, said):
                part = fit.lost or (len(fit.rows), len(fit.columns)) != sheet.shape(key)
                if part and label < 0.2 and grid.mass < FEW and not (label > 0.05 and fit.numbers == 1):
                    continue
                named = counted(label, fit.numbers)
                called = not part and not sheet.is_input(key) and said.names(sheet, key)
                exact = called and sheet.is_next(key) and not (grid.hides and not sheet.hides(key))
                is_row = part and fit.against < 0 and said.names(sheet, key)
                named = EXACT + label / 10 if exact else named + EXACT_ROW * is_row
                total = fit.numbers + named + _order(sheet, key) - against - fit.against
                on_page = turned != sheet.calculation.is_turned(key) and min(grid.shape) > 1
                yield Fit(sheet, key, fit.grid, fit.rows, fit.columns, fit.numbers, total, on_page, fit.lost,
                          label, exact, called)  # fmt: skip


def counted(label: float, numbers: float) -> float:
    """How much a label counts: less where the numbers do not agree."""
    return label * max(0.5, min(1.0, numbers / SURE)) if label > 0 else label


def _may_turn(sheet: Sheet, key: str, grid: Grid, said: Said, *, turned: bool) -> bool:
    """Whether a matrix may stand the other way than the page's: a square one only where something says so."""
    rows, columns = sheet.shape(key)
    if grid.shape != (rows, columns) or rows != columns or sheet.base(key) in said.transposed or said.factor:
        return True
    ways = [grid.turned(), grid] if turned else [grid, grid.turned()]
    other, usual = (_scored(sheet, key, way, range(rows), range(columns), 0.0, "").numbers for way in ways)
    return sheet.base(key) in TURNING and other > 0.95 and usual < SURE


def _against(sheet: Sheet, key: str, turned: bool, said: Said) -> float:
    """What speaks against a line being written this way round."""
    if sheet.is_vector(key):
        return 0.0
    on_page = turned != sheet.calculation.is_turned(key)
    if said.factor:
        return TURNED / 3 if on_page else 0.0
    if sheet.base(key) in said.transposed:
        return 0.0 if on_page else TURNED
    return TURNED if on_page else 0.0


def _order(sheet: Sheet, key: str) -> float:
    """The next lines are likelier than those before."""
    ahead = sheet.rank[key] - sheet.last
    if not sheet.rank[key]:
        return 0.0 if sheet.last else 0.08
    return 0.03 if ahead == 0 else 0.06 if 0 < ahead <= 3 else 0.02 if ahead > 0 else -0.04


class _Aligned(NamedTuple):
    """A way in which a grid may lie on a line."""

    grid: Grid
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    numbers: float
    against: float
    lost: str


def _aligned(sheet: Sheet, key: str, grid: Grid, said: Said) -> Iterator[_Aligned]:
    """The ways in which a grid may lie on a line: as the whole, as one row or column, or with some of it lost."""
    (height, width), (rows, columns) = grid.shape, sheet.shape(key)
    numbers = {place[0] - 1 for place in said.places} if said.of(sheet, key) > NAMED else set()
    if (height, width) == (rows, columns):
        yield _scored(sheet, key, grid, range(rows), range(columns), 0.0, "")
    elif sheet.is_vector(key) and height * width == columns:
        yield _scored(sheet, key, grid.flattened(), [0], range(columns), ONE_ROW, "")
    elif width == columns and height == 1:
        for row in range(rows):
            yield _scored(sheet, key, grid, [row], range(columns), ONE_ROW - NAMED_ROW * (row in numbers), "")
    elif height == rows > 1 and width == 1:
        for column in range(columns):
            yield _scored(sheet, key, grid, range(rows), [column], ONE_ROW - NAMED_ROW * (column in numbers), "")
    else:
        yield from _with_losses(sheet, key, grid, numbers)


def _with_losses(sheet: Sheet, key: str, grid: Grid, numbers: set[int]) -> Iterator[_Aligned]:
    """The same where an entry of a row, some rows, or some columns are missing."""
    (height, width), (rows, columns) = grid.shape, sheet.shape(key)
    if height == 1 and columns > 2 and width == columns - 1:
        for row in range(rows):
            picked = _best_rows(sheet.truth[key][row], grid)
            against = LOST + ONE_ROW - NAMED_ROW * (row in numbers)
            yield _scored(sheet, key, grid, [row], picked, against, f"{width} of {columns} entries")
    elif width == columns and 1 < height < rows:
        picked = _best_rows(sheet.truth[key], grid)
        yield _scored(sheet, key, grid, picked, range(columns), LOST, f"{height} of {rows} rows")
    elif height == rows and 1 < width < columns and rows > 1:
        picked = _best_rows([list(column) for column in zip(*sheet.truth[key], strict=True)], grid.turned())
        yield _scored(sheet, key, grid, range(rows), picked, LOST, f"{width} of {columns} columns")


def _scored(sheet: Sheet, key: str, grid: Grid, rows: Sequence[int], columns: Sequence[int], against: float,
            lost: str) -> _Aligned:  # fmt: skip
    truth, carried = sheet.truth[key], sheet.carried[key]
    found = max(agreement(grid, rows, columns, lines) for lines in (truth, carried))
    return _Aligned(grid, tuple(rows), tuple(columns), found, against, lost)


def agreement(grid: Grid, rows: Sequence[int], columns: Sequence[int], lines: Floats) -> float:
    """How many of the numbers agree, those that tell more counted more; rows that agree as a whole tell most."""
    total = agree = whole = 0.0
    for marks, row in zip(grid.marks, rows, strict=True):
        pairs = [(mark, lines[row][column]) for mark, column in zip(marks, columns, strict=False) if mark]
        mass = sum(weight(mark) for mark, _ in pairs)
        found = sum(weight(mark) * closeness(mark, value) for mark, value in pairs)
        total, agree, whole = total + mass, agree + found, whole + (found * found / mass if mass else 0.0)
    return (agree + whole) / (2 * total) if total else 0.0


def _best_rows(lines: Sequence[Any], grid: Grid) -> tuple[int, ...]:
    """The rows (in order) that the written ones agree with best, of numbers for a single row's entries."""
    written = (
        [list(marks) for marks in grid.marks] if isinstance(lines[0], list) else [[mark] for mark in grid.marks[0]]
    )
    chosen: list[int] = []
    for number, marks in enumerate(written):
        left = len(written) - number - 1
        choices = range(chosen[-1] + 1 if chosen else 0, len(lines) - left)
        chosen.append(max(choices, key=lambda row: _rowagreement(marks, lines[row]) + (STAYS if row == number else 0)))
    return tuple(chosen)


def _rowagreement(marks: list[Mark | None], line: Any) -> float:
    values = line if isinstance(line, list) else [line]
    return sum(closeness(mark, value) for mark, value in zip(marks, values, strict=False) if mark)
