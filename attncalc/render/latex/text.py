"""Text as pdflatex sets it: signs as commands, accents, signs of mathematics; what its fonts lack is named."""

from __future__ import annotations

import re
import unicodedata

from attncalc.render.width import SUB, SUPER
from attncalc.worksheet.notation import GREEK

SPECIAL = {
    "\\": r"$\backslash$",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': r"{\char34}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
LETTERS = {
    "ß": r"{\ss}", "æ": r"{\ae}", "Æ": r"{\AE}", "œ": r"{\oe}", "Œ": r"{\OE}", "ø": r"{\o}", "Ø": r"{\O}",
    "å": r"{\aa}", "Å": r"{\AA}", "ł": r"{\l}", "Ł": r"{\L}", "ı": r"{\i}", "“": "``", "”": "''", "„": ",,", "‘": "`",
    "’": "'", "–": "--", "—": "---", "¿": "?`", "¡": "!`", "§": r"{\S}", "¶": r"{\P}", "©": r"{\copyright}",
    "£": r"{\pounds}", "†": r"{\dag}", "‡": r"{\ddag}", "…": r"{\ldots}", "\N{SOFT HYPHEN}": r"\-",
}  # signs side by side  # fmt: skip
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030a": "r",
    "\u030c": "v",
    "\u0327": "c",
    "\u0306": "u",
    "\u0304": "=",
    "\u030b": "H",
    "\u0307": ".",
    "\u0323": "d",
    "\u0331": "b",
}
MATHS = {
    "−": "-", "×": r"\times", "·": r"\cdot", "⋅": r"\cdot", "÷": r"\div", "±": r"\pm", "∓": r"\mp", "√": r"\surd",
    "≈": r"\approx", "≠": r"\ne", "≤": r"\le", "≥": r"\ge", "≡": r"\equiv", "∼": r"\sim", "∝": r"\propto",
    "∞": r"\infty", "∈": r"\in", "∉": r"\notin", "∅": r"\emptyset", "∑": r"\sum", "∏": r"\prod", "∂": r"\partial",
    "∇": r"\nabla", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee", "∩": r"\cap",
    "∪": r"\cup", "⊂": r"\subset", "⊆": r"\subseteq", "⊙": r"\odot", "⊗": r"\otimes", "⊕": r"\oplus", "⊤": r"\top",
    "⊥": r"\perp", "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow", "↦": r"\mapsto", "⇒": r"\Rightarrow",
    "⇐": r"\Leftarrow", "⇔": r"\Leftrightarrow", "↑": r"\uparrow", "↓": r"\downarrow", "⌊": r"\lfloor",
    "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "°": r"^{\circ}",
    "′": "'", "⋯": r"\cdots", "⋮": r"\vdots", "⋱": r"\ddots", "•": r"\bullet", "∗": r"\ast", "✓": r"\surd",
    "✗": r"\boldsymbol{\times}", "«": r"\ll", "»": r"\gg", "ℓ": r"\ell", "ᵀ": r"^{\top}", "µ": r"\mu", "ε": r"\epsilon",
    "ϕ": r"\phi", "φ": r"\phi", "ϵ": r"\epsilon", "ν": r"\nu", "ι": r"\iota", "υ": r"\upsilon", "χ": r"\chi",
    "ς": r"\varsigma", "Γ": r"\Gamma", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma",
    "Υ": r"\Upsilon", "ᵢ": "_{i}", "ⱼ": "_{j}", "ₖ": "_{k}", "ₙ": "_{n}", "ₘ": "_{m}", "ₜ": "_{t}", "ₓ": "_{x}",
    "₊": "_{+}", "₋": "_{-}", "⁺": "^{+}", "ⁿ": "^{n}", "ⁱ": "^{i}",
    "½": r"\tfrac{1}{2}", "¼": r"\tfrac{1}{4}", "¾": r"\tfrac{3}{4}",
    **{sign: rf"\{name}" for name, sign in GREEK.items()},
    **{sign: f"^{{{digit}}}" for sign, digit in zip(SUPER, "0123456789-", strict=True)},
    **{sign: f"_{{{digit}}}" for sign, digit in zip(SUB, "0123456789", strict=True)},
    "¹": "^{1}", "²": "^{2}", "³": "^{3}",
}  # signs side by side  # fmt: skip
BOXES = {"□": r"{\fboxsep0pt\fbox{\rule{0pt}{1ex}\rule{1ex}{0pt}}}"}
KNOWN = {
    **{chr(code): chr(code) for code in range(33, 127)},
    **SPECIAL,
    **LETTERS,
    **BOXES,
    **{sign: f"${command}$" for sign, command in MATHS.items()},
}
LIGATURE = re.compile(r"([-`',?!])(?=[-`',?!])")
PIECE = re.compile(r"√(?P<root>\w+)|(?P<base>\w)?(?P<marks>[\u0300-\u036f]+)|(?P<sign>.)", re.DOTALL)
SCRIPTS = re.compile(r"(?<=_\{.)\}\$\$_\{|(?<=\^\{.)\}\$\$\^\{")  # two that are one: _{i} and _{j}
FORMULAS = re.compile(r"(?<!\\)\$\$")  # the end of a formula, and the begin of the next
LONGEST = 30  # signs of a word that is not broken


def text(words: str, longest: int = LONGEST) -> str:
    """Text from a file as itself, without line ends; words of more signs than `longest` may be broken anywhere."""
    return " ".join(_word(word, longest) for word in unicodedata.normalize("NFC", words).split())


def _word(word: str, longest: int) -> str:
    if len(word) <= longest:
        return _joined(_signs(word))
    return r"\hspace{0pt}".join(_joined([sign]) for sign in _signs(word))


def _signs(word: str) -> list[str]:
    """What stands for each sign of a word."""
    found: list[str] = []
    for match in PIECE.finditer(LIGATURE.sub(r"\1" + "\0", word)):
        if match["root"]:
            found.append(rf"$\sqrt{{\mbox{{{_joined(_signs(match['root']))}}}}}$")
        elif match["marks"]:
            found.append(_marked(match["base"] or "", match["marks"]))
        else:
            found.append(sign(match["sign"]))
    return found


def _joined(signs: list[str]) -> str:
    """Signs in a row; signs of mathematics beside one another are one formula, names of signs one bracket."""
    written = SCRIPTS.sub("", "".join(signs))
    return FORMULAS.sub("{}", written).replace("{]}{[}U+", " U+")


def sign(char: str) -> str:
    """What pdflatex sets for one sign; where its fonts lack it, its number in brackets."""
    if char == "\0":
        return "{}"
    if char in KNOWN:
        return KNOWN[char]
    if char.isspace():
        return "~"
    base, *marks = list(unicodedata.normalize("NFD", char))
    if marks and base.isascii() and all(mark in ACCENTS for mark in marks):
        return _marked(base, "".join(marks))
    return f"{{[}}U+{ord(char):04X}{{]}}"


def _marked(base: str, marks: str) -> str:
    """A letter with its accents, or with the numbers of those that there are no commands for."""
    written = {"i": r"\i", "j": r"\j"}.get(base) or (sign(base) if base else "")
    for mark in marks:
        written = rf"\{ACCENTS[mark]}{{{written}}}" if mark in ACCENTS else f"{written}{sign(mark)}"
    return written


def lacking(words: str) -> list[str]:
    """The signs of a text that pdflatex's fonts lack."""
    return [char for char in unicodedata.normalize("NFC", words) if sign(char).startswith("{[}U+")]


def named(words: str) -> str:
    """The text with names in place of the signs that pdflatex's fonts lack."""
    composed = unicodedata.normalize("NFC", words.expandtabs(4))
    return "".join(f"[U+{ord(char):04X}]" if sign(char).startswith("{[}U+") else char for char in composed)


def typewriter(words: str) -> str:
    """Text in type of one width, every sign in its place."""
    return "".join(map(_typed, words))


def _typed(char: str) -> str:
    if char == " ":
        return r"\ "
    if char.isascii():
        return char if char.isalnum() else rf"\char{ord(char)}{{}}"
    return rf"\makebox[0.525em]{{{sign(char)}}}"
