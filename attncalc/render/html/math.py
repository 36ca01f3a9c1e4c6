"""Lines of mathematics and cells in HTML: MathML that breaks where a person would break a line."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attncalc.errors import printable
from attncalc.render.blocks import Bracket, Cell, Cells, Math, Piece
from attncalc.render.html.breaks import columns, fit, parts, reached, segments
from attncalc.render.html.leaves import number, words
from attncalc.render.html.mathml import PLAIN, entry, mathml, matrix

SPOKEN = 64  # entries up to which a matrix is part of the text in place of a formula
OPEN = "=≈+−·/⊙(["  # a minus after one of these is the sign of what follows


def text(words: str) -> str:
    """Text from a file as itself, whatever stands in it, and in whichever direction it is written."""
    return escape(printable(" ".join(words.split())))


def as_written(words: str) -> str:
    """Text whose spaces count."""
    return escape(printable(words))


def label(words: str) -> str:
    """A token: its direction of writing ends with it."""
    return f"<bdi>{text(words)}</bdi>" if words else ""


def cell(item: Cell | Math) -> str:
    """One entry as elements of MathML."""
    if PLAIN.fullmatch(item.latex):
        return number(item.latex)
    return mathml(item.latex) if item.latex else words(item.text)


def table_cell(item: Cell) -> str:
    """One entry of a table: numbers and words as text, only formulas as mathematics."""
    if not item.latex or PLAIN.fullmatch(item.latex):
        return text(item.text)
    return _math(mathml(item.latex), item.text)


def name(math: Math) -> str:
    """A name in front of a table or in a heading; a word has no mathematics."""
    return _math(mathml(math.latex), math.text) if math.latex else text(math.text)


def formula(math: Math) -> str:
    """One formula in parts, between which a line may break."""
    spans = (
        (said, _math(_led(mathml(latex, follows=at > 0), at), said)) for at, (said, latex) in enumerate(parts(math))
    )
    return " ".join(f"<span{reached(len(said))}>{span}</span>" for said, span in spans)


def line(pieces: Sequence[Piece]) -> str:
    """A line of mathematics; with matrices it may break before each sign between them."""
    if len(pieces) == 1 and isinstance(pieces[0], Math):
        return f'<div class="line">{formula(pieces[0])}</div>'
    cut = list(segments(pieces))
    wide = [sum(columns(piece.cells) for piece in part if isinstance(piece, Bracket)) for part in cut]
    spans = " ".join(f"<span{reached(wide[at])}>{segment(part, at)}</span>" for at, part in enumerate(cut))
    return f'<div class="line"{fit(max(wide))}>{spans}</div>'


def segment(pieces: Sequence[Piece], at: int = 0) -> str:
    """A part of a line, the first or another, as one piece of mathematics."""
    xml, follows = "", at > 0
    for piece in pieces:
        xml += _matrix(piece.cells) if isinstance(piece, Bracket) else _piece(piece, follows)
        follows = isinstance(piece, Bracket) or piece.text[-1] not in OPEN
    return _math(_led(xml, at), " ".join(_said(piece) for piece in pieces))


def _led(xml: str, at: int) -> str:
    """What follows a break: its first sign needs no space before it."""
    infix = '<mo form="infix">'
    return xml.replace(infix, '<mo form="infix" lspace="0">', 1) if at and xml.startswith(infix) else xml


def _piece(math: Math, follows: bool) -> str:
    return mathml(math.latex, follows=follows) if math.latex else words(math.text)


def _matrix(cells: Cells) -> str:
    return matrix([entry(cell(item), item.role) for item in row] for row in cells)


def _said(piece: Piece) -> str:
    """What is read in place of a formula; a large matrix by its size."""
    if isinstance(piece, Math):
        return piece.text
    if len(piece.cells) * len(piece.cells[0]) > SPOKEN:
        return f"[{len(piece.cells)}×{len(piece.cells[0])}]"
    return f"[{'; '.join(' '.join(item.text for item in row) for row in piece.cells)}]"


def _math(xml: str, said: str) -> str:
    return f'<math displaystyle="true" alttext="{text(said)}">{xml}</math>'
