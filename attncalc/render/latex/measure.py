r"""Formulas in LaTeX as a row of parts with estimated widths, in em: the commands that our own notation uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from attncalc.render.blocks import Cells
from attncalc.render.latex.text import MATHS, lacking, text

BLANKS = re.compile(" {2,}")
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
RELATIONS = {"=", "<", ">", r"\approx", r"\le", r"\ge", r"\ne", r"\in", r"\to"}
BETWEEN = {"+", "-", r"\cdot", r"\times", r"\odot", r"\ast"}
SPACES = {r"\ ": 0.4, r"\quad": 1.0, r"\qquad": 2.0, r"\,": 0.17}
WORDS = {r"\text", r"\mathrm", r"\operatorname"}
NARROW, MIDDLE, WIDE = "ijlIt.,;:'|![]() ", "frszJ-", "mwMW@%"
NAMED_SIGN = 5.2  # [U+1F642]
SMALLER = 0.82  # what a script or a fraction in a line is scaled by, at most
COLUMN_GAP, BRACKET = 1.0, 1.7  # between the columns of a matrix, and for its brackets


@dataclass(frozen=True, slots=True)
class Part:
    """Something in a formula with its width: "ordinary", "matrix", "relation", "between" two terms, "comma".

    `loose` gives the same in several parts, for lines in which it does not fit.
    """

    latex: str
    width: float
    kind: str = "ordinary"
    loose: Callable[[], tuple[Part, ...]] | None = None


def width_of(parts: tuple[Part, ...] | list[Part]) -> float:
    """The width of parts side by side."""
    return sum(part.width for part in parts)


def written(parts: tuple[Part, ...]) -> str:
    """The LaTeX of parts side by side."""
    return BLANKS.sub(" ", "".join(part.latex for part in parts)).strip()


def text_width(words: str) -> float:
    """The width of a text."""
    return sum(map(_sign_width, words))


@cache
def _sign_width(char: str) -> float:
    if char.isascii() and char.isprintable():
        return (
            0.36
            if char in NARROW
            else 0.5
            if char in MIDDLE
            else 1.05
            if char in WIDE
            else 0.78
            if char.isupper()
            else 0.6
        )
    return NAMED_SIGN if lacking(char) else 1.05


@cache
def cell_width(latex: str) -> float:
    """The width of a formula in a matrix."""
    return width_of(parts_of(latex, display=False))


def matrix_part(latex: str, cells: Cells) -> Part:
    """A matrix in brackets as one part."""
    columns = zip(*([cell_width(cell.latex) for cell in row] for row in cells), strict=True)
    widths = [max(column) for column in columns]
    return Part(latex, sum(widths) + COLUMN_GAP * (len(widths) - 1) + BRACKET, "matrix")


def parts_of(latex: str, *, display: bool = True, before: str = "relation") -> tuple[Part, ...]:
    """A formula as parts in a row, and of which kind the part before it is; fractions are large in a `display`."""
    return tuple(_Parser(latex, display).parts(before))


class _Parser:
    """Reads a formula from left to right."""

    def __init__(self, latex: str, display: bool = True) -> None:
        self.tokens: list[str] = TOKEN.findall(latex)
        self.place = 0
        self.display = display

    def next(self) -> str:
        word = self.tokens[self.place] if self.place < len(self.tokens) else ""
        self.place += 1
        return word

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def parts(self, before: str) -> list[Part]:
        found: list[Part] = []
        while self.place < len(self.tokens):
            part = self._part(found[-1].kind if found else before)
            if part is None:
                continue
            if part.kind == "script" and found:
                found[-1] = _raised(found[-1], part)
            else:
                found.append(part)
        return found

    def _part(self, before: str) -> Part | None:
        word = self.next()
        if word.isspace():
            return None
        if word in RELATIONS:
            return Part(f" {word} ", 1.34, "relation")
        if word in BETWEEN:
            is_sign = before not in ("ordinary", "matrix")
            width = 0.8 if is_sign else 0.73 if word == r"\cdot" else 1.23
            return Part(f"{word} " if is_sign else f" {word} ", width, "ordinary" if is_sign else "between")
        if word in (",", ";"):
            return Part(f"{word} ", 0.45, "comma")
        reader = READERS.get(word)
        return reader(self, word) if reader else _single(word)

    def argument(self) -> str:
        """What stands in the braces that follow, or the one word."""
        while self.peek().isspace():
            self.place += 1
        if self.peek() != "{":
            return self.next()
        start, depth = self.place + 1, 0
        while self.place < len(self.tokens):
            word = self.next()
            depth += (word == "{") - (word == "}")
            if not depth:
                break
        return "".join(self.tokens[start : self.place - 1])

    def inside(self, opening: str, closing: str) -> str:
        """What stands up to the command that closes."""
        start, depth = self.place, 1
        while self.place < len(self.tokens) and depth:
            word = self.next()
            depth += (word == opening) - (word == closing)
        return "".join(self.tokens[start : self.place - 1])

    def inner(self, latex: str, *, display: bool = False) -> tuple[Part, ...]:
        return parts_of(latex, display=display)


def _raised(base: Part, script: Part) -> Part:
    """A part with its script; a power of e is in several parts what exp of the exponent is."""
    loose = None
    if base.loose:
        loose = lambda: (*base.loose(), replace(script, kind="ordinary"))  # noqa: E731
    elif base.latex == "e" and script.latex.startswith("^{"):
        loose = lambda: (Part(r"\exp ", 1.9), *_fenced(script.latex[2:-1]))  # noqa: E731
    return Part(base.latex + script.latex, base.width + script.width, base.kind, loose)


def _single(word: str) -> Part:
    """One letter, digit or sign; a function by its name."""
    if word in SPACES:
        return Part(word + " ", SPACES[word])
    if word.startswith("\\") and word[1:].isalpha():
        name = word[1:]
        function = name in ("exp", "ln", "log", "sin", "cos", "tan", "tanh", "min", "max")
        return Part(f"{word} ", 0.57 * len(name) + 0.2 if function else 1.0)
    if word in MATHS or not word.isascii() or word in "#%&$~":
        return Part(MATHS.get(word) or rf"\text{{{text(word)}}}", 1.0 if word in MATHS else text_width("[U+10000]"))
    return Part(
        word,
        0.28
        if word in ".:"
        else 0.5
        if word.isdigit()
        else 0.4
        if word in "()[]|/!"
        else 0.85
        if word.isupper()
        else 0.62,
    )


def _words(parser: _Parser, word: str) -> Part:
    words = parser.argument()
    width = text_width(words) + 0.2 * (word == r"\operatorname")
    if word == r"\text" and not words.replace(" ", "").isalnum():
        words = " " * words.startswith(" ") + text(words) + " " * words.endswith(" ")
    return Part(f"{word}{{{words}}}", width)


def _script(parser: _Parser, word: str) -> Part:
    parts = parser.inner(parser.argument())
    return Part(f"{word}{{{written(parts)}}}", SMALLER * width_of(parts) + 0.06, "script")


def _fraction(parser: _Parser, word: str) -> Part:
    above, below = parser.argument(), parser.argument()
    parts = parser.inner(above), parser.inner(below)
    width = max(map(width_of, parts)) * (1 if parser.display else SMALLER) + 0.26
    return Part(
        f"{word}{{{written(parts[0])}}}{{{written(parts[1])}}}",
        width,
        loose=lambda: (*_fenced(above), Part("/", 0.5), *_fenced(below)),
    )


def _root(parser: _Parser, word: str) -> Part:
    latex = parser.argument()
    parts = parser.inner(latex, display=parser.display)
    return Part(
        f"{word}{{{written(parts)}}}", width_of(parts) + 1.0, loose=lambda: (*_fenced(latex), Part("^{1/2}", 1.2))
    )


def _fence(parser: _Parser, word: str) -> Part:
    r"""\left( … \right): in several lines, parentheses of a fixed size."""
    opening = parser.next()
    latex = parser.inside(r"\left", r"\right")
    closing = parser.next()
    parts = parser.inner(latex, display=parser.display)
    tall = r"\frac" in latex
    size = "Big" if tall and parser.display else "big"
    ends = Part(rf"\{size}l{opening} ", 0.8), Part(rf"\{size}r{closing} ", 0.8)
    return Part(
        rf"\left{opening} {written(parts)}\right{closing} ",
        width_of(parts) + (1.6 if tall else 1.0),
        loose=lambda: (ends[0], *parts, ends[1]),
    )


def _fenced(latex: str) -> tuple[Part, ...]:
    """In parentheses, unless it is a single part."""
    parts = parts_of(latex)
    if len(parts) < 2 or latex.isalnum() or latex.replace(".", "").isdigit():
        return parts
    size = "Big" if r"\frac" in latex else "big"
    return (Part(rf"\{size}l( ", 0.8), *parts, Part(rf"\{size}r) ", 0.8))


def _sized(parser: _Parser, word: str) -> Part:
    return Part(f"{word}{parser.next()} ", 0.8)


def _braced(parser: _Parser, _: str) -> Part:
    parser.place -= 1
    parts = parser.inner(parser.argument(), display=parser.display)
    return Part(f"{{{written(parts)}}}", width_of(parts))


def _environment(parser: _Parser, word: str) -> Part:
    r"""\begin{bmatrix} a & b \\ c & d \end{bmatrix}."""
    name = parser.argument()
    latex = parser.inside(r"\begin", r"\end")
    parser.argument()
    rows = [[cell_width(cell) for cell in row.split("&")] for row in latex.split(r"\\")]
    count = max(map(len, rows))
    widths = [max((row[j] for row in rows if j < len(row)), default=0) for j in range(count)]
    return Part(rf"\begin{{{name}}}{latex}\end{{{name}}}", sum(widths) + COLUMN_GAP * (count - 1) + BRACKET)


READERS: dict[str, Callable[[_Parser, str], Part]] = {
    **dict.fromkeys(WORDS, _words),
    "_": _script,
    "^": _script,
    r"\frac": _fraction,
    r"\sqrt": _root,
    r"\left": _fence,
    **dict.fromkeys((r"\Bigl", r"\Bigr", r"\bigl", r"\bigr"), _sized),
    "{": _braced,
    r"\begin": _environment,
}
