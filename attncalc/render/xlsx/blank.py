"""A sheet to fill in: cells that say whether they are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attncalc.errors import InputError
from attncalc.render.needed import is_asked
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.key import FEW, FOLLOWS, RIGHT, ROUNDED, WRONG, Key
from attncalc.render.xlsx.lines import Cell
from attncalc.render.xlsx.page import HEAD, Page
from attncalc.worksheet.recorder import Record

if TYPE_CHECKING:
    from attncalc.render.formats import Solved
    from attncalc.render.xlsx.book import Book

HOW = (
    "Fill in the empty cells; the sign beside each says what it is:",
    f"{RIGHT} right, {ROUNDED} rounded, {FOLLOWS} follows from your own cells (green); {FEW} has too few digits "
    f"(yellow); {WRONG} wrong (red)",
)
COLOURS = {"good": (RIGHT, ROUNDED, FOLLOWS), "fair": (FEW,), "bad": (WRONG,)}


class BlankPage(Page):
    """Writes one solution with the lines that are asked for left empty."""

    how = HOW

    def __init__(self, book: Book, name: str, item: Solved) -> None:
        if item.selection.expand:
            raise InputError("--blank leaves lines empty, and --expand writes them out; choose one")
        super().__init__(book, name, item)
        self.name = name
        self.marks: dict[str, Area] = {}

    def is_shown(self, record: Record) -> bool:
        """Whether a line is asked for; details are by their names, or where each line is rounded."""
        names = {step.partition(":")[0] for step in self.item.selection.steps}
        rounded = self.item.sheet.arithmetic.name == "rounded"
        return record.given or (
            is_asked(self.item, record) and (not record.detail or rounded or bool({record.key, record.name} & names))
        )

    def write(self) -> None:
        """What is given, empty cells with a mark beside each, and the sheet that knows what is right."""
        super().write()
        shown = {key: area._replace(sheet=self.name) for key, area in self.lines.areas.items()}
        key = Key(self.book, f"Key, {self.name}", self.lines, shown)
        key.write()
        for record in self.lines.steps:
            if not record.given and record.key in shown:
                self._mark(record, key)

    def step(self, record: Record) -> None:
        """A step: how it is made, and its empty cells."""
        if record.given:
            super().step(record)
            return
        self.heading(record)
        rows, columns = self.labels(record)
        area = self.lines.areas[record.key] = Area(self.row + 1, HEAD, len(rows), len(columns))
        self.frame(record, rows, columns)
        for i in range(area.height):
            for j in range(area.width):
                self.sheet.write_blank(area.top + i, area.left + j, None, self.book.look("blank"))
        self.row = area.top + area.height + 1

    def _mark(self, record: Record, key: Key) -> None:
        """The marks to the right of a line, and the colours that they give its cells."""
        area = self.lines.areas[record.key]
        marks = self.marks[record.key] = area._replace(left=area.left + area.width + 1)
        for i in range(area.height):
            for j in range(area.width):
                mark = key.mark(record, i, j, self.item.sheet.asked.decimals)
                self.book.cell(self.sheet, marks.cell(i, j), Cell("", mark), self.book.look("mark"))
        first = marks.cell(0, 0).text
        end = area.top + area.height - 1, area.left + area.width - 1
        for look, signs in COLOURS.items():
            cases = ",".join(f'{first}="{sign}"' for sign in signs)
            rule = {"type": "formula", "criteria": f"=OR({cases})", "format": self.book.colour(look)}
            self.sheet.conditional_format(area.top, area.left, *end, rule)
