"""Matrices in words: identity(4), ones(3,2), 0.5*identity(2), upper triangular ones; sizes may follow from others."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from attncalc.problem.notation.piece import Piece
from attncalc.problem.tree import MAX_ENTRIES, Node, Scalar, Sequence

Entry = Callable[[int, int], str]
SHAPES: dict[str, Entry] = {
    "identity": lambda i, j: "1" if i == j else "0",
    "ones": lambda i, j: "1",
    "zeros": lambda i, j: "0",
    "upper triangular ones": lambda i, j: "1" if i <= j else "0",
    "lower triangular ones": lambda i, j: "1" if i >= j else "0",
}
SPELLINGS = {
    "i": "identity", "eye": "identity", "identity matrix": "identity", "unit matrix": "identity", "id": "identity",
    "one": "ones", "all ones": "ones", "vector of ones": "ones", "matrix of ones": "ones", "all ones vector": "ones",
    "zero": "zeros", "all zeros": "zeros", "vector of zeros": "zeros", "matrix of zeros": "zeros",
    "triu": "upper triangular ones", "upper triangular": "upper triangular ones",
    "tril": "lower triangular ones", "lower triangular": "lower triangular ones",
}  # fmt: skip
SIZE = re.compile(r"(?<!\()\(*\s*(\d{1,12})(?:\s*(?:[x×,]|\\times|by)\s*(\d{1,12}))?,?\s*\)*$")
SETTING = re.compile(r",\s*(?:dtype|device|requires_grad)\s*=[^,()]*")
MAX_WORDS = 200
BRACES = str.maketrans("{}", "()")
LEADING_SIZE = re.compile(r"^(?:the\s+|an?\s+)?(\d{1,12}\s*(?:[x×]|by)\s*\d{1,12})\s+([a-zA-Z].*)$")
SQUARE = frozenset({"identity", "upper triangular ones", "lower triangular ones"})
EXCEPT = re.compile(r"\s*\bexcept\b(?:\s+for)?(?:\s+entr(?:y|ies))?\s*")
PLACED = re.compile(r"\(\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)\s*=\s*([^\s,;]+)[\s,;.]*(?:and\b)?\s*(?:entry\b)?\s*")


def word_of(text: str) -> tuple[str, tuple[int, ...]] | None:
    """The kind of matrix that a text names, and the sizes that it gives; None if it names none.

    >>> word_of("I_3"), word_of("all ones (4x3)"), word_of("identity")
    (('identity', (3,)), ('ones', (4, 3)), ('identity', ()))
    """
    if len(text) > MAX_WORDS:
        return None
    text = SETTING.sub("", text.strip().strip("$.").strip()).translate(BRACES)
    text = LEADING_SIZE.sub(r"\2 \1", text)
    size = SIZE.search(text)
    sizes = tuple(int(number) for number in size.groups() if number) if size else ()
    word = text[: size.start()] if size else text
    word = re.sub(r"\\(?:mathbf|mathrm|mathbb|text)|[_()]|(?<=[a-z])-(?=[a-z])", " ", word)
    word = " ".join(re.sub(r"\b(?:np|numpy|torch|the|an?|is)\b\.?", " ", word.lower()).split())
    kind = SPELLINGS.get(word, word)
    return (kind, sizes) if kind in SHAPES else None


def read_word(piece: Piece) -> Node:
    """The matrix that words name, or the words themselves where its size is to follow from other matrices.

    Raises InputError where a size can be meant in two ways, or is too large.
    """
    exception = EXCEPT.search(piece.text)
    found = word_of(piece.text[: exception.start()] if exception else piece.text)
    assert found, piece.text
    kind, sizes = found
    if exception:
        return _with_entries(piece, kind, sizes, piece[exception.end() :])
    if not sizes:
        return piece.node(kind)
    if len(sizes) == 1 and kind not in SQUARE:
        if not re.search(r"(?:np|numpy|torch)\.", piece.text):
            raise piece.error(f"{kind}({sizes[0]}) can be a vector, {kind}(1,{sizes[0]}), "
                              f"or a matrix, {kind}({sizes[0]},{sizes[0]})")  # fmt: skip
        return filled(piece, kind, (1, sizes[0])).items[0]
    return filled(piece, kind, (sizes[0], sizes[-1]))


def _with_entries(piece: Piece, kind: str, sizes: tuple[int, ...], entries: Piece) -> Sequence:
    """zeros(3, 3) except (2,1) = 3 and (3,3) = -1."""
    placed = list(PLACED.finditer(entries.text))
    if "".join(match[0] for match in placed) != entries.text:
        raise entries.unexpected("where entries are named: except (2,1) = 3 and (3,3) = -1")
    if not sizes:
        raise piece.error(f"{kind} with other entries needs its size: {kind}(3, 3) except …")
    rows = [list(row.items) for row in filled(piece, kind, (sizes[0], sizes[-1])).items if isinstance(row, Sequence)]
    for match in placed:
        i, j = int(match[1]), int(match[2])
        if not (0 < i <= len(rows) and 0 < j <= len(rows[0])):
            raise piece.error(f"there is no entry ({i},{j}) in a matrix of {len(rows)}×{len(rows[0])}")
        rows[i - 1][j - 1] = piece.node(match[3])
    return piece.items([piece.items(row) for row in rows])


def filled(piece: Piece, kind: str, shape: tuple[int, int]) -> Sequence:
    """The matrix of this kind and shape; raises InputError if it is too large."""
    if shape[0] * shape[1] > MAX_ENTRIES:
        raise piece.error(f"{shape[0]}×{shape[1]} is too large; at most {MAX_ENTRIES:,} entries are read")
    entry = SHAPES[kind]
    return piece.items([piece.items([piece.node(entry(i, j)) for j in range(shape[1])]) for i in range(shape[0])])


def times(factor: str, node: Node) -> Node:
    """A number times a matrix, entry by entry: fractions are multiplied out, roots and letters stay written."""
    if isinstance(node, Scalar):
        text = f"{factor}*{node.text}" if node.text in SHAPES else product(factor, node.text)
        return node._replace(text=text)
    if isinstance(node, Sequence):
        return node._replace(items=tuple(times(factor, item) for item in node.items))
    return node._replace(entries=tuple((key, times(factor, item)) for key, item in node.entries))


def product(a: str, b: str) -> str:
    """The product of two entries as an entry.

    >>> product("1/2", "3"), product("0.5", "0.2"), product("sqrt(2)", "1"), product("sqrt(2)", "a")
    ('3/2', '0.1', 'sqrt(2)', '(sqrt(2))*(a)')
    """
    a, b = (re.sub(r"\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}", r"\1/\2", text).strip() for text in (a, b))
    numbers = [_fraction(text) for text in (a, b)]
    if None not in numbers:
        value = (numbers[0] or Fraction(0)) * (numbers[1] or Fraction(0))
        return str(value) if "/" in a + b else _decimal(value)
    for one, other in ((a, b), (b, a)):
        if _fraction(one) == 1:
            return other
        if _fraction(one) == 0:
            return "0"
    return f"({a})*({b})"


def _fraction(text: str) -> Fraction | None:
    short = re.fullmatch(r"\s*[-+]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:/\d{1,40})?\s*", text.replace("−", "-"))
    try:
        return Fraction(text.replace("−", "-").strip()) if short else None
    except (ValueError, ZeroDivisionError):
        return None


def _decimal(value: Fraction) -> str:
    """A fraction whose denominator is a product of twos and fives, as a decimal."""
    places = next(places for places in range(200) if (value * 10**places).denominator == 1)
    sign, digits = "-" * (value < 0), str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
