"""Blocks in HTML."""

from __future__ import annotations

from attncalc.check.verdict import Verdict
from attncalc.render.blocks import (
    BLANK,
    Block,
    Bracket,
    Cell,
    Formula,
    Grid,
    Heading,
    Heatmap,
    Math,
    Note,
    Prose,
    Quote,
    Rules,
    Verdicts,
)
from attncalc.render.html.breaks import fit, reached
from attncalc.render.html.heatmap import heatmap
from attncalc.render.html.math import as_written, formula, label, line, name, table_cell, text
from attncalc.render.html.outline import Part
from attncalc.render.report.grids import SAYS
from attncalc.render.width import cut, width

AROUND = 80  # columns before and after what is meant on a line of a file
LOWEST = 6  # level of headings
FRAME = 2.5  # characters around a cell of a table


def part_html(part: Part, level: int, *, opened: bool = False) -> str:
    """A part and all parts in it, its heading of this level; lines of the work fold."""
    if part.heading is None:
        return content_html(part, level, opened=opened)
    head, body = heading(part.heading, level), content_html(part, level + 1, opened=opened)
    if part.folds:
        state = ' open="open"' if opened else ""
        return f'<details{state}>\n<summary>{head}</summary>\n<div class="inside">\n{body}</div>\n</details>'
    return f"<section>\n{head}\n{body}</section>"


def content_html(part: Part, level: int, *, opened: bool = False) -> str:
    """What stands below a heading, one after the other; headings in it are of this level."""
    written = (
        part_html(item, level, opened=opened) if isinstance(item, Part) else _block(item) for item in part.content
    )
    return "".join(f"{item}\n" for item in written if item)


def heading(block: Heading, level: int) -> str:
    """A heading; that of a line of the work is its number and its formula."""
    level = min(level, LOWEST)
    aside = f" <small>{label(block.beside)}</small>" if block.beside else ""
    words = label(block.text)
    if block.math:
        words = f'<span class="number">{text(block.text)}</span> <span class="formula">{formula(block.math)}</span>'
    return f"<h{level}>{words}{aside}</h{level}>"


def _block(block: Block) -> str:
    match block:
        case Prose():
            kind = ' class="margin"' if block.margin else ""
            return f'<p{kind} dir="auto">{_sentence(block)}</p>'
        case Rules(count, high):
            return f'<p class="rule" style="height: {high}mm"></p>' * count
        case Formula():
            lines = "".join(map(line, block.lines))
            return f'<div class="packed">{lines}</div>' if block.packed else lines
        case Grid() if block.labelled:
            return _table(block, [[_cell(block, cell) for cell in row] for row in block.cells])
        case Grid() if not block.repeats:
            equals = Math(f"{block.name.text} =", f"{block.name.latex} =")
            return line((equals, Bracket(block.cells)))
        case Heatmap():
            return heatmap(block)
        case Verdicts():
            return _table(block.grid, [[_verdict(*cell) for cell in row] for row in block.cells])
        case Quote():
            return _quote(block)
        case Note(hint=False):
            return f'<p class="note" dir="auto">{text(block.text)}</p>'
    return ""


def _sentence(block: Prose) -> str:
    """Words, and the mathematics among them."""
    parts = (name(part) if isinstance(part, Math) else as_written(part) for part in block.pieces)
    return "".join(parts) if block.pieces else text(block.text)


def _cell(grid: Grid, cell: Cell) -> str:
    """An entry, or a blank with room to write in."""
    if cell == BLANK and grid.room:
        style = f"height: {grid.room.high}mm; min-width: {grid.room.wide}mm"
        return f'<td class="blank" style="{style}">{table_cell(cell)}</td>'
    return f"<td>{table_cell(cell)}</td>"


def _table(grid: Grid, cells: list[list[str]]) -> str:
    """A table whose rows and columns have headers."""
    heads = "".join(_head(head, "col") for head in [name(grid.name), *map(label, grid.columns)])
    labels = list(map(name, grid.signs)) or list(map(label, grid.rows))
    rows = "".join(
        f"<tr>{_head(said, 'row')}{''.join(items)}</tr>\n" for said, items in zip(labels, cells, strict=True)
    )
    return (
        f'<div class="scroll"{reached(_wide(grid))}><table{fit(_wide(grid))}>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table></div>"
    )


def _wide(grid: Grid) -> float:
    """How wide a table is, in characters."""
    texts = [
        [grid.name.text, *grid.rows],
        *([head, *(row[at].text for row in grid.cells)] for at, head in enumerate(grid.columns)),
    ]
    return sum(max(map(width, column)) + FRAME for column in texts)


def _head(html: str, scope: str) -> str:
    """A header; of a vector the only row has none."""
    return f'<th scope="{scope}">{html}</th>' if html else "<td></td>"


def _verdict(written: str, verdict: Verdict | None) -> str:
    """A number as it was written; its verdict is told by its sign, its weight, its colour, and in words."""
    if verdict is None:
        return f"<td>{text(written)}</td>"
    shown = f"<strong>{text(written)}</strong>" if verdict.counts_against else text(written)
    return f'<td class="{verdict}">{shown} <span class="unseen">{SAYS[verdict]}</span></td>'


def _quote(block: Quote) -> str:
    """A line of a file, with what is meant marked."""
    before, after = cut(block.before[::-1], AROUND)[::-1], cut(block.after, AROUND)
    line = f"{as_written(before)}<mark>{as_written(block.meant or ' ')}</mark>{as_written(after)}"
    return f'<blockquote dir="auto"><code>{line}</code></blockquote>'
