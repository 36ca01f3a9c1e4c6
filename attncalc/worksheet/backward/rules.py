"""The table of derivatives: for every operation a rule, or why nothing flows back through it."""

from __future__ import annotations

from attncalc.worksheet.backward.elementwise import ELEMENTWISE
from attncalc.worksheet.backward.products import PRODUCTS
from attncalc.worksheet.backward.reductions import REDUCTIONS
from attncalc.worksheet.backward.rule import Rule
from attncalc.worksheet.backward.selection import SELECTION

RULES: dict[str, Rule] = {**ELEMENTWISE, **PRODUCTS, **REDUCTIONS, **SELECTION}
# What takes a number of its argument that jumps, or stays, as that changes.
NO_DERIVATIVE = {
    "argmax": "the place of the largest jumps",
    "first reaching": "a place jumps",
    "zeros": "a count jumps",
    "step": "a step jumps at 0 and is flat beside it",
    "table": "exponentials that are prescribed belong to no function",
}
