"""Weights as a picture in SVG: each cell as dark as its weight is large, with labels, values and a scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from attncalc.render.blocks import Cell, Heatmap
from attncalc.render.heatmap import top_of
from attncalc.render.html.math import text
from attncalc.render.width import cut, width

PALE, DEEP = (239, 243, 255), (8, 48, 107)  # from no weight to all of it
LEVELS = 50  # shades that are told apart
MANY = 24  # rows or columns from which cells are small and have no values
LETTER, TINY, LINE = 7.2, 5.4, 30  # columns of text in both sizes, and rows of cells, in pixels
SPOKEN = 64  # weights up to which each is part of the text in place of the picture
SMALL, NARROW, BROAD = 13, 34, 112  # widths of cells: small ones, and the least and the most for one with its value
LABEL = 20  # columns of a label that are shown
GAP, SHADE = 8, 3  # around the picture, and of each shade of the scale


def heatmap(block: Heatmap) -> str:
    """The picture, in a box of its own that scrolls where it is wide."""
    return f'<figure class="scroll" tabindex="0">{_Picture(block).svg()}</figure>'


class _Picture:
    """The sizes of a picture, and its parts."""

    def __init__(self, block: Heatmap) -> None:
        self.block = block
        self.rows = [cut(label, LABEL) for label in block.rows]
        self.columns = [cut(label, LABEL) for label in block.columns]
        longest = max(width(cell.text) for row in block.cells for cell in row) * LETTER + 8
        self.small = max(len(self.rows), len(self.columns)) > MANY
        self.letter = TINY if self.small else LETTER
        self.most = top_of(cell.shade or 0 for row in block.cells for cell in row)
        self.across = SMALL if self.small else min(max(longest, NARROW), BROAD)
        self.down = SMALL if self.small else LINE
        self.left = self._longest(self.rows) + GAP
        self.turned = self._longest(self.columns) > self.across
        self.top = GAP + (self._longest(self.columns) if self.turned else 16)

    def _longest(self, labels: Sequence[str]) -> float:
        return max(map(width, labels), default=0) * self.letter

    def _depth(self, cell: Cell) -> float | None:
        """How dark a cell is, from 0 to 1."""
        return None if cell.shade is None else cell.shade / self.most

    def svg(self) -> str:
        """The whole picture with its title and a description."""
        wide = self.left + max(self.across * len(self.columns), SHADE * LEVELS + 20) + GAP
        tall = self.top + self.down * len(self.rows) + 42
        title = text(f"Heatmap of {self.block.name.text}")
        size = f'viewBox="0 0 {wide:.0f} {tall:.0f}" width="{wide:.0f}" height="{tall:.0f}"'
        tiny = ' class="tiny"' if self.small else ""
        return (
            f'<svg role="img" aria-label="{title}" {size}{tiny}><title>{title}</title>'
            f"<desc>{text(_described(self.block))}</desc>"
            f"{self._cells()}{''.join(self._values())}{''.join(self._labels())}{self._scale(tall - 26)}</svg>"
        )

    def _cells(self) -> str:
        """A path for each shade, so that large pictures stay small files."""
        places: dict[str, list[str]] = defaultdict(list)
        for i, row in enumerate(self.block.cells):
            for j, cell in enumerate(row):
                at = f"M{self.left + j * self.across:g} {self.top + i * self.down:g}"
                places[_colour(self._depth(cell))].append(
                    f"{at}h{self.across - 1:g}v{self.down - 1:g}h-{self.across - 1:g}z"
                )
        return "".join(f'<path fill="{colour}" d="{"".join(paths)}"/>' for colour, paths in places.items())

    def _values(self) -> Iterator[str]:
        for i, row in enumerate(() if self.small else self.block.cells):
            for j, cell in enumerate(row):
                if width(cell.text) * LETTER <= self.across:
                    x, y = self.left + (j + 0.5) * self.across, self.top + (i + 0.5) * self.down
                    yield _text(cell.text, x, y, "middle", f' fill="{_ink(self._depth(cell))}"')

    def _labels(self) -> Iterator[str]:
        for i, label in enumerate(self.rows):
            yield _text(label, self.left - 6, self.top + (i + 0.5) * self.down, "end")
        for j, label in enumerate(self.columns):
            x, y = self.left + (j + 0.5) * self.across, self.top - 8
            if self.turned:
                yield _text(label, x, y, "start", f' transform="rotate(-90 {x:g} {y:g})"')
            else:
                yield _text(label, x, y, "middle")

    def _scale(self, top: float) -> str:
        """The shades from nothing to the most."""
        starts = ((level / LEVELS, self.left + level * SHADE) for level in range(LEVELS))
        shades = "".join(
            f'<path fill="{_colour(shade)}" d="M{x:g} {top:g}h{SHADE}v9h-{SHADE}z"/>' for shade, x in starts
        )
        ends = (
            _text(f"{end * self.most:g}", self.left + end * LEVELS * SHADE, top + 18, "middle") for end in (0, 0.5, 1)
        )
        return shades + "".join(ends)


def _described(block: Heatmap) -> str:
    """The picture in words: each weight, or how many there are."""
    if len(block.rows) * len(block.columns) > SPOKEN:
        return f"{len(block.rows)} rows and {len(block.columns)} columns; the darker a cell, the larger its weight."
    rows = (
        ", ".join(f"{head} {cell.text}" for head, cell in zip(block.columns, row, strict=True)) for row in block.cells
    )
    return " ".join(f"{label}: {row}." if label else f"{row}." for label, row in zip(block.rows, rows, strict=True))


def _text(written: str, x: float, y: float, anchor: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{text(written)}</text>' if written else ""


def _mixed(shade: float) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * shade) for a, b in zip(PALE, DEEP, strict=True))
    return red, green, blue


def _colour(shade: float | None) -> str:
    """The colour of a weight; grey where there is no number."""
    if shade is None:
        return "#999"
    red, green, blue = _mixed(round(shade * LEVELS) / LEVELS)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _ink(shade: float | None) -> str:
    """Black or white, whichever is read more easily on the colour of this weight."""
    if shade is None:
        return "#000"
    parts = (
        (value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4) for value in _mixed(shade)
    )
    red, green, blue = parts
    return "#000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#fff"
