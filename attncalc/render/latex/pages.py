"""Blocks as LaTeX: a document for pdflatex, or a part of one; amsmath is all it needs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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
    flat,
)
from attncalc.render.latex.lines import Line, aligned, line_of, name_width
from attncalc.render.latex.measure import width_of, written
from attncalc.render.latex.papers import ENVIRONMENT, RULE, beside, blanks, lengths, remark, sentence
from attncalc.render.latex.tables import fits, grid_table, heat_table, verdict_table
from attncalc.render.latex.text import named, text, typewriter
from attncalc.render.look import Look
from attncalc.render.plain import quoted
from attncalc.render.shortening import numbered

PAPERS = {"a4": "a4paper", "letter": "letterpaper"}
ROOM, FRAGMENT_ROOM = 40.5, 32.0  # em, the width of a line of mathematics here, and in a plain article
PREAMBLE = r"""\documentclass[11pt,fleqn,%s]{article}
\usepackage{amsmath}
\setlength{\textwidth}{165mm}
\setlength{\textheight}{\dimexpr\paperheight-52mm\relax}
\setlength{\oddsidemargin}{\dimexpr(\paperwidth-\textwidth)/2-1in\relax}
\setlength{\topmargin}{\dimexpr 20mm-1in-\headheight-\headsep\relax}
\ifdefined\pdfpagewidth\pdfpagewidth=\paperwidth\pdfpageheight=\paperheight\fi
\setlength{\mathindent}{1.5em}
\setcounter{MaxMatrixCols}{40}
\allowdisplaybreaks
\postdisplaypenalty9999 %% a page rather ends earlier than between a formula and its table
\raggedbottom
\advance\topskip 0pt plus 80pt
\begin{document}
\raggedright
\setlength{\parskip}{5pt}
"""
RUNNING = r"""\makeatletter
\def\@oddhead{\ifnum\value{page}>1 \small\rightmark\hfil\fi}
\def\@oddfoot{\small\hfil page \thepage\ of \pageref{attncalc:last}}
\AtEndDocument{\label{attncalc:last}}
\makeatother
"""
BEGUN = "\\begin{document}\n"
ENDING = "\\end{document}\n"
FRAGMENT = r"""%% To be read into a document by \input; its preamble needs \usepackage{amsmath}.
\par\begingroup
\setcounter{MaxMatrixCols}{40}\allowdisplaybreaks\postdisplaypenalty9999\raggedright
"""
FRAGMENT_ENDING = "\\par\\endgroup\n"
LEVELS = {1: "section", 2: "subsection"}
MOST_ROWS = 60  # lines in one display, unless they are one line that is broken
END, STAYS = r"\\", r"\\*"  # of a line; of one that stays on the page of the next
QUOTE_COLUMNS, QUOTE_COLUMNS_FRAGMENT = 76, 58
LACKING = re.compile(r"U(?:\+|\\char43\{\})([0-9A-F]{4,6})")
MOST_LACKING = 12
NO_EMPTY_LINE = r"\nointerlineskip\noindent"  # which TeX sets where a display begins a paragraph


def latex_pages(pages: Iterable[Iterable[Block]], look: Look) -> str:
    """All pages as one document, or as what is read into one."""
    made = [list(page) for page in pages]
    body = "\n\n".join(_Page(look.fragment).page(page) for page in made)
    body = "\n\n".join([body, *_lacking(body)])
    if look.fragment:
        return FRAGMENT + body + "\n" + FRAGMENT_ENDING
    runs = any(isinstance(block, Heading) and block.running for page in made for block in page)
    head = PREAMBLE % PAPERS[look.paper] + (RUNNING + ENVIRONMENT if runs else "")
    return head.replace(BEGUN, lengths(body) + BEGUN) + body + "\n" + ENDING


def _lacking(body: str) -> Iterator[str]:
    """What the signs are that only their numbers stand for."""
    signs = list(dict.fromkeys(chr(int(code, 16)) for code in LACKING.findall(body) if int(code, 16) < 0x110000))
    if signs:
        names = [f"U+{ord(char):04X} {unicodedata.name(char, 'control').lower()}" for char in signs[:MOST_LACKING]]
        more = f", and {len(signs) - MOST_LACKING} more" if len(signs) > MOST_LACKING else ""
        yield _note(f"Signs that the fonts of LaTeX lack: {', '.join(names)}{more}.")


def _note(words: str) -> str:
    return rf"\emph{{{text(words)}}}"


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of mathematics that waits for the others it is aligned with."""

    pieces: tuple[Piece, ...]
    optional: bool = False
    grid: Grid | None = None
    heads: bool = False  # whether it stands above its numbers, on their page


@dataclass
class _Page:
    """Writes blocks one after the other; lines of mathematics that follow one another are one display."""

    fragment: bool
    waiting: list[_Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.room = FRAGMENT_ROOM if self.fragment else ROOM

    def page(self, blocks: Iterable[Block]) -> str:
        shown = flat(blocks) if self.fragment else blocks
        parts = [part for block in shown for part in self._write(block)]
        return "\n\n".join([*parts, *self._flush()])

    def _write(self, block: Block) -> Iterator[str]:
        match block:
            case Formula(packed=False):
                self.waiting += [_Entry(line, block.optional) for line in block.lines]
                return
            case Grid(labelled=False):
                self.waiting.append(_Entry((_equals(block.name), Bracket(block.cells)), block.repeats, block))
                return
        yield from self._flush()
        yield from self._apart(block)

    def _apart(self, block: Block) -> Iterator[str]:
        """What stands between displays."""
        match block:
            case Heading():
                yield self._heading(block)
            case Formula():
                yield from self._packed(block)
            case Prose():
                yield beside(block.margin) if block.margin else sentence(block)
            case Rules() | Together() | Remarks():
                yield from self._of_paper(block)
            case Grid():
                yield from blanks(block, self.room) if block.room and not self.fragment else self._table(block)
            case Heatmap() if block.asked:
                yield from heat_table(block, self.room)
            case Verdicts():
                yield from verdict_table(block, self.room)
            case Quote():
                yield self._quote(block)
            case Note() if not block.hint:
                yield _note(block.text)

    def _of_paper(self, block: Rules | Together | Remarks) -> Iterator[str]:
        """What only papers of questions have."""
        match block:
            case Rules():
                yield "\n\n".join([RULE % block.high] * block.count)
            case Together():
                yield f"\\begin{{together}}\n{_Page(self.fragment).page(block.blocks)}\n\\end{{together}}"
            case Remarks():
                yield from self._remarks(block)

    def _heading(self, block: Heading) -> str:
        command = LEVELS.get(block.level, "subsubsection")
        aside = rf"\hfill{{\normalfont\small ({text(block.beside)})}}" if block.beside and block.math else ""
        if block.beside and not block.math:
            aside = rf" {{\normalfont\normalsize ({text(block.beside)})}}"
        if block.math:
            self.waiting.append(_Entry((block.math,), heads=True))
        running = rf"\markright{{{text(block.running)}}}" if block.running else ""
        return rf"\{command}*{{{'Step ' if block.math else ''}{text(block.text)}{aside}}}{running}"

    def _remarks(self, block: Remarks) -> Iterator[str]:
        """Sentences with what they are about at their right; below them where that is wide."""
        for line in block.lines:
            yield from self._write(line)
        yield from self._flush()
        yield self._heading(block.heading)
        for said, shown in block.rows:
            if made := remark(said, shown, self.room):
                yield made
            else:
                yield sentence(said)
                yield from self._write(shown)
                yield from self._flush()

    def _quote(self, block: Quote) -> str:
        """A line of a file with a mark under it."""
        parts = Quote(named(block.before), named(block.meant), named(block.after))
        lines = quoted(parts, QUOTE_COLUMNS_FRAGMENT if self.fragment else QUOTE_COLUMNS)
        return r"{\ttfamily\noindent " + "\\\\\n".join(map(typewriter, lines)) + r"\par}"

    def _packed(self, block: Formula) -> Iterator[str]:
        """Matrices side by side while they fit."""
        rows: list[list[Line]] = []
        for pieces in block.lines:
            line = line_of(pieces)
            if width_of(line) > self.room:
                yield from _display([[_side_by_side(row)] for row in rows])
                yield from self._tables(_Entry(pieces))
                rows = []
            elif rows and sum(map(width_of, [*rows[-1], line])) + 2 * len(rows[-1]) <= self.room:
                rows[-1].append(line)
            else:
                rows.append([line])
        yield from _display([[_side_by_side(row)] for row in rows])

    def _flush(self) -> Iterator[str]:
        """The lines that wait as one display; what does not fit as tables."""
        entries, self.waiting = self.waiting, []
        lines = [line_of(entry.pieces) for entry in entries]
        names = name_width(lines, self.room)
        rows: list[list[str]] = []  # of each entry, those of a name with those of its numbers
        said = True  # whether the line by hand states what its grid would repeat
        for entry, line in zip(entries, lines, strict=True):
            if entry.grid and entry.optional and said:
                continue
            made = aligned(line, self.room, names)
            if entry.optional and not entry.grid:
                said = made is not None
            if made:
                begun = rows.pop() if rows and rows[-1][-1].endswith(STAYS) else []
                rows.append(begun + ([*made[:-1], f"{made[-1]} {STAYS}"] if entry.heads else made))
            elif not entry.optional or entry.grid:
                yield from _display(rows)
                yield from self._tables(entry)
                rows = []
        yield from _display(rows)

    def _tables(self, entry: _Entry) -> Iterator[str]:
        """A line that does not fit, its matrix as a table; or in small type."""
        bracket = next((piece for piece in entry.pieces if isinstance(piece, Bracket)), None)
        if bracket is None:
            yield from _display([[rf"&\scriptstyle {written(line_of(entry.pieces))}"]])
            return
        name = _without_relation(entry.pieces[0])
        rows, columns = bracket[1:] if bracket.columns else numbered(bracket.cells)
        yield from self._table(entry.grid or Grid(name, bracket.cells, rows, columns))

    def _table(self, grid: Grid) -> Iterator[str]:
        """A matrix with its labels; one entry after the other where they are long."""
        if fits(grid, self.room):
            yield from grid_table(grid, self.room)
            return
        self.waiting = [
            _Entry((_of_entry(grid, i, j), Math(cell.text, cell.latex)))
            for i, row in enumerate(grid.cells, 1)
            for j, cell in enumerate(row, 1)
        ]
        yield from self._flush()


def _of_entry(grid: Grid, i: int, j: int) -> Math:
    """S[1,2] =."""
    index = f"[{i},{j}]" if len(grid.cells[0]) > 1 else f"[{i}]"
    return Math(f"{grid.name.text}{index} =", f"{grid.name.latex}{index} =")


def _equals(name: Math) -> Math:
    return Math(f"{name.text} =", f"{name.latex} =")


def _without_relation(piece: Piece) -> Math:
    assert isinstance(piece, Math)
    return Math(piece.text.rstrip(" =≈"), re.sub(r"(?<!\s)\s*+(=|\\approx)\s*$", "", piece.latex))


def _side_by_side(lines: list[Line]) -> str:
    return "&" + r" \qquad ".join(map(written, lines))


def _display(groups: list[list[str]]) -> Iterator[str]:
    """Displays of aligned rows; those of one group stay in one."""
    for rows in _filled(groups):
        *lines, last = (row.strip() for row in rows)
        ended = (line if line.endswith(STAYS) else f"{line} {END}" for line in lines)
        body = "\n".join([*ended, last.removesuffix(STAYS).rstrip()])
        yield f"{NO_EMPTY_LINE}\n\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _filled(groups: list[list[str]]) -> Iterator[list[str]]:
    rows: list[str] = []
    for group in groups:
        if rows and len(rows) + len(group) > MOST_ROWS:
            yield rows
            rows = []
        rows += group
    if rows:
        yield rows
