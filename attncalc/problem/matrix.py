"""Matrices as they were typed: lists, or text in any of the notations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from attncalc.errors import InputError, NumberError, Place, shorten
from attncalc.limits import ENTRY, MATRIX
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence
from attncalc.reading import matrices
from attncalc.reading.matrices import Body, Cell, TextError
from attncalc.reading.number import PLAIN, Number, is_number, read_number

Rows = tuple[tuple[Number, ...], ...]
COMMA = re.compile(r"[-+−]?\d+,\d+")
HIDDEN = {"x", "✗", "×", "."}  # a score that is crossed out, or shown as a dot


@dataclass(frozen=True, slots=True)
class Matrix:
    """Entries as they were written, row by row, and where they stand; `flat` if typed as one list.

    `labels` are the names of its rows, if they have any; rows with names, and x1, x2 …, are one `by_token` each. A
    matrix in `words` has no rows before its size is known.
    """

    rows: Rows
    place: Place | None = None
    flat: bool = False
    labels: tuple[str, ...] = ()
    words: str = ""
    by_token: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; none of what has no rows yet."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def transposed(self) -> Matrix:
        """Columns as rows."""
        return Matrix(tuple(zip(*self.rows, strict=True)), self.place, words=self.words)


def read_text(scalar: Scalar) -> Node:
    """The tree of a matrix typed as text. Raises InputError where it cannot be read, or can in more than one way."""
    try:
        found = matrices.read_matrix(scalar.text)
        if found[0].doubt:
            raise found[0].doubt
    except TextError as error:
        raise error.at(_cell(scalar, Cell("", error.start)).place) from None
    tree = written(scalar, found[0].body)
    row = tree.items[0] if isinstance(tree, Sequence) and len(tree.items) == 1 else tree
    if not isinstance(row, Sequence) or not all(isinstance(item, Scalar) for item in row.items):
        return tree
    if scalar.folded and ";" not in scalar.text and len(row.items) > 1:
        raise InputError(
            "YAML joins these lines to one, and the ends of the rows are lost",
            place=tree.place,
            hint="Write | after the colon, so that lines stay: Q: |",
        )
    return row._replace(items=(row,)) if row is tree and scalar.block and "[" not in scalar.text else tree


def written(scalar: Scalar, body: Body) -> Node:
    """What was read of a text as a tree, each cell with the line on which it stands."""
    if isinstance(body, Cell):
        return _cell(scalar, body)
    where = _cell(scalar, Cell("", body.start))[1:4]
    items = tuple(written(scalar, item) for item in body.items)
    if body.names:
        return Mapping(tuple(zip((_cell(scalar, name) for name in body.names), items, strict=True)), *where)
    return Sequence(items, *where)


def _cell(scalar: Scalar, cell: Cell) -> Scalar:
    if scalar.line is None:
        return Scalar(cell.text, scalar.source, quoted=True)
    line = scalar.line + scalar.block + bisect_left(_line_ends(scalar.text), cell.start)
    return Scalar(cell.text, scalar.source, line, None if scalar.block else scalar.column, True)


@lru_cache(maxsize=8)
def _line_ends(text: str) -> list[int]:
    """Where the lines of a text end."""
    return [position for position, char in enumerate(text) if char == "\n"]


def as_tree(node: Node) -> Node:
    """The lists that a node holds; text is read in its notation, also where it is an item of a list of matrices."""
    if isinstance(node, Scalar):
        return read_text(node)
    if isinstance(node, Mapping) and node.entries and all(_is_matrix(part) for _, part in node.entries):
        node = Sequence(tuple(part for _, part in node.entries), *node[1:4])  # one for each head
    if isinstance(node, Sequence) and _is_matlab(node):
        texts = (item.text for item in node.items if isinstance(item, Scalar))
        return read_text(Scalar(f"[{', '.join(texts)}]", *node[1:4]))
    if isinstance(node, Sequence) and node.items and all(map(_is_matrix_text, node.items)):
        return node._replace(items=tuple(map(as_tree, node.items)))
    return node


def _is_matlab(node: Sequence) -> bool:
    """Whether a list is [1, 1; 0, 2], which YAML cuts at its commas."""
    texts = [item.text for item in node.items if isinstance(item, Scalar) and not item.quoted and not item.block]
    return len(texts) == len(node.items) and any(";" in text for text in texts) and "[" not in "".join(texts)


def _is_matrix(node: Node) -> bool:
    return _is_matrix_text(node) or (isinstance(node, Sequence) and _has_rows(node))


def _is_matrix_text(node: Node) -> bool:
    return isinstance(node, Scalar) and bool(re.search(r"[;\n\[]|\\begin|\w\(\d+,\s*\d+\)", node.text.strip()))


def is_stack(node: Node) -> bool:
    """Whether `node` is a list of matrices: one for each head, or one for each sequence."""
    items = node.items if isinstance(node, Sequence) else ()
    return bool(items) and all(isinstance(item, Sequence) and _has_rows(item) for item in items)


def _has_rows(item: Sequence) -> bool:
    return bool(item.items) and isinstance(item.items[0], Sequence)


def read_matrix(node: Node, name: str, symbols: Collection[str] = (), *, infinite: bool = False) -> Matrix:
    """The matrix that `node` holds; `name` is for messages, `infinite` allows -inf.

    Raises InputError at the first entry that is not a number, at a blank and at a ragged row.
    """
    tree = as_tree(node)
    if isinstance(tree, Scalar):
        return Matrix((), tree.place, words=tree.text)
    labels = tuple(key.text for key, _ in tree.entries) if isinstance(tree, Mapping) else ()
    if isinstance(tree, Mapping) and labels:
        _check_labels(tree.entries[0][0], labels)
    items = tuple(row for _, row in tree.entries) if isinstance(tree, Mapping) else tree.items
    cells, flat = _cells(items, name, has_labels=bool(labels))
    if sum(map(len, cells)) > MATRIX.most:
        raise InputError(f"{name}: {MATRIX.told}", place=node.place)
    read = partial(_entry, name=name, symbols=symbols, infinite=infinite)
    rows = tuple(tuple(read(cell, i, j) for j, cell in enumerate(row, 1)) for i, row in enumerate(cells, 1))
    if not rows or not rows[0]:
        raise InputError(f"{name} is empty", place=node.place)
    for i, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"row {i} of {name} has {entries(len(row))}, row 1 has {len(rows[0])}",
                place=cells[i - 1][0].place if row else node.place,
            )
    return Matrix(rows, node.place, flat, labels, by_token=bool(labels))


def _check_labels(first: Scalar, labels: tuple[str, ...]) -> None:
    from attncalc.reading.matrices.piece import Piece
    from attncalc.reading.matrices.tables import check_names

    try:
        check_names(Piece(first.text, first.text), [*labels])
    except TextError as error:
        raise error.at(first.place) from None


def read_sized(node: Node, name: str, symbols: Collection[str] = (), *, infinite: bool = False) -> Matrix:
    """The same of a matrix whose size nothing else tells; raises InputError where words leave it open."""
    matrix = read_matrix(node, name, symbols, infinite=infinite)
    if matrix.words:
        raise InputError(f"{name} needs its size: {matrix.words}(2, 2)", place=matrix.place)
    return matrix


def entries(count: int) -> str:
    """How many there are, in words."""
    return f"{count} entry" if count == 1 else f"{count} entries"


def _entry(cell: Scalar, row: int, column: int, *, name: str, symbols: Collection[str], infinite: bool) -> Number:
    if cell.blank:
        raise InputError(f"row {row}, column {column} of {name} is blank", place=cell.place)
    try:
        number = number_of(cell.text, symbols, masked=infinite)
    except NumberError as error:
        error.message = f"{name}, row {row}, column {column}: {error.message}"
        if cell.text.count("(") != cell.text.count(")"):
            error.hint = "YAML parts a list at its commas: write [1, 2] for (1, 2), or put quotes around it all."
        elif not cell.text.isprintable():
            error.hint = "In double quotes YAML reads the backslash itself; use single quotes."
        raise error.at(cell.place) from None
    if number.is_minus_infinity and not infinite:
        raise InputError(f"{name}, row {row}, column {column}: only scores and masks may hold -inf", place=cell.place)
    return number if number.tree is None else replace(number, place=cell.place)


def number_of(text: str, symbols: Collection[str] = (), *, masked: bool = False) -> Number:
    """The number of a cell; what is crossed out, bold or a call such as float('-inf') is read at a second try.

    A cross or a point is a score that is `masked`. Raises NumberError where it is none.
    """
    if masked and text.lower() in HIDDEN and text not in symbols:
        return read_number("-inf")
    try:
        return read_number(text, symbols)
    except NumberError:
        from attncalc.reading.matrices.cleaning import bare

        plain = bare(text) if len(text) <= ENTRY.most else text
        if plain == text or not is_number(plain, symbols):
            raise
        return read_number(plain, symbols)


def _cells(items: tuple[Node, ...], name: str, *, has_labels: bool) -> tuple[list[list[Scalar]], bool]:
    """The cells of a list: rows that are lists, rows that are text, or the entries of one row."""
    scalars = [item for item in items if isinstance(item, Scalar)]
    if scalars and len(scalars) == len(items) and all(map(_has_open_comma, scalars)):
        number = scalars[0].text.replace(",", ".")
        raise InputError(
            f"{name}: “{scalars[0].text}” can be the number {number} or a row of two numbers",
            place=scalars[0].place,
            hint="Write a point for decimals, and rows as lists: [1, 0].",
        )
    if scalars and not has_labels and len(scalars) == len(items) and not any(map(_is_text_row, scalars)):
        _check_lines(scalars, name)
        return [scalars], True
    wide = [item for item in scalars if _is_text_row(item) and not item.quoted and item.line is not None]
    if len({item.line for item in wide}) < len(wide) and not has_labels:
        raise _missing(wide[0], name, 1)
    return [_row(item, name, number) for number, item in enumerate(items, 1)], False


def _check_lines(cells: list[Scalar], name: str) -> None:
    """Raises InputError for one list of entries on several lines of equal length, which may be rows."""
    widths = [*Counter(cell.line for cell in cells).values()]
    if len(widths) > 1 and widths[0] > 1 and len(set(widths)) == 1:
        raise InputError(
            f"{name} can be {len(widths)} rows of {widths[0]} entries, or one row of {len(cells)}",
            place=cells[0].place,
            hint="Put brackets around each row, or use one line.",
        )


def _missing(cell: Scalar, name: str, row: int) -> InputError:
    return InputError(
        f"row {row} of {name}: “{shorten(cell.text)}” is two numbers",
        place=cell.place,
        hint='Is a comma missing? With decimal commas, write points (1.5) or rows of text: "1,5 2,5; 3 4".',
    )


def _has_open_comma(cell: Scalar) -> bool:
    """Whether an item of a list is 1,5: one number or a row of two."""
    return not cell.quoted and COMMA.fullmatch(cell.text) is not None


def _row(item: Node, name: str, number: int) -> list[Scalar]:
    item = read_text(item._replace(block=False)) if isinstance(item, Scalar) else item
    if not isinstance(item, Sequence) or not all(isinstance(cell, Scalar) for cell in item.items):
        has_key = isinstance(item, Sequence) and any(isinstance(cell, Mapping) for cell in item.items)
        hint = 'A blank in a list is written _ or "?".' if has_key else None
        raise InputError(f"row {number} of {name} should be a list of numbers", place=item.place, hint=hint)
    cells = [cell for cell in item.items if isinstance(cell, Scalar)]
    if len(cells) == 1 and _is_text_row(cells[0]):  # a NumPy print: [[1 2], [3 4]]
        return _row(cells[0], name, number)
    for cell in cells:
        if _is_text_row(cell):
            raise _missing(cell, name, number)
    return cells


def _is_text_row(cell: Scalar) -> bool:
    """Whether a cell holds several plain numbers; `ln 2` and `-2 1/2` are one."""
    parts = re.split(r",?\s+", cell.text.replace("−", "-").strip())
    return len(parts) > 1 and all(PLAIN.fullmatch(part) for part in parts)
