"""Rows with names: `cat → [0.35, 0.65]`, `x1: 1 0`, prints with labels, `k1 = (1, 0) and k2 = (1, 1)`, dictionaries."""

from __future__ import annotations

import re

from attncalc.errors import shorten
from attncalc.reading.matrices import Body, Cell, Rows
from attncalc.reading.matrices.expression import read_expression
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.matrices.tables import MATRIX, NUMBER, check_total, labelled, row_of
from attncalc.reading.number import FUNCTIONS, counts, is_number

LETTER = r"[^\W\d_¼-¾⅐-⅞]"
NAME = rf"{LETTER}[^\[\](){{}}=→,;:\n]{{0,80}}?(?::\w+)?|\"[^\"\n]*\"|'[^'\n]*'"
ARROW = r"(?:→|⟶|->|-->|=>|=|:|\|)"
LINE = re.compile(
    rf"\s*+(?P<name>{NAME})(?:\s*+{ARROW}\s*+(?:\w++\s*+=\s*+)?|\s++)"
    r"(?P<row>[\[(].*[\])]|[-+−–—]?[ \t]*+[\d.∞√½][^\[:=→]*+|[xX✗?](?:\s.*+)?)"
)
VECTOR = re.compile(
    rf"(?<!\w)(?P<name>{LETTER}\w*)\s*{ARROW}\s*(?:\w+\s*[=:]\s*)?(?P<row>[\[(][^\[\]();]*[\])])[\s,;.]*(?:and\b)?\s*"
)
KEY = re.compile(r"\s*(?:'([^']*)'|\"([^\"]*)\")\s*:")


def _named(line: str) -> re.Match[str] | None:
    """A line that is a name and a row, whatever ends it."""
    return LINE.fullmatch(line.rstrip(" \t\r,;"))


def _vectors(text: str) -> list[re.Match[str]]:
    """Vectors with names that follow one another; none where anything else stands there."""
    found = list(VECTOR.finditer(text))
    return found if len(found) > 1 and "".join(match[0] for match in found) == text else []


def has_names(text: str) -> bool:
    """Whether lines begin with names and go on with numbers, or vectors with names follow one another."""
    lines = [line for line in text.splitlines() if line.strip()]
    named = [_named(line) for line in lines]
    names = {match["name"] for match in named if match}
    if len(lines) > 1 and all(named[1:]) and (named[0] or _is_heading(lines[0])):
        # “e 3” is numbers, and x a hidden score
        return not any(name in FUNCTIONS or is_number(name) for name in names) and not names <= {"x", "X"}
    return bool(_vectors(text.strip()))


def _is_heading(line: str) -> bool:
    """Whether a line numbers columns, or names them: not all its words are entries, and none begins with a digit."""
    words = line.split()
    return counts(words) or not (
        all(map(NUMBER.fullmatch, words)) or any(re.match(r"[-+−]?[\d.(\[]", word) for word in words)
    )


def read_named(piece: Piece) -> Rows:
    """Rows under their names; a heading of column labels is left out.

    Raises TextError where a number may belong to the name before it, and for what is not one matrix.
    """
    piece = piece.strip()
    if vectors := _vectors(piece.text):
        found = [(piece, match) for match in vectors]
    else:
        lines = [(line, _named(line.text)) for line in piece.lines()]
        check_total(piece, lines[0][0].text.split()[-1:] if lines[0][1] is None else [], "column")
        found = [(line, match) for line, match in lines if match]
    names = [Cell(match["name"].strip("\"' :|"), line.start) for line, match in found]
    rows = [row_of(line[match.start("row") : match.end("row")]) for line, match in found]
    _check_numbers(piece, names, rows)
    return labelled(piece, names, rows)


def _check_numbers(piece: Piece, names: list[Cell], rows: list[Body]) -> None:
    """Raises DoubtError for “Token 1 0.5” above “Token 2 0.7”, where the numbers may be part of the names."""
    first = [
        row.items[0].text for row in rows if isinstance(row, Rows) and row.items and isinstance(row.items[0], Cell)
    ]
    if len(first) == len(rows) > 1 and len({name.text for name in names}) == 1 and counts(first):
        name = names[0].text
        raise piece.doubt(
            f"{first[0]} and {first[1]} can be numbers of the matrix, or of {name} {first[0]} and {name} {first[1]}",
            f"Write “{name} {first[0]}:” before the row.",
        )


def read_dictionary(piece: Piece) -> Body:
    """{"red": [2, 0], "fox": np.array([1, 3])}: rows under their names.

    Raises TextError where it holds several matrices.
    """
    inside = piece.strip(" \t\n;,.")[1:-1]
    names, rows = [], []
    for part in inside.split(","):
        if not part.text.strip():
            continue
        if not (match := KEY.match(part.text)):
            raise part.unexpected("in a dictionary of rows with names in quotes")
        value = part[match.end() :].strip()
        names.append(Cell(match[1] or match[2] or "", part.start))
        rows.append(read_expression(value) or value.cell)
    if len(rows) == 1:
        return rows[0]
    if any(MATRIX.fullmatch(name.text) for name in names) or any(
        isinstance(row, Cell) or any(isinstance(item, Rows) for item in row.items) for row in rows
    ):
        raise piece.error(
            f"this holds several things: {shorten(', '.join(name.text for name in names))}",
            "Give each one under its own name.",
        )
    return labelled(piece, names, rows)
