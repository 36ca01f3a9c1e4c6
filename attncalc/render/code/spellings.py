"""The table of spellings: every operation of the worksheet in NumPy and in torch."""

from __future__ import annotations

from attncalc.render.code.elementwise import ELEMENTWISE
from attncalc.render.code.reductions import REDUCTIONS
from attncalc.render.code.returning import RETURNING
from attncalc.render.code.selection import SELECTION
from attncalc.render.code.spelling import Spelling
from attncalc.render.code.tables import TABLES

SPELLINGS: dict[str, Spelling] = {**ELEMENTWISE, **REDUCTIONS, **SELECTION, **RETURNING}
WRITTEN = (*SPELLINGS, *TABLES)
