"""What a row of the table of spellings is: an operation in the words of a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from attncalc.worksheet.expression import Expr

if TYPE_CHECKING:
    from attncalc.render.xlsx.formulas import Formulas

SUM, PRODUCT, POWER, SIGN, ATOM = 1, 2, 3, 4, 5  # how tightly a spreadsheet binds: -2^2 is 4 there
HIDDEN = '"−∞"'  # spreadsheets have no infinity, and what is no number counts in no sum and no maximum


class NotTogetherError(Exception):
    """Several cells that no one formula gives; each has its own."""


class Spelt(NamedTuple):
    """A formula or a part of one, how tightly it binds, and whether it calculates with several cells entry by entry."""

    text: str
    binding: float = ATOM
    is_array: bool = False

    def within(self, asks: float) -> str:
        """The text, in parentheses if it binds less tightly than is asked."""
        return self.text if self.binding >= asks else f"({self.text})"


Region = tuple[range, range]  # rows and columns of an expression's value, from 0; a vector is a row
Spelling = Callable[["Formulas", Expr, Region], Spelt]
ONE = range(1)


def size(expr: Expr) -> tuple[int, int]:
    """How many rows and columns an expression has on a sheet."""
    sizes = [axis.size or 0 for axis in expr.axes]
    return (sizes[0], sizes[1]) if len(sizes) == 2 else (1, sizes[0]) if sizes else (1, 1)


def everything(expr: Expr) -> Region:
    """All rows and columns."""
    height, width = size(expr)
    return range(height), range(width)


def beside(expr: Expr, region: Region) -> Region:
    """The part of an argument that goes with a part of the result: a side of one goes with all."""
    height, width = size(expr)
    return (ONE if height == 1 else region[0]), (ONE if width == 1 else region[1])


def is_one(region: Region) -> bool:
    """Whether this is a single cell."""
    return len(region[0]) == len(region[1]) == 1


@dataclass(frozen=True)
class Template:
    """The spelling of an operation entry by entry, over its arguments {0}, {1} …, each bound as it asks.

    `many` is that of several cells at once where it is another one. Where an argument is −∞, what `hidden` says of it
    stands, or the argument itself.
    """

    text: str
    binding: float = ATOM
    asks: tuple[float, ...] = (0, 0, 0)
    many: str = ""
    hidden: tuple[str, ...] = ()

    def __call__(self, formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        """An expression in these words."""
        args = [formulas.spell(arg, beside(arg, region)) for arg in expr.args]
        asked = [arg.within(asks) for arg, asks in zip(args, self.asks, strict=False)]
        one = is_one(region)
        is_array = any(arg.is_array for arg in args) or not one
        made = Spelt((self.text if one else self.many or self.text).format(*asked), self.binding, is_array)
        for number, arg in reversed([*enumerate(expr.args)]):
            if formulas.hides(arg):
                otherwise = (self.hidden[number] if number < len(self.hidden) else "") or f"{{{number}}}"
                texts = [arg.text for arg in args]
                made = Spelt(f"IF(ISNUMBER({texts[number]}),{made.text},{otherwise.format(*texts)})", ATOM, is_array)
        return made
