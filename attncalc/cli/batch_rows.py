"""The steps of a few rows of a large calculation, shown or written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attncalc.render.blocks import Cell, Grid, Heading, Math

if TYPE_CHECKING:
    from attncalc.batch.rows import Lines

DIGITS = 6
ENDS = 3  # columns that are shown at either end
MOST_COLUMNS = 8


def deliver_rows(lines: Lines) -> None:
    """Shows each step of the rows, of every head, with the ends of rows that are long."""
    from attncalc.cli.output import deliver_page
    from attncalc.render.look import Look

    heads = next(iter(lines.steps.values())).shape[:-2]
    pages = [list(_blocks(lines, index)) for index in product(*map(range, heads))]
    deliver_page(pages, None, None, Look())


def write_rows(path: Path, lines: Lines) -> None:
    """Writes the steps by name, whole, and the numbers of the rows; raises OutputError."""
    import numpy as np

    from attncalc.batch.files.outputs import write_npz

    write_npz(path, {"rows": np.array(lines.rows) + 1, **lines.steps})


def _blocks(lines: Lines, index: tuple[int, ...]) -> Iterator[Any]:
    if index:
        yield Heading(2, f"Head {', '.join(str(place + 1) for place in index)}")
    rows = tuple(str(row + 1) for row in lines.rows)
    for name, step in lines.steps.items():
        columns = _columns(step.shape[-1])
        cells = tuple(tuple(_cell(line, column) for column in columns) for line in step[index])
        yield Grid(
            Math(name, name), cells, rows, tuple("…" if column is None else str(column + 1) for column in columns)
        )


def _columns(count: int) -> list[int | None]:
    if count <= MOST_COLUMNS:
        return list(range(count))
    return [*range(ENDS), None, *range(count - ENDS, count)]


def _cell(line: Any, column: int | None) -> Cell:
    if column is None:
        return Cell("…", "")
    number = float(line[column])
    text = {"inf": "∞", "-inf": "−∞"}.get(str(number), f"{number:.{DIGITS}g}")
    return Cell(text, "")
