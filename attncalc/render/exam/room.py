"""How much room a paper leaves to write in."""

from __future__ import annotations

from dataclasses import replace

from attncalc.generate.recipe import SPACES
from attncalc.render.blocks import Grid, Room
from attncalc.render.exam.parts import Fields, Number

SIGN, AROUND = 4.2, 8.0  # mm, of a sign written by hand, and beside what is written
WIDEST = 75.0  # mm


def roomy(grid: Grid, fields: Fields, space: str) -> Grid:
    """The grid with room for the longest of what belongs there, the same for all so that none tells its length."""
    high, factor = SPACES[space]
    longest = max((_length(field) for row in fields for field in row if isinstance(field, Number)), default=1)
    wide = min(factor * (SIGN * longest + AROUND), WIDEST)
    return replace(grid, room=Room(high, round(wide, 1)))


def _length(field: Number) -> int:
    """How many signs are written."""
    return len(field.closed or field.text)
