r"""Blocks as pieces of HTML inside somebody else's page, with mathematics as LaTeX in \( \).

LaTeX, and no MathML: the editors of Moodle and the sanitiser of Canvas leave it as it is, both show it by MathJax, and
where that is switched off it can still be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from attncalc.render.blocks import (
    Block,
    Bracket,
    Cell,
    Formula,
    Grid,
    Heading,
    Math,
    Note,
    Piece,
    Prose,
    Quote,
    Verdicts,
    flat,
    stating,
)
from attncalc.render.html.math import segment, text
from attncalc.render.markdown import matrix

LOWEST, DOWN = 6, 2  # levels of headings: the lowest, and how far below those of the page
CODE = re.compile(r"\{(?=[0-9]*:|#)")  # what begins a blank of Moodle
MATH = str.maketrans({"$": "<span>$</span>", "\\": "<span>\\</span>"})
NAMESPACE = "http://www.w3.org/1998/Math/MathML"
MATHML = re.compile(r' (?:class|alttext|displaystyle)="[^"]*"')  # attributes of these pages, or of MathML 3 alone


def words(written: str) -> str:
    """Text as itself: no HTML, no mathematics, none of the codes that blanks are written with."""
    return _uncoded(text(written).translate(MATH))


def math(latex: str) -> str:
    """A formula in a line."""
    return _uncoded(rf"\({escape(' '.join(latex.split()), quote=False)}\)")


def _uncoded(html: str) -> str:
    return CODE.sub("&#123;", html)


@dataclass(frozen=True, slots=True)
class Fragment:
    """Writes blocks as HTML, with mathematics as `line` writes its pieces, and tables with these attributes."""

    line: Callable[[Sequence[Piece]], str]
    ruled: str = ""

    def written(self, blocks: Iterable[Block]) -> str:
        """All blocks, one after the other."""
        return "\n".join(filter(None, map(self._block, flat(blocks))))

    def table(self, grid: Grid, cells: Sequence[Sequence[str]]) -> str:
        """A table with the labels of a grid, of cells that are HTML already."""
        heads = "".join(f'<th scope="col">{head}</th>' for head in [self.named(grid.name), *map(words, grid.columns)])
        rows = "".join(
            f'<tr><th scope="row">{words(label)}</th>{"".join(f"<td>{cell}</td>" for cell in row)}</tr>'
            for label, row in zip(grid.rows, cells, strict=True)
        )
        return f"<table{self.ruled}><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def named(self, item: Math | Cell) -> str:
        """A formula, or the text of what has none."""
        return self.line([Math(item.text, item.latex)]) if item.latex else words(item.text)

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return self._heading(block)
            case Prose():
                return f"<p>{self._sentence(block)}</p>"
            case Note(hint=False):
                return f"<p><em>{words(block.text)}</em></p>"
            case Formula():
                return f"<p>{(' &#8195; ' if block.packed else '<br/>').join(map(self.line, block.lines))}</p>"
            case Grid() if block.labelled:
                return self.table(block, [[self.named(cell) for cell in row] for row in block.cells])
            case Grid() if not block.repeats:
                return f"<p>{self.line(stating(block))}</p>"
            case Verdicts():
                return self.table(block.grid, [[words(cell.text) for cell in row] for row in block.cells])
            case Quote():
                return f"<p><code>{words(block.before)}<mark>{words(block.meant)}</mark>{words(block.after)}</code></p>"
        return ""

    def _sentence(self, block: Prose) -> str:
        """Words, and the mathematics among them."""
        parts = (self.named(part) if isinstance(part, Math) else _spaced(part) for part in block.pieces)
        return "".join(parts) if block.pieces else words(block.text)

    def _heading(self, block: Heading) -> str:
        level = min(block.level + DOWN, LOWEST)
        formula = f". {self.named(block.math)}" if block.math else ""
        aside = f" <small>({words(block.beside)})</small>" if block.beside else ""
        return f"<h{level}>{words(block.text)}{formula}{aside}</h{level}>"


def _spaced(written: str) -> str:
    """Words with the spaces around them, as they stand beside mathematics."""
    before, after = " " * written[:1].isspace(), " " * (written[-1:].isspace() and bool(written.strip()))
    return f"{before}{words(written)}{after}"


def _latex(pieces: Sequence[Piece]) -> str:
    return math(" ".join(matrix(piece.cells) if isinstance(piece, Bracket) else piece.latex for piece in pieces))


def _mathml(pieces: Sequence[Piece]) -> str:
    """One element of MathML with its text alternative."""
    return MATHML.sub("", segment(pieces)).replace("<math", f'<math xmlns="{NAMESPACE}"', 1)


IN_LATEX = Fragment(_latex, ' border="1" cellpadding="4" style="border-collapse: collapse"')
IN_MATHML = Fragment(_mathml)
fragment, named, table = IN_LATEX.written, IN_LATEX.named, IN_LATEX.table
