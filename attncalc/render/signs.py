"""The sign of a printed equation: = where it holds when it is calculated again with the digits printed, otherwise ≈."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal as Digits
from fractions import Fraction
from functools import cached_property
from typing import Any

from attncalc.arithmetic.array import Array
from attncalc.errors import AttncalcError, MorePrecision
from attncalc.reading.number import Node
from attncalc.render.blocks import Math
from attncalc.worksheet.evaluate import evaluate
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Texts, Worksheet

EQUAL, ABOUT = Math("=", "="), Math("≈", r"\approx")
PRECISION = 128  # bits, far beyond the digits that are printed
DIGITS = 17  # of floats that were typed
NO_VALUE = (AttncalcError, ArithmeticError, MorePrecision, IndexError, KeyError, ValueError)  # of printed digits


class Signs:
    """Signs of the equations of a sheet, whose lines have the digits that were asked for."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        from attncalc.arithmetic.decimal import Decimal  # what only lays out needs no balls

        self.arithmetic = Decimal(PRECISION)
        self._lines: dict[str, Array] = {}

    @cached_property
    def _is_exact(self) -> bool:
        return self.sheet.arithmetic.name == "exact"

    def of_line(self, record: Record, hidden: Mapping[str, Expr]) -> Math:
        """Between the operands of a line, with lines of `hidden` replaced by what made them, and its entries."""
        if self._is_exact:  # closed forms, or digits with a sign of their own
            return EQUAL
        expr = _as_printed(inlined(record.expr, dict(hidden)))
        texts = self.sheet.texts(record, self.sheet.asked)
        try:
            with self.arithmetic.working():
                made = self._value(expr)
                return EQUAL if _same(self._texts(made), texts) else ABOUT
        except NO_VALUE:
            return ABOUT

    def of_entry(self, numbers: Node, text: str) -> Math:
        """Between numbers that are written out and the digits of what they come to."""
        if _is_masked(numbers):
            return EQUAL
        try:
            with self.arithmetic.working():
                made = self.arithmetic.text(self.arithmetic.evaluate(numbers, {}), self.sheet.asked)
        except NO_VALUE:
            return EQUAL if self._is_exact else ABOUT
        return EQUAL if _same([[made]], [[text]]) else ABOUT

    def of_closed(self, form: Node, text: str) -> Math:
        """Between a closed form and its digits: = where these are all that there are, 5/2 = 2.5."""
        value = form.args[0] if form.kind == "neg" else form
        if value.kind != "/" or any(part.kind != "number" for part in value.args) or text.endswith(OPEN):
            return ABOUT
        top, bottom = (Fraction(part.text) for part in value.args)
        return EQUAL if abs(Fraction(text)) * bottom == top else ABOUT

    def _value(self, expr: Expr) -> Array:
        lines = {line.key: self._printed(line.key) for line in expr.lines()}
        found: Array = evaluate(self.arithmetic, expr, lines)
        return found

    def _printed(self, key: str) -> Array:
        """A line by its digits; what was typed stands as it was typed."""
        if key not in self._lines:
            record, typed = self.sheet.record(key), key in self.sheet.plan.problem.given
            if typed and isinstance(record.value, Array):
                self._lines[key] = record.value
            else:
                digits = self.sheet.digits(significant=DIGITS) if typed else self.sheet.asked
                rows = [[self._entry(text) for text in row] for row in self.sheet.texts(record, digits)]
                self._lines[key] = self.arithmetic.array(rows).reshape(*record.value.shape)
        return self._lines[key]

    def _entry(self, text: str) -> Any:
        return self.arithmetic.minus_infinity() if text == "-inf" else self.arithmetic.rational(text)

    def _texts(self, value: Array) -> Iterator[Iterator[str | None]]:
        return ((self.arithmetic.text(entry, self.sheet.asked) for entry in row) for row in value.rows)


def _as_printed(expr: Expr) -> Expr:
    """The expression with exponentials in place of those that a table prescribes, e² = 7.39."""
    return replace(expr, op="exp" if expr.op == "table" else expr.op, args=tuple(map(_as_printed, expr.args)))


def _is_masked(numbers: Node) -> bool:
    """Whether −∞ stands in it."""
    return numbers.text.endswith("inf") or any(map(_is_masked, numbers.args))


def _same(made: Iterable[Iterable[str | None]], printed: Texts) -> bool:
    """Whether two tables of digits say the same numbers: 0.50 and 0.5 do."""
    pairs = (pair for rows in zip(made, printed, strict=True) for pair in zip(*rows, strict=True))
    return all(one == other or (one is not None and Digits(one) == Digits(other)) for one, other in pairs)
