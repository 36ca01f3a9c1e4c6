"""Rows with names: `cat → [0.35, 0.65]`, `x1: 1 0`, prints with labels, `k1 = (1, 0) and k2 = (1, 1)`, dictionaries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attncalc.errors import shorten
from attncalc.problem.names import INPUTS
from attncalc.problem.notation.columns import NUMBER, check_total, labelled, row_of
from attncalc.problem.notation.lists import is_nested
from attncalc.problem.notation.piece import Piece, closing
from attncalc.problem.notation.rows import counts
from attncalc.problem.tree import Node, Scalar, Sequence
from attncalc.reading.lexer import FUNCTIONS
from attncalc.reading.number import is_number

LETTER = r"[^\W\d_¼-¾⅐-⅞]"
NAME = rf"{LETTER}[^\[\](){{}}=→,;:\n]{{0,80}}?(?::\w+)?|\"[^\"\n]*\"|'[^'\n]*'"
ARROW = r"(?:→|⟶|->|-->|=>|=|:|\|)"
LINE = re.compile(rf"\s*(?P<name>{NAME})(?:\s*{ARROW}\s*(?:\w+\s*=\s*)?|\s+)"
                  r"(?P<row>[\[(].*[\])]|[-+−–—]?[ \t]*[\d.∞√½][^\[:=→]*|[xX✗?](?:\s.*)?)[\s,;]*")  # fmt: skip
VECTOR = re.compile(
    rf"(?<!\w)(?P<name>{LETTER}\w*)\s*{ARROW}\s*(?:\w+\s*[=:]\s*)?(?P<row>[\[(][^\[\]();]*[\])])[\s,;.]*(?:and\b)?\s*"
)
ROW_OF_DICT = re.compile(r"\s*(?:'([^']*)'|\"([^\"]*)\")\s*:")


def has_names(text: str) -> bool:
    """Whether lines begin with names and go on with numbers, or vectors with names follow one another."""
    lines = [line for line in text.splitlines() if line.strip()]
    named = [LINE.fullmatch(line) for line in lines]
    names = {match["name"] for match in named if match}
    if len(lines) > 1 and all(named[1:]) and (named[0] or _is_heading(lines[0])):
        return not any(name in FUNCTIONS or is_number(name) for name in names) and not names <= {
            "x",
            "X",
        }  # “e 3” is numbers, and x a hidden score
    vectors = list(VECTOR.finditer(text))
    return len(vectors) > 1 and "".join(match[0] for match in vectors) == text.lstrip()


def _is_heading(line: str) -> bool:
    """Whether a line numbers columns, or names them: not all its words are entries, and none begins with a digit."""
    words = line.split()
    return counts(words) or not (
        all(map(NUMBER.fullmatch, words)) or any(re.match(r"[-+−]?[\d.(\[]", w) for w in words)
    )


def read_named(piece: Piece) -> Node:
    """Rows under their names; a heading of column labels is left out.

    Raises InputError where a number may belong to the name before it, and for what is not one matrix.
    """
    piece = piece.strip()
    vectors = list(VECTOR.finditer(piece.text))
    if len(vectors) > 1 and "".join(match[0] for match in vectors) == piece.text:
        found = [(piece, match) for match in vectors]
    else:
        lines = [(line, LINE.fullmatch(line.text)) for line in piece.split(r"\n") if line.text.strip()]
        check_total(piece, lines[0][0].text.split()[-1:] if lines[0][1] is None else [], "column")
        found = [(line, match) for line, match in lines if match]
    names = [line.node(match["name"].strip("\"' :|")) for line, match in found]
    rows = [row_of(line[match.start("row") : match.end("row")]) for line, match in found]
    _check_numbers(piece, names, rows)
    return labelled(piece, names, rows)


def _check_numbers(piece: Piece, names: list[Scalar], rows: list[Node]) -> None:
    """Raises InputError for “Token 1 0.5” above “Token 2 0.7”, where the numbers may be part of the names."""
    first = [row.items[0].text for row in rows
             if isinstance(row, Sequence) and row.items and isinstance(row.items[0], Scalar)]  # fmt: skip
    if len(rows) > 1 and len({name.text for name in names}) == 1 and counts(first):
        name = names[0].text
        raise piece.error(f"{first[0]} and {first[1]} can be numbers of the matrix, or of {name} {first[0]} and "
                          f"{name} {first[1]}", f"Write “{name} {first[0]}:” before the row.")  # fmt: skip


def read_dictionary(piece: Piece, read: Callable[[Piece], Node]) -> Node:
    """{"red": [2, 0], "fox": np.array([1, 3])}: rows under their names; `read` reads each.

    Raises InputError where it holds several matrices.
    """
    inside = piece[1 : closing(piece, 0)]
    rows = tuple(_named_rows(inside, read))
    if len(rows) == 1:
        return rows[0][1]
    if any(is_nested(row) or name.text in INPUTS for name, row in rows):
        names = ", ".join(name.text for name, _ in rows)
        raise piece.error(f"this holds several things: {shorten(names)}", "Give each one under its own name.")
    return labelled(piece, [name for name, _ in rows], [row for _, row in rows])


def _named_rows(inside: Piece, read: Callable[[Piece], Node]) -> Iterator[tuple[Scalar, Node]]:
    for part in inside.split(","):
        if not part.text.strip():
            continue
        if not (match := ROW_OF_DICT.match(part.text)):
            raise part.unexpected("in a dictionary of rows with names in quotes")
        value = part[match.end() :].strip()
        yield part.node(match[1] or match[2] or ""), value.cell if value.text == "null" else read(value)
