"""The lines of a worksheet as lines of code."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod

from attncalc.reading.number import Number, read_number
from attncalc.render.code.arrays import array, matrix
from attncalc.render.code.by_words import NUMBERED
from attncalc.render.code.dialect import TORCH, Dialect
from attncalc.render.code.expressions import Expressions
from attncalc.render.code.helpers import NAMES
from attncalc.render.code.identifiers import Identifiers
from attncalc.render.code.library import in_one_call
from attncalc.render.code.tables import from_digits, words
from attncalc.render.view import View
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import softmax_of
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

PRECISE = 17


@dataclass
class Writer:
    """Writes lines of one worksheet as the page shows them; `hidden` lines are put into those that use them."""

    sheet: Worksheet
    dialect: Dialect
    hidden: dict[str, Expr]
    written: Collection[str]

    def __post_init__(self) -> None:
        self.view = View(self.sheet)
        lines = (record.key for record in (*self.sheet.inputs, *self.sheet.records))
        self.names = Identifiers(lines, NAMES)
        self.expressions = Expressions(self.dialect, self.names, self._letter)
        self.lines: dict[str, Expr] = {}
        for key, what in NUMBERED.items():
            if record := next((record for record in self.sheet.inputs if record.key == key), None):
                numbers = [int(float(text)) for text in self.view.texts(record, self.sheet.digits(0))[0]]
                for first, code in ((0, self.names[key]), (1, f"{self.names[key]} - 1")):
                    self.expressions.numbered[what, tuple(number - first for number in numbers)] = code

    def given(self, inputs: list[Record]) -> list[str]:
        """The letters that stand for numbers, and these inputs."""
        values = self.sheet.plan.problem.values
        letters = [f"{self.names.letter(name)} = {self._number(read_number(text))}" for name, text in values.items()]
        whole, parts = (
            [record for record in inputs if (record.expr.op == "columns") is kind] for kind in (False, True)
        )
        typed, cut = (
            [f"{self.names[record.key]} = {self._given(record)}" for record in records] for records in (whole, parts)
        )
        return [*letters, *typed, *self._followed(record.key for record in whole), *cut]

    def line(self, record: Record) -> list[str]:
        """The line of a step, under the words that its table is made by and above the library's own call."""
        if record.given:
            return [f"{self.names[record.key]} = {self._given(record)}", *self._followed([record.key])]
        expr = self.view.expression(record, self.hidden)
        shares = self._share(record, expr)
        call = in_one_call(expr, self.lines, self.expressions) if self.dialect is TORCH else None
        if not shares:
            self.lines[record.key] = expr
        above = [f"# {said}"] if (said := words(expr)) else []
        line = f"{self.names[record.key]} = {shares or self.expressions.write(expr)}"
        self.expressions.wrote(record.key, expr)
        return [*above, line, *([f"# The same: {call}"] if call else [])]

    @cached_property
    def _gradients(self) -> dict[str, str]:
        """The gradients that autograd can find too: those that are written, where what they start from is."""
        w = self.sheet.recorder
        ends = {key for pair in w.outputs.items() for key in pair if key}
        written = {key: name for key, name in w.gradients.items() if {key, name} <= {*self.written}}
        return written if self.dialect is TORCH and ends <= {*self.written} else {}

    def _followed(self, keys: Iterable[str]) -> list[str]:
        """The line that has autograd follow these."""
        found = [self.names[key] for key in keys if key in self._gradients]
        return [f"follow({', '.join(found)})"] if found else []

    def by_autograd(self) -> list[str]:
        """The gradients once more, as torch finds them: an error where these are others."""
        if not self._gradients:
            return []
        ends = self.sheet.recorder.outputs
        outputs, inputs, formulas = map(self._listed, (ends, self._gradients, self._gradients.values()))
        starts = f", {self._listed(ends.values())}" if any(ends.values()) else ""
        return [
            "# The same gradients by autograd",
            f"found = torch.autograd.grad({outputs}, {inputs}{starts})",
            f"agree(found, {formulas})",
        ]

    def _listed(self, keys: Iterable[str]) -> str:
        return f"[{', '.join(self.names[key] for key in keys)}]"

    def is_number(self, record: Record) -> bool:
        """Whether code has a single number for this line, which it has written."""
        return self.expressions.single.get(record.key, False)

    def _letter(self, name: str) -> str | None:
        return self.names.letter(name) if name in self.sheet.plan.problem.values else None

    def _number(self, number: Number) -> str:
        return self.expressions.numerals.number(number)

    def _given(self, record: Record) -> str:
        """An array as it was typed, or in digits where nobody typed it; a part of another one as that."""
        if record.expr.op == "columns":
            return self.expressions.write(self.view.expression(record, self.hidden))
        axes = self.view.axes(record)
        vector = len(axes) == 1
        typed = self.sheet.plan.problem.given.get(record.key)
        sizes = [axis.size or 0 for axis in axes]
        if typed and (vector or [*typed.shape] == sizes) and prod(typed.shape) == prod(sizes):
            rows = [list(map(self._number, row)) for row in typed.rows]
            return array(rows, self.dialect, vector=vector, index=record.key in NUMBERED)
        digits = self.view.texts(record, self.sheet.digits(significant=PRECISE))
        rows = [[from_digits(text, self.dialect) for text in row] for row in digits]
        return array(rows, self.dialect, vector=True) if vector else matrix(rows, self.dialect)

    def _share(self, record: Record, expr: Expr) -> str | None:
        """A line of shares where some row is hidden as a whole, and has shares of 0."""
        ar = self.sheet.arithmetic
        if expr.op not in ("share", "share down") or not any(
            all(ar.is_number(entry, 0) for entry in row) for row in ar.rows(record.value)
        ):
            return None
        if (scores := softmax_of(expr)) is not None:
            return self.expressions.softmax("softmax_or_zero", scores, down=expr.op == "share down")
        return f"share({', '.join(map(self.expressions.write, expr.args))})"
