"""Large matrices with their middle left out, and a note that says how much that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import prod
from typing import TypeVar

from attncalc.render.blocks import Block, Bracket, Cell, Cells, Formula, Grid, Note, Piece

MOST, FIRST, LAST = 24, 10, 4  # rows or columns that are written whole; of more, the first and the last
ACROSS, DOWN = Cell("…", r"\cdots"), Cell("⋮", r"\vdots")
CORNER = Cell("⋱", r"\ddots")
LABEL = "…"

T = TypeVar("T")


def shortened(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with matrices of at most `MOST` rows and columns, and a note on what was left out."""
    left_out: dict[str, tuple[int, int]] = {}
    made = [_shortened(block, left_out) for block in blocks]
    if not left_out:
        return made
    at = next((number for number, block in enumerate(made) if isinstance(block, Note)), len(made))
    return [*made[:at], *_notes(left_out), *made[at:]]


def numbered(cells: Cells) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Numbers as labels of all rows and columns."""
    rows, columns = (tuple(map(str, range(1, count + 1))) for count in (len(cells), len(cells[0])))
    return rows, columns


def part_of(labels: Sequence[str], start: int, stop: int, word: str = "column") -> str:
    """Which columns, or rows, a block of a matrix holds; where some are left out, by their labels."""
    if LABEL in labels:
        shown = [label for label in labels[start:stop] if label != LABEL] or [LABEL]
        return f"{word}s {shown[0]} to {shown[-1]}" if len(shown) > 1 else f"{word} {shown[0]}"
    return f"{word}s {start + 1}–{stop} of {len(labels)}" if stop > start + 1 else f"{word} {stop} of {len(labels)}"


def _notes(left_out: dict[str, tuple[int, int]]) -> Iterator[Note]:
    """One note for all matrices of a size."""
    for size in dict.fromkeys(left_out.values()):
        names = ", ".join(name for name, other in left_out.items() if other == size)
        rows, columns = size
        count = prod(size) - prod(min(length, FIRST + LAST) if length > MOST else length for length in size)
        each = "each of " if "," in names else ""
        yield Note(f"Of {each}{names} ({rows}×{columns}) {count:,} entries are left out; --full writes them all.")


def _shortened(block: Block, left_out: dict[str, tuple[int, int]]) -> Block:
    if isinstance(block, Grid) and _is_large(block.cells):
        left_out[block.name.text] = len(block.cells), len(block.cells[0])
        rows, columns = _middle_out(block.rows, LABEL), _middle_out(block.columns, LABEL)
        return replace(block, cells=_cells(block.cells), rows=rows, columns=columns)
    if isinstance(block, Formula):
        return replace(
            block, lines=tuple(tuple(_piece(line, piece, left_out) for piece in line) for line in block.lines)
        )
    return block


def _piece(line: tuple[Piece, ...], piece: Piece, left_out: dict[str, tuple[int, int]]) -> Piece:
    if not isinstance(piece, Bracket) or not _is_large(piece.cells):
        return piece
    if len(line) == 2 and not isinstance(line[0], Bracket):  # X = […], which no grid states
        left_out[line[0].text.removesuffix(" =")] = len(piece.cells), len(piece.cells[0])
    return Bracket(_cells(piece.cells), *(_middle_out(numbers, LABEL) for numbers in numbered(piece.cells)))


def _is_large(cells: Cells) -> bool:
    return bool(cells) and max(len(cells), len(cells[0])) > MOST


def _cells(cells: Cells) -> Cells:
    rows = tuple(_middle_out(row, ACROSS) for row in cells)
    between = tuple(CORNER if cell is ACROSS else DOWN for cell in rows[0])
    return _middle_out(rows, between)


def _middle_out(items: tuple[T, ...], gap: T) -> tuple[T, ...]:
    """The first and the last of more than `MOST`."""
    return (*items[:FIRST], gap, *items[-LAST:]) if len(items) > MOST else items
