"""Blocks as the source of a paper in typst; texts go into it as strings, never as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import groupby, pairwise

from attncalc.render.blocks import (
    Block,
    Bracket,
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
)
from attncalc.render.typst.calls import equation, text
from attncalc.render.typst.lines import Lines, listing
from attncalc.render.typst.math import piece, string
from attncalc.render.typst.tables import heatmap, table, verdicts
from attncalc.render.width import cut

WIDTHS = {"a4": 41.5, "letter": 43.0}  # of a line, in em, without what hangs in
SIZES = {"a4": "a4", "letter": "us-letter"}
BETWEEN = 3.0  # lines that stand side by side
LISTED = 1000  # entries from which a labelled matrix is no table any more
TOGETHER = 4  # lines of mathematics that stay on the page of what follows
LISTED_TEXT, BLANK = re.compile(r"[A-Z]\. "), "____"  # a text to choose from, and where its letter goes
QUOTED = 38  # characters that are shown on either side of what a quotation means


def document(pages: Iterable[Iterable[Block]], paper: str) -> str:
    """The source of a paper: the functions that set it, and the blocks of all pages as calls of these."""
    made = [list(page) for page in pages]
    title = next((block.text for page in made for block in page if isinstance(block, Heading)), "attncalc")
    body = "#pagebreak(weak: true)\n".join("".join(_Page(WIDTHS[paper]).calls(page)) for page in made)
    template = files("attncalc.render.typst").joinpath("paper.typ").read_text("utf-8")
    return f"{template}\n#show: paper.with({string(title)}, {string(SIZES[paper])})\n{body}"


class _Page:
    """Writes the blocks of one page, one after the other, for lines of some width."""

    def __init__(self, room: float) -> None:
        self.lines = Lines(room)
        self.level = 0
        self.left_out = False  # whether the line before a grid that repeats it did not fit

    def calls(self, blocks: Iterable[Block]) -> Iterator[str]:
        """A call on a line for each thing on the page."""
        for block, after in pairwise([*blocks, None]):
            if isinstance(block, Prose) and not block.margin and _leads(block, after):
                yield f"#asked({text(block.text)})\n"
            elif block:
                yield from (f"#{call}\n" for call in self._write(block))

    def _write(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                yield self._heading(block)
            case Prose():
                yield f"margin({text(block.margin)})" if block.margin else f"prose({text(block.text)})"
            case Rules():
                yield f"rules({block.count})"
            case Formula():
                yield from self._formula(block)
            case Grid():
                yield from self._grid(block)
            case Heatmap(asked=True):
                yield heatmap(block, self.lines.room)
            case Verdicts():
                yield from verdicts(block, self.lines.room)
            case Quote():
                before, after = cut(block.before[::-1], QUOTED)[::-1], cut(block.after, QUOTED)
                yield f"quoted({string(before)}, {string(block.meant or ' ')}, {string(after)})"
            case Note(hint=False):
                yield f"note({text(block.text)})"

    def _heading(self, block: Heading) -> str:
        """A heading; no level of the outline is left out, so that readers of the PDF can rely on them."""
        self.level = min(block.level, self.level + 1)
        if block.math is None:
            running = f", running: {text(block.running)}" if block.running else ""
            return f"head({self.level}, {text(block.text)}, {text(block.aside)}{running})"
        formula = equation(block.math.text, piece(*block.math, self.lines.room))
        return f"step({self.level}, {text(block.text)}, {formula}, {text(block.aside)})"

    def _formula(self, block: Formula) -> Iterator[str]:
        if block.optional:
            self.left_out = not all(map(self.lines.fits, block.lines))
            if self.left_out:
                return
        stays = len(block.lines) <= TOGETHER
        room = self.lines.room
        for packed, group in groupby(block.lines, lambda line: block.packed and self.lines.width(line) <= room):
            if packed:
                yield from (f"beside({', '.join(map(self.lines.inline, row))})" for row in self._rows(group))
            else:
                yield from (call for line in group for call in self.lines.write(line, stays=stays))

    def _rows(self, lines: Iterable[tuple[Piece, ...]]) -> list[list[tuple[Piece, ...]]]:
        """Short lines side by side, as many as fit."""
        rows: list[list[tuple[Piece, ...]]] = []
        filled = 0.0
        for line in lines:
            width = self.lines.width(line) + BETWEEN
            if not rows or filled + width > self.lines.room:
                rows.append([])
                filled = 0.0
            rows[-1].append(line)
            filled += width
        return rows

    def _grid(self, block: Grid) -> Iterator[str]:
        is_new, self.left_out = not block.repeats or self.left_out, False
        head = Math(f"{block.name.text} =", f"{block.name.latex} =")
        if block.labelled and len(block.cells) * len(block.columns) > LISTED:
            yield listing(block)
        elif block.labelled:
            tables = list(table(block, self.lines.cells(block.cells), self.lines.room))
            yield from tables or self.lines.entries(head, block.cells)
        elif is_new:
            yield from self.lines.write((head, Bracket(block.cells, block.rows, block.columns)), stays=True)


def _leads(block: Prose, after: Block | None) -> bool:
    """Whether a sentence belongs on the page of what it leads to."""
    if after is None or isinstance(after, Heading):
        return False
    is_listed = LISTED_TEXT.match(block.text) and isinstance(after, Prose) and LISTED_TEXT.match(after.text)
    to_fill_in = isinstance(after, Grid) and after.labelled
    return to_fill_in or isinstance(after, Formula) or block.text.endswith((":", BLANK)) or bool(is_listed)
