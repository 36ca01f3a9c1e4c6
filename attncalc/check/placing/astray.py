"""Numbers that miss their place and stand elsewhere in the work: the layout was not understood, nobody went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import closest
from attncalc.check.placing.marks import Mark
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place
from attncalc.check.placing.wants import Leaf

TELLING = 2  # digits, from which on a number is no other one by chance
SEVERAL = 2  # numbers that miss; a single one may be copied from elsewhere
MOST = 3  # that miss in a calculation, from which on they are of another one if most of it is


class Cell(NamedTuple):
    """A number, how close it is to what its place has, and the entry that it would be, if it is one."""

    mark: Mark
    close: float
    leaf: Leaf | None = None


def is_astray(block: Block, where: Fit | Place) -> bool:
    """Whether what misses is right elsewhere, or most of a calculation misses."""
    found = list(_cells(block, where))
    off = [cell for cell in found if cell.close < 1]
    telling = [cell for cell in off if digits(cell.mark) >= TELLING]
    if len(telling) >= SEVERAL and all(_is_elsewhere(where.sheet, cell) for cell in telling):
        return True
    return isinstance(where, Place) and len(off) >= MOST and 2 * len(off) > len(found)


def _cells(block: Block, where: Fit | Place) -> Iterator[Cell]:
    """The numbers of a block at a place, as they should be there or as they follow."""
    if isinstance(where, Place):
        yield from (Cell(*part) for part in where.parts())
        found = [(mark, where.spot) for _, mark in block.sides.results] if block.sides else []
    else:
        found = [(mark, (where.key, row, column)) for _, mark, row, column in where.placed() if mark]
    for mark, leaf in found:
        yield Cell(mark, closest(where.sheet, mark, leaf), leaf)


def _is_elsewhere(sheet: Sheet, cell: Cell) -> bool:
    """Whether a number is another entry of the work; the same of the line that it is made from was left as it was."""
    if not sheet.all_entries.holds(cell.mark):
        return False
    key, row, column = cell.leaf or ("", 0, 0)
    before = [line for line in sheet.operands(key) if sheet.shape(line) == sheet.shape(key)] if cell.leaf else []
    return not any(closest(sheet, cell.mark, (line, row, column)) == 1 for line in before)


def digits(mark: Mark) -> int:
    """How many digits a number has, without those that say how large it is."""
    return len(mark.text.replace(".", "").strip("-").lstrip("0"))
