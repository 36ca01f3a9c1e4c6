"""What is done to a typed matrix: transposed, multiplied, reshaped, a triangle taken, or filled by its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from attncalc.errors import shorten
from attncalc.reading.matrices import Body, Cell, Rows, TextError
from attncalc.reading.matrices.cells import cells_of, rows_of
from attncalc.reading.matrices.doubts import in_rows

MAX_ENTRIES = 500_000
SHAPES: dict[str, Callable[[int, int], bool]] = {
    "identity": lambda i, j: i == j,
    "ones": lambda i, j: True,
    "zeros": lambda i, j: False,
    "upper triangular ones": lambda i, j: i <= j,
    "lower triangular ones": lambda i, j: i >= j,
}
INTEGERS = re.compile(r"\b(?:u?int|long|bool)")
WHOLE = re.compile(r"[-+]?\d+(?:\.0*)?|True|False")
SHORT = re.compile(r"[-+−]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:/\d{1,40})?")
FRACTION = re.compile(r"\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}")


def filled(kind: str, height: int, width: int, start: int = 0) -> Rows:
    """The matrix that a word names in this size; raises TextError if it is too large."""
    if height * width > MAX_ENTRIES:
        raise TextError(f"{height}×{width} is too large; at most {MAX_ENTRIES:,} entries are read", start)
    is_one = SHAPES[kind]
    cells = [[Cell("1" if is_one(i, j) else "0", start) for j in range(width)] for i in range(height)]
    return Rows(tuple(Rows(tuple(row), start) for row in cells), start)


def transposed(body: Body) -> Rows:
    """Rows as columns; a list of entries becomes a column. Raises TextError for what is no matrix."""
    rows = rows_of(body)
    if rows is None or len({len(row.items) for row in rows}) != 1:
        raise TextError("only a matrix can be transposed", body.start)
    return Rows(
        tuple(Rows(column, body.start) for column in zip(*(row.items for row in rows), strict=True)), body.start
    )


def reshaped(body: Body, rows: int, columns: int) -> Rows:
    """The entries in rows of another length, -1 for what follows; raises TextError where they do not fit."""
    cells = list(cells_of(body))
    rows, columns = (size if size > 0 else len(cells) // max(1, rows * columns * -1) for size in (rows, columns))
    if len(cells) != rows * columns or not cells:
        raise TextError(f"{len(cells)} entries cannot be reshaped to {rows}×{columns}", body.start)
    return Rows(in_rows([*cells], columns), body.start)


def triangle(body: Body, name: str, offset: int = 0) -> Rows:
    """The matrix with 0 wherever an entry is not in the triangle of this name and offset."""
    rows = rows_of(body)
    if rows is None:
        raise TextError(f"{name}(…) should hold one matrix", body.start)
    sign = 1 if name == "triu" else -1
    kept = [
        [cell if sign * (j - i - offset) >= 0 else Cell("0", cell.start) for j, cell in enumerate(row.items)]
        for i, row in enumerate(rows)
    ]
    return Rows(tuple(Rows(tuple(row), body.start) for row in kept), body.start)


def diagonal(body: Body) -> Rows:
    """The entries of a list on the diagonal; raises TextError for anything but a list."""
    rows = rows_of(body)
    if rows is None or len(rows) != 1:
        raise TextError("diag(…) should hold the entries of a diagonal: diag([1, 2])", body.start)
    return triangle(triangle(Rows((rows[0],) * len(rows[0].items), body.start), "triu"), "tril")


def typed(body: Body, kind: str) -> Body:
    """The same matrix as this type keeps it; raises TextError where a type of whole numbers would cut one short."""
    cut = next((cell.text for cell in cells_of(body) if not WHOLE.fullmatch(cell.text)), None)
    if cut is not None and INTEGERS.search(kind):
        hint = "Leave the type out, or type the numbers that are meant."
        raise TextError(f"“{shorten(kind)}” keeps whole numbers, and {shorten(cut)} is none", body.start, hint)
    return body


def times(factor: str, body: Body) -> Body:
    """A number times a matrix, entry by entry: fractions are multiplied out, roots and letters stay written."""
    if isinstance(body, Cell):
        return body._replace(text=f"{factor}*{body.text}" if body.text in SHAPES else product(factor, body.text))
    return body._replace(items=tuple(times(factor, item) for item in body.items))


def product(a: str, b: str) -> str:
    """The product of two entries as an entry.

    >>> product("1/2", "3"), product("0.5", "0.2"), product("sqrt(2)", "1"), product("sqrt(2)", "a")
    ('3/2', '0.1', 'sqrt(2)', '(sqrt(2))*(a)')
    """
    a, b = (FRACTION.sub(r"\1/\2", text).strip() for text in (a, b))
    values = [_fraction(text) for text in (a, b)]
    if values[0] is not None and values[1] is not None:
        value = values[0] * values[1]
        return str(value) if "/" in a + b else _decimal(value)
    for known, other in zip(values, (b, a), strict=True):
        if known in (0, 1):
            return other if known else "0"
    return f"({a})*({b})"


def _fraction(text: str) -> Fraction | None:
    plain = text.replace("−", "-")
    try:
        return Fraction(plain) if SHORT.fullmatch(plain) else None
    except (ValueError, ZeroDivisionError):
        return None


def _decimal(value: Fraction) -> str:
    """A fraction whose denominator is a product of twos and fives, as a decimal."""
    places = next(places for places in range(200) if (value * 10**places).denominator == 1)
    sign, digits = "-" * (value < 0), str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
