"""One solution on a sheet: one block below the other, in the order of the work."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from attncalc.errors import InputError
from attncalc.problem.names import read_name
from attncalc.render.expand import Targets
from attncalc.render.formats import Solved
from attncalc.render.labels import labels
from attncalc.render.layout import TOGETHER
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.lines import Cell, Filled, Lines, is_given
from attncalc.render.xlsx.looks import GENERAL, decimals, number_format
from attncalc.render.xlsx.products import Products, products
from attncalc.worksheet.formula import formula, symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record

if TYPE_CHECKING:
    from attncalc.render.xlsx.book import Book

HEAD = 1  # columns of labels
WIDTH, WIDTHS = 90, {"title": 60, "section": 70}  # characters of a row of words


class Page:
    """Writes one solution; `row` is the next that is free."""

    how: tuple[str, ...] = ("Coloured cells are given: change one, and every line follows.",)

    def __init__(self, book: Book, name: str, item: Solved) -> None:
        self.book, self.sheet, self.item = book, book.workbook.add_worksheet(name), item
        self.lines, self.targets = Lines(item), Targets(item.selection.expand, item.sheet)
        self.row = 0
        self.sheet.set_column(0, 0, 15)
        self.sheet.set_column(1, 40, 11)
        self.sheet.set_portrait()
        self.sheet.set_paper(book.paper)
        self.sheet.fit_to_pages(1, 0)

    def write(self) -> None:
        """Everything, from the title to the notes."""
        self.title()
        self.given()
        shown = [*filter(self.is_shown, self.lines.steps)]
        self.unseen = {record.key: record.expr for record in self.lines.steps if record not in shown}
        for titles, records in groupby(shown, lambda record: record.titles):
            if titles or shown[0].titles:
                self.section(", ".join(titles) or TOGETHER)
            for record in records:
                self.step(record)
        self.notes()

    def is_shown(self, record: Record) -> bool:
        """Whether a line is to be seen."""
        return True

    def title(self) -> None:
        """The title, what kind of attention it is, and how the sheet is used."""
        sheet = self.item.sheet
        variant, mechanism = sheet.plan.problem.variant, sheet.plan.mechanism
        self.text(sheet.plan.title, "title")
        aside = str(variant) if variant else "" if sheet.plan.title == mechanism.title else mechanism.title
        for words in (aside, *self.how):
            if words:
                self.text(words, "aside")
        self.row += 1

    def given(self) -> None:
        """What is given, and what letters stand for."""
        self.section("Given")
        for name in self.item.sheet.plan.problem.values:
            cell = Area(self.row, HEAD)
            self.sheet.write_string(self.row, 0, name, self.book.look("name"))
            self.book.cell(self.sheet, cell, self.lines.value_of(name), self.book.look("given"))
            self.lines.letters[name] = cell.fixed
            self.row += 1
        self.row += 1 if self.lines.letters else 0
        for record in self.lines.inputs:
            self.block(record, "given" if is_given(record) else "step")

    def step(self, record: Record) -> None:
        """A step: how it is made, what it says, and its cells."""
        self.heading(record)
        ends = (self.item.sheet.recorder.result, *self.item.sheet.recorder.ends)
        self.block(record, "given" if record.given else "result" if record.key in ends else "step")
        entries = () if record.given else dict.fromkeys(self.targets.entries(record, self.lines.view))
        for i, j in entries:
            if made := products(self.lines, record, i, j):
                self.products(made, self.shown(record))

    def products(self, made: Products, shown: str) -> None:
        """A cell for each product of an entry, and one for their sum."""
        self.sheet.write_string(self.row, 0, made.name, self.book.look("name"))
        for j, term in enumerate([*made.terms, "sum"]):
            self.sheet.write_string(self.row, HEAD + j, term, self.book.look("label"))
        cells, form = Area(self.row + 1, HEAD, 1, len(made.formulas)), self.book.look("product", shown)
        for j, (formula_, value) in enumerate(zip(made.formulas, made.values, strict=True)):
            self.book.cell(self.sheet, cells.cell(0, j), Cell(value, formula_), form)
        total = Cell(sum(made.values), f"=SUM({cells.text})")
        self.book.cell(self.sheet, cells.cell(0, cells.width), total, form)
        self.row += 3

    def heading(self, record: Record) -> None:
        """How a step is made, and what it says."""
        name, made = self.symbol(record), []
        if not record.given:
            expr = self.lines.view.expression(record, {**self.lines.hidden, **self.unseen})
            made = [formula(expr, TEXT, numeric=numeric) for numeric in (False, True)]
        self.text(" = ".join(dict.fromkeys([name, *made])), "formula")
        self.text(self.lines.view.says(record), "says")

    def block(self, record: Record, look: str) -> Area:
        """The cells of a line below the labels of its columns and beside those of its rows."""
        rows, columns = self.labels(record)
        area = Area(self.row + 1, HEAD, len(rows), len(columns))
        filled = self.lines.at(record, area)
        self.lines.areas[record.key] = area
        self.frame(record, rows, columns)
        self.fill(record, area, filled, look)
        self.row = area.top + area.height + 1
        return area

    def frame(self, record: Record, rows: Iterable[str], columns: Iterable[str]) -> None:
        """The name of a line and its labels."""
        self.sheet.write_string(self.row, 0, self.symbol(record), self.book.look("name"))
        for j, label in enumerate(columns):
            self.sheet.write_string(self.row, HEAD + j, label, self.book.look("label"))
        for i, label in enumerate(rows):
            self.sheet.write_string(self.row + 1 + i, 0, label, self.book.look("row label"))

    def fill(self, record: Record, area: Area, filled: Filled, look: str) -> None:
        """The cells of a line."""
        sheet, view = self.item.sheet, self.lines.view
        texts = view.texts(record, sheet.asked)
        of_line = self.shown(record) if look != "given" else GENERAL
        self.book.fill(self.sheet, area, filled, lambda i, j: self.book.look(look, number_format(texts[i][j], of_line)))

    def shown(self, record: Record) -> str:
        """How the numbers of a line are shown."""
        sheet = self.item.sheet
        return decimals(self.lines.view.texts(record, sheet.asked), sheet.asked.decimals, self.item.significant)

    def section(self, title: str) -> None:
        """A heading over several blocks."""
        self.text(title, "section")

    def notes(self) -> None:
        """What the reader should know about the whole."""
        for note in self.item.sheet.recorder.notes:
            self.text(note, "says")

    def text(self, words: str, look: str) -> None:
        """Words in as many rows as they need; a sheet is printed as wide as its longest row."""
        for line in wrap(words, WIDTHS.get(look, WIDTH), break_on_hyphens=False) or [""]:
            self.sheet.write_string(self.row, 0, line, self.book.look(look))
            self.row += 1

    def labels(self, record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What stands beside the rows and above the columns of a line."""
        problem = self.item.sheet.plan.problem
        try:
            return labels(self.lines.view.axes(record), problem.labels)[:2]
        except InputError as error:
            raise error.at(problem.places.get("labels")) from None

    def symbol(self, record: Record) -> str:
        """A line's name as it is printed."""
        base, section = record.name, record.section
        if not section and (known := read_name(base)) and known.row is None:
            base, section = known.base, known.section
        return symbol(base, section, TEXT)
