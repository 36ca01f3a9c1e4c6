"""Tables each line of which is about two things, a query and a key: each column is a matrix."""

from __future__ import annotations

from attncalc.reading.chain import Chain
from attncalc.reading.cut import Cells
from attncalc.reading.fields import Grid, blank_of, called, texts_of, title_of
from attncalc.reading.lists import matrix_of


def pairs(text: str, lines: list[Cells]) -> tuple[int, int] | None:
    """How many rows and columns there are, where each line of a table is about one of each."""
    if any(len(line) < len("abc") for line in lines):
        return None
    rows, columns = (texts_of(text, [line[column] for line in lines]) for column in (0, 1))
    size = len(set(rows)), len(set(columns))
    both = [(row, column) for row in dict.fromkeys(rows) for column in dict.fromkeys(columns)]
    return size if min(size) > 1 and both == list(zip(rows, columns, strict=True)) else None


def of_pairs(text: str, grid: Grid, columns: list[int], heads: Cells, size: tuple[int, int]) -> list[Chain]:
    """The columns of such a table, each as a matrix."""
    found = []
    for column in columns:
        cells = [row[column] or blank_of(row) for row in grid if column < len(row)]
        kept = [cell for cell in cells if cell]
        if len(kept) == size[0] * size[1]:
            matrix = matrix_of(text, [kept[start : start + size[1]] for start in range(0, len(kept), size[1])])
            title = title_of(text, heads[column], False) if column < len(heads) else None
            chain = Chain(matrix.start, matrix.end, [matrix])
            found.append(called(title, chain) if title else chain)
    return found
