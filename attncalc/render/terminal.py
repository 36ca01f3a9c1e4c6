"""Blocks on a terminal, with Rich: the only place that knows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from attncalc.check.claim import WRONG
from attncalc.render.blocks import Block, Cell, Formula, Grid, Heading, Note, Prose, Quote, Verdicts, with_texts
from attncalc.render.plain import lines_of
from attncalc.render.width import ascii_only, width

PALE, DEEP = (222, 235, 247), (33, 102, 172)  # from little weight to much
STYLES = {"right": "green", "rounded": "green", "follows": "yellow", "misread": "magenta", "unread": "magenta",
          **dict.fromkeys(WRONG, "bold red")}  # fmt: skip
PADDING = 3  # columns of a table's frame around each cell


class Terminal:
    """Writes blocks to a console; `ascii_signs` for one that lacks the signs of mathematics."""

    def __init__(self, console: Console, *, ascii_signs: bool = False) -> None:
        self.console = console
        self.ascii = ascii_signs
        self.shades = console.color_system in ("256", "truecolor")  # of 16 colours none is pale

    def write(self, blocks: Iterable[Block]) -> None:
        """All blocks, an empty line between them."""
        for number, original in enumerate(blocks):
            block = with_texts(original, ascii_only) if self.ascii else original
            drawn = self._draw(block)
            if drawn is not None:
                if number and not (isinstance(block, Prose)):
                    self.console.print()
                self.console.print(drawn, highlight=False, soft_wrap=not isinstance(drawn, Table))

    def _draw(self, block: Block) -> Text | Table | None:
        if isinstance(block, Grid) and self._fits(block):
            return self._table(block)
        if isinstance(block, Verdicts) and self._fits(block.grid):
            return self._table(block.grid, [[STYLES.get(cell.verdict, "") for cell in row] for row in block.cells])
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
            case Formula(optional=True):
                return Text(text, style="cyan")
            case Quote():
                return self._quote(text)
        return Text(text)

    def _quote(self, text: str) -> Text:
        line, _, mark = text.partition("\n")
        return Text(line + "\n").append(mark, "bold red")

    def _heading(self, block: Heading) -> Text:
        parts = [(block.text, "bold" if block.level > 1 else "bold underline")]
        if block.math:
            parts.append((block.math.text, "bold cyan"))
        if block.aside:
            parts.append((block.aside, "dim"))
        text = Text()
        for number, (part, style) in enumerate(parts):
            text.append("  " * bool(number)).append(part, style)
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
    """The background of a weight: the more, the deeper."""
    if cell.shade is None:
        return Style.null()
    red, green, blue = (round(a + (b - a) * cell.shade) for a, b in zip(PALE, DEEP, strict=True))
    ink = Color.from_rgb(255, 255, 255) if cell.shade > 0.5 else Color.from_rgb(0, 0, 0)
    return Style(color=ink, bgcolor=Color.from_rgb(red, green, blue))
