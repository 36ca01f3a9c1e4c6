"""Two sides that do not agree, in words."""

from __future__ import annotations

from attncalc.check.equalities.sides import Side
from attncalc.errors import shorten

ROOM = 40  # characters of a side


def says(left: Side, right: Side, room: int = ROOM) -> str:
    """What each side comes to; of a number alone, that it is not the left side."""
    one, two = shorten(left.text, room), shorten(right.text, room)
    return f"{one} is {left.value}, " + (f"not {two}" if right.is_number else f"but {two} is {right.value}")
