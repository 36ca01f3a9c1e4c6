"""Where a line stands on a sheet."""

from __future__ import annotations

from typing import NamedTuple

LETTERS = 26


class Area(NamedTuple):
    """Cells of a sheet: row and column of the first, both from 0, and how many stand down and across."""

    top: int
    left: int
    height: int = 1
    width: int = 1
    sheet: str = ""  # its name, where that is another one than the formula's own

    def part(self, rows: range, columns: range) -> Area:
        """The cells of these rows and columns, counted from 0 within the area."""
        return self._replace(
            top=self.top + rows.start, left=self.left + columns.start, height=len(rows), width=len(columns)
        )

    def cell(self, i: int, j: int) -> Area:
        """One cell."""
        return self.part(range(i, i + 1), range(j, j + 1))

    @property
    def text(self) -> str:
        """As a formula names it.

        >>> Area(2, 1).text, Area(2, 1, 3, 2).text, Area(2, 27, sheet="Problem 1").text
        ('B3', 'B3:C5', "'Problem 1'!AB3")
        """
        first, last = (
            _cell(self.top + down, self.left + across) for down, across in ((0, 0), (self.height - 1, self.width - 1))
        )
        return (f"'{self.sheet}'!" if self.sheet else "") + (first if first == last else f"{first}:{last}")

    @property
    def fixed(self) -> str:
        """The first cell as a formula names it that may be copied elsewhere.

        >>> Area(2, 1).fixed
        '$B$3'
        """
        return f"${_letters(self.left)}${self.top + 1}"


def _cell(row: int, column: int) -> str:
    return f"{_letters(column)}{row + 1}"


def _letters(column: int) -> str:
    """The name of a column, counted from 0: A to Z, AA …"""
    letters, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters
