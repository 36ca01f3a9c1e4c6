"""Matrices as they stand on a page: cells, and what they come to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from attncalc.check.placing.marks import Mark, mark_of, weight
from attncalc.reading.ink import Ink
from attncalc.reading.number import numeral

Cells = list[list[Ink]]
Marks = list[list[Mark | None]]


@dataclass(frozen=True)
class Grid:
    """A matrix on a page: its cells, and what those that are numbers come to."""

    ink: Ink
    cells: Cells
    marks: Marks

    @classmethod
    def of(cls, ink: Ink) -> Grid:
        """The grid of a matrix's ink."""
        cells = [list(row.args) for row in ink.args]
        return cls(ink, cells, [[mark_of(cell) for cell in row] for row in cells])

    @property
    def shape(self) -> tuple[int, int]:
        """Rows, and entries of the longest."""
        return len(self.cells), max(map(len, self.cells), default=0)

    @property
    def has_numbers(self) -> bool:
        """Whether at least half of its cells are numbers or calculations with them."""
        found = [mark is not None for row in self.marks for mark in row]
        return sum(found) * 2 >= len(found) > 0

    @property
    def hides(self) -> bool:
        """Whether some of its cells are -∞."""
        return any(mark is not None and mark.value == -math.inf for row in self.marks for mark in row)

    @property
    def mass(self) -> float:
        """How much its numbers tell."""
        return sum(weight(mark) for row in self.marks for mark in row if mark)

    @property
    def readings(self) -> list[Grid]:
        """The same as it stands; and in percent, where every row, or column, comes to 100: 52 48 without a sign."""
        if not any(all(map(_is_hundred, lines)) for lines in (self.marks, self.turned().marks)):
            return [self]
        cells = [[_in_percent(cell) for cell in row] for row in self.cells]
        return [self, Grid(self.ink, cells, [[mark_of(cell) for cell in row] for row in cells])]

    def flattened(self) -> Grid:
        """All cells in one row."""
        return self.in_rows(sum(map(len, self.cells)))

    def in_rows(self, width: int) -> Grid:
        """All cells in rows of this width."""
        cells = [cell for row in self.cells for cell in row]
        marks = [mark for row in self.marks for mark in row]
        starts = range(0, len(cells), max(width, 1))
        return Grid(self.ink, [cells[i : i + width] for i in starts], [marks[i : i + width] for i in starts])

    def spread(self, places: Sequence[Sequence[int]], width: int) -> Grid:
        """Each row with its cells at some places of so many, and blanks at the others."""
        blank = Ink("blank", self.ink.end, self.ink.end, "")
        at = [dict(zip(row, cells, strict=True)) for row, cells in zip(places, self.cells, strict=True)]
        cells = [[row.get(column, blank) for column in range(width)] for row in at]
        return Grid(self.ink, cells, [[mark_of(cell) for cell in row] for row in cells])

    def turned(self) -> Grid:
        """Rows and columns exchanged; short rows end in blanks."""
        width = self.shape[1]
        blank = Ink("blank", self.ink.end, self.ink.end, "")
        cells = [[row[j] if j < len(row) else blank for row in self.cells] for j in range(width)]
        marks = [[row[j] if j < len(row) else None for row in self.marks] for j in range(width)]
        return Grid(self.ink, cells, marks)


def _is_hundred(marks: Sequence[Mark | None]) -> bool:
    """Whether some plain numbers, none below 0, come to 100 but for their rounding, or for what they were cut by."""
    known = [mark for mark in marks if mark and mark.text and mark.value >= 0]
    if not 1 < len(known) == len(marks):
        return False
    off, most = math.fsum(mark.value for mark in known) - 100, max(mark.unit for mark in known) * len(known)
    return -most < off <= most / 2


def _in_percent(cell: Ink) -> Ink:
    return replace(cell, number=numeral(f"{cell.number.text}%")) if cell.number else cell
