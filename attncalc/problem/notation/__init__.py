"""Every way of writing a matrix that is read: one reader for each, in one table.

A reader turns a text into a tree, as YAML's own lists are one: a list of rows that are lists of entries, a list of
these for a stack, a mapping where rows have names, and words where a size is to follow from other matrices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import is_framed
from attncalc.problem.tree import Node, Scalar

PLAIN = re.compile(r"(?:[-+−\d,;*^\s]|\.(?!\.)|/(?!/)|(?:sqrt|exp|ln)\([-+\d./*]*\)|\binf\b)*", re.ASCII)


NESTED = re.compile(r"\s*\[[-+−\d.,eE\[\]\s]*\]\s*", re.ASCII)


class Notation(NamedTuple):
    """One way of writing a matrix: how it is told, and its reader as module:function."""

    name: str
    fits: Callable[[str], object]
    reader: str


def has_tabs(text: str) -> bool:
    """Whether every line has a tab, as cells copied from a spreadsheet have."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all("\t" in line for line in lines)


# Texts of numbers and signs alone, of which the first that fits is taken; others.py has all other notations.
NUMBERS = (
    Notation("spreadsheet", lambda text: has_tabs(text) and PLAIN.fullmatch(text), "tables:read_tabbed"),
    Notation("print with row numbers", lambda text: PLAIN.fullmatch(text) and is_framed(text), "rows:read_framed"),
    Notation("plain rows", PLAIN.fullmatch, "rows:read_rows"),
    Notation("nested lists", lambda text: ".." not in text and NESTED.fullmatch(text), "lists:read_lists"),
)


def read_text(scalar: Scalar) -> Node:
    """The tree of a matrix typed as text. Raises InputError where it cannot be read, or can in more than one way."""
    piece = Piece.of(scalar)
    if not any(notation.fits(piece.text) for notation in NUMBERS):
        from attncalc.problem.notation.cleaning import cleaned, without_name
        from attncalc.problem.notation.named import has_names
        from attncalc.problem.notation.others import ANYTHING, OTHERS, check_size
        from attncalc.problem.notation.refused import bound, refuse

        bound(piece)
        piece = cleaned(piece)
        bound(piece)
        refuse(piece)
        whole, piece = piece, piece if has_names(piece.text) else without_name(piece)
        name = whole[: piece.start - whole.start]
        return check_size(name, _read(piece, (*OTHERS, *NUMBERS, ANYTHING)))
    return _read(piece, NUMBERS)


def _read(piece: Piece, notations: tuple[Notation, ...]) -> Node:
    """The tree that the first notation that fits reads."""
    notation = next(notation for notation in notations if notation.fits(piece.text))
    module, _, function = notation.reader.partition(":")
    node: Node = getattr(import_module(f"attncalc.problem.notation.{module}"), function)(piece)
    return node
