"""One question of a paper, solved once for all that is said of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.generate.exam import Posed
from attncalc.generate.mistaken import Change, carried, remade
from attncalc.generate.recipe import Ask
from attncalc.problem.names import read_name
from attncalc.render.blocks import Grid
from attncalc.render.exam.parts import marks
from attncalc.render.layout import Selection, lay_out
from attncalc.render.view import View, transposed
from attncalc.solve import solve
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

UNSETTLED = "?"
PLAIN = (1, 2, 4)  # parts of a mark

Texts = list[list[str]]


@dataclass
class Solved:
    """A question with its solution."""

    posed: Posed
    change: Change | None = None
    stated: bool = False

    @cached_property
    def sheet(self) -> Worksheet:
        """The solution, as it is asked for."""
        item = self.posed.item
        sheet = solve(self.posed.problem, item.arithmetic, decimals=item.decimals)
        return sheet.changed(remade(self.change, stated=self.stated)) if self.change else sheet

    def changed(self, change: Change, *, stated: bool = False) -> Solved:
        """The same with a mistake in it and what follows; the formulas of the lines say so where it is `stated`."""
        made = replace(self, change=change, stated=stated)
        vars(made)["calculation"] = self.calculation  # of the true work, which stays the same
        return made

    @cached_property
    def calculation(self) -> Calculation:
        """The work in numbers that mistakes can be made with."""
        return Calculation(solve(self.posed.problem, decimals=self.posed.item.decimals))

    @cached_property
    def lines(self) -> Lines:
        """Every line in these numbers, as it follows from the mistake if there is one."""
        truth = self.calculation.truth
        return carried(self.calculation, self.change, truth) or truth if self.change else truth

    @cached_property
    def asked(self) -> dict[str, tuple[Ask, Record]]:
        """What is asked, line by line, by the name that it has on the page."""
        records = [(ask, record) for ask in self.posed.item.ask for record in ask.records(self.sheet)]
        return {self.grid(record).name.text: (ask, record) for ask, record in records}

    @cached_property
    def leading(self) -> set[str]:
        """What is asked, and all lines that it is calculated from."""
        reached = {record.key for _, record in self.asked.values()}
        for record in reversed(self.sheet.records):
            if record.key in reached:
                reached.update(line.key for line in record.expr.sources())
        return reached

    @cached_property
    def names(self) -> dict[str, str]:
        """The LaTeX of the names of all lines, of what is given, and of what other questions hand on."""
        found: dict[str, str] = {}
        taken = (source.name for source in self.posed.item.sources.values())
        for key in (*taken, *(record.key for record in (*self.sheet.inputs, *self.sheet.records))):
            if (known := read_name(key)) and known.row is None:
                latex = symbol(known.base, known.section, LATEX)
                found |= {key: latex, symbol(known.base, known.section, TEXT): latex}
        return found

    def digits(self, *records: Record) -> str:
        """How the numbers of these lines are asked for; of whole ones nothing has to be said."""
        if self.posed.item.exact:
            return ", in closed form"
        decimals = self.sheet.asked.decimals
        is_whole = not any("." in text for record in records for row in self.texts(record) for text in row)
        return "" if is_whole else f", to {decimals} decimal{'s' * (decimals != 1)}"

    def grid(self, record: Record) -> Grid:
        """A line of the work as a matrix with labels."""
        grids = [block for block in lay_out(self.sheet, Selection((record.key,))) if isinstance(block, Grid)]
        selected = [
            other.key
            for other in self.sheet.records
            if other.key == record.key or (other.name == record.key and not record.section)
        ]
        return grids[selected.index(record.key)]  # c is c of every sentence too

    def worth(self, ask: Ask) -> str:
        """The marks of one line of a step; of those that have no plain part, what all of them have together."""
        first, *others = ask.records(self.sheet)
        share = Fraction(ask.marks) / (1 + len(others))
        if share.denominator in PLAIN:
            return marks(share)
        kind = first.titles[-1].rpartition(" ")[0].lower() if first.titles else ask.step
        return f"{marks(Fraction(ask.marks))} for all {kind}s together"

    def texts(self, record: Record) -> Texts:
        """The entries of a line at the digits asked, as they stand on the page."""
        return View(self.sheet).texts(record, self.sheet.asked)

    def shown(self, value: Array, key: str) -> Texts:
        """Entries of a line at the digits asked, as they stand on the page."""
        text, digits = self.calculation.arithmetic.text, self.sheet.asked
        with self.calculation.working():
            rows = [[text(entry, digits) or UNSETTLED for entry in row] for row in value.rows]
        return transposed(rows) if self.calculation.is_turned(key) else rows


def bare(text: str) -> str:
    """Digits without zeros at their end: 0.5000 is 0.5."""
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
