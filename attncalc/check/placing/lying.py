"""How a matrix on a page may lie on a line of the work, and whether it does so number by number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from flint import arb

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.placing.called import spelling_of
from attncalc.check.placing.forms import closed_value
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.marks import closeness, mark_of
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.wants import Leaf
from attncalc.check.written import value_of
from attncalc.problem.names import spell
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink

MOST_DIGITS = 5  # of a row's number
EXACT, VERY_CLOSE = 1e-9, 1e-20  # of a value that is written exactly: in floats, in balls
COPIED = 0.5  # of a unit: what is copied agrees to its last digit


class Laid(NamedTuple):
    """A grid that is a line, or a part of it, number by number: which rows and columns, from 0."""

    key: str
    grid: Grid
    rows: Sequence[int]
    columns: Sequence[int]
    turned: bool
    gapped: bool = False  # whether its middle is left out


def cells_of(laid: Laid) -> Iterator[tuple[Ink, int, int]]:
    """Each cell with its row and column in the line, from 0."""
    blank = Ink("blank", 0, 0, "")
    for i, row in enumerate(laid.rows):
        for j, column in enumerate(laid.columns):
            yield laid.grid.cells[i][j] if j < len(laid.grid.cells[i]) else blank, row, column


def is_whole(sheet: Sheet, laid: Laid) -> bool:
    """Whether it is the whole line."""
    return (len(laid.rows), len(laid.columns)) == sheet.shape(laid.key)


def operand(sheet: Sheet, key: str, ink: Ink) -> Laid | None:
    """The line that an operand of another one repeats, whole or in part: one that it is made from, or else any."""
    grid = Grid.of(ink)
    near = list(dict.fromkeys(_made_from(sheet, key)))
    for keys in (near, [key for key in sheet.keys if key not in near]):
        ways = [laid for key in keys for laid in ways_of(sheet, key, grid)]
        for laid in sorted(ways, key=lambda laid: not is_whole(sheet, laid)):
            if agrees(sheet, laid, COPIED):
                return laid
    return None


def _made_from(sheet: Sheet, key: str) -> Iterator[str]:
    """The lines that a line is made from, and those that its details are made from."""
    if key not in sheet.calculation.records:
        return
    for leaf in sheet.calculation.records[key].expr.lines():
        if leaf.key in sheet.truth:
            yield leaf.key
        if leaf.key in sheet.calculation.records and sheet.calculation.records[leaf.key].detail:
            yield from _made_from(sheet, leaf.key)


def ways_of(sheet: Sheet, key: str, grid: Grid) -> Iterator[Laid]:
    """The ways in which a grid may lie on a line: as it stands on a page, turned, or as some rows or columns of it."""
    shape = sheet.shape(key)
    on_page = sheet.calculation.is_turned(key)
    for turned in (on_page, not on_page):
        standing = grid.turned() if turned else grid
        shown = turned != on_page and min(grid.shape) > 1
        if standing.shape == shape:
            yield Laid(key, standing, range(shape[0]), range(shape[1]), shown)
    for turned in (on_page, not on_page):
        standing = grid.turned() if turned else grid
        height, width = standing.shape
        if gapped := _gapped(standing, shape):
            yield Laid(key, *gapped, turned != on_page, gapped=True)
            continue
        shown = turned != on_page and min(grid.shape) > 1
        if width == shape[1] and height < shape[0]:
            for start in range(shape[0] - height + 1):
                yield Laid(key, standing, range(start, start + height), range(width), shown)
        elif height == shape[0] and width < shape[1]:
            for start in range(shape[1] - width + 1):
                yield Laid(key, standing, range(height), range(start, start + width), shown)


def _gapped(grid: Grid, shape: tuple[int, int]) -> tuple[Grid, Sequence[int], Sequence[int]] | None:
    """A grid whose middle is left out, without the signs for it: it is the first and the last rows and columns."""
    kept = [i for i, row in enumerate(grid.cells) if any(cell.kind != "blank" for cell in row)]
    sides = [j for j in range(grid.shape[1]) if any(j < len(row) and row[j].kind != "blank" for row in grid.cells)]
    if (len(kept), len(sides)) == grid.shape:
        return None
    rows, columns = _spread(kept, grid.shape[0], shape[0]), _spread(sides, grid.shape[1], shape[1])
    if rows is None or columns is None or any(len(row) < grid.shape[1] for row in grid.cells):
        return None
    cells = [[grid.cells[i][j] for j in sides] for i in kept]
    return Grid(grid.ink, cells, [[grid.marks[i][j] for j in sides] for i in kept]), rows, columns


def _spread(kept: Sequence[int], written: int, size: int) -> Sequence[int] | None:
    """Where the rows lie that stand before and behind one gap; all of them where there is none."""
    if len(kept) == written:
        return kept if written == size else None
    if len(kept) < written - 1 or len(kept) >= size:
        return None
    return [i if i == place else size - written + i for place, i in enumerate(kept)]


def is_plain(cell: Ink) -> bool:
    """Whether a cell is a number, or a closed form, and nothing that is calculated with digits."""
    if cell.kind in ("number", "blank"):
        return cell.kind == "number"
    if cell.kind == "neg":
        return is_plain(cell.args[0])
    is_form = cell.kind in ("quotient", "power") or any(part.kind in ("call", "name") for part in cell.walk())
    return is_form and not any("." in number.text for number in cell.numbers())


def agrees(sheet: Sheet, laid: Laid, least: float = 1.0) -> bool:
    """Whether every number agrees, as it should be or as it follows, within this part of a unit; integers exactly."""
    record = sheet.calculation.records.get(laid.key)
    cells = list(cells_of(laid))
    if not all(is_plain(ink) or ((record is None or record.given) and number_of(ink)) for ink, _, _ in cells):
        return False
    if any(ink.kind != "number" or mark_of(ink) is None for ink, _, _ in cells):
        return all(is_exactly(sheet, ink, (laid.key, i, j), least) for ink, i, j in cells)
    lines = (sheet.truth[laid.key], sheet.carried[laid.key])
    return any(all(_is_entry(ink, line[i][j], least) for ink, i, j in cells) for line in lines)


def _is_entry(ink: Ink, value: float, least: float) -> bool:
    mark = mark_of(ink)
    if mark is None:
        return False
    if math.isinf(value) or math.isinf(mark.value):
        return closeness(mark, value) == 1
    unit = least * mark.unit if "." in mark.text else 0.0
    return abs(mark.value - value) <= max(1.0001 * unit, EXACT * max(1.0, abs(value)))


def is_exactly(sheet: Sheet, ink: Ink, leaf: Leaf, least: float) -> bool:
    """The same for what is beyond floats, or calls a long sum by its name: e^900/Z₁."""
    key, row, column = leaf
    with sheet.calculation.working():
        value, entry = closed_value(ink, partial(_sum_called, sheet)), sheet.calculation.truth[key].rows[row][column]
        if value is None or entry is MINUS_INFINITY:
            return _is_entry(ink, sheet.truth[key][row][column], least)
        written = value_of(ink.number) if ink.number and "." in ink.text else None
        if written:
            return bool(abs(value - entry) <= least * arb(written.unit))
        return arb(value).overlaps(arb(entry)) or bool(abs(value - entry) <= VERY_CLOSE * abs(arb(entry)))


def _sum_called(sheet: Sheet, name: Ink) -> Any:
    return next(_sums(sheet, name), None) if name.name == "Z" else None


def _sums(sheet: Sheet, name: Ink) -> Iterator[Any]:
    """The row sum that a name is: Z of a vector, Z₂ of the second row, Z₁,₂ of the second row of head 1."""
    numbers = tuple(int(part) for part in spelling_of(name)[1:] if part.isdecimal() and len(part) < MOST_DIGITS)
    for section, row in ((numbers[:-1], numbers[-1:]), (numbers, (1,))):
        key = spell("Z", section)
        if key in sheet.truth and row and 1 <= row[0] <= sheet.shape(key)[0]:
            yield sheet.calculation.truth[key].flat[row[0] - 1]
