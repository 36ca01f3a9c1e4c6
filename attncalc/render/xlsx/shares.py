"""Spellings of shares of a row's or a column's total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attncalc.render.xlsx.elementwise import OVER
from attncalc.render.xlsx.spelling import PRODUCT, Region, Spelling, Spelt, Template
from attncalc.worksheet.expression import Expr

if TYPE_CHECKING:
    from attncalc.render.xlsx.formulas import Formulas

NONE = Template("IF({0}=0,0,{0}/{1})", asks=(PRODUCT, PRODUCT + 1))


def _share(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    """E/Z; 0 where a row is hidden as a whole."""
    return (NONE if formulas.empty else OVER)(formulas, expr, region)


SHARES: dict[str, Spelling] = {"share": _share, "share down": _share}
