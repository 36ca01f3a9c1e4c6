"""Rows with names: `cat → [0.35, 0.65]`, `x1: 1 0`, prints with labels, `k1 = (1, 0) and k2 = (1, 1)`."""

from __future__ import annotations

import re

from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.tables import NUMBER, row_of
from attncalc.problem.tree import Mapping, Node, Scalar

LETTER = r"[^\W\d_¼-¾⅐-⅞]"
NAME = rf"{LETTER}[^\[\](){{}}=→,;:\n]*?(?::\w+)?|\"[^\"\n]*\"|'[^'\n]*'"
ARROW = r"(?:→|⟶|->|-->|=>|=|:)"
LINE = re.compile(rf"\s*(?P<name>{NAME})(?:\s*{ARROW}\s*(?:\w+\s*=\s*)?|\s+)"
                  r"(?P<row>[\[(].*[\])]|[-+−]?[\d.∞√½].*|[xX✗?](?:\s.*)?)[\s,;]*")  # fmt: skip
VECTOR = re.compile(
    rf"(?<!\w)(?P<name>{LETTER}\w*)\s*{ARROW}\s*(?:\w+\s*[=:]\s*)?(?P<row>[\[(][^\[\]();]*[\])])[\s,;.]*(?:and\b)?\s*"
)


def has_names(text: str) -> bool:
    """Whether lines begin with names and go on with numbers, or vectors with names follow one another."""
    lines = [line for line in text.splitlines() if line.strip()]
    named = [LINE.fullmatch(line) is not None for line in lines]
    if len(lines) > 1 and all(named[1:]) and (named[0] or NUMBER.match(lines[0].strip()) is None):
        return True
    vectors = list(VECTOR.finditer(text))
    return len(vectors) > 1 and "".join(match[0] for match in vectors) == text.lstrip()


def read_named(piece: Piece) -> Node:
    """Rows under their names; a heading of column labels is left out."""
    piece = piece.strip()
    vectors = list(VECTOR.finditer(piece.text))
    if len(vectors) > 1 and "".join(match[0] for match in vectors) == piece.text:
        return _mapping(piece, [_named(piece, match) for match in vectors])
    lines = [line for line in piece.split(r"\n") if line.text.strip()]
    found = [(line, LINE.fullmatch(line.text)) for line in lines]
    return _mapping(piece, [_named(line, match) for line, match in found if match])


def _named(piece: Piece, match: re.Match[str]) -> tuple[Scalar, Node]:
    row = piece[match.start("row") : match.end("row")]
    return piece.node(match["name"].strip("\"' :")), row_of(row)


def _mapping(piece: Piece, rows: list[tuple[Scalar, Node]]) -> Mapping:
    return Mapping(tuple(rows), *piece.node("")[1:4])
