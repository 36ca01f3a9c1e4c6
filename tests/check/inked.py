"""What the reader gives of a page, as far as it is measured: numbers and rows. Only here is it asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.arithmetic.floats import Float
from attncalc.check.handed_in import form_of
from attncalc.errors import AttncalcError
from attncalc.reading import read_page
from attncalc.reading.ink import Ink, Paper, Statement

FLOAT = Float()
VALUELESS = {"matrix", "row", "blank", "words"}


@dataclass(frozen=True, slots=True)
class Written:
    """Something that stands on one line from `column` to `end`, and its value; None where it is a larger form."""

    line: int
    column: int
    end: int
    value: float | None = None

    def meets(self, line: int, column: int, width: int) -> bool:
        """Whether it stands where something else does, so many characters wide, at least in part."""
        return self.line == line and self.column < column + width and column < self.end


@dataclass(frozen=True, slots=True)
class Block:
    """A matrix, a vector or a list: its cells, the label of each row, and what is said before and above them."""

    rows: tuple[tuple[Written, ...], ...]
    labels: tuple[str, ...]
    words: str
    heading: str


@dataclass(frozen=True, slots=True)
class Inked:
    """A page as it is read: its numbers and larger forms, and the blocks in which they stand."""

    forms: tuple[Written, ...]
    blocks: tuple[Block, ...]


def inked(text: str, source: str) -> Inked:
    """What the reader gives of a page."""
    paper = read_page(text, source, form_of(text, source))
    sides = [(statement, side) for statement in paper.statements for side in statement.sides]
    forms = (_written(paper, ink) for _, side in sides for ink in side.walk() if ink.kind not in VALUELESS)
    return Inked(tuple(forms), tuple(block for pair in sides for block in _blocks(paper, *pair)))


def _written(paper: Paper, ink: Ink) -> Written:
    line, column = paper.at(ink.start)
    last, end = paper.at(max(ink.start, ink.end - 1))
    return Written(line, column, end + 1 if last == line else column + len(ink.text), _value(ink))


def _value(ink: Ink) -> float | None:
    """The value of a number, or of one with a minus before it."""
    if ink.kind == "neg" and len(ink.args) == 1:
        value = _value(ink.args[0])
        return None if value is None else -value
    if ink.number is None:
        return None
    if ink.number.is_minus_infinity:
        return float("-inf")
    try:
        return float(FLOAT.number(ink.number))
    except (AttncalcError, ArithmeticError):
        return None


def _blocks(paper: Paper, statement: Statement, side: Ink) -> Iterator[Block]:
    names = (other.text for other in statement.sides if other is not side)
    words = " ".join([statement.words, *names])
    for ink in side.walk():
        if ink.kind == "matrix":
            rows = tuple(tuple(_written(paper, cell) for cell in row.args if cell.kind != "blank") for row in ink.args)
            yield Block(rows, statement.rows, words, statement.heading)
