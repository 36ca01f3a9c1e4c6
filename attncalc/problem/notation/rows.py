"""Plain rows: lines or semicolons end a row; spaces, tabs or commas part entries."""

from __future__ import annotations

import re

from attncalc.problem.notation.piece import Piece
from attncalc.problem.tree import Node, Scalar, Sequence

BLANK_LINE = r"\n[ \t]*\n"
SPACE = r"(?<![+*/·×\s])\s++(?![+*/·×]\s)"  # but not around the signs of a sum or a product
COMMA = re.compile(r"[-+−]?\d+,\d+(?:[eE][-+]?\d+)?")
WHOLE = re.compile(r"\d{1,6}")
ROW_NUMBER = re.compile(r"\s*(\d{1,6})([.:)]?)\s+(.*)")
# What a row parted by spaces may hold, and what it can be read as.
AMBIGUOUS = (
    (re.compile(r"(?<!\S)[-−–—]+(?!\S)\s*[\d.√]?"), "a minus before a number, a dash between entries, or a blank",
     "Write -2 for a negative number, and no dash between entries."),
    (re.compile(r"(?<![\d.])\d{1,3} 0\d\d(?![\d.])"), "one number with a space between thousands, or two entries",
     "Write large numbers without spaces."),
    (re.compile(r"\d\.?[eE]\s+[-+−]?\d+|(?<=\d)\s+e[-−]\d+"), "one number such as 1.5e-3 that a space parts, or two",
     "Write the exponent without a space: 1.5e-3."),
    (re.compile(r"(?<!\S)\d+(?:\.\d*)?(?:[-−–]\d+(?:\.\d*)?)+(?!\S)"), "a difference, or two entries without a space",
     "Write (1-2) for a difference, and a space before a negative number: 1 -2."),
)  # fmt: skip


def read_rows(piece: Piece) -> Node:
    """`1 2; 3 4`, or lines of numbers; a blank line parts the matrices of a stack.

    Raises InputError where semicolons may part rows or entries, a first column may number the rows, and blocks differ.
    """
    check_folded(piece)
    blocks = [block for block in piece.split(BLANK_LINE) if block.text.strip(" \t\n;")]
    _check_semicolons(piece)
    _check_row_numbers(piece)
    if len(blocks) > 1 and any(len(block.text.strip(" \t\n;").splitlines()) > 1 for block in blocks):
        return _stack(piece, [_matrix(block) for block in blocks])
    rows = _matrix(piece)
    if sized := _after_sizes(piece, rows):
        return sized
    return rows.items[0] if len(rows.items) == 1 and not piece.scalar.block else rows


def check_folded(piece: Piece) -> None:
    """Raises InputError where YAML joined lines of numbers to one, so that the ends of rows are lost."""
    if piece.scalar.folded and ";" not in piece.text and len(piece.text.split()) > 1:
        raise piece.error("YAML joins these lines to one, and the ends of the rows are lost",
                          "Write | after the colon, so that lines stay: Q: |")  # fmt: skip


def _stack(piece: Piece, matrices: list[Sequence]) -> Sequence:
    heights = [len(matrix.items) for matrix in matrices]
    if len(set(heights)) > 1:
        raise piece.error(f"blank lines part matrices with {' and '.join(map(str, heights[:4]))} rows, "
                          "or stand inside one matrix", "Leave them out, or name each matrix.")  # fmt: skip
    return piece.items(matrices)


def _matrix(piece: Piece) -> Sequence:
    rows = [row for row in piece.split(r"[;\n]") if row.text.strip()]
    return piece.items([row.items([entry.cell for entry in entries(row)]) for row in rows])


def _check_semicolons(piece: Piece) -> None:
    lines = [line.strip(" \t;").split(";") for line in piece.text.splitlines() if line.strip(" \t;")]
    if len(lines) > 1 and all(len(line) > 1 and all(len(cell.split()) == 1 for cell in line) for line in lines):
        cells = sum(map(len, lines))
        raise piece.error(f"with lines and semicolons this can be {cells}×1 or {len(lines)}×{len(lines[0])}",
                          "Part the entries by spaces.")  # fmt: skip


def _check_row_numbers(piece: Piece) -> None:
    """Raises InputError where lines begin with 1: or 1. or with 1, 2, 3 … before numbers that all have points."""
    lines = [ROW_NUMBER.fullmatch(line) for line in piece.text.splitlines() if line.strip()]
    found = [match for match in lines if match]
    if len(lines) < 2 or len(found) < len(lines) or len({match[2] for match in found}) > 1:
        return
    numbers, rest = [int(match[1]) for match in found], [word for match in found for word in match[3].split()]
    is_numbered = numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] in (0, 1)
    is_marked = found[0][2] in (":", ")") or (found[0][2] == "." and not any(word.endswith(".") for word in rest))
    is_apart = found[0][2] == "" and len(lines) > 2 and all("." in word for word in rest)
    if is_numbered and (is_marked or is_apart):
        raise piece.error(f"{found[0][1]}{found[0][2]}, {found[1][1]}{found[1][2]} … can number the rows, "
                          "or be their first entries",
                          f"Leave row numbers out; write entries with a point: {found[0][1]}.0.")  # fmt: skip


def _after_sizes(piece: Piece, rows: Sequence) -> Sequence | None:
    """The matrix after a line that gives its sizes; raises InputError where that line may be a row too."""
    texts = [[cell.text for cell in row.items if isinstance(cell, Scalar)]
             for row in rows.items if isinstance(row, Sequence)]  # fmt: skip
    if len(texts) < 2 or len(texts[0]) != 2 or not all(WHOLE.fullmatch(text) for text in texts[0]):
        return None
    height, width = map(int, texts[0])
    rest = [text for row in texts[1:] for text in row]
    if height * width != len(rest):
        return None
    if {len(row) for row in texts} == {2}:
        if all("." in text for text in rest):
            raise piece.error(f"“{height} {width}” can be the sizes of a {height}×{width} matrix below it, "
                              f"or the first row of a {height + 1}×2 matrix")  # fmt: skip
        return None
    cells = [cell for row in rows.items[1:] if isinstance(row, Sequence) for cell in row.items]
    return piece.items([piece.items(cells[start : start + width]) for start in range(0, len(cells), width)])


def entries(row: Piece) -> list[Piece]:
    """The entries of one row; a comma between digits is a decimal comma beside spaces only, and the last may end it.

    Raises InputError for `1,5` alone, `1 - 2` and what else can be one entry or two.
    """
    text = row.text.replace("−", "-").replace("–", "-").strip()
    if COMMA.fullmatch(text):
        whole, _, rest = text.partition(",")
        raise row.error(f"“{text}” can be the one number {whole}.{rest} or the two numbers {whole} and {rest}",
                        "Write a point for the decimals, or a space between entries.")  # fmt: skip
    if "," in text and (re.search(r",\s", text) or not re.search(r"\d\s+[-+\d]", text)):
        pieces = row.split(",")
        return pieces if pieces[-1].text.strip() else pieces[:-1]
    for pattern, readings, hint in AMBIGUOUS:
        if match := pattern.search(row.text):
            begin = max(0, match.start() - 3)
            raise row.error(f"“{row.text[begin : match.end() + 1].strip()}” can be {readings}", hint)
    return [piece for piece in row.split(SPACE) if piece.text.strip()]


def read_framed(piece: Piece) -> Node:
    """A print with a heading of columns and a column of row numbers, as pandas prints them."""
    lines = [line for line in piece.split(r"\n") if line.text.strip()]
    return piece.items([line.items([entry.cell for entry in entries(line)[1:]]) for line in lines[1:]])


def is_framed(text: str) -> bool:
    """Whether the first line numbers or names the columns, and every other begins with its row's number."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or any(len(line) != len(lines[0]) + 1 for line in lines[1:]):
        return False
    are_names = not re.search(r"(?<![^\W_])\d", " ".join(lines[0]))
    return (are_names or counts(lines[0])) and counts([line[0] for line in lines[1:]])


def counts(texts: list[str]) -> bool:
    """Whether these are 0, 1, 2 … or 1, 2, 3 …"""
    return texts in ([str(i + first) for i in range(len(texts))] for first in (0, 1))
