"""Rows of numbers that can be read in more ways than one: what a first column, a semicolon or a blank line may mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import groupby

from attncalc.reading.matrices import THOUSANDS, Body, Cell, Rows, TextError
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.number import counts

WHOLE = re.compile(r"\d{1,6}")
ROW_NUMBER = re.compile(r"\s*+(\d{1,6})([.:)]?)\s++(.*)")
LINE_END = re.compile(r"\n")
BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
# What a row parted by spaces may hold, and what it can be read as.
OF_A_ROW = (
    (
        re.compile(r"(?<!\S)[-−–—]+(?!\S)\s*[\d.√]?"),
        "a minus before a number, a dash between entries, or a blank",
        "Write -2 for a negative number, and no dash between entries.",
    ),
    (
        THOUSANDS,
        "one number with a space between thousands, or two entries",
        "Write large numbers without spaces.",
    ),
    (
        re.compile(r"\d\.?[eE]\s+[-+−]?\d+|(?<=\d)\s+e[-−]\d+"),
        "one number such as 1.5e-3 that a space parts, or two",
        "Write the exponent without a space: 1.5e-3.",
    ),
    (
        re.compile(r"(?<!\S)\d+(?:\.\d*)?(?:[-−–]\d+(?:\.\d*)?)+(?!\S)"),
        "a difference, or two entries without a space",
        "Write (1-2) for a difference, and a space before a negative number: 1 -2.",
    ),
)


def of_rows(piece: Piece, rows: Rows) -> Rows:
    """Rows of text as a matrix, one alone as a list; as a stack where blank lines part several; without sizes above.

    Raises TextError where semicolons may part rows or entries, a first column may number the rows, or blocks differ.
    """
    if len(rows.items) == 1 and "\n" not in piece.text and isinstance(row := rows.items[0], Rows):
        return row
    lines = _between(LINE_END, piece, rows)
    _check_semicolons(piece, lines)
    _check_row_numbers(piece)
    blocks = _between(BLANK_LINE, piece, rows)
    if len(blocks) > 1 and any("\n" in piece.whole[block[0].start : block[-1].start] for block in blocks):
        return _stack(rows, blocks)
    return _after_sizes(piece, rows) or rows


def _between(pattern: re.Pattern[str], piece: Piece, rows: Rows) -> list[list[Body]]:
    """The rows between line ends, or between blank lines."""
    ends = [match.start() for match in pattern.finditer(piece.whole)]
    return [list(group) for _, group in groupby(rows.items, lambda row: bisect_left(ends, row.start))]


def _stack(rows: Rows, blocks: list[list[Body]]) -> Rows:
    heights = [len(block) for block in blocks]
    if len(set(heights)) > 1:
        message = (
            f"blank lines part matrices with {' and '.join(map(str, heights[:4]))} rows, or stand inside one matrix"
        )
        raise TextError(message, rows.start, "Leave them out, or name each matrix.")
    return Rows(tuple(Rows(tuple(block), block[0].start) for block in blocks), rows.start)


def _check_semicolons(piece: Piece, lines: list[list[Body]]) -> None:
    if len(lines) > 1 and all(len(line) > 1 and all(len(_texts(row)) == 1 for row in line) for line in lines):
        cells = sum(map(len, lines))
        message = f"with lines and semicolons this can be {cells}×1 or {len(lines)}×{len(lines[0])}"
        raise piece.doubt(
            message, "Part the entries by spaces.", (piece.text.replace(";", "\n"), piece.text.replace(";", " "))
        )


def _check_row_numbers(piece: Piece) -> None:
    """Raises DoubtError where lines begin with 1: or 1. or with 1, 2, 3 … before numbers that all have points."""
    lines = [ROW_NUMBER.fullmatch(line) for line in piece.text.splitlines() if line.strip()]
    found = [match for match in lines if match]
    if len(lines) < 2 or len(found) < len(lines) or len({match[2] for match in found}) > 1:
        return
    mark, rest = found[0][2], [word for match in found for word in match[3].split()]
    is_marked = mark in (":", ")") or (mark == "." and not any(word.endswith(".") for word in rest))
    is_apart = mark == "" and len(lines) > 2 and all("." in word for word in rest)
    if counts([match[1] for match in found]) and (is_marked or is_apart):
        raise piece.doubt(
            f"{found[0][1]}{mark}, {found[1][1]}{mark} … can number the rows, or be their first entries",
            f"Leave row numbers out; write entries with a point: {found[0][1]}.0.",
            ("\n".join(match[3] for match in found), "\n".join(f"{match[1]}.0 {match[3]}" for match in found)),
        )


def _after_sizes(piece: Piece, rows: Rows) -> Rows | None:
    """The matrix after a line that gives its sizes; raises DoubtError where that line may be a row too."""
    texts = [_texts(row) for row in rows.items]
    if len(texts) < 2 or len(texts[0]) != 2 or not all(WHOLE.fullmatch(size) for size in texts[0]):
        return None
    height, width = map(int, texts[0])
    rest = [entry for row in texts[1:] for entry in row]
    if height * width != len(rest):
        return None
    if {len(row) for row in texts} == {2}:
        if all("." in entry for entry in rest):
            message = (
                f"“{height} {width}” can be the sizes of a {height}×{width} matrix below it, "
                f"or the first row of a {height + 1}×2 matrix"
            )
            below = "\n".join(" ".join(row) for row in texts[1:])
            raise piece.doubt(message, None, (below, f"{height}.0 {width}.0\n{below}"))
        return None
    cells = [cell for row in rows.items[1:] if isinstance(row, Rows) for cell in row.items]
    return rows._replace(items=in_rows(cells, width))


def in_rows(cells: list[Body], width: int) -> tuple[Rows, ...]:
    """Cells in rows of one length."""
    parts = [tuple(cells[start : start + width]) for start in range(0, len(cells), width)]
    return tuple(Rows(part, part[0].start) for part in parts)


def _texts(row: Body) -> list[str]:
    return [cell.text for cell in row.items if isinstance(cell, Cell)] if isinstance(row, Rows) else [row.text]
