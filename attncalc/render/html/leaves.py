"""The smallest pieces of MathML: numbers, names, signs and words, and the commands of LaTeX that stand for them."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

from attncalc.errors import printable
from attncalc.worksheet.notation import GREEK, LATEX_FUNCTIONS

NAMES = {
    **{rf"\{name}": sign for name, sign in GREEK.items()},
    r"\top": "⊤",
    r"\infty": "∞",
    r"\circ": "∘",
    "*": "∗",
    r"\cdots": "⋯",
    r"\vdots": "⋮",
    r"\ddots": "⋱",
    r"\ldots": "…",
}
FUNCTIONS = {rf"\{name}": name for name in LATEX_FUNCTIONS}
OPERATORS = {
    r"\cdot": "·",
    r"\times": "×",
    r"\odot": "⊙",
    r"\ast": "∗",
    r"\le": "≤",
    r"\ge": "≥",
    r"\ne": "≠",
    r"\in": "∈",
    r"\approx": "≈",
    r"\to": "→",
    r"\lfloor": "⌊",
    r"\rfloor": "⌋",
    r"\lceil": "⌈",
    r"\rceil": "⌉",
    "-": "−",
}
SPACES = {r"\ ": "0.25em", r"\,": "0.17em", r"\quad": "1em", "~": "0.25em"}
DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ"}
OPENING, CLOSING = "([{⌊⌈", ")]}⌋⌉"
SIGNED = "+−"  # they are signs of numbers where nothing stands before them


class Node(NamedTuple):
    """A piece of MathML; `kind` is what its neighbours need to know of it."""

    xml: str
    kind: str = "value"  # or operator, opening, closing, fenced, function, space


def number(text: str) -> str:
    """A number with its sign as one element."""
    return f"<mn>{text.replace('-', '−')}</mn>"


def words(text: str) -> str:
    """Words inside mathematics; spaces at their ends stay."""
    spaced = re.sub(r"^\s+|(?<!\s)\s+$", "\u00a0", _text(text))
    return f"<mtext>{spaced}</mtext>"


def fence(sign: str, form: str, *, tall: bool = True) -> str:
    """A bracket, as tall as what it encloses; browsers leave room beside tall ones, so low ones say what they are."""
    if sign in ("", "."):
        return ""
    return f'<mo form="{form}" fence="true" stretchy="{str(tall).lower()}">{_text(sign)}</mo>'


def of_command(command: str, letters: str) -> Node:
    """Letters that are set together: words, a name, a function."""
    plain = re.sub(r"\\(.)", r"\1", letters)
    if command == "text":
        return Node(words(plain))
    upright = ' mathvariant="normal"' if len(plain) == 1 and command != "mathbb" else ""
    name = DOUBLE.get(plain, plain) if command == "mathbb" else plain
    return Node(f"<mi{upright}>{_text(name)}</mi>", "function" if command == "operatorname" else "value")


def of_sign(sign: str, before: Node | None) -> Node:
    """A sign, a letter, or a command without an argument."""
    if sign in FUNCTIONS:
        return Node(f"<mi>{FUNCTIONS[sign]}</mi>", "function")
    if sign in SPACES:
        return Node(f'<mspace width="{SPACES[sign]}"/>', "space")
    if sign in NAMES or sign.isalnum():
        return Node(f"<mi>{NAMES.get(sign, sign)}</mi>")
    if len(sign) > 2 and sign not in OPERATORS:
        return Node(words(sign))
    return _operator(OPERATORS.get(sign) or sign[-1], before)


def _operator(sign: str, before: Node | None) -> Node:
    text = _text(sign)
    if sign in OPENING or sign in CLOSING:
        return Node(f'<mo stretchy="false">{text}</mo>', "opening" if sign in OPENING else "closing")
    if sign == "|":
        return Node(f'<mo stretchy="false" lspace="0" rspace="0">{text}</mo>', "closing")
    if sign == "/":
        return Node(f'<mo form="infix" lspace="0.1em" rspace="0.1em">{text}</mo>', "operator")
    if sign in SIGNED and (before is None or before.kind in ("operator", "opening", "function")):
        return Node(f'<mo form="prefix">{text}</mo>', "operator")
    return Node(f'<mo form="infix">{text}</mo>', "operator")


def _text(text: str) -> str:
    return escape(printable(text), quote=False)
