"""Lists in brackets: Python, JSON, NumPy and torch prints, MATLAB, tuples; nested up to three deep."""

from __future__ import annotations

import re

from attncalc.errors import InputError, shorten
from attncalc.problem.notation.piece import Piece, closing
from attncalc.problem.notation.rows import check_folded, entries
from attncalc.problem.tree import Node, Sequence

MAX_LEVELS = 3
WIDE = 70  # a printed vector is broken where its next entry would pass this
BETWEEN = r"\band\b|[\s,;:]|^\s*[*•-]\s+"


def read_lists(piece: Piece) -> Node:
    """`[[1, 2], [3, 4]]`, `[[1. 2.] [3. 4.]]`, `[1 2; 3 4]`, `(1, 0)`, or one list for each row.

    Raises InputError at a bracket that is not closed, and at text between lists.
    """
    groups, rest = _groups(piece)
    for text in rest:
        if re.search(r"[=:]", text.text) and len(groups) > 1:
            raise several(piece)
        ends = "." if text is rest[-1] else ""
        if re.sub(BETWEEN, "", text.text, flags=re.MULTILINE).strip(ends or None):
            raise text.unexpected("beside a list" if groups else "in a matrix")
    bullets = [text for text in rest[:-1] if text.text.strip(" \t\n") == "-"]
    if bullets and not 1 < len(bullets) == len(groups):
        raise bullets[0].unexpected("before a list")
    nodes = [_list(group, 1) for group in groups]
    for text in rest[1:-1] if all(group.text.strip() for group in groups) else ():
        if not text.text or (any(map(is_nested, nodes)) and not text.text.strip(" \t")):
            raise piece.error("two lists side by side can be a product, or parts of one matrix",
                              "Work the product out, or part the lists by commas.")  # fmt: skip
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
    return end if len(inside.split("[,;]")) > 1 or re.search(r"\d\s+[-−+.\d]", inside.text) else None


def _list(piece: Piece, level: int) -> Node:
    if level > MAX_LEVELS:
        raise piece.error(f"lists are nested more than {MAX_LEVELS} deep: rows, matrices, and a stack of these")
    groups, rest = _groups(piece)
    if not groups:
        return _leaf(piece, level)
    for text in rest:
        if text.text.strip(" \t\n,;") or text.text.count(",") > 1:
            raise text.unexpected("between the rows of a list")
    return piece.items([_list(group, level + 1) for group in groups])


def _leaf(piece: Piece, level: int) -> Sequence:
    """The entries of an innermost list; semicolons, and lines of an outermost list, end rows as in MATLAB."""
    if level == 1:
        check_folded(piece)
    rows = [row for row in piece.split(";") if row.text.strip()]
    lines = [line for line in piece.split(r"\n") if line.text.strip()] if level == 1 else []
    if len(lines) > 1 and _are_rows(piece, lines, has_semicolons=len(rows) > 1):
        rows = [row for row in piece.split(r"[;\n]") if row.text.strip()]
    if len(rows) > 1:
        return piece.items([row.items([entry.cell for entry in _entries(row)]) for row in rows])
    return piece.items([entry.cell for entry in _entries(rows[0])] if rows else [])


def _are_rows(piece: Piece, lines: list[Piece], *, has_semicolons: bool) -> bool:
    """Whether the lines of a list are rows, as in MATLAB, rather than one long row that a print breaks into lines.

    Raises InputError where they can be either: lines of one length that end in commas, or that are full.
    """
    if has_semicolons:
        return not any(line.text.rstrip().endswith(",") for line in lines)
    parts = [_entries(line) for line in lines]
    longest = max(len(part.text.strip()) for line in parts for part in line)
    is_full = max(len(line.text.rstrip()) for line in lines[:-1]) + longest + 2 > WIDE
    has_commas = any(line.text.rstrip().endswith(",") for line in lines[:-1])
    width = len(parts[0])
    if (is_full or has_commas) and width > 1 and {len(line) for line in parts} == {width}:
        raise piece.error(f"this can be {len(lines)} rows of {width} entries, or one row of {len(lines) * width}",
                          "Put brackets around each row, or write the row on one line.")  # fmt: skip
    return not (is_full or has_commas)


def _entries(row: Piece) -> list[Piece]:
    """The entries of a row in brackets, where a comma parts entries and never stands for a decimal point."""
    if "|" in row.text:
        parts = row.split(r"\|")
        if wide := next((part for part in parts if len(part.text.split()) > 1), None):
            raise wide.error("“|” can part the entries of a row, or the blocks of a matrix",
                             "Leave it out, or give each block its own name.")  # fmt: skip
        return parts
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
