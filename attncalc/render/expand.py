"""What `--expand` asks for, and the lines that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from attncalc.errors import InputError, shorten
from attncalc.problem.names import read_name
from attncalc.reading.number import Node
from attncalc.render.blocks import Block, Formula, Math, Piece
from attncalc.render.roles import ROLES, stretches, with_roles
from attncalc.render.signs import EQUAL, Signs
from attncalc.render.view import View
from attncalc.worksheet.entries import Line, index_of, signed, written_out
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import LATEX, TEXT, Style, entry_name, write
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Worksheet

PLAIN = ("number", "-inf")  # values that need no digits beside them
TARGET = re.compile(r"(?P<step>[^:]+)(?::(?P<row>\d{1,6})(?:,(?P<column>\d{1,6}))?)?")


class Targets:
    """The entries to write out: `all`, STEP, STEP:row or STEP:row,column, as they stand on the page."""

    def __init__(self, texts: Sequence[str], sheet: Worksheet) -> None:
        self.all = "all" in texts
        self.wanted = [self._read(text, sheet) for text in texts if text != "all"]

    @staticmethod
    def _read(text: str, sheet: Worksheet) -> tuple[str, int | None, int | None]:
        match = TARGET.fullmatch(text.strip())
        if match is None:
            raise InputError(
                f"--expand {shorten(text)} names no entry",
                hint="Write --expand S:1,2, --expand S:1, --expand S or --expand all.",
            )
        known = read_name(match["step"])
        keys = [record.key for record in sheet.records]
        bases = [record.name for record in sheet.records]
        if known is None or (str(known) not in keys and (known.section or known.base not in bases)):
            record = sheet.record(match["step"])  # raises, with a close match
            raise InputError(f"--expand: {record.key} is given; only what is computed can be written out")
        return (
            str(known),
            int(match["row"]) if match["row"] else None,
            int(match["column"]) if match["column"] else None,
        )

    def names(self, record: Record) -> bool:
        """Whether a step is asked for by its name."""
        return any(name in (record.key, record.name) for name, _, _ in self.wanted)

    def lines(self, record: Record, view: View, hidden: dict[str, Expr], signs: Signs) -> Iterator[Block]:
        """The entries of a step that are asked for, written out."""
        entries = list(dict.fromkeys(self.entries(record, view)))
        if entries and not record.given:
            lines = dict.fromkeys(line for i, j in entries for line in entry_lines(record, i, j, view, hidden))
            maths = [line_math(line, view, signs) for line in lines]
            parts = tuple(stretches(math.text, _factors(line, view)) for line, math in zip(lines, maths, strict=True))
            yield Formula(tuple((math,) for math in maths), stretches=parts)

    def marked(self, record: Record, view: View, line: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """A product of two matrices with the row and the column marked that one entry is made of, if one is asked."""
        entries = set() if record.given else set(self.entries(record, view))
        return with_roles(line, *entries.pop()) if len(entries) == 1 else line

    def entries(self, record: Record, view: View) -> Iterator[tuple[int, int]]:
        """The entries of a step that are asked for, by row and column from 0 on the page."""
        axes = view.axes(record)
        rows, columns = [_numbers(axis) for axis in (axes if len(axes) == 2 else (Axis("1", 1), *axes))]
        for name, row, column in [*self.wanted, *([(record.key, None, None)] if self.all else [])]:
            if name not in (record.key, record.name):
                continue
            is_entry = len(record.expr.axes) == 1 and column is None  # of a vector
            row, column = (None, row) if is_entry else (row, column)  # noqa: PLW2901
            if row not in (None, *rows) or column not in (None, *columns):
                raise InputError(f"--expand: there is no such entry; {name} is {len(rows)}×{len(columns)}")
            yield from (
                (i, j)
                for i, number in enumerate(rows)
                if row in (None, number)
                for j, other in enumerate(columns)
                if column in (None, other)
            )


def _numbers(axis: Axis) -> tuple[int, ...]:
    """The numbers along an axis: from 1, or those that are picked."""
    return axis.picked or tuple(range(1, (axis.size or 0) + 1))


def entry_lines(record: Record, i: int, j: int, view: View, hidden: dict[str, Expr]) -> Iterator[Line]:
    """The lines that lead to one entry, its row and column from 0 as they stand on the page."""
    records = {known.key: known for known in view.sheet.records}
    return written_out(
        record.key,
        i,
        j,
        lambda key: view.expression(records[key]) if key in records and not records[key].given else None,
        lambda key, a, b: _value(view, key, a, b),
        set(hidden),
    )


def _value(view: View, key: str, i: int, j: int) -> Node:
    """An entry of a line: in closed form where these are asked and there is one, otherwise its digits."""
    record = view.sheet.record(key)
    tree = view.tree(record, i, j) if view.sheet.arithmetic.name == "exact" else None
    return tree or signed(view.texts(record, view.sheet.asked)[i][j])


def _factors(line: Line, view: View) -> list[tuple[str, str]]:
    """The factors of a sum of products as they are written, each from the row or from the column."""
    if view.expression(view.sheet.record(line.key)).op != "matmul":
        return []
    terms = line.numbers.args if line.numbers.kind == "+" else (line.numbers,)
    pairs = [term.args for term in terms if term.kind == "*" and len(term.args) == 2]
    return [(write(factor, TEXT, loose=True), role) for pair in pairs for factor, role in zip(pair, ROLES, strict=True)]


def line_math(line: Line, view: View, signs: Signs) -> Math:
    """One line of an entry written out, as text and in LaTeX."""
    record = view.sheet.record(line.key)
    digits = view.texts(record, view.sheet.asked)[line.row][line.column]
    is_closed = (line.value.args[0] if line.value.kind == "neg" else line.value).kind not in PLAIN
    ends = [(line.value, EQUAL if is_closed else signs.of_entry(line.numbers, digits))]
    if is_closed and digits != OPEN:
        ends.append((signed(digits), signs.of_closed(line.value, digits)))
    return Math(_text(line, view, TEXT, ends), _text(line, view, LATEX, ends))


def _text(line: Line, view: View, style: Style, ends: Sequence[tuple[Node, Math]]) -> str:
    """Its name, how it is made in names and in numbers, and what that comes to, each with its sign."""
    record = view.sheet.record(line.key)
    index = index_of(replace(record.expr, axes=view.axes(record)), line.row, line.column)
    names = [write(line.names, style, loose=True)] if line.names else []
    made = [entry_name(line.key, index, style), *names, write(line.numbers, style, loose=True)]
    text = " = ".join(dict.fromkeys(made))
    for value, sign in ends:
        if (shown := write(value, style, loose=True)) != made[-1]:
            text += f" {sign.latex if style.latex else sign.text} {shown}"
    return text
