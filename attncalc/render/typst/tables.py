"""Tables of a paper: labelled matrices, verdicts, weights; wide ones in blocks of columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attncalc.check.verdict import Verdict
from attncalc.render.blocks import BLANK, Cell, Checked, Grid, Heatmap, Math, Verdicts
from attncalc.render.shortening import part_of
from attncalc.render.typst.calls import cuts, equation, text
from attncalc.render.typst.math import Typeset, column_widths, piece, string, words_width

PADDING = 1.05  # of a cell of a table
LEAST_BLANK = 13.0  # mm, below which a number cannot be written
LABEL = 12.0  # the width up to which a label stands on one line
NARROW = 6.0  # the same above a shade
NUMBER = re.compile(r"[−\d.∞]*")
LOOKS = {
    **{verdict: "right" if verdict.good else "wrong" if verdict.counts_against else "misread" for verdict in Verdict},
    Verdict.FOLLOWS: "follows",
}
ROW = ",\n  "


def table(grid: Grid, cells: Sequence[Sequence[Typeset]], room: float) -> Iterator[str]:
    """A matrix with its labels; nothing if an entry is too wide for a table."""
    side = max(piece(*grid.name).width, *(min(words_width(label), LABEL) for label in grid.rows)) + PADDING
    heads = [min(words_width(label), LABEL) for label in grid.columns]
    widths = [max(pair) for pair in zip(heads, column_widths(cells), strict=True)]
    if side + max(widths) + PADDING > room:
        return
    made = [[_cell(*pair) for pair in zip(*rows, strict=True)] for rows in zip(grid.cells, cells, strict=True)]
    yield from _tables(grid, made, widths, room - side, stays="true")


def blanks(grid: Grid, cells: Sequence[Sequence[Typeset]], room: float, em: float) -> Iterator[str]:
    """A matrix to be filled in: rows high enough to write in, blanks as wide as there is room for; an em is in mm."""
    assert grid.room
    side = max(piece(*grid.name).width, *(min(words_width(label), LABEL) for label in grid.rows)) + 2 * PADDING
    heads = [min(words_width(label), LABEL) for label in grid.columns]
    wide = min(grid.room.wide / em, max((room - side) / len(heads), LEAST_BLANK / em))
    widths = [
        max(wide, label + PADDING, entry + PADDING) for label, entry in zip(heads, column_widths(cells), strict=True)
    ]
    made = [
        [_cell(*pair) if pair[0] != BLANK else "none" for pair in zip(*rows, strict=True)]
        for rows in zip(grid.cells, cells, strict=True)
    ]
    for start, stop in cuts(widths, room - side, 0):
        said = part_of(grid.columns, start, stop) if stop - start < len(widths) else ""
        head = [_name(grid.name), *map(_label, grid.columns[start:stop])]
        labels = [f"label({_name(sign)})" for sign in grid.signs] or list(map(_label, grid.rows))
        rows = [", ".join([label, *row[start:stop]]) for label, row in zip(labels, made, strict=True)]
        sides = ", ".join(f"{width:.2f}em" for width in widths[start:stop])
        aside = text(grid.aside if start == 0 else "")
        yield (
            f"answers({string(said)}, {aside}, {grid.room.high}mm, ({side:.2f}em, {sides}), ({', '.join(head)},), "
            f"{ROW.join(rows)})"
        )


def verdicts(block: Verdicts, room: float) -> Iterator[str]:
    """What was written, with its verdicts."""
    made = [[_judged(cell) for cell in row] for row in block.cells]
    widths = [max(map(_verdict_width, column)) for column in zip(*block.cells, strict=True)]
    side = max(min(words_width(label), LABEL) for label in block.rows) + PADDING
    yield from _tables(block.grid, made, widths, room - side, stays="false")


def _judged(cell: Checked) -> str:
    """A number as it was written; a cell that nothing was written in has no verdict."""
    return f"verdict({string(LOOKS[cell.verdict])}, {text(cell.text)})" if cell.verdict else text(cell.text)


def _verdict_width(cell: Checked) -> float:
    return words_width(cell.text) * 1.15


def _tables(grid: Grid, made: list[list[str]], widths: list[float], room: float, *, stays: str) -> Iterator[str]:
    for start, stop in cuts(widths, room, PADDING):
        said = part_of(grid.columns, start, stop) if stop - start < len(widths) else ""
        last = stays if stop == len(widths) else "false"
        head = [_name(grid.name), *map(_label, grid.columns[start:stop])]
        labels = [f"label({_name(sign)})" for sign in grid.signs] or list(map(_label, grid.rows))
        rows = [", ".join([label, *row[start:stop]]) for label, row in zip(labels, made, strict=True)]
        yield f"labelled({last}, {string(said)}, {len(head)}, ({', '.join(head)},), {ROW.join(rows)})"


def _cell(cell: Cell, made: Typeset) -> str:
    is_words = not cell.latex or NUMBER.fullmatch(cell.text)
    return text(cell.text) if is_words else equation(cell.text, made)


def _name(name: Math) -> str:
    return equation(name.text, piece(*name)) if name.latex else f"label({text(name.text)})"


def _label(label: str) -> str:
    return f"label({text(label)})"


def heatmap(block: Heatmap, room: float) -> str:
    """Weights as a table of shades; where it would be too wide, without the values."""
    side = max(piece(*block.name).width, *(min(words_width(label), LABEL) for label in block.rows)) + PADDING
    value = max(words_width(cell.text) for row in block.cells for cell in row) + PADDING
    label = max(min(words_width(label), NARROW) for label in block.columns) + PADDING
    count = len(block.columns)
    size = min(max(value, label), (room - side) / count)
    shows = size >= value
    scale = 1.0 if shows else min(1.0, size * 0.85)
    rows = [
        ", ".join([_small(label, scale), *(_shaded(cell, shows) for cell in row)])
        for label, row in zip(block.rows, block.cells, strict=True)
    ]
    labels = [_small(label, scale) for label in block.columns]
    head = [_name(block.name), *(labels if shows else (f"upright-label({label})" for label in labels))]
    return f"heatmap({count}, {size:.3f}em, {str(shows).lower()}, ({', '.join(head)},), {ROW.join(rows)})"


def _small(label: str, scale: float) -> str:
    return f"label({text(label)}, size: {scale:.3f}em)"


def _shaded(cell: Cell, shows: bool) -> str:
    shade = "none" if cell.shade is None else f"{cell.shade:.4f}"
    return f"shaded({shade}, {text(cell.text) if shows else 'none'})"
