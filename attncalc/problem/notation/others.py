"""The notations of texts that hold more than numbers, in the order in which they are tried."""

from __future__ import annotations

import re

from attncalc.errors import InputError
from attncalc.problem.notation import Notation, has_tabs
from attncalc.problem.notation.calls import rows_of
from attncalc.problem.notation.named import has_names
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import is_framed
from attncalc.problem.notation.words import word_of
from attncalc.problem.tree import Node

SEVERAL = r"[^()\n]*(?:[,;|]|[\d.]\s+[-+−]?[\d.√])"
TABLE = re.compile(r"^[^\n\[(]*[|│║].*[|│║]", re.MULTILINE)
LIST_OR_CALL = re.compile(
    r"[^\n;]*?(?:\[|\{|\w\.\w+\(|\b(?:array|tensor|diag|triu|tril|Matrix)\s*\()|__\w+__"
    rf"|\s*\(+{SEVERAL}"
)
NUMBER_FIRST = re.compile(rf"[-+−\d./√\s]+[*·×]?\s*(?:I(?![a-z])|eye|identity|ones|zeros|\({SEVERAL}[^()]*\)[\s.;,]*$)")
OTHERS = (
    Notation("LaTeX", re.compile(r"\\+begin").search, "expression:read_expression"),
    Notation("table", TABLE.search, "tables:read_table"),
    Notation("words", lambda text: word_of(text.partition(" except")[0]), "expression:read_expression"),
    Notation("spreadsheet", has_tabs, "tables:read_tabbed"),
    Notation("rows with names", has_names, "named:read_named"),
    Notation("print with row numbers", is_framed, "rows:read_framed"),
    Notation("list or call", LIST_OR_CALL.match, "expression:read_expression"),
    Notation("number and matrix", NUMBER_FIRST.match, "expression:read_expression"),
)
ANYTHING = Notation("rows", bool, "rows:read_rows")
STATED = re.compile(r"(?<![\d.])(\d{1,4})\s?(?:[x×]|\\times)\s?(\d{1,4})(?![\d.])")


def check_size(name: Piece, node: Node) -> Node:
    """A matrix whose name may say its size, as in Q (2×3) = …; raises InputError if its rows do not have it."""
    if not (stated := STATED.search(name.text)):
        return node
    height, width = int(stated[1]), int(stated[2])
    rows = rows_of(node) or []
    sizes = {(len(rows), len(row.items)) for row in rows}
    is_column = width == 1 and sizes == {(1, height)}  # one list is a vector, however it stands
    if rows and sizes != {(height, width)} and not is_column:
        raise InputError(f"{height}×{width} stands before a matrix that is {len(rows)}×{len(rows[0].items)}",
                         place=node.place, hint="End each row with a semicolon, or begin a new line.")  # fmt: skip
    return node
