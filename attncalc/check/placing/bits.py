"""What each number of a calculation that is written out is."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.check.placing.terms import Leaf
from attncalc.reading.ink import Ink


@dataclass(frozen=True)
class Bit:
    """One number of a calculation: which term and factor it is, and whose value."""

    ink: Ink
    term: int | None
    factor: int | None
    of: Leaf | None
    why: str = ""
