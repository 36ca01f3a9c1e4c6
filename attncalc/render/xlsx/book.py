"""A workbook with live formulas: a sheet for each solution, the same bytes for the same solutions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from attncalc.errors import OutputError
from attncalc.extras import adding
from attncalc.render.formats import Solved
from attncalc.render.look import Look
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.blank import BlankPage
from attncalc.render.xlsx.lines import Cell, Filled, every
from attncalc.render.xlsx.looks import FONT, GENERAL, LOOKS
from attncalc.render.xlsx.page import Page

PAPERS = {"a4": 9, "letter": 1}  # the numbers that the format has for them
MADE = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # a date that does not change


class Book:
    """A workbook, and the looks of its cells."""

    def __init__(self, workbook: Any, look: Look) -> None:
        self.workbook, self.paper = workbook, PAPERS[look.paper]
        self._looks: dict[tuple[str, str], Any] = {}

    def look(self, name: str, shown: str = GENERAL) -> Any:
        """The format of this name, with numbers shown like this."""
        if (name, shown) not in self._looks:
            self._looks[name, shown] = self.workbook.add_format({**FONT, **LOOKS[name], "num_format": shown})
        return self._looks[name, shown]

    def colour(self, name: str) -> Any:
        """The colours of a condition."""
        return self.workbook.add_format(LOOKS[name])

    def fill(self, sheet: Any, area: Area, filled: Filled, form: Callable[[int, int], Any] = lambda i, j: None) -> None:
        """The cells of a line, each in its form."""
        if filled.formula:
            end = area.top + area.height - 1, area.left + area.width - 1
            first = filled.cells[0][0].value
            sheet.write_array_formula(area.top, area.left, *end, f"{{={filled.formula}}}", form(0, 0), first)
        for i, j, cell in every(filled):
            if not (filled.formula and (i, j) == (0, 0)):
                self.cell(sheet, area.cell(i, j), cell, form(i, j))

    @staticmethod
    def cell(sheet: Any, area: Area, cell: Cell, form: Any = None) -> None:
        """One cell; what is no formula stays a word, however it begins."""
        if not cell.formula:
            write = sheet.write_string if isinstance(cell.value, str) else sheet.write_number
            write(area.top, area.left, cell.value, form)
        elif cell.is_array:
            sheet.write_array_formula(*(area.top, area.left) * 2, f"{{{cell.formula}}}", form, cell.value)
        else:
            sheet.write_formula(area.top, area.left, cell.formula, form, cell.value)


def xlsx_solutions(solved: list[Solved], look: Look) -> bytes:
    """The solutions as a workbook; raises OutputError where XlsxWriter is missing, or a line has no formula."""
    return written(solved, look)[0]


def written(solved: list[Solved], look: Look) -> tuple[bytes, list[Page]]:
    """The workbook, and its pages, which know where each line stands."""
    made = BytesIO()
    workbook = _writer().Workbook(made, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    workbook.set_properties({"title": solved[0].sheet.plan.title, "created": MADE})
    workbook.set_calc_mode("auto")
    book = Book(workbook, look)
    kinds = [BlankPage if item.selection.blank else Page for item in solved]
    pages = [kind(book, name, item) for kind, name, item in zip(kinds, _names(solved), solved, strict=True)]
    for page in pages:
        page.write()
    workbook.close()
    return made.getvalue(), pages


def _writer() -> Any:
    try:
        import xlsxwriter
    except ImportError:
        raise OutputError("xlsx needs the package XlsxWriter", hint=adding("attncalc[xlsx]")) from None
    return xlsxwriter


def _names(solved: list[Solved]) -> list[str]:
    """Work; of several, Problem 1, or Problem 1, variant 2."""
    if len(solved) == 1:
        return ["Work"]
    names, number = [], 0
    for item in solved:
        variant = item.sheet.plan.problem.variant
        number += variant is None or variant.number == 1
        names.append(f"Problem {number}{f', variant {variant.number}' if variant else ''}")
    return names
