"""The hidden sheet behind empty cells: what is right, what follows from what was filled in, and in how many digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.lines import Cell, Lines, is_given
from attncalc.worksheet.recorder import Record

if TYPE_CHECKING:
    from attncalc.render.xlsx.book import Book

RIGHT, ROUNDED, FOLLOWS, FEW, WRONG = "✓", "≈", "→", "…", "✗"
Areas = dict[str, Area]
MOST = 10  # decimals that are counted
COUNTED = ",".join(map(str, range(MOST)))


class Key:
    """Four tables of every line, side by side, on a sheet that is not shown.

    `right` is calculated from what is given; `taken` is what was filled in, otherwise what follows; `follows` is
    calculated from what is taken; `places` are the decimals of what was filled in.
    """

    def __init__(self, book: Book, name: str, lines: Lines, shown: Areas) -> None:
        self.book, self.sheet, self.lines, self.shown = book, book.workbook.add_worksheet(name), lines, shown
        self.sheet.very_hidden()
        self.right, self.taken, self.follows, self.places = self._tables(name)

    def _tables(self, name: str) -> list[Areas]:
        """Where the lines of each table stand."""
        sizes = {record.key: self._size(record) for record in (*self.lines.inputs, *self.lines.steps)}
        step, top = max(width for _, width in sizes.values()) + 1, 0
        tables: list[Areas] = [{} for _ in range(4)]
        for key, (height, width) in sizes.items():
            for number, areas in enumerate(tables):
                areas[key] = Area(top, 1 + number * step, height, width, name)
            top += height + 1
        return tables

    def _size(self, record: Record) -> tuple[int, int]:
        axes = [axis.size or 0 for axis in self.lines.view.axes(record)]
        return (axes[0], axes[1]) if len(axes) > 1 else (1, axes[0])

    def write(self) -> None:
        """The formulas of all tables."""
        for record in (*self.lines.inputs, *self.lines.steps):
            self.sheet.write_string(self.right[record.key].top, 0, record.key)
            if is_given(record):
                for areas in (self.right, self.taken):
                    self._same(record, areas[record.key])
                continue
            for made, over in ((self.right, self.right), (self.follows, self.taken)):
                area = made[record.key]
                self.book.fill(self.sheet, area, self.lines.at(record, area, over))
            self._take(record)

    def _same(self, record: Record, area: Area) -> None:
        """What is given, as it stands on the sheet that is shown."""
        for i, row in enumerate(self.lines.values(record)):
            for j, value in enumerate(row):
                self.book.cell(self.sheet, area.cell(i, j), Cell(value, f"={self.shown[record.key].cell(i, j).text}"))

    def _take(self, record: Record) -> None:
        """What was filled in, otherwise what follows."""
        key, shown = record.key, self.shown.get(record.key)
        for i, row in enumerate(self.lines.values(record)):
            for j, value in enumerate(row):
                follows = self.follows[key].cell(i, j).text
                if shown is None:
                    self.book.cell(self.sheet, self.taken[key].cell(i, j), Cell(value, f"={follows}"))
                    continue
                own = shown.cell(i, j).text
                is_filled = (
                    f"ISBLANK({own}),{follows},{own}"
                    if key in self.lines.masks
                    else (f"ISNUMBER({own}),{own},{follows}")
                )
                self.book.cell(self.sheet, self.taken[key].cell(i, j), Cell(value, f"=IF({is_filled})"))
                places = f"=SUMPRODUCT((ABS(ROUND({own},{{{COUNTED}}})-{own})>1E-11)*1)"
                self.book.cell(self.sheet, self.places[key].cell(i, j), Cell(0.0, places))

    def mark(self, record: Record, i: int, j: int, decimals: int) -> str:
        """The formula of the mark of what was filled into a cell."""
        own = self.shown[record.key].cell(i, j)._replace(sheet="").text
        right, follows, places = (
            areas[record.key].cell(i, j).text for areas in (self.right, self.follows, self.places)
        )
        unit = f"10^-{places}"
        few = f"AND({places}<{decimals},ABS({own})<10*{unit},ABS({own}-{right})>0.5*10^-{min(decimals, 2)})"
        near = f'IF({few},"{FEW}",IF(ABS({own}-ROUND({right},{places}))<1E-9,"{RIGHT}","{ROUNDED}"))'
        own_way = f'IF(ISNUMBER({follows}),IF(ABS({own}-{follows})<{unit},"{FOLLOWS}","{WRONG}"),"{WRONG}")'
        number = f'IF(ISNUMBER({own}),IF(ABS({own}-{right})<{unit},{near},{own_way}),"{WRONG}")'
        if record.key in self.lines.masks:
            number = f'IF(ISTEXT({right}),IF(ISTEXT({own}),"{RIGHT}","{WRONG}"),{number})'
        return f'=IF(ISBLANK({own}),"",{number})'
