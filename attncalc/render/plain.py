"""Blocks as plain text: for pipes, files and matrices that are wider than a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from attncalc.render.blocks import (
    Block,
    Bracket,
    Cells,
    Formula,
    Grid,
    Heading,
    Heatmap,
    Math,
    Note,
    Piece,
    Prose,
    Quote,
    Rules,
    Verdicts,
    flat,
    with_texts,
)
from attncalc.render.look import Look
from attncalc.render.shortening import part_of
from attncalc.render.width import ascii_only, cut, width

GAP = "  "
QUOTED = "    "
MIN_ROOM = 20
RULE = 72  # columns of a line to write on
LABEL_SHARE = 4  # of a line, one in so many columns is enough for a label


def plain_pages(pages: Iterable[Iterable[Block]], look: Look) -> str:
    """All pages as one text."""
    return "\n\n".join(write_plain(page, look.columns, ascii_signs=look.ascii_signs) for page in pages)


def write_plain(blocks: Iterable[Block], columns: int = 80, *, ascii_signs: bool = False) -> str:
    """All blocks as text for so many columns; wide matrices are cut into blocks of columns."""
    shown = [with_texts(block, ascii_only) if ascii_signs else block for block in flat(blocks)]
    text = "\n\n".join(filter(None, ("\n".join(lines_of(block, columns)) for block in shown))) + "\n"
    return ascii_only(text) if ascii_signs else text


def lines_of(block: Block, columns: int) -> Iterator[str]:
    """The lines of one block."""
    match block:
        case Heading():
            yield from _heading(block, columns)
        case Prose():
            yield from wrapped(block.text, columns)
        case Formula():
            yield from formula_lines(block, columns)
        case Grid():
            yield from grid_lines(block, columns)
        case Heatmap() if block.asked:
            from attncalc.render.heatmap import heatmap_text

            yield from heatmap_text(block, columns)
        case Verdicts():
            yield from grid_lines(block.grid, columns)
        case Quote():
            yield from quoted(block, columns)
        case Rules(count=count):
            yield from [line for _ in range(count) for line in ("", "_" * min(columns, RULE))]
        case Note():
            yield from wrapped(block.text, columns)


def _heading(block: Heading, columns: int) -> Iterator[str]:
    text = GAP.join(filter(None, [block.text, block.math.text if block.math else "", block.beside]))
    lines = [text] if width(text) <= columns else [*wrapped(text, columns)]
    yield from lines
    if block.level < 3:
        yield "=-"[block.level - 1] * max(map(width, lines))


def wrapped(text: str, columns: int) -> list[str]:
    """A sentence over several lines."""
    from textwrap import wrap

    return wrap(text, max(columns, 20), break_on_hyphens=False) or [""]


def quoted(block: Quote, columns: int) -> list[str]:
    """The line with a mark under what is meant; of a long line what stands around it."""
    room = max(columns - len(QUOTED) - width(block.meant), MIN_ROOM)
    before = cut(block.before[::-1], max(room // 2, room - width(block.after)))[::-1]
    after = cut(block.after, max(room - width(before), 1))
    mark = " " * width(before) + "^" * max(1, width(block.meant))
    return [(QUOTED + before + block.meant + after).rstrip(), QUOTED + mark]


def formula_lines(block: Formula, columns: int) -> Iterator[str]:
    """Lines of mathematics, matrices in brackets; packed ones side by side while they fit."""
    drawn = [_draw(line) for line in block.lines]
    if block.optional and any(_width(lines) > columns for lines in drawn):
        return
    row: list[list[str]] = []
    for number, lines in enumerate(drawn):
        if row and (not block.packed or sum(map(_width, row)) + 4 * len(row) + _width(lines) > columns):
            yield from [*_joined(row, "    "), *[""] * block.packed]
            row = []
        if _width(lines) > columns:
            yield from _too_wide(block.lines[number], columns)
        else:
            row.append(lines)
    if row:
        yield from _joined(row, "    ")


def _too_wide(line: tuple[Piece, ...], columns: int) -> Iterator[str]:
    """A line that does not fit: mathematics is broken between words, a matrix between columns."""
    for piece in line:
        if isinstance(piece, Bracket):
            yield from _column_blocks(piece.cells, (), piece.columns, columns)
        else:
            yield from wrapped(piece.text, columns)


def _width(lines: list[str]) -> int:
    return max(map(width, lines), default=0)


def _draw(line: Sequence[Piece]) -> list[str]:
    return _joined([_piece(piece) for piece in line], " ")


def _piece(piece: Piece) -> list[str]:
    if isinstance(piece, Math):
        return [piece.text]
    texts = [[cell.text for cell in row] for row in piece.cells]
    widths = [max(map(width, column)) for column in zip(*texts, strict=True)]
    rows = [GAP.join(right(text, size) for text, size in zip(row, widths, strict=True)) for row in texts]
    if len(rows) == 1:
        return [f"[{rows[0]}]"]
    return [f"{a}{row}{b}" for row, (a, b) in zip(rows, _brackets(len(rows)), strict=True)]


def _brackets(count: int) -> list[tuple[str, str]]:
    return [("⎡", "⎤"), *[("⎢", "⎥")] * (count - 2), ("⎣", "⎦")]


def _joined(parts: list[list[str]], gap: str) -> list[str]:
    """Pieces side by side, each centred on the same line."""
    height = max(map(len, parts))
    columns = []
    for lines in parts:
        size = max(map(width, lines))
        above = (height - len(lines)) // 2
        padded = [""] * above + lines + [""] * (height - len(lines) - above)
        columns.append([line + " " * (size - width(line)) for line in padded])
    return [gap.join(row).rstrip() for row in zip(*columns, strict=True)]


def grid_lines(grid: Grid, columns: int) -> Iterator[str]:
    """A matrix with its labels: in blocks of columns where it is wide, a line each where its entries are.

    Labels are cut where they would leave no room for numbers.
    """
    widest = max(width(cell.text) for row in grid.cells for cell in row)
    longest = max(1, columns // LABEL_SHARE)
    rows: Sequence[str] = grid.rows
    heads: Sequence[str] = grid.columns
    if widest + 2 * max(map(width, [grid.name.text, *rows, *heads])) >= columns:
        rows, heads = ([cut(label, longest) for label in labels] for labels in (grid.rows, grid.columns))
    if widest + 2 * max(map(width, [grid.name.text, *rows])) < columns:
        yield from _column_blocks(grid.cells, rows, heads, columns, grid.name.text)
        return
    for i, row in enumerate(grid.cells, 1):
        for j, cell in enumerate(row, 1):
            index = f"{i},{j}" if len(row) > 1 else str(i)
            yield from wrapped(f"{grid.name.text}[{index}] = {loosened(cell.text)}", columns)


def loosened(text: str) -> str:
    """A closed form with spaces around the signs of its sums, where a line may break; exponents stay whole."""
    depth = 0
    written = ""
    for char in text:
        depth += (char == "{") - (char == "}")
        is_sum = char in "+−" and depth == 0 and written[-1:] not in ("", "(", "/", "·", " ")
        written += f" {char} " if is_sum else char
    return written


def _column_blocks(
    cells: Cells, row_labels: Sequence[str], column_labels: Sequence[str], columns: int, name: str = ""
) -> Iterator[str]:
    labels = list(row_labels) or [""] * len(cells)
    side = max(map(width, [name, *labels]))
    heads = list(column_labels) or [str(number) for number in range(1, len(cells[0]) + 1)]
    sizes = [max(width(head), *(width(row[j].text) for row in cells)) for j, head in enumerate(heads)]
    for start, stop in _cuts(sizes, columns - side):
        if stop - start < len(sizes):
            yield part_of(heads, start, stop)
        if any(heads) or name:
            yield _row(name, heads[start:stop], sizes[start:stop], side)
        for label, row in zip(labels, cells, strict=True):
            yield _row(label, [cell.text for cell in row[start:stop]], sizes[start:stop], side)
        if stop < len(sizes):
            yield ""


def _cuts(sizes: list[int], columns: int) -> Iterator[tuple[int, int]]:
    """The first and last column of each block that fits."""
    start = 0
    while start < len(sizes):
        fits = sum(total <= columns for total in accumulate(size + len(GAP) for size in sizes[start:]))
        yield start, start + max(1, fits)
        start += max(1, fits)


def _row(label: str, texts: Sequence[str], sizes: Sequence[int], side: int) -> str:
    cells = "".join(GAP + right(text, size) for text, size in zip(texts, sizes, strict=True))
    return (label + " " * (side - width(label)) + cells).rstrip()


def right(text: str, size: int) -> str:
    """The text at the right of so many columns."""
    return text.rjust(size + len(text) - width(text))
