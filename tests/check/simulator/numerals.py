"""How one person writes numbers: the decimal mark, the minus, −∞; and where numerals stand in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from synthetic import HIDDEN

from .forms import is_form, latex

# Every numeral of a page: decimals with a point or a comma (also {,}), exponents, raised and lowered digits.
NUMERAL = re.compile(r"\d+(?:(?:[.,]|\{,\})\d+)*(?:e[-+]\d+)?|\.\d+(?:e[-+]\d+)?|[₀-₉]+|[⁰¹²³⁴-⁹]+")
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Numerals:
    """How numbers look; `bare` leaves out the zero before the point, `around` stands on both sides of a number."""

    mark: str = "."
    minus: str = "-"
    hidden: str = "-inf"
    is_latex: bool = False
    bare: bool = False
    percent: bool = False

    def text(self, text: str, *, is_weight: bool = False) -> str:
        """A number of the work as it is written."""
        if text == HIDDEN:
            return self.hidden
        if is_form(text):
            return latex(text) if self.is_latex else text.replace("sqrt(", "√").replace("2)", "2").replace("3)", "3")
        if self.percent and is_weight:
            text = percent(text)
        sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
        if self.bare and text.startswith("0."):
            text = text[1:]
        return (self.minus if sign else "") + text.replace(".", self.mark)


def percent(text: str) -> str:
    """A share in percent: the point moves two places."""
    whole, _, rest = text.partition(".")
    rest = rest.ljust(2, "0")
    moved = (whole + rest[:2]).lstrip("0") or "0"
    return f"{moved}.{rest[2:]}" if rest[2:] else moved


def lowered(number: int | str) -> str:
    """A number as an index below the line."""
    return str(number).translate(LOWERED)
