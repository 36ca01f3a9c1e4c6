"""What only papers have, in LaTeX: what stands in the margin, on one page, or waits to be filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from attncalc.render.blocks import BLANK, Cell, Formula, Grid, Math, Prose
from attncalc.render.latex.lines import line_of
from attncalc.render.latex.measure import text_width, width_of, written
from attncalc.render.latex.text import text

EM = 3.87  # mm, at 11 points
LEAST = 13.0  # mm, of a blank
ENVIRONMENT = r"""\newsavebox\samepagebox
\newenvironment{together}{\par\setbox\samepagebox=\vbox\bgroup}{\par\egroup
  \ifdim\dimexpr\ht\samepagebox+\dp\samepagebox<\textheight\noindent\box\samepagebox
  \else\unvbox\samepagebox\fi\par\medskip}
\newlength{\sidegap}\setlength{\sidegap}{2mm}
\newlength{\sidewidth}\setlength{\sidewidth}{18mm}
\def\beside(#1){\hspace*{\fill}\rlap{\hspace{\sidegap}\parbox[t]{\sidewidth}{\raggedright\small\bfseries #1}}}
"""
MARGIN = (
    r"\nopagebreak\vspace{-\dimexpr\baselineskip+\parskip\relax}\hspace*{\fill}"
    r"\rlap{\hspace{2mm}\parbox[t]{18mm}{\raggedright\small\bfseries %s}}"
)
RULE = r"\noindent\rule{0pt}{%gmm}\rule{\linewidth}{0.4pt}"
LETTERS = str.maketrans("0123456789.", "abcdefghijx")
DIGITS = {code: chr(sign) for sign, code in LETTERS.items()}
MACRO = re.compile(r"\\(high|wide)([a-jx]{1,8})(?=\{\})")
DEFINED = {  # boxes, since the digits of a command that is defined may be read where it stands
    "high": r"\newsavebox{{{name}box}}\savebox{{{name}box}}{{\rule[-{below:.2f}mm]{{0pt}}{{{size}mm}}}}"
    r"\newcommand{{{name}}}{{\usebox{{{name}box}}}}",
    "wide": r"\newsavebox{{{name}box}}\savebox{{{name}box}}{{\hspace*{{{size}mm}}}}"
    r"\newcommand{{{name}}}{{\usebox{{{name}box}}}}",
}
FRAME = 4.3  # mm, of the spaces on both sides of a column
WORDS = 0.42  # of a line, which sentences have beside what they are about


def beside(words: str) -> str:
    """What stands in the margin beside the last line before it."""
    return MARGIN % text(words)


def sentence(block: Prose) -> str:
    """Words with the mathematics in them; what stands beside them is in the margin."""
    parts = (f"${part.latex}$" if isinstance(part, Math) else _spaced(part) for part in block.pieces)
    made = "".join(parts) if block.pieces else text(block.text)
    return f"{made}{_marks(block.aside)}"


def _marks(words: str) -> str:
    """What stands in the margin, in the parentheses that a reader of the source knows."""
    return rf" \beside({text(words)})" if words else ""


def _spaced(words: str) -> str:
    """Words with the spaces around them, as they stand beside mathematics."""
    return f"{' ' * words[:1].isspace()}{text(words)}{' ' * (words[-1:].isspace() and bool(words.strip()))}"


def remark(said: Prose, shown: Formula, room: float) -> str:
    """A sentence with a formula at its right; nothing where that is too wide."""
    lines = [line_of(line) for line in shown.lines]
    if max(map(width_of, lines)) > room * (1 - WORDS):
        return ""
    made = r"\quad ".join(f"${written(line)}$" for line in lines)
    return rf"\noindent\parbox[c]{{{WORDS}\linewidth}}{{\raggedright\small {sentence(said)}}}\quad{{\small {made}}}"


def blanks(grid: Grid, room: float) -> Iterator[str]:
    """A matrix to be filled in: rows high enough to write in, blanks as wide as there is room for."""
    assert grid.room
    side = max(map(text_width, (grid.name.text, *grid.rows))) + 2
    wide = round(max(min(grid.room.wide, (room - side) * EM / len(grid.columns)), LEAST), 1)
    strut, blank = _macro("high", grid.room.high), _macro("wide", wide - FRAME)
    each = max(int((room - side) * EM / wide), 1)
    name = f"${grid.name.latex}$" if grid.name.latex else text(grid.name.text)
    ends = [*range(0, len(grid.columns), each), len(grid.columns)]
    for start, stop in pairwise(ends):
        lines = [" & ".join([name, *map(text, grid.columns[start:stop])]) + r"\\ \hline"]
        labels = list(map(text, grid.rows))
        for label, row in zip(labels, grid.cells, strict=True):
            cells = " & ".join([f"{strut}{label}", *(_cell(cell, blank) for cell in row[start:stop])])
            lines.append(rf"{cells} \\ \hline")
        spec = f"l|{'c|' * (stop - start)}"
        aside = "" if start else _marks(grid.aside)
        body = "\n".join(lines)
        yield f"\\noindent\\begin{{tabular}}{{{spec}}}\n{body}\n\\end{{tabular}}{aside}\\par\\smallskip"


def _cell(cell: Cell, blank: str) -> str:
    if cell == BLANK:
        return blank
    return f"${cell.latex}$" if cell.latex else text(cell.text)


def _macro(kind: str, size: float) -> str:
    """A command that stands for a length; none of its digits may be taken for a number of the page."""
    return rf"\{kind}{f'{size:.1f}'.translate(LETTERS)}{{}}"


def lengths(body: str) -> str:
    """The definitions of these commands, as far as they are in a document."""
    made = {match[0]: (match[1], match[2].translate(DIGITS)) for match in MACRO.finditer(body)}
    return "".join(
        DEFINED[kind].format(name=name, size=float(size), below=float(size) / 2 - 1) + "\n"
        for name, (kind, size) in sorted(made.items())
    )
