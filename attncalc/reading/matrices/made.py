"""Matrices that are made: in words, as identity(4); from others: transposed, multiplied, reshaped, a triangle taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from attncalc.errors import shorten
from attncalc.limits import MATRIX
from attncalc.reading.matrices import Body, Cell, Rows, TextError
from attncalc.reading.matrices.cells import cells_of, rows_of
from attncalc.reading.matrices.doubts import in_rows
from attncalc.reading.matrices.piece import Piece

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
SPELLINGS = {
    "identity": ("i", "eye", "id", "identity matrix", "unit matrix"),
    "ones": ("one", "all ones", "vector of ones", "matrix of ones", "all ones vector"),
    "zeros": ("zero", "all zeros", "vector of zeros", "matrix of zeros"),
    "upper triangular ones": ("triu", "upper triangular"),
    "lower triangular ones": ("tril", "lower triangular"),
}
KINDS = {word: kind for kind in SHAPES for word in (kind, *SPELLINGS[kind])}
SQUARE = frozenset({"identity", "upper triangular ones", "lower triangular ones"})
MAX_WORDS = 200
SIZE = re.compile(r"(?<!\d)(\d{1,12})(?:\s*(?:[x×,]|\\times|by)\s*(\d{1,12}))?,?\s*\)*$")
LEADING_SIZE = re.compile(r"^(?:the\s+|an?\s+)?(\d{1,12}\s*(?:[x×]|by)\s*\d{1,12})\s+([a-zA-Z].*)$")
SETTING = re.compile(r",\s*(?:dtype|device|requires_grad)\s*=[^,()]*")
BRACES = str.maketrans("{}", "()")
EXCEPT = re.compile(r"(?<!\s)\s*\bexcept\b(?:\s+for)?(?:\s+entr(?:y|ies))?\s*")
PLACED = re.compile(r"\(\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)\s*=\s*([^\s,;]+)[\s,;.]*(?:and\b)?\s*(?:entry\b)?\s*")


def filled(kind: str, height: int, width: int, start: int = 0) -> Rows:
    """The matrix that a word names in this size; raises TextError if it is too large."""
    if height * width > MATRIX.most:
        raise TextError(f"{height}×{width}: {MATRIX.told}", start)
    is_one = SHAPES[kind]
    return _matrix(([Cell("1" if is_one(i, j) else "0", start) for j in range(width)] for i in range(height)), start)


def _matrix(rows: Iterable[Iterable[Body]], start: int) -> Rows:
    return Rows(tuple(Rows(tuple(row), start) for row in rows), start)


def transposed(body: Body) -> Rows:
    """Rows as columns; a list of entries becomes a column. Raises TextError for what is no matrix."""
    rows = rows_of(body)
    if rows is None or len({len(row.items) for row in rows}) != 1:
        raise TextError("only a matrix can be transposed", body.start)
    return _matrix(zip(*(row.items for row in rows), strict=True), body.start)


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
    keeps, zero = SHAPES[KINDS[name]], Cell("0", body.start)
    kept = ([cell if keeps(i + offset, j) else zero for j, cell in enumerate(row.items)] for i, row in enumerate(rows))
    return _matrix(kept, body.start)


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


def word_of(text: str) -> tuple[str, tuple[int, ...]] | None:
    """The kind of matrix that a text names, and the sizes that it gives; None if it names none.

    >>> word_of("I_3"), word_of("all ones (4x3)"), word_of("identity")
    (('identity', (3,)), ('ones', (4, 3)), ('identity', ()))
    """
    if len(text) > MAX_WORDS:
        return None
    text = SETTING.sub("", text.strip(" \t\n.")).translate(BRACES)
    text = LEADING_SIZE.sub(r"\2 \1", text)
    size = SIZE.search(text)
    sizes = tuple(int(number) for number in size.groups() if number) if size else ()
    word = text[: size.start()] if size else text
    word = re.sub(r"\\(?:mathbf|mathrm|mathbb|text)|[_()]|(?<=[a-z])-(?=[a-z])", " ", word)
    word = " ".join(re.sub(r"\b(?:np|numpy|torch|the|an?|is)\b\.?", " ", word.lower()).split())
    return (KINDS[word], sizes) if word in KINDS else None


def read_word(piece: Piece) -> Body | None:
    """The matrix that words name, or the words where its size is to follow from other matrices; None for other words.

    Raises TextError where a size can be meant in two ways, or is too large.
    """
    exception = EXCEPT.search(piece.text, 0, MAX_WORDS)
    found = word_of(piece.text[: exception.start()] if exception else piece.text)
    if found is None:
        return None
    kind, sizes = found
    if exception:
        return _with_entries(piece, kind, sizes, piece[exception.end() :])
    if not sizes:
        return Cell(kind, piece.start)
    if len(sizes) > 1 or kind in SQUARE:
        return filled(kind, sizes[0], sizes[-1], piece.start)
    if not re.search(r"(?:np|numpy|torch)\.", piece.text):
        vector, matrix = f"{kind}(1,{sizes[0]})", f"{kind}({sizes[0]},{sizes[0]})"
        raise piece.doubt(
            f"{kind}({sizes[0]}) can be a vector, {vector}, or a matrix, {matrix}", None, (vector, matrix)
        )
    return filled(kind, 1, sizes[0], piece.start).items[0]


def _with_entries(piece: Piece, kind: str, sizes: tuple[int, ...], entries: Piece) -> Rows:
    """zeros(3, 3) except (2,1) = 3 and (3,3) = -1."""
    placed = list(PLACED.finditer(entries.text))
    if "".join(match[0] for match in placed) != entries.text:
        raise entries.unexpected("where entries are named: except (2,1) = 3 and (3,3) = -1")
    if not sizes:
        raise piece.error(f"{kind} with other entries needs its size: {kind}(3, 3) except …")
    rows = [list(row.items) for row in filled(kind, sizes[0], sizes[-1], piece.start).items if isinstance(row, Rows)]
    for match in placed:
        i, j = int(match[1]), int(match[2])
        if not (0 < i <= len(rows) and 0 < j <= len(rows[0])):
            raise piece.error(f"there is no entry ({i},{j}) in a matrix of {len(rows)}×{len(rows[0])}")
        rows[i - 1][j - 1] = Cell(match[3], piece.start)
    return _matrix(rows, piece.start)
