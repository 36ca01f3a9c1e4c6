"""What stands in the cells of each line of a worksheet: numbers, or formulas over the cells of other lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, prod
from typing import NamedTuple

from attncalc.errors import OutputError
from attncalc.reading.number import Node, read_number
from attncalc.render.formats import Solved
from attncalc.render.needed import given, put_in, steps
from attncalc.render.view import View
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.formulas import Formulas, whole
from attncalc.render.xlsx.spelling import Spelt, size
from attncalc.render.xlsx.trees import Trees
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN

PRECISE = 17
LONGEST = 8192  # characters that a formula may have
ROUNDED = {"half-up": "ROUND", "down": "ROUNDDOWN"}
INFINITE, MASKED = "-inf", "−∞"
Value = float | str


class Cell(NamedTuple):
    """A number or a word, and the formula that makes it, if one does."""

    value: Value
    formula: str = ""
    is_array: bool = False


class Filled(NamedTuple):
    """The cells of a line, and the one formula of all of them, if there is one."""

    cells: list[list[Cell]]
    formula: str = ""


@dataclass
class Lines:
    """The lines of one solution that a sheet has: what is given, and every step."""

    item: Solved
    areas: dict[str, Area] = field(default_factory=dict)
    letters: dict[str, str] = field(default_factory=dict)
    masks: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.sheet, self.view = self.item.sheet, View(self.item.sheet)
        self.hidden: Mapping[str, Expr] = put_in(self.item, lambda _: True)
        self.steps = steps(self.item, self.hidden)
        self.inputs = given(self.item, self.steps, self.hidden)

    @cached_property
    def turned(self) -> set[str]:
        """The lines of which the page shows the transpose."""
        records = (*self.sheet.inputs, *self.sheet.records)
        return {record.key for record in records if self.view.is_turned(record.key, record.expr.axes)}

    def expression(self, record: Record) -> Expr:
        """The expression of a step over the lines that are shown."""
        return self.view.expression(record, dict(self.hidden))

    def value_of(self, name: str) -> Cell:
        """What a letter stands for."""
        number = read_number(self.sheet.plan.problem.values[name])
        with self.sheet.arithmetic.working():
            text = self.sheet.arithmetic.text(
                self.sheet.arithmetic.number(number), self.sheet.digits(significant=PRECISE)
            )
        return self._typed(number.tree, _value(text or "0", name))

    def at(self, record: Record, area: Area, areas: Mapping[str, Area] | None = None) -> Filled:
        """What stands in the cells of a line that has this area, over the areas of others."""
        if is_given(record):
            return Filled(self._given(record))
        return self._step(record, area, self.areas if areas is None else areas)

    def _given(self, record: Record) -> list[list[Cell]]:
        """An input as it was typed, or in digits where nobody typed it."""
        values = self.values(record)
        if any(MASKED in row for row in values) or record.name == "M":
            self.masks.add(record.key)
        typed = self.sheet.plan.problem.given.get(record.key)
        axes = self.view.axes(record)
        fits = typed is not None and (len(axes) == 1 or list(typed.shape) == [axis.size for axis in axes])
        if typed is None or not fits or prod(typed.shape) != prod(axis.size or 0 for axis in axes):
            return [[Cell(value) for value in row] for row in values]
        numbers = iter(number for row in typed.rows for number in row)
        return [[self._typed(next(numbers).tree, value) for value in row] for row in values]

    def _typed(self, tree: Node | None, value: Value) -> Cell:
        """A number with the formula that was typed for it, such as 1/3."""
        if tree is None or isinstance(value, str):
            return Cell(value)
        return _cell(Trees({}, self.letters).spell(tree), value)

    def _step(self, record: Record, area: Area, areas: Mapping[str, Area]) -> Filled:
        expr, values = self.expression(record), self.values(record)
        empty = record.expr.op == "share" and any(not any(row) for row in self.values(record, turned=False))
        formulas = Formulas(areas, self.letters, self.texts, self.turned, self.masks, self.fixed, (expr, area), empty)
        if record.expr.op == "rule" and not formulas.decided(record.expr.params.by):
            self.fixed.add(record.key)
        if hides := formulas.hides(expr):
            self.masks.add(record.key)
        if made := whole(formulas, expr):
            return Filled([[Cell(value) for value in row] for row in values], self._settled(made, hides=hides).text)
        height, width = size(expr)
        return Filled(
            [
                [
                    _cell(
                        self._settled(formulas.spell(expr, (range(i, i + 1), range(j, j + 1))), hides=hides),
                        values[i][j],
                    )
                    for j in range(width)
                ]
                for i in range(height)
            ]
        )

    def _settled(self, spelt: Spelt, *, hides: bool) -> Spelt:
        """The formula as the arithmetic leaves its numbers: rounded, where every line is."""
        ar = self.sheet.arithmetic
        if ar.name != "rounded":
            return spelt
        rule: str = ar.rule  # type: ignore[attr-defined]
        if rule not in ROUNDED:
            raise OutputError(f"a spreadsheet has no function that rounds {rule}", hint="--round half-up")
        made = f"{ROUNDED[rule]}({spelt.text},{ar.decimals})"  # type: ignore[attr-defined]
        return Spelt(f"IF(ISNUMBER({spelt.text}),{made},{spelt.text})" if hides else made, is_array=spelt.is_array)

    def texts(self, key: str) -> list[list[str]]:
        """The entries of a line as they stand on the page, in as many digits as cells hold."""
        return self.view.texts(self.sheet.record(key), self.sheet.digits(significant=PRECISE))

    def values(self, record: Record, *, turned: bool = True) -> list[list[Value]]:
        """What the entries of a line come to, as they stand on the page unless `turned` is not asked."""
        digits = self.sheet.digits(significant=PRECISE)
        texts = self.view.texts(record, digits) if turned else self.sheet.texts(record, digits)
        return [[_value(text, record.key) for text in row] for row in texts]


def is_given(record: Record) -> bool:
    """Whether the numbers of a line are given, and no part of another that is."""
    return record.given and record.expr.op != "columns"


def _value(text: str, name: str) -> Value:
    if text == INFINITE:
        return MASKED
    digits = text.rstrip(OPEN)
    if not digits:
        raise OutputError(
            f"{name} holds a letter that has no value, and a spreadsheet needs one", hint="values: {a: 2}"
        )
    value = float(digits)
    if not isfinite(value):
        raise OutputError(
            f"{name} holds a number that is too large for a spreadsheet",
            hint="Spreadsheets calculate with numbers up to 10^308.",
        )
    return value


NUMERAL = frozenset("0123456789.-")


def _cell(spelt: Spelt, value: Value) -> Cell:
    """A cell with a formula; one that says no more than its value has none."""
    if set(spelt.text) <= NUMERAL or (isinstance(value, str) and spelt.text == f'"{MASKED}"'):
        return Cell(value)
    if len(spelt.text) > LONGEST:
        raise OutputError(f"a formula would have more than {LONGEST} characters, which spreadsheets do not take")
    return Cell(value, f"={spelt.text}", spelt.is_array)


def every(filled: Filled) -> Iterator[tuple[int, int, Cell]]:
    """The cells with their rows and columns, from 0."""
    return ((i, j, cell) for i, row in enumerate(filled.cells) for j, cell in enumerate(row))
