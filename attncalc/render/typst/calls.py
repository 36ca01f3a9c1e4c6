"""What every call in the source of a paper is made of: texts, equations, and which columns a block has."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.render.blocks import Cells
from attncalc.render.typst.math import Typeset, string

LONG_WORD, PART_OF_WORD = 30, 10  # characters
EVENNESS = 8  # steps from blocks of one width to as wide as the paper


def text(words: str) -> str:
    """A text from a file as a string of typst, on one line; a long word may break."""
    return string(" ".join(word if len(word) <= LONG_WORD else _breakable(word) for word in words.split()))


def spaced(words: str) -> str:
    """The same for words beside mathematics, with the spaces around them."""
    parts = ("[ ]" if words[:1].isspace() else "", text(words), "[ ]" if words.strip() and words[-1].isspace() else "")
    return " + ".join(filter(None, parts))


def _breakable(word: str) -> str:
    return "\u200b".join(word[start : start + PART_OF_WORD] for start in range(0, len(word), PART_OF_WORD))


def equation(alt: str, made: Typeset) -> str:
    """Mathematics with its text alternative."""
    return f"m({string(' '.join(alt.split()) or ' ')}, ${made.source or string('')}$)"


def alternative(cells: Cells) -> str:
    """A matrix as text."""
    return "[" + "; ".join(" ".join(cell.text for cell in row) for row in cells) + "]"


def cuts(widths: Sequence[float], room: float, gap: float) -> list[tuple[int, int]]:
    """The first and the last column of each block: as few blocks as fit, and these about as wide as each other."""
    fewest = _cuts(widths, room, gap)
    even = sum(width + gap for width in widths) / len(fewest)
    tried = (_cuts(widths, even + (room - even) * step / EVENNESS, gap) for step in range(EVENNESS))
    return next((blocks for blocks in tried if len(blocks) == len(fewest)), fewest)


def _cuts(widths: Sequence[float], room: float, gap: float) -> list[tuple[int, int]]:
    starts, filled = [0], 0.0
    for number, width in enumerate(widths):
        if number > starts[-1] and filled + width + gap > room:
            starts.append(number)
            filled = 0.0
        filled += width + gap
    return list(zip(starts, [*starts[1:], len(widths)], strict=True))
