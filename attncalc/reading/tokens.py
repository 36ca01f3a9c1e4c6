r"""The words of a formula with their places: numbers, names, brackets, signs and commands, in any notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from attncalc.reading.commands import COMMANDS, SIGNS
from attncalc.reading.ink import Ink


@dataclass(slots=True)
class Token:
    """One word of a formula: its kind, what it says, where it stands, and what stands before it.

    `gap` is 0 where nothing stands before it, 1 after white space, 2 after the end of a line.
    """

    kind: str
    text: str
    start: int
    end: int
    gap: int = 0
    boxed: bool = False
    struck: bool = False
    ink: Ink | None = None


TAGS = (
    "b|i|em|strong|u|span|p|del|s|strike|li|ul|ol|code|pre|div|details|summary|center|font|tt|kbd|var|hr|h[1-6]|small"
    "|caption|blockquote|dd|dt|dl|section|article|a|label|mark|m(?:ath|row|n|o|i|text|style|fenced|stretchy)"
)
LETTERS = r"A-Za-zÀ-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
BROKEN = r"(?:(?<=[\[(,;=|{&])|(?<=[\[(,;=|{&]\s))\d{1,6}\. \d{2,6}(?![.\d])"  # 2. 667, as copying may break it
DOUBTFUL = r"\d{0,6}\.?\d{0,12}\[\d(?:\|\d){1,3}\]\d{0,12}(?:\.\d{1,12})?"  # 0.2[7|1], a digit that could not be told
DECIMAL = (
    rf"(?:{DOUBTFUL}|{BROKEN}|"
    + r"\d+\{,\}\d+|\d+\.\d+|\.\d+|\d+\.(?=\s*\]|,\s*[-−+.\d]|\s+[-−+]?\d+\.(?:[\s\]]|\d))|\d+)"
)
PLACED = r"(?<=[A-Za-z'’]\[)\d{1,2},\d{1,2}\]"  # s[1,2], an entry on any page
COMMA = rf"(?!{PLACED})\d+,\d+(?!\d|[.,]\d)|"  # before the others, on a page with decimal commas
TYPED = r"(?:\d+\{,\}\d+|\d+\.?\d*|\.\d+)"  # where no sentence can end behind a number
SCALED = r"(?:[eE][-+−]?\d+(?![.\d]))?"


@cache
def _pattern(number: str, scaled: str = SCALED) -> re.Pattern[str]:
    return re.compile(
        r"(?P<row>\\\\\[-?[\d.]+\s?(?:pt|em|ex|mm|cm|in)\]|\\\\(?:cr|newline)?(?![A-Za-z])(?:\\\\)*\*?"
        r"|\\(?:cr|newline|tabularnewline)(?![A-Za-z]))"
        r"|\\{1,2}(?P<edge>begin|end)\s{0,3}\{\s?(?P<env>[A-Za-z]{1,20}\*?)\s?\}"
        r"|\\{1,2}(?P<command>[A-Za-z]{1,30}\*?)"
        r"|(?P<slash>\\[ \n]|\\$)"
        r"|\\(?P<escaped>[^A-Za-z\s])"
        rf"|(?P<space>[\s\u2063]+|&(?:nbsp|ensp|emsp|thinsp);|~~|<br\s?/?>|</?(?:{TAGS})(?:\s[^<>]{{0,200}})?/?>)"
        r"|(?P<tag></?su[bp]>)"
        r"|(?P<odd>https?://\S+|\d+(?:\.\d+){2,}|\d{1,4}(?P<part>[/.-])\d{1,2}(?P=part)\d{2,4}(?![\d.])"
        r"|(?<![\d,.])\d{1,2}:\d\d(?![\d.]|,\d)(?::\d\d)?|!\[[^\[\]\n]{0,200}\]\([^()\n]{0,2000}\)"
        r"|,\s?(?:dtype|grad_fn|device|requires_grad)\s?=[^\n)]{0,80}|-{3,}|={3,})"
        rf"|(?P<number>(?:{number}){scaled}|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])"
        r"|(?P<below>[₀-₉ₐ-ₜᵢⱼ]+)|(?P<above>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁱⁿ⁺ˣᵏ]+)"
        rf"|(?P<word>(?:[{LETTERS}][\u0302-\u0305]*)+(?:\d+(?!\.?\d))?|[^\W\d_ᵀᵗᐪ₀-₉ₐ-ₜᵢⱼ⁰¹²³⁴⁵⁶⁷⁸⁹ⁱⁿˣᵏ]+)"
        r"|(?P<turn>[ᵀᵗ⊤ᐪ]|['’′](?![a-z])|(?<=_\d)['’′]|(?<=\})['’′])"
        r"|(?P<sign>:=|=:|[=≈][~≈]|~=|==|=>|<=>|<=|>=|--?>|<--?|&(?:[lg]t|approx);|[=≈≃≅≡≐→⇒⟶⟹↦⇔∈∝<>≤≥≠←∼]|~(?=\s?[-−]?[.\d]))"
        r"|(?P<sign_none>&amp;)"
        r"|(?P<blank>\?+|…|\.{3,}|□|∅|(?<![\w}])_{2,}(?!\w))"
        r"|(?P<op>&(?:times|middot|sdot|minus|divide|radic);|\*\*|[-+−–—*/^_×·⋅∗•⊙∘÷∕⁄±√@])"
        r"|(?P<open>[(\[{⟨⎡⎢⎣])|(?P<close>[)\]}⟩⎤⎥⎦])"
        r"|(?P<percent>%)|(?P<comma>[,，、])|(?P<semicolon>;)|(?P<colon>[:：])|(?P<amp>&)"
        r"|(?P<infinity>∞|(?<!\w)\.inf\b)|(?P<dot>\.(?:T\b)?)"
        r"|(?P<other>.)",
        re.DOTALL,
    )


MAYBE_SCALED = re.compile(r"\de[-+−]?\d")
ONLY_E = re.compile(r"(?<![A-Za-z\\\d.])e(?![A-Za-z\d])|\de(?:\^|\+\d(?!\d))")
GREEK = re.compile(
    "alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon"
    "|(?:var)?phi|chi|psi|omega|ell",
    re.IGNORECASE,
)
ESCAPES = {
    "{": "open",
    "}": "close",
    "[": "open",
    "]": "close",
    "(": "open",
    ")": "close",
    "%": "percent",
    "_": "op",
    "*": "op",
    "&": "amp",
    "|": "bar",
}
PLAIN_OPS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "∗": "*",
    "•": "*",
    "@": "*",
    "⊙": "*",
    "∘": "*",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "**": "^",
    "&times;": "*",
    "&middot;": "*",
    "&sdot;": "*",
    "&minus;": "-",
    "&divide;": "/",
    "&radic;": "√",
}
TURNED = re.compile(r"T[A-Z]\w{0,9}")
DOTTED = re.compile(r"(?<![\w.])[A-Za-z]\d{0,2}$"), re.compile(r"[A-Za-z]\d{1,2}(?!\w)")  # q1.k1
NUMBERED = re.compile(r"[xX]\d+")


def tokens(text: str, start: int, end: int, *, commas: bool = False, typed: bool = False) -> list[Token]:
    """The words of a text between two positions.

    `commas` where it writes decimals with commas; `typed` where it is no page, but one entry or matrix that was typed.
    """
    pattern = _pattern(TYPED if typed else COMMA + DECIMAL if commas else DECIMAL)
    position, gap = start, 0
    if not typed and MAYBE_SCALED.search(text, start, end) and ONLY_E.search(text, start, end):
        pattern = _pattern(DECIMAL, "")  # where 8e-20 is a sum
    found: list[Token] = []
    while position < end:
        match = pattern.match(text, position, end)
        if match is None:
            break
        kind, first = str(match.lastgroup), match.start()
        position = match.end()
        if kind == "space":
            gap = max(gap, 2 if "\n" in match[0] else 1)
            continue
        if kind == "sign" and match[0] == "<-" and text[position : position + 1].isdigit():  # <-0.5, 1>
            position = first + 1
            found.append(Token("sign", "<", first, position, gap))
            gap = 0
            continue
        if kind == "word" and found and not typed and _is_times(found[-1], match[0], gap):
            found.append(Token("op", "*", first, first + 1))
            position = first + 1
            continue
        if kind == "word" and found and not gap and found[-1].text == "^" and TURNED.fullmatch(match[0]):
            found.append(Token("word", "T", first, first + 1))  # K^TQ
            position = first + 1
            continue
        if kind == "tag" and match[0][1] != "/":  # Q<sub>11</sub> as Q_{11}
            found.append(Token("op", "_" if "sub" in match[0] else "^", first, first, gap))
            gap = 0
        token = Token(*SAYING[kind](match) if kind in SAYING else (kind, match[0]), first, position)
        if token.kind == "space":
            gap = max(gap, 1)
        else:
            token.gap, gap = gap, 0
            found.append(token)
    return found


def _is_times(before: Token, word: str, gap: int) -> bool:
    """Whether the x of 3x1.22, or of (-3)x1.22, joins two numbers."""
    return before.kind in ("number", "close") and not gap and NUMBERED.fullmatch(word) is not None


Said = tuple[str, str]  # the kind of a word, and what it says


def _command(match: re.Match[str]) -> Said:
    name = match["command"]
    kind, text = COMMANDS.get(name.rstrip("*"), ("word" if GREEK.fullmatch(name) else "unknown", ""))
    return kind, text or name


def _escaped(match: re.Match[str]) -> Said:
    sign = match["escaped"]
    return ("space" if sign in ",;:!/>$" else ESCAPES.get(sign, "other")), sign


def _dot(match: re.Match[str]) -> Said:
    """A point, or a product: q . k, q1.k1."""
    text, place = match.string, match.start()
    is_product = DOTTED[0].search(text, max(0, place - 4), place) and DOTTED[1].match(text, match.end())
    if is_product or text[place - 1 : match.end() + 1] == " . ":
        return "op", "*"
    return ("turn" if match[0] == ".T" else "stop"), match[0]


def _bracket(match: re.Match[str]) -> Said:
    return str(match.lastgroup), "[" if match[0] in "⎡⎢⎣" else "]" if match[0] in "⎤⎥⎦" else match[0]


# What the words of a kind say that say something else than what stands there.
SAYING: dict[str, Callable[[re.Match[str]], Said]] = {
    "word": lambda match: ("quad" if match[0] in ("quad", "qquad") else "word", match[0]),  # quad is a blank of Typst
    "op": lambda match: ("op", PLAIN_OPS.get(match[0], match[0])),
    "sign": lambda match: ("sign", SIGNS.get(match[0], match[0])),
    "sign_none": lambda match: ("amp", "&"),
    "env": lambda match: (match["edge"], match["env"].rstrip("*")),
    "tag": lambda match: ("close", "}") if match[0][1] == "/" else ("open", "{"),
    "open": _bracket,
    "close": _bracket,
    "command": _command,
    "escaped": _escaped,
    "dot": _dot,
}
