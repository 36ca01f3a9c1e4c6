"""Lists in brackets: Python, JSON, NumPy and torch prints, MATLAB, tuples; nested up to three deep."""

from __future__ import annotations

import re

from attncalc.errors import InputError, shorten
from attncalc.problem.notation.piece import Piece, closing
from attncalc.problem.notation.rows import entries
from attncalc.problem.tree import Node, Sequence

MAX_LEVELS = 3
WIDE = 60  # a printed vector is broken into lines that are longer than this


def read_lists(piece: Piece) -> Node:
    """`[[1, 2], [3, 4]]`, `[[1. 2.] [3. 4.]]`, `[1 2; 3 4]`, `(1, 0)`, or one list for each row.

    Raises InputError at a bracket that is not closed, and at text between lists.
    """
    groups, rest = _groups(piece)
    for text in rest:
        if re.search(r"[=:]", text.text) and len(groups) > 1:
            raise several(piece)
        if re.sub(r"\band\b|[\s,;:.]|^\s*[*•-]\s+", "", text.text, flags=re.MULTILINE):
            raise text.unexpected("beside a list" if groups else "in a matrix")
    nodes = [_list(group, 1) for group in groups]
    if any(";" in text.text for text in rest[1:-1]) and any(map(is_nested, nodes)):
        raise several(piece)
    return nodes[0] if len(nodes) == 1 else piece.items(nodes)


def several(piece: Piece) -> InputError:
    """The error that a text holds several matrices."""
    return piece.error("there are several matrices in this text", "Give each one under its own name.")


def is_nested(node: Node) -> bool:
    """Whether a list holds lists."""
    return isinstance(node, Sequence) and any(isinstance(item, Sequence) for item in node.items)


def _groups(piece: Piece) -> tuple[list[Piece], list[Piece]]:
    """The insides of the outermost lists, and the pieces of text around them."""
    groups, rest, last = [], [], 0
    for match in re.finditer(r"[\[(]", piece.text):
        end = _end(piece, match.start(), last) if match.start() >= last else None
        if end is not None:
            rest.append(piece[last : match.start()])
            groups.append(piece[match.end() : end])
            last = end + 1
    return groups, [*rest, piece[last:]]


def _end(piece: Piece, position: int, last: int) -> int | None:
    """Where the list that begins at `position` ends, or None; (1, 0) is a list, the parentheses of ln(2) are not."""
    sign = piece.text[position]
    if sign == "[":
        return closing(piece, position)
    if sign != "(" or piece.text[last:position].strip(" \t\n,;"):
        return None
    end = closing(piece, position)
    inside = piece[position + 1 : end]
    return end if len(inside.split(",")) > 1 or re.search(r"\d\s+[-−+.\d]", inside.text) else None


def _list(piece: Piece, level: int) -> Node:
    if level > MAX_LEVELS:
        raise piece.error(f"lists are nested more than {MAX_LEVELS} deep: rows, matrices, and a stack of these")
    groups, rest = _groups(piece)
    if not groups:
        return _leaf(piece, level)
    for text in rest:
        if text.text.strip(" \t\n,;"):
            raise text.unexpected("between the rows of a list")
    return piece.items([_list(group, level + 1) for group in groups])


def _leaf(piece: Piece, level: int) -> Sequence:
    """The entries of an innermost list; semicolons, and lines of an outermost list, end rows as in MATLAB."""
    text = piece.text
    lines = text.strip().splitlines()
    as_rows = level == 1 and max(map(len, lines), default=0) < WIDE
    rows = [row for row in piece.split(r";|(?<![,\s])[ \t]*\n" if as_rows else ";") if row.text.strip()]
    if len(rows) > 1:
        return piece.items([row.items([entry.cell for entry in _entries(row)]) for row in rows])
    return piece.items([entry.cell for entry in _entries(rows[0])] if rows else [])


def _entries(row: Piece) -> list[Piece]:
    """The entries of a row in brackets, where a comma parts entries and never stands for a decimal point."""
    if "|" in row.text:
        return row.split(r"\|")
    if mixed := re.search(r"(?<![/.\d])\d+\s+\d+/\d+", row.text) if "," not in row.text else None:
        raise row.error(f"“{mixed[0]}” can be one mixed number or two entries", "Part the entries by commas.")
    if "," not in row.text:
        return entries(row)
    parts = row.split(",")
    parts = parts[:-1] if not parts[-1].text.strip() else parts
    for part in parts:
        if re.fullmatch(r"\s*[-+−]?[\d.]+\s+[-+−]?[\d.]+\s*", part.text):
            raise part.error(
                f"“{shorten(part.text.strip())}” is two numbers, so “{shorten(row.text.strip())}” can be read with "
                "decimal commas or with commas missing",
                "Write points for decimals (1.5), or a comma between all entries.",
            )
    return parts
