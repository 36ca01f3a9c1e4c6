"""The table of spellings: every operation that has words of its own in a spreadsheet."""

from __future__ import annotations

from attncalc.render.xlsx.chosen import CHOSEN
from attncalc.render.xlsx.elementwise import ELEMENTWISE
from attncalc.render.xlsx.reductions import REDUCTIONS
from attncalc.render.xlsx.shares import SHARES
from attncalc.render.xlsx.spelling import Spelling

# What only picks, joins or rearranges cells needs none: its cells are those that its entries come from.
SPELLINGS: dict[str, Spelling] = {**ELEMENTWISE, **REDUCTIONS, **SHARES, **CHOSEN}
