"""Plain rows: lines or semicolons end a row; spaces, tabs or commas part entries."""

from __future__ import annotations

import re

from attncalc.problem.notation.piece import Piece
from attncalc.problem.tree import Node, Scalar, Sequence

BLANK_LINE = r"\n[ \t]*\n"
SPACE = r"(?<![+*/·×])\s+(?![+*/·×]\s)"  # but not around the signs of a sum or a product
WHOLE = re.compile(r"\d{1,6}")


def read_rows(piece: Piece) -> Node:
    """`1 2; 3 4`, or lines of numbers; a blank line parts the matrices of a stack.

    Raises InputError where semicolons may part rows or entries.
    """
    blocks = [block for block in piece.split(BLANK_LINE) if block.text.strip(" \t\n;")]
    _check_semicolons(piece)
    if len(blocks) > 1 and any(len(block.text.strip(" \t\n;").splitlines()) > 1 for block in blocks):
        return piece.items([_matrix(block) for block in blocks])
    rows = _matrix(piece)
    if sized := _after_sizes(piece, rows):
        return sized
    return rows.items[0] if len(rows.items) == 1 and not piece.scalar.block else rows


def _matrix(piece: Piece) -> Sequence:
    rows = [row for row in piece.split(r"[;\n]") if row.text.strip()]
    return piece.items([row.items([entry.cell for entry in entries(row)]) for row in rows])


def _check_semicolons(piece: Piece) -> None:
    lines = [line.strip(" \t;").split(";") for line in piece.text.splitlines() if line.strip(" \t;")]
    if len(lines) > 1 and all(len(line) > 1 and len("".join(line).split()) == 1 for line in lines):
        cells = sum(map(len, lines))
        raise piece.error(f"with lines and semicolons this can be {cells}×1 or {len(lines)}×{len(lines[0])}",
                          "Part the entries by spaces.")  # fmt: skip


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
    """The entries of one row; a comma between digits is a decimal comma beside spaces only.

    Raises InputError for `1,5` alone, which can be one number or two.
    """
    text = row.text.replace("−", "-").replace("–", "-")
    if "," not in text:
        return _nonempty(row.split(SPACE))
    if re.search(r",\s", text.strip()):
        return _nonempty(row.split(","))
    if re.search(r"\d\s+[-+\d]", text):
        return _nonempty(row.split(SPACE))
    if re.fullmatch(r"[-+]?\d+,\d+", text.strip()):
        whole, _, rest = text.strip().partition(",")
        raise row.error(
            f"“{text.strip()}” can be the one number {whole}.{rest} or the two numbers {whole} and {rest}",
            "Write a point for the decimals, or a space between entries.",
        )
    return _nonempty(row.split(","))


def _nonempty(pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.text.strip()]


def read_tabbed(piece: Piece) -> Node:
    """Cells copied from a spreadsheet, with a heading of numbers and a first column of names or nothing, or without."""
    table = [line.split(r"\t") for line in piece.split(r"\n") if line.text.strip()]
    texts = [[cell.text.strip() for cell in row] for row in table]
    numbers = [str(number) for number in range(1, len(texts[0]))]
    if texts[0][0] == "" and texts[0][1:] in (numbers, [str(int(number) - 1) for number in numbers]):
        table, texts = table[1:], texts[1:]
    if all(not row[0] or re.match(r"[^\W\d_]", row[0]) for row in texts):
        table = [row[1:] for row in table]
    return piece.items([row[0].items([cell.cell for cell in row]) for row in table])


def read_framed(piece: Piece) -> Node:
    """A print with a heading of column numbers and a column of row numbers, as pandas prints them."""
    lines = [line for line in piece.split(r"\n") if line.text.strip()]
    return piece.items([line.items([entry.cell for entry in entries(line)[1:]]) for line in lines[1:]])


def is_framed(text: str) -> bool:
    """Whether the first line numbers the columns, and every other begins with its row's number, from 0 or 1."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or any(len(line) != len(lines[0]) + 1 for line in lines[1:]):
        return False
    heading, index = lines[0], [line[0] for line in lines[1:]]
    return all(numbers == [str(number + (numbers[0] == "1")) for number in range(len(numbers))]
               for numbers in (heading, index))  # fmt: skip
