"""Every way of writing a matrix that is read: one reader for each, in one table.

A reader turns a text into a tree, as YAML's own lists are one: a list of rows that are lists of entries, a list of
these for a stack, a mapping where rows have names, and words where a size is to follow from other matrices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import is_framed
from attncalc.problem.tree import Node, Scalar

SEVERAL = r"[^()\n]*(?:[,;|]|[\d.]\s+[-+−]?[\d.√])"
PLAIN = re.compile(r"(?:[-+−\d.,;*^\s]|/(?!/)|(?:sqrt|exp|ln)\([-+\d./*]*\)|\binf\b)*", re.ASCII)


NESTED = re.compile(r"\s*\[[-+−\d.,eE\[\]\s]*\]\s*", re.ASCII)


class Notation(NamedTuple):
    """One way of writing a matrix: how it is told, and its reader as module:function."""

    name: str
    fits: Callable[[str], object]
    reader: str


def _word(text: str) -> object:
    from attncalc.problem.notation.words import word_of

    return word_of(text.partition(" except")[0])


def _has_tabs(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all("\t" in line for line in lines)


def _named(text: str) -> object:
    from attncalc.problem.notation.named import has_names

    return has_names(text)


TABLE = re.compile(r"^[^\n\[(]*[|│║].*[|│║]", re.MULTILINE)
LIST_OR_CALL = re.compile(
    r"[^\n;]*?(?:\[|\{|\w\.\w+\(|\b(?:array|tensor|diag|triu|tril|Matrix)\s*\()|__\w+__"
    rf"|\s*\(+{SEVERAL}"
)
NUMBER_FIRST = re.compile(rf"[-+−\d./√\s]+[*·×]?\s*(?:I(?![a-z])|eye|identity|ones|zeros|\({SEVERAL}[^()]*\)[\s.;,]*$)")
# Texts of numbers and signs alone, then all others; in each the first that fits.
NUMBERS = (
    Notation("spreadsheet", lambda text: _has_tabs(text) and PLAIN.fullmatch(text), "tables:read_tabbed"),
    Notation("print with row numbers", lambda text: PLAIN.fullmatch(text) and is_framed(text), "rows:read_framed"),
    Notation("plain rows", PLAIN.fullmatch, "rows:read_rows"),
    Notation("nested lists", lambda text: ".." not in text and NESTED.fullmatch(text), "lists:read_lists"),
)
NOTATIONS = (
    Notation("LaTeX", re.compile(r"\\+begin").search, "expression:read_expression"),
    Notation("table", TABLE.search, "tables:read_table"),
    Notation("words", _word, "expression:read_expression"),
    Notation("spreadsheet", _has_tabs, "tables:read_tabbed"),
    Notation("rows with names", _named, "named:read_named"),
    Notation("print with row numbers", is_framed, "rows:read_framed"),
    Notation("list or call", LIST_OR_CALL.match, "expression:read_expression"),
    Notation("number and matrix", NUMBER_FIRST.match, "expression:read_expression"),
)
OTHERS = (*NOTATIONS, *NUMBERS, Notation("rows", bool, "rows:read_rows"))
STATED = re.compile(r"(?<![\d.])(\d{1,4})\s?(?:[x×]|\\times)\s?(\d{1,4})(?![\d.])")


def read_text(scalar: Scalar) -> Node:
    """The tree of a matrix typed as text. Raises InputError where it cannot be read, or can in more than one way."""
    piece = Piece.of(scalar)
    notations: tuple[Notation, ...] = NUMBERS
    if not any(notation.fits(piece.text) for notation in NUMBERS):
        from attncalc.problem.notation.cleaning import cleaned, without_name
        from attncalc.problem.notation.refused import bound, refuse

        bound(piece)
        piece = cleaned(piece)
        bound(piece)
        refuse(piece)
        named, piece = piece, piece if _named(piece.text) else without_name(piece)
        if stated := STATED.search(named.text, 0, piece.start - named.start):
            return _of_size(_read(piece, OTHERS), int(stated[1]), int(stated[2]))
        notations = OTHERS
    return _read(piece, notations)


def _read(piece: Piece, notations: tuple[Notation, ...]) -> Node:
    """The tree that the first notation that fits reads."""
    notation = next(notation for notation in notations if notation.fits(piece.text))
    module, _, function = notation.reader.partition(":")
    node: Node = getattr(import_module(f"attncalc.problem.notation.{module}"), function)(piece)
    return node


def _of_size(node: Node, height: int, width: int) -> Node:
    """A matrix whose name says its size: Q (2×3) = …; raises InputError if its rows do not have it."""
    from attncalc.problem.notation.calls import rows_of

    rows = rows_of(node) or []
    sizes = {(len(rows), len(row.items)) for row in rows}
    is_column = width == 1 and sizes == {(1, height)}  # one list is a vector, however it stands
    if rows and sizes != {(height, width)} and not is_column:
        raise InputError(f"{height}×{width} stands before a matrix that is {len(rows)}×{len(rows[0].items)}",
                         place=node.place, hint="End each row with a semicolon, or begin a new line.")  # fmt: skip
    return node
