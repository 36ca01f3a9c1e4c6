"""The words of an entry: digits, names and signs, whatever script they were typed in."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from attncalc.errors import NumberError, shorten

FUNCTIONS = {
    "sqrt": "sqrt", "exp": "exp", "ln": "ln", "log": "ln", "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh",
}  # fmt: skip
CONSTANTS = {"pi", "e"}

SIGNS = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "×": "*", "·": "*", "⋅": "*", "∗": "*", "**": "^", "÷": "/", "∕": "/",
    "⁄": "/", "{": "(", "}": ")", "[": "(", "]": ")", "π": "pi",
    r"\left": " ", r"\right": " ", r"\cdot": "*", r"\times": "*", r"\dfrac": "frac", r"\tfrac": "frac",
    r"\,": " ", r"\;": " ", r"\%": "%",
}  # fmt: skip
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

WORD = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)"
    r"|(?P<sign>\*\*|\\left|\\right|\\cdot|\\times|\\dfrac|\\tfrac|\\,|\\;|\\%|[-+*/^()%√−–—‐×·⋅∗÷∕⁄{}\[\]π])"
    r"|\\?(?P<name>[^\W\d_](?:(?![⁰¹²³⁴⁵⁶⁷⁸⁹])\w)*)",
    re.UNICODE,
)
SHORT_FRACTION = re.compile(r"\\[dt]?frac\s*(\d|\{[^{}]*\})\s*(\d|\{[^{}]*\})")
THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
DIGIT_COMMA = re.compile(r"\d+,\d+")
DIGIT_POINT = re.compile(r"\d+·\d+")  # 1·5 as in British print
DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?/\d\d?/\d{4}")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of an entry: `kind` is "number", "name", "sign" or "end"."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """The words of one entry, ending with one of kind "end"; raises NumberError at a strange character."""
    if DIGIT_COMMA.fullmatch(text.lstrip("+-−–")):
        if THOUSANDS.fullmatch(text.lstrip("+-−–")):
            raise NumberError(f"“{text}” can be {text.replace(',', '.')} or {text.replace(',', '')}",
                              hint="Write a point for decimals, and nothing between thousands.")  # fmt: skip
        text = text.replace(",", ".")
    if DIGIT_POINT.fullmatch(text.lstrip("+-−–")):
        raise NumberError(f"“{text}” can be {text.replace('·', '.')} or {text.replace('·', ' times ')}",
                          hint="Write a point for decimals, and * for a product.")  # fmt: skip
    if DATE.fullmatch(text):
        raise NumberError(f"“{text}” is a date", hint="A spreadsheet may have made it of a fraction: type 1/2.")
    text = "".join(_plain(char) for char in SHORT_FRACTION.sub(_long_fraction, text))
    found: list[Token] = []
    position = 0
    while position < len(text):
        match = WORD.match(text, position)
        if match is None:
            raise NumberError(f"“{shorten(text)}” is not a number: {text[position]!r} is not expected here")
        found.extend(_token(match))
        position = match.end()
    return [*found, Token("end", "")]


def _long_fraction(match: re.Match[str]) -> str:
    r"""\frac12 as \frac{1}{2}."""
    parts = (part if part.startswith("{") else f"{{{part}}}" for part in match.groups())
    return rf"\frac{''.join(parts)}"


def _plain(char: str) -> str:
    """Full-width digits and letters as the ordinary ones, ½ as 1/2 (2½ is mixed); superscripts stay."""
    if char > "»" and "VULGAR" in unicodedata.name(char, ""):
        return f" {unicodedata.normalize('NFKC', char)}"
    return char if char in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻" else unicodedata.normalize("NFKC", char) if ord(char) > 0xFF00 else char


def _token(match: re.Match[str]) -> list[Token]:
    kind, text = str(match.lastgroup), match.group(str(match.lastgroup))
    if kind == "space":
        return []
    if kind == "super":
        return [Token("sign", "^"), Token("sign", "("), *tokens(text.translate(SUPERSCRIPTS))[:-1], Token("sign", ")")]
    text = SIGNS.get(text, text)
    if text == " ":
        return []
    return [Token("name" if text in ("pi", "frac") else kind, text)]
