"""Where a line of mathematics may break in HTML, and how much smaller it is on paper where it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attncalc.render.blocks import Bracket, Cells, Math, Piece
from attncalc.render.width import width

RELATIONS = ("=", "≈", r"\approx")
SUMS = (*RELATIONS, "+", "-", "−")
LONG = 48  # characters from which a sum may break
GROUPS = re.compile(r"[{}()\[\]]| (?P<sign>=|≈|\\approx|[+−-])(?= )")
OPENING = "{(["
GAP = 1.6  # between two columns of a matrix, in characters
PHONE = 36  # characters across a telephone
PAPER = 92  # characters across a page
LEAST = 0.3  # of the usual size, below which nothing is read


def segments(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """A line with matrices cut before relations and after matrices, but not within parentheses."""
    found: list[Piece] = []
    depth = 0
    for piece in pieces:
        relates = isinstance(piece, Math) and piece.text in RELATIONS
        if found and depth == 0 and (relates or isinstance(found[-1], Bracket)):
            yield found
            found = []
        if isinstance(piece, Math):
            depth += piece.text.count("(") - piece.text.count(")")
        found.append(piece)
    yield found


def parts(math: Math) -> Iterator[Math]:
    """A formula cut before relations, a long one before terms too: its LaTeX and its text alike, or not at all."""
    for signs in (SUMS, RELATIONS) if len(math.text) > LONG else (RELATIONS,):
        latex, text = _cut(math.latex, signs), _cut(math.text, signs)
        if len(latex) == len(text):
            yield from map(Math, text, latex)
            return
    yield math


def _cut(written: str, signs: tuple[str, ...]) -> list[str]:
    """What is written, cut before such signs outside all brackets."""
    depth, start, found = 0, 0, []
    for match in GROUPS.finditer(written):
        if match["sign"] is None:
            depth += 1 if match[0] in OPENING else -1
        elif depth == 0 and match["sign"] in signs:
            found.append(written[start : match.start()])
            start = match.start() + 1
    return [*found, written[start:]]


def columns(cells: Cells) -> float:
    """How wide a matrix is, in characters."""
    return sum(max(width(cell.text) for cell in column) + GAP for column in zip(*cells, strict=True))


def fit(wide: float) -> str:
    """The attribute that makes what is wider than a page as small as it has to be on paper."""
    return f' style="--fit:{max(PAPER / wide, LEAST):.2f}"' if wide > PAPER else ""


def reached(wide: float) -> str:
    """The attribute by which a keyboard gets to what has to be scrolled on a small screen."""
    return ' tabindex="0"' if wide > PHONE else ""
