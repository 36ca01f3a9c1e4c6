"""Matrices as people type them: nested lists, "1 2; 3 4", lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

from attncalc.errors import InputError, NumberError, Place, shorten
from attncalc.problem.number import PLAIN, Number, read_number
from attncalc.problem.tree import MAX_ENTRIES, Mapping, Node, Scalar, Sequence

Rows = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Entries as they were written, row by row, and where they stand; `flat` if typed as one list."""

    rows: Rows
    place: Place | None = None
    flat: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def transposed(self) -> Matrix:
        """Columns as rows."""
        return Matrix(tuple(zip(*self.rows, strict=True)), self.place)


def is_stack(node: Node) -> bool:
    """Whether `node` is a list of matrices: one for each head, or one for each sequence."""
    items = node.items if isinstance(node, Sequence) else ()
    return bool(items) and all(
        isinstance(item, Sequence) and bool(item.items) and isinstance(item.items[0], Sequence) for item in items
    )


def read_matrix(node: Node, name: str, symbols: Collection[str] = (), *, infinite: bool = False) -> Matrix:
    """The matrix that `node` holds; `name` is for messages, `infinite` allows -inf.

    Raises InputError at the first entry that is not a number, at a blank and at a ragged row.
    """
    if isinstance(node, Mapping):
        raise InputError(f"{name} should be a matrix, not a mapping", place=node.place)
    cells, flat = _scalar_cells(node) if isinstance(node, Scalar) else _list_cells(node, name)
    if sum(map(len, cells)) > MAX_ENTRIES:
        raise InputError(f"{name} has more than {MAX_ENTRIES:,} entries; that is no homework", place=node.place)
    read = partial(_entry, name=name, symbols=symbols, infinite=infinite)
    rows = tuple(tuple(read(cell, i, j) for j, cell in enumerate(row, 1)) for i, row in enumerate(cells, 1))
    if not rows or not rows[0]:
        raise InputError(f"{name} is empty", place=node.place)
    for i, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(f"row {i} of {name} has {_entries(len(row))}, row 1 has {len(rows[0])}",
                             place=cells[i - 1][0].place if row else node.place)  # fmt: skip
    return Matrix(rows, node.place, flat)


def _entries(count: int) -> str:
    return f"{count} entry" if count == 1 else f"{count} entries"


def _entry(cell: Scalar, row: int, column: int, *, name: str, symbols: Collection[str], infinite: bool) -> Number:
    if cell.blank:
        raise InputError(f"row {row}, column {column} of {name} is blank", place=cell.place)
    try:
        number = read_number(cell.text, symbols)
    except NumberError as error:
        error.message = f"{name}, row {row}, column {column}: {error.message}"
        if not cell.text.isprintable():
            error.hint = "In double quotes YAML reads the backslash itself; use single quotes."
        raise error.at(cell.place) from None
    if number.is_minus_infinity and not infinite:
        raise InputError(f"{name}, row {row}, column {column}: only scores and masks may hold -inf", place=cell.place)
    return number if number.tree is None else replace(number, place=cell.place)


def _list_cells(node: Sequence, name: str) -> tuple[list[list[Scalar]], bool]:
    """The cells of a list: rows that are lists, rows that are text, or the entries of one row."""
    scalars = [item for item in node.items if isinstance(item, Scalar)]
    if len(scalars) == len(node.items):
        if any(_is_text_row(item) for item in scalars):
            return [_split(item, item.text, 0) for item in scalars], False
        return [scalars], True
    return [_row(item, name, number) for number, item in enumerate(node.items, 1)], False


def _row(item: Node, name: str, number: int) -> list[Scalar]:
    if isinstance(item, Scalar):
        return _split(item, item.text, 0)
    if isinstance(item, Mapping) or not all(isinstance(cell, Scalar) for cell in item.items):
        hint = 'A blank in a list is written _ or "?".' if isinstance(item, Sequence) else None
        raise InputError(f"row {number} of {name} should be a list of numbers", place=item.place, hint=hint)
    cells = [cell for cell in item.items if isinstance(cell, Scalar)]
    if len(cells) == 1 and _is_text_row(cells[0]):  # a NumPy print: [[1 2], [3 4]]
        return _split(cells[0], cells[0].text, 0)
    for cell in cells:
        if _is_text_row(cell):
            raise InputError(
                f"row {number} of {name}: “{shorten(cell.text)}” is two numbers",
                place=cell.place,
                hint='Is a comma missing? With decimal commas, write points (1.5) or rows of text: "1,5 2,5; 3 4".',
            )
    return cells


def _is_text_row(cell: Scalar) -> bool:
    """Whether a cell holds several plain numbers; `ln 2` and `-2 1/2` are one."""
    parts = cell.text.replace("−", "-").split()
    return len(parts) > 1 and all(PLAIN.fullmatch(part) for part in parts)


def _scalar_cells(node: Scalar) -> tuple[list[list[Scalar]], bool]:
    """The cells of a text: rows end with a line or a semicolon, entries are parted by spaces or commas."""
    text = node.text
    lines = [(number, part) for number, line in enumerate(text.split("\n")) for part in line.split(";")]
    rows = [_split(node, part, number) for number, part in lines if part.strip(" \t[]")]
    return rows, len(rows) == 1 and not node.block


def _split(node: Scalar, row: str, line: int) -> list[Scalar]:
    """The entries of one row of text, each at its place."""
    row = row.strip(" \t[]")
    parts = _separator(node, row)(row)
    start = None if node.line is None else node.line + line + (1 if node.block else 0)
    return [Scalar(part, node.source, start, None if node.block else node.column, True) for part in parts]


def _separator(node: Scalar, row: str) -> Callable[[str], list[str]]:
    """How the entries of a row are parted; a comma between digits is a decimal comma beside spaces only."""
    row = row.replace("−", "-").replace("–", "-")
    if "," not in row:
        return str.split
    if re.search(r",\s", row):
        return lambda text: [part.strip() for part in text.split(",") if part.strip()]
    if re.search(r"\d\s+[-+\d]", row) or row.count(",") == 0:
        return lambda text: [re.sub(r"(?<=\d),(?=\d)", ".", part) for part in text.split()]
    if row.count(",") == 1 and re.fullmatch(r"[-+]?\d+,\d+", row):
        whole, _, rest = row.partition(",")
        raise InputError(
            f"“{row}” can be the one number {whole}.{rest} or the two numbers {whole} and {rest}",
            place=node.place,
            hint="Write a point for the decimals, or a space between entries.",
        )
    return lambda text: [part.strip() for part in text.split(",")]
