"""Lines of mathematics on a paper: matrices side by side, and those that are wider than the paper in parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attncalc.render.blocks import Bracket, Cell, Cells, Grid, Math, Piece
from attncalc.render.plain import grid_lines
from attncalc.render.shortening import MOST, numbered, part_of
from attncalc.render.typst.calls import alternative, cuts, equation
from attncalc.render.typst.math import (
    GAP,
    Typeset,
    cells_of,
    column_widths,
    matrix,
    matrix_width,
    piece,
    string,
)

LISTED = 106  # characters of a line of a listing
SPACE = 0.35
SIGNS = ("=", "≈")  # with which a line goes on where it is broken
WIDE = 0.8  # of the width of the paper: entries that are wider stand on lines of their own


class Lines:
    """Writes lines that are so many em wide."""

    def __init__(self, room: float) -> None:
        self.room = room

    def fits(self, line: Sequence[Piece]) -> bool:
        """Whether every matrix of a line fits on the paper."""
        return all(isinstance(item, Math) or self.is_one(item.cells) for item in line)

    def is_one(self, cells: Cells) -> bool:
        """Whether a matrix is set in brackets as one."""
        return not is_large(cells) and matrix_width(self.cells(cells)) <= self.room

    def cells(self, cells: Cells) -> list[list[Typeset]]:
        """The entries of a matrix, set."""
        return cells_of(cells, self.room)

    def width(self, line: Sequence[Piece]) -> float:
        """About how wide a line is."""
        sizes = (
            matrix_width(self.cells(item.cells)) if isinstance(item, Bracket) else piece(*item).width for item in line
        )
        return sum(sizes) + len(line) * SPACE

    def inline(self, line: Sequence[Piece]) -> str:
        """The pieces with spaces between them; no line is broken after a sign of equality."""
        spaces = ("[~]" if isinstance(item, Math) and item.text in SIGNS else "[ ]" for item in line)
        parts = (part for item, space in zip(line, spaces, strict=True) for part in (self.piece(item), space))
        return " + ".join([*parts][:-1])

    def piece(self, item: Piece) -> str:
        """One piece with its text alternative."""
        if isinstance(item, Bracket):
            return equation(alternative(item.cells), matrix(self.cells(item.cells)))
        return equation(item.text, piece(*item, self.room))

    def write(self, line: Sequence[Piece], *, stays: bool) -> Iterator[str]:
        """A line of mathematics, with what follows if it `stays`; a matrix that does not fit stands in parts."""
        head = line[0] if isinstance(line[0], Math) else Math("", "")
        for fits, group in groupby(line, lambda item: isinstance(item, Math) or self.is_one(item.cells)):
            items = list(group)
            if fits and (items != [head] or len(line) == 1):
                yield f"line({str(stays).lower()}, {self.inline(items)})"
            for item in items:
                if not fits and isinstance(item, Bracket):
                    yield from self.parts(head, item)

    def parts(self, head: Math, bracket: Bracket) -> Iterator[str]:
        """A matrix that is wider than the paper: in blocks of columns, or entry by entry where these are wide."""
        cells, made = bracket.cells, self.cells(bracket.cells)
        rows, columns = numbered(cells)
        widths = column_widths(made)
        if is_large(cells):
            yield listing(Grid(head._replace(text=head.text.rstrip(" =")), cells, rows, columns))
        elif max(widths) > self.room * WIDE:
            yield from self.entries(head, cells)
        else:
            for start, stop in cuts(widths, self.room - 2, GAP):
                part = equation(
                    alternative(tuple(row[start:stop] for row in cells)), matrix([row[start:stop] for row in made])
                )
                said = string(part_of(bracket.columns or columns, start, stop))
                yield f"cut({equation(head.text, piece(*head))}, {said}, {part})"

    def entries(self, head: Math, cells: Cells) -> Iterator[str]:
        """Each entry of a matrix on its own line."""
        for i, row in enumerate(cells, 1):
            for j, cell in enumerate(row, 1):
                yield from self.write((_entry(head, f"{i},{j}" if len(row) > 1 else f"{i}", cell),), stays=False)


def _entry(head: Math, index: str, cell: Cell) -> Math:
    """X = and its entry as X[1,2] = 5; an entry in digits has its own sign."""
    (name, _, sign), (latex, _, latex_sign) = (part.rpartition(" ") for part in head)
    if cell.text.startswith("≈"):
        sign = latex_sign = ""
    return Math(f"{name}[{index}] {sign} {cell.text}", f"{latex}[{index}] {latex_sign} {cell.latex}")


def is_large(cells: Cells) -> bool:
    """Whether a matrix has more rows or columns than one reads in brackets."""
    return max(len(cells), len(cells[0])) > MOST


def listing(grid: Grid) -> str:
    """A matrix too large for brackets, in letters of one width; each block of columns on a page where it fits."""
    blocks = "\n".join(grid_lines(grid, LISTED)).split("\n\n")
    return f"listing({', '.join(map(string, blocks))})"
