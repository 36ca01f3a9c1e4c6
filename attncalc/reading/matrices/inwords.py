"""Matrices in words: identity(4), ones(3,2), upper triangular ones; the size may follow from other matrices."""

from __future__ import annotations

import re

from attncalc.reading.matrices import Body, Cell, Rows
from attncalc.reading.matrices.changes import SHAPES, filled
from attncalc.reading.matrices.piece import Piece

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
    return piece.rows([piece.rows(row) for row in rows])
