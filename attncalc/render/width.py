"""How many columns a text takes, and texts for outputs that lack signs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate

PLAIN_SIGNS = {
    "√": "sqrt", "ᵀ": "^T", "·": "*", "−": "-", "×": "x", "∞": "inf", "≈": "~", "–": "-", "…": "...",
    "✓": "v", "✗": "x", "→": ">", "□": "_", "░": ":", "▒": "+", "▓": "#", "█": "@",
    "“": '"', "”": '"', "⎡": "[", "⎢": "[", "⎣": "[", "⎤": "]", "⎥": "]", "⎦": "]", "ᵢ": "_i",
    "α": "alpha", "β": "beta", "γ": "gamma", "λ": "lambda", "θ": "theta", "τ": "tau", "π": "pi",
}  # widths side by side  # fmt: skip
ROOT = re.compile(r"√([\w.]+)")
SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
SUB = "₀₁₂₃₄₅₆₇₈₉"


def width(text: str) -> int:
    """The columns that a text takes in a terminal; wide letters take two, marks none."""
    if text.isascii() or text.replace("−", "-").isascii():  # most cells are negative numbers at worst
        return len(text)
    return sum(_width(char) for char in text)


def cut(text: str, columns: int) -> str:
    """As much of a text as fits, with … for the rest."""
    if width(text) <= columns:
        return text
    sizes = accumulate(map(width, text))
    return text[: sum(size < columns for size in sizes)] + "…"


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def ascii_only(text: str) -> str:
    """The text in ASCII: √ is sqrt, ₁₂ is _12, ² is ^2; a letter of another script becomes ?."""
    written = []
    before = ""
    for char in ROOT.sub(r"sqrt(\1)", text):
        if char in SUPER:
            written.append(("" if before and before in SUPER else "^") + "0123456789-"[SUPER.index(char)])
        elif char in SUB:
            written.append(("" if before and before in SUB + "," else "_") + "0123456789"[SUB.index(char)])
        else:
            written.append(PLAIN_SIGNS.get(char, char if char.isascii() else _stripped(char)))
        before = char
    return "".join(written)


def _stripped(char: str) -> str:
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return plain or "?"


def can_encode(text: str, encoding: str) -> bool:
    """Whether an output of this encoding has every sign of the text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
