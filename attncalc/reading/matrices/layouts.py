"""The ways in which a matrix is typed that hold more than rows of decimals, one row of a table each."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from attncalc.reading.matrices import Body, DoubtError, Reading, Rows, TextError
from attncalc.reading.matrices.cells import read_rows, rows_of
from attncalc.reading.matrices.cleaning import bound, cleaned, refuse
from attncalc.reading.matrices.expression import read_expression
from attncalc.reading.matrices.made import read_word
from attncalc.reading.matrices.named import KEY, has_names, read_dictionary, read_named
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.matrices.tables import read_table
from attncalc.reading.number import counts

MAX_NAME = 200
ASSIGNED = re.compile(r":=|(?<![!<>≠])=|≈|\\approx(?![a-z])|:(?=\s*(?:[\[(\\\"]|\n|[-−\d]))|(?<=\w)\s+(?:is|are)\s+")
CHANGED = re.compile(  # K^T, K', 2Q: not the matrix itself
    r"(?P<changed>.{0,39}\S)\s*+(?:\^\s*+\{?\s*+(?:T|t|\\top|⊤|-\s*1)\s*\}?|[ᵀ⊤']|⁻¹|\.T|(?<=[A-Z])T)"
    r"|(?:transpose|inv)\((?P<inside>[^()]{1,40})\)|(?:[-−]|[-−]?(?:\d+(?:[./]\d+)?|√\d+)\*?)(?P<scaled>[A-Z].{0,40})"
)
NAME = re.compile(r"[A-Z](?:_\w{1,3}|[a-z]{1,2}\d*|\d{1,2})?|W[QKVO]")
OPENS = re.compile(
    r"[\[{(][^\[\](){},;\d]*+[,;\d][^\[\](){}]*+[\])}]\s*+(?:[,;]\s*+)?\w"
    r"|\[\s*[-\d\[.]|\\begin|^\s*+[{\"']*\{|\([^(),]*+,"
)
STATED = re.compile(r"(?<![\d.])(\d{1,4})\s?(?:[x×]|\\times)\s?(\d{1,4})(?![\d.])")
BARRED = re.compile(r"^[^\n\[(|│║]*+[|│║].*[|│║]", re.MULTILINE)


def has_tabs(text: str) -> bool:
    """Whether every line has a tab, as cells copied from a spreadsheet have."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all("\t" in line for line in lines)


def is_framed(text: str) -> bool:
    """Whether the first line numbers or names the columns, and every other begins with its row's number."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or any(len(line) != len(lines[0]) + 1 for line in lines[1:]):
        return False
    are_names = not re.search(r"(?<![^\W_])\d", " ".join(lines[0]))
    return (are_names or counts(lines[0])) and counts([line[0] for line in lines[1:]])


def read_framed(piece: Piece) -> Rows:
    """A print with a heading of columns and a column of row numbers, as pandas prints them."""
    rows = [rows_of(read_rows(line)) or [] for line in piece.lines()[1:]]
    return piece.rows([row._replace(items=row.items[1:]) for found in rows for row in found])


# How each way of writing a matrix is told, and its reader, which may find that it is none.
LAYOUTS: tuple[tuple[Callable[[str], object], Callable[[Piece], Body | None]], ...] = (
    (re.compile(r"\\begin\{tabular").search, partial(read_table, kind="tabular")),
    (re.compile(r"\\+begin").search, read_expression),
    (re.compile(r"<table", re.IGNORECASE).search, partial(read_table, kind="html")),
    (BARRED.search, read_table),
    (bool, read_word),
    (has_tabs, partial(read_table, kind="tabs")),
    (lambda text: text[:1] == "{" and KEY.match(text, 1), read_dictionary),
    (has_names, read_named),
    (is_framed, read_framed),
    (bool, read_expression),
    (lambda text: True, read_rows),
)


def readings(text: str) -> tuple[Reading, ...]:
    """Every reading of a text in any notation; raises TextError where it has none."""
    try:
        return (Reading(_read(text)),)
    except DoubtError as doubt:
        found = [_certain(plain) for plain in doubt.texts]
        if not (bodies := [body for body in found if body]):
            raise
        return tuple(Reading(body, doubt) for body in bodies)


def _certain(text: str) -> Body | None:
    """The reading of a text that has one; None where it has several, or none."""
    try:
        return _read(text)
    except TextError:
        return None


def _read(text: str) -> Body:
    piece = Piece(text, text)
    bound(piece)
    whole = cleaned(piece)
    bound(whole)
    refuse(whole)
    piece = whole if has_names(whole.text) else without_name(whole)
    found = (read(piece) for fits, read in LAYOUTS if fits(piece.text))
    body = next(body for body in found if body is not None)
    _check_size(whole[: piece.start], body)
    return body


def without_name(piece: Piece) -> Piece:
    """The matrix after `Q =`, `W_K = W_V =`, `Step 1 (2 marks): QK^T =`, as long as no matrix stands before.

    Raises TextError where a transpose or a multiple of a matrix is given.
    """
    while match := ASSIGNED.search(piece.text):
        before = piece.text[: match.start()]
        if (
            len(before) > MAX_NAME
            or not re.search(r"[^\W\d_]|√", before)
            or "\n" in before.strip(" \t\n\\[]")
            or "|" in before
            or OPENS.search(before)
            or re.match(r"\s*[\d.]*\d\s+\S", before)
        ):
            break
        name = before.strip(" \t\n")
        changed = CHANGED.fullmatch(name)
        plain = re.sub(r"\\[a-z]+|[{}\s]", "", next(filter(None, changed.groups()))) if changed else ""
        if NAME.fullmatch(plain):
            hint = f"Work {plain} out; a transpose can be written {plain}: [[1, 2], [3, 4]]^T"
            raise piece.error(f"{name} is given here, and not {plain}", hint)
        piece = piece[match.end() :]
    return piece.strip(" \n")


def _check_size(name: Piece, body: Body) -> None:
    """Raises TextError if a name says a size, as in Q (2×3) = …, that the rows do not have."""
    rows = rows_of(body) or []
    if not (stated := STATED.search(name.text)) or not rows:
        return
    height, width = int(stated[1]), int(stated[2])
    sizes = {(len(rows), len(row.items)) for row in rows}
    if sizes != {(height, width)} and not (width == 1 and sizes == {(1, height)}):  # one list is a vector
        raise TextError(
            f"{height}×{width} stands before a matrix that is {len(rows)}×{len(rows[0].items)}",
            body.start,
            "End each row with a semicolon, or begin a new line.",
        )
