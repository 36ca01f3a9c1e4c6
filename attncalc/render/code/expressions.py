"""Expressions in code: the table of spellings applied to a tree, with no more parentheses than needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from attncalc.render.code.by_words import by_words
from attncalc.render.code.dialect import TORCH, Dialect
from attncalc.render.code.identifiers import Identifiers
from attncalc.render.code.numerals import Numerals, Spelt, tight, within
from attncalc.render.code.spelling import ATOM
from attncalc.render.code.spellings import SPELLINGS
from attncalc.render.code.tables import TABLES, constant, is_one_number
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import softmax_of

NUMBERS = {"total", "mean", "largest", "zeros", "dot", "entry", "first reaching", "constant"}  # always one number
OF_A_VECTOR = {"row sums", "row means", "row max", "argmax"}  # one number, of a vector
ARRAYS = {"matmul", "beside", "row", "one column", "columns", "picked", "gathered", "reshaped"}  # never one number
TAKES_NUMBERS = {"LeakyReLU", "first reaching", "power"}  # in torch too
LEFT = {"matmul", "hadamard", "over"}  # a chain of these is read from the left


@dataclass
class Expressions:
    """Writes expressions in one library; `letter` gives the identifier of a letter with a value, or None.

    `single` says of lines whether code has a number where the worksheet has a vector of one entry; `numbered` gives
    the code of inputs that say where something stands, by what that is on the page, and where, from 0; `latest` is
    the identifier of the line before.
    """

    dialect: Dialect
    names: Identifiers
    letter: Callable[[str], str | None] = lambda _: None
    single: dict[str, bool] = field(default_factory=dict)
    latest: str = ""
    numbered: dict[tuple[str, tuple[int | None, ...]], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numerals = Numerals(self.dialect, self.letter)

    @property
    def is_torch(self) -> bool:
        """Whether this is torch."""
        return self.dialect is TORCH

    def wrote(self, key: str, expr: Expr) -> None:
        """Remembers a line that is written."""
        self.single[key], self.latest = self.is_number(expr), self.names[key]

    def write(self, expr: Expr) -> str:
        """An expression as code."""
        return self._write(expr)[0]

    def softmax(self, function: str, scores: Expr, *, down: bool) -> str:
        """A call of this softmax, along the rows or down the columns."""
        side = "dim" if self.is_torch else "axis"
        axis = "0" if down else "-1" if function == "torch.softmax" else None
        return f"{function}({self.write(scores)}{f', {side}={axis}' if axis else ''})"

    def is_number(self, expr: Expr) -> bool:
        """Whether code has a single number here."""
        if expr.op == "line":
            return self.single.get(expr.key, False)
        if expr.op in NUMBERS:
            return True
        if expr.op in OF_A_VECTOR:
            return len(expr.args[0].axes) == 1
        if expr.op == "rule":
            return is_one_number(expr.axes)
        entrywise = len(expr.axes) == 1 and expr.axes[0].size == 1 and expr.op not in ARRAYS
        return entrywise and all(map(self.is_number, expr.args))

    def _write(self, expr: Expr) -> Spelt:
        if expr.op == "line":
            return self.names[expr.key], ATOM
        if expr.op == "constant":
            return constant(expr, self.numerals)
        if (scores := softmax_of(expr)) is not None:
            function = "torch.softmax" if self.is_torch else "softmax"
            return self.softmax(function, scores, down=expr.op == "share down"), ATOM
        if made := by_words(expr, self):
            return made
        if expr.op in TABLES:
            return TABLES[expr.op](expr, self.numerals, [self.write(arg) for arg in expr.args])
        return self._spelt(expr)

    def _spelt(self, expr: Expr) -> Spelt:
        spelling = SPELLINGS[expr.op]
        if spelling.bare:
            expr = replace(expr, args=tuple(arg.args[0] if arg.op == "column" else arg for arg in expr.args))
        asks = spelling.asks + (0,) * len(expr.args)
        parts = [self._argument(expr, arg, asked) for arg, asked in zip(expr.args, asks, strict=False)]
        return tight(spelling.template(expr, self.dialect).format(*parts)), spelling.binding

    def _argument(self, whole: Expr, arg: Expr, asks: float) -> str:
        spelt = self._write(arg)
        if arg.op == "constant":
            made = self.is_torch and asks == 0 and whole.op not in TAKES_NUMBERS
            return f"torch.tensor({spelt[0]})" if made else within(spelt, asks)
        if SPELLINGS[whole.op].flat and self.is_number(arg):
            return f"{self.dialect.prefix}.atleast_1d({spelt[0]})"
        chained = arg is whole.args[0] and arg.op == whole.op and whole.op in LEFT
        return spelt[0] if chained else within(spelt, asks)
