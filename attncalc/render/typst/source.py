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
    Remarks,
    Rules,
    Together,
    Verdicts,
    stating,
)
from attncalc.render.look import Look
from attncalc.render.typst.calls import equation, spaced, text
from attncalc.render.typst.lines import Lines, listing
from attncalc.render.typst.math import NEVER, piece, string
from attncalc.render.typst.qr import qr
from attncalc.render.typst.tables import blanks, heatmap, table, verdicts
from attncalc.render.width import cut

WIDTHS = {"a4": 153.7, "letter": 159.3}  # of a line, in mm, without what hangs in
SIZES = {"a4": "a4", "letter": "us-letter"}
LETTERS = {False: 10.5, True: 16.0}  # in pt, usual ones and those of large print
POINT = 0.3528  # mm
LISTED = 1000  # entries from which a labelled matrix is no table any more
TOGETHER = 4  # lines of mathematics that stay on the page of what follows
LISTED_TEXT, BLANK = re.compile(r"[A-Z]\. "), "____"  # a text to choose from, and where its letter goes
ANSWERS, RULES = "#answers(", "#rules("  # room to write in: the first stays with what it is for
LINES, SMALL = (0.28, 0.4), 0.86  # of the width, what remarks are about at their left; and the size of their letters
REMARK = 0.45  # of the paper's width, which what is said of numbers has beside them
NUMBERED = 3.0  # the number of a line
QUOTED = 38  # characters that are shown on either side of what a quotation means


def document(pages: Iterable[Iterable[Block]], look: Look) -> str:
    """The source of a paper: the functions that set it, and the blocks of all pages as calls of these."""
    made = [list(page) for page in pages]
    title = next((block.text for page in made for block in page if isinstance(block, Heading)), "attncalc")
    size = LETTERS[look.large]
    room = WIDTHS[look.paper] / (size * POINT)
    body = "#pagebreak(weak: true)\n".join("".join(_Page(room, size).calls(page)) for page in made)
    template = files("attncalc.render.typst").joinpath("paper.typ").read_text("utf-8")
    show = f"#show: paper.with({string(title)}, {string(SIZES[look.paper])})"
    return f"#let letters = {size}pt\n{template}\n{show}\n{body}"


class _Page:
    """Writes the blocks of one page, one after the other, for lines of some width."""

    def __init__(self, room: float, size: float) -> None:
        self.lines = Lines(room)
        self.size = size
        self.level = 0
        self.left_out = False  # whether the line before a grid that repeats it did not fit
        self.together = False

    def calls(self, blocks: Iterable[Block]) -> Iterator[str]:
        """A call on a line for each thing on the page."""
        waiting: Heading | None = None
        for block, after in pairwise([*blocks, None]):
            if isinstance(block, Heading) and self._is_line(block, after):
                waiting = block
            elif waiting and isinstance(block, Grid):
                yield f"#worked({text(waiting.text)}, {self.lines.inline(_stated(waiting, block))})\n"
                waiting = None
            elif isinstance(block, Prose) and not block.margin and _leads(block, after):
                yield f"#asked({self._words(block)}, {text(block.aside)})\n"
            elif block:
                yield from (f"#{call}\n" for call in self._write(block))

    def _write(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                yield self._heading(block)
            case Prose():
                yield self._prose(block)
            case Rules() | Together() | Remarks():
                yield self._of_paper(block)
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

    def _of_paper(self, block: Rules | Together | Remarks) -> str:
        """What only papers of questions have."""
        match block:
            case Rules():
                return f"rules({block.count}, {block.high}mm)"
            case Together():
                return self._together(block)
            case Remarks():
                return self._remarks(block)

    def _together(self, block: Together) -> str:
        self.together = True
        begins = isinstance(block.blocks[0], Heading) and block.blocks[0].math is None
        calls = [*self.calls(block.blocks)]
        self.together = False
        answers = [number for number, call in enumerate(calls, 1) if call.startswith(ANSWERS)]
        end = answers[0] if answers else len(calls)
        core, rest = "".join(calls[:end]), "".join(calls[end:])
        return f"together({str(begins).lower()}, {str(rest.startswith(RULES)).lower()})[\n{core}]\n{rest}"

    def _is_line(self, block: Heading, after: Block | None) -> bool:
        """Whether a heading and the numbers below it fit on one line of a paper."""
        if not (self.together and block.math and isinstance(after, Grid)) or after.labelled or after.repeats:
            return False
        return self.lines.width(_stated(block, after)) + NUMBERED <= self.lines.room

    def _prose(self, block: Prose) -> str:
        if block.margin:
            return f"margin({text(block.margin)})"
        return f"prose({self._words(block)}, {text(block.aside)})"

    def _words(self, block: Prose) -> str:
        """A sentence, with the mathematics in it."""
        made = (
            equation(part.text, piece(*part, self.lines.room)) if isinstance(part, Math) else spaced(part)
            for part in block.pieces
        )
        return " + ".join(made) if block.pieces else text(block.text)

    def _remarks(self, block: Remarks) -> str:
        """What is said, and at its right what that is about, in smaller letters; at its left, or above, the lines."""
        lines = Lines(self.lines.room * (1 - REMARK))
        rows = (
            f"{self._words(said)}, {' + linebreak() + '.join(map(lines.inline, shown.lines))}"
            for said, shown in block.rows
        )
        about, share = "".join(self.calls(block.lines)), self._beside(block)
        made = f"remarks({text(block.heading.text)}, {REMARK}, {', '.join(rows)})"
        return f"beside-it({share}, [\n{about}], {made})" if share else f"{about}#{made}".removeprefix("#")

    def _beside(self, block: Remarks) -> float:
        """How much of the width the lines that remarks are about have at their left; 0 where there is no room."""
        lines = [line for item in block.lines for line in _lines_of(item)]
        shown = [line for _, formula in block.rows for line in formula.lines]
        wide, beside = (max(map(self.lines.width, found), default=NEVER) / self.lines.room for found in (lines, shown))
        fits = (share for share in LINES if wide <= share and beside * SMALL <= (1 - share) * (1 - REMARK))
        return next(fits, 0)

    def _heading(self, block: Heading) -> str:
        """A heading; no level of the outline is left out, so that readers of the PDF can rely on them."""
        self.level = min(block.level, self.level + 1)
        if block.math is None:
            running = f", running: {text(block.running)}" if block.running else ""
            code = f", code: {text(block.code)}, picture: {string(qr(block.code))}" if block.code else ""
            call = "titled" if running or self.together else "head"
            return f"{call}({self.level}, {text(block.text)}, {text(block.aside)}{running}{code})"
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
                yield f"beside({', '.join(map(self.lines.inline, group))})"
            else:
                yield from (call for line in group for call in self.lines.write(line, stays=stays))

    def _grid(self, block: Grid) -> Iterator[str]:
        is_new, self.left_out = not block.repeats or self.left_out, False
        head = Math(f"{block.name.text} =", f"{block.name.latex} =")
        if block.labelled and len(block.cells) * len(block.columns) > LISTED:
            yield listing(block)
        elif block.room:
            yield from blanks(block, self.lines.cells(block.cells), self.lines.room, self.size * POINT)
        elif block.labelled:
            tables = list(table(block, self.lines.cells(block.cells), self.lines.room))
            yield from tables or self.lines.entries(head, block.cells)
        elif is_new:
            yield from self.lines.write((head, Bracket(block.cells, block.rows, block.columns)), stays=True)


def _lines_of(block: Block) -> tuple[tuple[Piece, ...], ...]:
    """The lines of mathematics of a block."""
    match block:
        case Formula():
            return block.lines
        case Grid(labelled=False, repeats=False):
            return (stating(block),)
    return ()


def _stated(line: Heading, grid: Grid) -> tuple[Piece, ...]:
    """S = Q Kᵀ with its numbers; what a formula comes to at its end stands for all of it: S_scaled = S/√d_k = S/2."""
    assert line.math
    return line.math, Math("=", "="), Bracket(grid.cells)


def _leads(block: Prose, after: Block | None) -> bool:
    """Whether a sentence belongs on the page of what it leads to."""
    if after is None or isinstance(after, Heading):
        return False
    is_listed = LISTED_TEXT.match(block.text) and isinstance(after, Prose) and LISTED_TEXT.match(after.text)
    to_fill_in = isinstance(after, Grid) and after.labelled
    return to_fill_in or isinstance(after, Formula) or block.text.endswith((":", BLANK)) or bool(is_listed)
