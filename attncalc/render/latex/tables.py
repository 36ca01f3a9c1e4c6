"""Matrices with labels as tables in LaTeX: in blocks of columns and rows where they are wide or high."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from attncalc.render.blocks import Cell, Grid, Heatmap, Math, Verdicts
from attncalc.render.latex.measure import cell_width, text_width
from attncalc.render.latex.text import text
from attncalc.render.shortening import part_of

GAP = 1.3  # between the columns of a table
MOST_ROWS = 40  # of a table that stays on one page
LONG_LABEL, LONG_WORD = 11.0, 9  # em, from which on a label is broken over lines; signs of a word that is not
IN_DIGITS = re.compile(r"[\d.]+( *\\cdot *10\^\{-\d+\})?(\^\{\*\})?")
DIGITS = re.compile(r"[\d.]+|[^\W\d_]*")
INDENT = 1.5  # as mathematics stands
UNDER_RULE, TALL = r"\rule{0pt}{2.6ex}", r"\rule[-0.45em]{0pt}{1.8em}"
LARGEST = 1.5  # em, the side of the square of a weight of 1


@dataclass(frozen=True, slots=True)
class _Table:
    """A table as it is written: its head, its rows of cells, and the widths of its columns."""

    name: str
    side: float
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: list[list[str]]
    widths: list[float]
    rows_each: int = MOST_ROWS
    below: list[list[str]] | None = None  # what stands under each cell


def fits(grid: Grid, room: float) -> bool:
    """Whether every entry can stand in a table."""
    return max(_cell_width(cell) for row in grid.cells for cell in row) + _side(grid.name, grid.rows) + 2 * GAP <= room


def _side(name: Math, rows: Sequence[str]) -> float:
    """The width of the labels of rows, and of the name above them."""
    return max(cell_width(name.latex) if name.latex else _label_width(name.text), *map(_label_width, rows))


def grid_table(grid: Grid, room: float) -> Iterator[str]:
    """A matrix with its labels."""
    cells = [[_cell(cell) for cell in row] for row in grid.cells]
    widths = _widths(grid.cells, grid.columns, _cell_width)
    yield from _blocks(
        _Table(_inline(grid.name), _side(grid.name, grid.rows), grid.rows, grid.columns, cells, widths), room
    )


def verdict_table(block: Verdicts, room: float) -> Iterator[str]:
    """What was written, each number with the sign of its verdict; what is wrong in bold."""
    cells = [
        [rf"\textbf{{{_label(cell.text)}}}" if cell.is_bold else _label(cell.text) for cell in row]
        for row in block.cells
    ]
    widths = _widths(block.cells, block.columns, lambda cell: 1.15 * _label_width(cell.text))
    yield from _blocks(
        _Table(_inline(block.name), _side(block.name, block.rows), block.rows, block.columns, cells, widths), room
    )


def heat_table(block: Heatmap, room: float) -> Iterator[str]:
    """Weights as black squares, as large as they are, with their values."""
    cells = [[_square(cell.shade) for cell in row] for row in block.cells]
    values = [[rf"{{\scriptsize {_value(cell)}}}" for cell in row] for row in block.cells]
    widths = _widths(block.cells, block.columns, lambda cell: max(LARGEST, 0.75 * cell_width(_value(cell).strip("$"))))
    table = _Table(
        _inline(block.name),
        _side(block.name, block.rows),
        block.rows,
        block.columns,
        cells,
        widths,
        MOST_ROWS * 3 // 8,
        values,
    )
    yield from _blocks(table, room)


def _value(cell: Cell) -> str:
    """The digits of a weight, as the page has them; two of a closed form, and what stands for several as it is."""
    return _cell(cell) if cell.shade is None or IN_DIGITS.fullmatch(cell.latex) else f"{cell.shade:.2f}"


def _square(shade: float | None) -> str:
    side = LARGEST * (shade or 0) ** 0.5
    return rf"\rule[{0.3 - side / 2:.3f}em]{{{side:.3f}em}}{{{side:.3f}em}}" if side >= 0.02 else ""


def _widths(cells: Sequence[Sequence[object]], heads: Sequence[str], width: Callable[..., float]) -> list[float]:
    return [
        max(_label_width(head), *map(width, column))
        for head, column in zip(heads, zip(*cells, strict=True), strict=True)
    ]


def _inline(piece: Math | Cell) -> str:
    return f"${piece.latex}$" if piece.latex else _label(piece.text)


def _cell(cell: Cell) -> str:
    """A cell; digits are as good as text."""
    return cell.latex if re.fullmatch(r"[\d.]+", cell.latex) else _inline(cell)


def _cell_width(cell: Cell) -> float:
    return cell_width(cell.latex) if cell.latex else _label_width(cell.text)


def _blocks(table: _Table, room: float) -> Iterator[str]:
    """The table whole, or in blocks that say which columns and rows they show."""
    across = list(_cuts(table.widths, room - table.side - 2 * GAP))
    down = [
        (first, min(first + table.rows_each, len(table.rows))) for first in range(0, len(table.rows), table.rows_each)
    ]
    for rows in down:
        for columns in across:
            said = [
                part_of(table.rows, *rows, "row") if len(down) > 1 else "",
                part_of(table.columns, *columns) if len(across) > 1 else "",
            ]
            yield _tabular(table, rows, columns, text(", ".join(filter(None, said))))


def _cuts(widths: list[float], room: float) -> Iterator[tuple[int, int]]:
    """The first and last column of each block that fits."""
    start = 0
    while start < len(widths):
        fits = max(1, sum(total <= room for total in accumulate(width + GAP for width in widths[start:])))
        yield start, start + fits
        start += fits


def _tabular(table: _Table, rows: tuple[int, int], columns: tuple[int, int], said: str) -> str:
    shown, heads = slice(*columns), table.columns[slice(*columns)]
    lines = [_row(table.name, [_label(head) for head in heads], r" \\ \hline")]
    for number in range(*rows):
        strut = TALL if table.below else UNDER_RULE if number == rows[0] else ""
        lines.append(_row(strut + _label(table.rows[number]), table.cells[number][shown], r" \\"))
        if table.below:
            lines.append(_row("", table.below[number][shown], r" \\[3pt]"))
    sort = "c" if table.below else "r"
    spec = f"l|{sort * len(heads)}"
    body = "\n".join(lines)
    before = rf"\smallskip\noindent {table.name}, {said}:\par\nopagebreak" + "\n" if said else "\\smallskip\n"
    return f"{before}\\hspace*{{{INDENT}em}}\\begin{{tabular}}{{{spec}}}\n{body}\n\\end{{tabular}}\\par\\smallskip"


def _row(label: str, cells: list[str], end: str) -> str:
    return " & ".join([label, *cells]) + end


def _label(words: str) -> str:
    """A label; a long one in a box of its own."""
    if text_width(words) <= LONG_LABEL:
        return text(words)
    return rf"\parbox[t]{{{LONG_LABEL}em}}{{\raggedright {text(words, LONG_WORD)}}}"


def _label_width(words: str) -> float:
    return min(text_width(words), LONG_LABEL)
