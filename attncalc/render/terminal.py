"""Blocks on a terminal, with Rich: the only place that knows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich import box
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from attncalc.check.verdict import Verdict
from attncalc.render.blocks import (
    Block,
    Cell,
    Formula,
    Grid,
    Heading,
    Heatmap,
    Note,
    Prose,
    Quote,
    Verdicts,
    with_texts,
)
from attncalc.render.heatmap import heatmap_lines, is_dark
from attncalc.render.plain import GAP, lines_of
from attncalc.render.roles import BY_MARK, COLUMN, ENTRY, ROW, mask
from attncalc.render.width import ascii_only, width

PALE, DEEP = (222, 235, 247), (33, 102, 172)  # from little weight to much
STYLES: dict[Verdict | None, str] = {
    **{
        verdict: "green" if verdict.good else "bold red" if verdict.counts_against else "magenta" for verdict in Verdict
    },
    Verdict.FOLLOWS: "yellow",
    None: "",
}
ROLE_STYLES = {ROW: "bold green", COLUMN: "bold magenta", ENTRY: "bold underline"}
PADDING = 3  # columns of a table's frame around each cell


class Terminal:
    """Writes blocks to a console; `ascii_signs` for one that lacks the signs of mathematics."""

    def __init__(self, console: Console, *, ascii_signs: bool = False) -> None:
        self.console = console
        self.ascii = ascii_signs
        self.shades = console.color_system in ("256", "truecolor")  # of 16 colours none is pale

    def write(self, blocks: Iterable[Block]) -> None:
        """All blocks, an empty line between them; a sentence stands close to a heading or a table before it."""
        before: Block | None = None
        for original in blocks:
            block = with_texts(original, ascii_only) if self.ascii else original
            drawn = self._draw(block)
            if drawn is None:
                continue
            if before is not None and not (isinstance(block, Prose) and not isinstance(before, Formula | Heatmap)):
                self.console.print()
            wrapped = isinstance(drawn, Table) or isinstance(block, Heading)
            self.console.print(drawn, highlight=False, soft_wrap=not wrapped)
            before = block

    def _draw(self, block: Block) -> Text | Table | None:
        if isinstance(block, Grid) and self._fits(block):
            return self._table(block)
        if isinstance(block, Verdicts) and self._fits(block.grid):
            return self._table(block.grid, [[STYLES[cell.verdict] for cell in row] for row in block.cells])
        if isinstance(block, Heatmap) and block.asked and self.shades:
            return self._heatmap(block)
        text = "\n".join(lines_of(block, self.console.width))
        text = ascii_only(text) if self.ascii else text  # brackets
        if not text:
            return None
        match block:
            case Heading():
                return self._heading(block)
            case Note(hint=True):
                return Text(text, style="dim")
            case Note():
                return Text(text, style="italic")
            case Formula():
                return self._formula(block, text)
            case Quote():
                return self._quote(text)
        return Text(text)

    def _quote(self, text: str) -> Text:
        line, _, mark = text.partition("\n")
        return Text(line + "\n").append(mark, "bold red")

    def _formula(self, block: Formula, text: str) -> Text:
        """Mathematics, what comes from the row and from the column of an entry each in its colour."""
        drawn = Text(text, style="cyan" if block.optional else "")
        marks = "\n".join(lines_of(mask(block), self.console.width))
        if len(marks) == len(text):
            place = 0
            for sign, run in groupby(marks):
                end = place + len(list(run))
                if role := BY_MARK.get(sign):
                    drawn.stylize(ROLE_STYLES[role], place, end)
                place = end
        return drawn

    def _heatmap(self, block: Heatmap) -> Text:
        lines = []
        for line in heatmap_lines(block, self.console.width):
            parts = [(text, "" if depth is None else _background(depth)) for text, depth in line]
            lines.append(Text.assemble(*parts))
        return Text("\n").join(lines)

    def _heading(self, block: Heading) -> Text:
        parts = [(block.text, "bold" if block.level > 1 else "bold underline")]
        if block.math:
            parts.append((block.math.text, "bold cyan"))
        wide = sum(width(part) + len(GAP) for part, _ in parts) + width(block.aside) > self.console.width
        text = Text(GAP).join(Text(part, style) for part, style in parts)
        if block.aside:
            text.append("\n" if wide else GAP).append(block.aside, "dim")
        return text

    def _fits(self, grid: Grid) -> bool:
        """Whether a table shows every digit of the grid; Rich would cut them otherwise."""
        sizes = [max(map(width, column)) for column in zip(*self._texts(grid), strict=True)]
        return sum(sizes) + PADDING * len(sizes) + 1 <= self.console.width

    def _texts(self, grid: Grid) -> list[list[str]]:
        """Labels and cells, row by row."""
        rows = [[label, *(cell.text for cell in row)] for label, row in zip(grid.rows, grid.cells, strict=True)]
        return [[grid.name.text, *grid.columns], *rows]

    def _table(self, grid: Grid, verdicts: list[list[str]] | None = None) -> Table:
        head, *rows = self._texts(grid)
        table = Table(box=box.ASCII if self.ascii else box.ROUNDED, header_style="dim", border_style="dim")
        table.add_column(Text(head[0], style="bold"), no_wrap=True, style="dim")
        for label in head[1:]:
            table.add_column(Text(label), justify="right", no_wrap=True)
        shades = [[_shade(cell) if self.shades else Style.null() for cell in cells] for cells in grid.cells]
        styled: Sequence[Sequence[str | Style]] = verdicts or shades
        for styles, texts in zip(styled, rows, strict=True):
            shaded = [Text(text, style=style) for style, text in zip(styles, texts[1:], strict=True)]
            table.add_row(Text(texts[0]), *shaded)
        return table


def _shade(cell: Cell) -> Style:
    """The background of a weight, and ink that can be read on it."""
    if cell.shade is None:
        return Style.null()
    light = is_dark([part / 255 for part in _colour(cell.shade)])
    return Style(color=Color.from_rgb(*[255 * light] * 3)) + _background(cell.shade)


def _background(depth: float) -> Style:
    return Style(bgcolor=Color.from_rgb(*_colour(depth)))


def _colour(depth: float) -> tuple[int, int, int]:
    """The more, the deeper."""
    red, green, blue = (round(a + (b - a) * depth) for a, b in zip(PALE, DEEP, strict=True))
    return red, green, blue
