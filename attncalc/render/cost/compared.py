"""Several mechanisms over a range of one size, as a table."""

from __future__ import annotations

from typing import NamedTuple

from attncalc.cost.asked import Asked
from attncalc.cost.compare import Point
from attncalc.cost.cost import FLOP
from attncalc.cost.units import in_thousands, of_bytes
from attncalc.render.blocks import Block, Cell, Grid, Heading, Math, Prose


class Compared(NamedTuple):
    """The size that grows, its values, and the counts of each mechanism at these."""

    word: str
    sizes: tuple[int, ...]
    found: dict[str, list[Point]]


def compared_page(table: Compared, asked: Asked) -> list[Block]:
    """FLOPs, and the bytes of the largest line, a column for each mechanism."""
    flops = {
        name: [f"{in_thousands(FLOP * point.multiply_adds)}".replace(" ", "") for point in points]
        for name, points in table.found.items()
    }
    held = {
        name: [of_bytes(point.largest * asked.bytes).partition(" = ")[0] for point in points]
        for name, points in table.found.items()
    }
    return [
        Heading(1, f"Costs over {table.word}"),
        Prose("FLOPs forward, of the pairs alone that masks leave:"),
        _grid(table, flops),
        Prose(f"Bytes of the largest line, {asked.bytes} B for each number:"),
        _grid(table, held),
    ]


def _grid(table: Compared, texts: dict[str, list[str]]) -> Grid:
    cells = tuple(tuple(Cell(texts[name][row], "") for name in texts) for row in range(len(table.sizes)))
    rows = tuple(f"{table.word} = {size:,}" for size in table.sizes)
    return Grid(Math("", ""), cells, rows, tuple(texts), labelled=True)
