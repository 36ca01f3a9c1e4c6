"""Blocks as Markdown with LaTeX, as GitHub and Jupyter render it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attncalc.render.blocks import (
    Block,
    Bracket,
    Cell,
    Cells,
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
    flat,
)
from attncalc.render.heatmap import heatmap_text
from attncalc.render.look import Look
from attncalc.render.plain import RULE, quoted
from attncalc.render.width import ascii_only

CODE_COLUMNS = 100
REFUSED = {r"\operatorname": r"\mathrm"}  # macros that GitHub does not show, and what it shows instead
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~&])")


def markdown_pages(pages: Iterable[Iterable[Block]], look: Look) -> str:
    """All pages as one document."""
    text = "\n".join(map(write_markdown, pages))
    return ascii_only(text) if look.ascii_signs else text


def write_markdown(blocks: Iterable[Block]) -> str:
    """All blocks as one document."""
    return "\n\n".join(part for block in flat(blocks) for part in _write(block)) + "\n"


def _write(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield from _heading(block)
        case Prose():
            yield escape(block.text)
        case Formula():
            yield from (_display(line) for line in block.lines)
        case Grid() if block.labelled or not block.repeats:
            yield _table(block) if block.labelled else _display((_equals(block), Bracket(block.cells)))
        case Heatmap() if block.asked:
            yield fenced("\n".join(heatmap_text(block, CODE_COLUMNS, numbers=False)))  # a table before it has these
        case Verdicts():
            yield _verdicts(block)
        case Quote():
            yield _quote(block)
        case Rules(count=count):
            yield from [escape("_" * RULE)] * count
        case Note() if not block.hint:
            yield f"> {escape(block.text)}"


def escape(text: str) -> str:
    """Text from a file as itself: no markup, no mathematics, no HTML."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _heading(block: Heading) -> Iterator[str]:
    aside = f" ({escape(block.beside)})" if block.beside else ""
    title = f"Step {block.text}" if block.math else escape(block.text)
    yield f"{'#' * block.level} {title}{aside}"
    if block.math:
        yield _display((block.math,))


def _equals(block: Grid) -> Piece:
    return Math(f"{block.name.text} =", f"{block.name.latex} =")


def _display(line: Sequence[Piece]) -> str:
    return "$$\n" + _shown(" ".join(_latex(piece) for piece in line)) + "\n$$"


def _shown(latex: str) -> str:
    """Mathematics without macros that are refused."""
    for refused, taken in REFUSED.items():
        latex = latex.replace(refused, taken)
    return latex


def _latex(piece: Piece) -> str:
    return matrix(piece.cells) if isinstance(piece, Bracket) else piece.latex


def matrix(cells: Cells) -> str:
    """A matrix in brackets."""
    rows = " \\\\\n".join(" & ".join(cell.latex for cell in row) for row in cells)
    return f"\\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}}"


def _verdicts(block: Verdicts) -> str:
    """A table of what was written, what is wrong in bold."""
    head = [_inline(block.name), *map(escape, block.columns)]
    rule = [":--", *["--:"] * len(block.columns)]
    rows = [
        [
            escape(label),
            *(f"**{escape(cell.text)}**" if cell.is_bold else escape(cell.text) for cell in row),
        ]
        for label, row in zip(block.rows, block.cells, strict=True)
    ]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def _quote(block: Quote) -> str:
    """A line of a file with a mark under it, as code."""
    return fenced("\n".join(quoted(block, CODE_COLUMNS)))


def fenced(lines: str) -> str:
    """Lines as code, which keeps their columns, whatever stands in them."""
    fence = "`" * (2 + max(map(len, re.findall("`+|$", lines))))
    fence = fence if len(fence) > 2 else "```"
    return f"{fence}\n{lines}\n{fence}"


def _inline(piece: Math | Cell) -> str:
    """A formula, or the text of what has none."""
    return f"${_shown(piece.latex)}$" if piece.latex else escape(piece.text)


def _table(block: Grid) -> str:
    """A table with the tokens as labels; words and counts are text, only formulas are mathematics."""
    head = [_inline(block.name), *map(escape, block.columns)]
    rule = [":--", *["--:"] * len(block.columns)]
    rows = [[escape(label), *map(_inline, row)] for label, row in zip(block.rows, block.cells, strict=True)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])
