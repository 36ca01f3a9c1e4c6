"""The LaTeX of our own notation as mathematics of typst, with an estimate of how wide it will be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from attncalc.render.blocks import Cells
from attncalc.render.typst.signs import DIGIT, LETTER, SIGNS, WORD

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
SCRIPTS = ("_", "^")
SCRIPT = 0.7  # the size of an index
GAP = 0.8  # between the columns of a matrix, in em as every width
EDGE = 1.1  # both brackets of a matrix
NEVER = float("inf")


class Typeset(NamedTuple):
    """Mathematics in typst, and its width on one line in em."""

    source: str
    width: float


class UnknownLatex(ValueError):  # noqa: N818  it names what is unknown
    """LaTeX that our notation never writes."""


BREAKS = ("plus", "minus", "eq", "approx")  # after which lines break by themselves
TIMES = ("times1", "times2")  # by which lines do not break, and do
UPRIGHT = {r"\text": '"{}"', r"\mathrm": 'upright("{}")', r"\operatorname": 'op("{}")'}
ENDS = ("}", "&", r"\\", r"\right", r"\end", "")


@lru_cache(maxsize=20_000)
def typeset(latex: str, room: float = NEVER) -> Typeset:
    """LaTeX of our notation in typst; what would be wider than `room` is written so that lines can break in it.

    Raises UnknownLatex for what the notation does not write.
    """
    return _Reader(latex, room).all()


def string(text: str) -> str:
    """A string of typst, whatever the text."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def words_width(text: str) -> float:
    """About how wide a text is set."""
    return sum(DIGIT if char.isdigit() else 1.0 if ord(char) > 0x2E7F else WORD for char in text)


def matrix(rows: Sequence[Sequence[Typeset]]) -> Typeset:
    """A matrix in brackets."""
    body = "; ".join(", ".join(cell.source or '""' for cell in row) for row in rows)
    source = f"brackets(mat({body}{';' if len(rows) == 1 else ''}))"
    return Typeset(source, matrix_width(rows))


def matrix_width(rows: Sequence[Sequence[Typeset]]) -> float:
    """How wide a matrix in brackets is."""
    widths = column_widths(rows)
    return sum(widths) + GAP * (len(widths) - 1) + EDGE


def column_widths(rows: Sequence[Sequence[Typeset]]) -> list[float]:
    """How wide each column is."""
    return [max(cell.width for cell in column) for column in zip(*rows, strict=True)]


def cells_of(cells: Cells, room: float) -> list[list[Typeset]]:
    """The entries of a matrix; words are upright."""
    return [[piece(cell.text, cell.latex, room) for cell in row] for row in cells]


def piece(text: str, latex: str, room: float = NEVER) -> Typeset:
    """Mathematics, or a word where there is no LaTeX, or none that is known."""
    if latex:
        try:
            return typeset(latex, room)
        except UnknownLatex:
            pass
    return Typeset(string(text) if text else "", words_width(text))


class _Reader:
    """Reads LaTeX from left to right."""

    def __init__(self, latex: str, room: float) -> None:
        self.tokens = TOKEN.findall(latex)
        self.at = 0
        self.room = room

    @property
    def token(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.token
        if not token or (wanted and token != wanted):
            raise UnknownLatex(f"{token or 'the end'} where {wanted or 'something'} should be: {''.join(self.tokens)}")
        self.at += 1
        return token

    def skip(self) -> None:
        while self.token.isspace():
            self.at += 1

    def all(self) -> Typeset:
        made = self.run()
        if self.token:
            raise UnknownLatex(f"{self.token} stands alone: {''.join(self.tokens)}")
        return made

    def run(self) -> Typeset:
        """Everything up to what ends a group."""
        made = []
        self.skip()
        while self.token not in ENDS:
            made.append(self.scripted())
            self.skip()
        return _joined(made, self.room)

    def scripted(self) -> Typeset:
        """One thing with its indices."""
        base, width = self.atom()
        scripts = 0.0
        while self.token in SCRIPTS:
            mark = self.take()
            self.skip()
            inner = self.atom()
            if (base, mark) == ("e", "^") and inner.width * SCRIPT > self.room:  # no line breaks in an exponent
                return Typeset(f'op("exp") {_loose("paren.l", inner, "paren.r")}', inner.width + 2.5)
            base += f"{mark}({inner.source})"
            scripts = max(scripts, inner.width * SCRIPT)
        return Typeset(base, width + scripts)

    def atom(self) -> Typeset:
        token = self.take()
        if token in READERS:
            made: Typeset = getattr(self, READERS[token])(token)
            return made
        if token in SIGNS:
            return Typeset(*SIGNS[token])
        if token[0].isdigit():
            return Typeset(token, DIGIT * len(token))
        if token.isalpha():
            return Typeset(token if token.isascii() else string(token), LETTER)
        raise UnknownLatex(f"{token} is not known: {''.join(self.tokens)}")

    def braced(self, token: str) -> Typeset:
        """Several things as one."""
        inner = self.run()
        self.take("}")
        return inner

    def group(self) -> Typeset:
        """An argument: one thing, or a group."""
        self.skip()
        return self.atom()

    def word(self, token: str) -> Typeset:
        """Letters that are set upright."""
        self.take("{")
        letters = []
        while self.token not in ("}", ""):
            letters.append(self.take())
        self.take("}")
        text = "".join(letters).replace("\\_", "_")  # around it typst sets the blanks of the source
        return Typeset(UPRIGHT[token].replace('"{}"', string(text.strip() or text)), words_width(text) + 0.2)

    def fraction(self, token: str) -> Typeset:
        """A fraction; one that is too wide stands on one line, in parentheses."""
        above, below = self.group(), self.group()
        width = max(above.width, below.width) + 0.25
        if width <= self.room:
            return Typeset(f"frac({above.source}, {below.source})", width)
        parts = (f"paren.l {part.source} paren.r" for part in (above, below))
        return Typeset(" over1 ".join(parts), above.width + below.width + 2)

    def root(self, token: str) -> Typeset:
        inner = self.group()
        if inner.width <= self.room:
            return Typeset(f"sqrt({inner.source})", inner.width + 0.9)
        return Typeset(f"paren.l {inner.source} paren.r^(1 slash 2)", inner.width + 2)

    def fenced(self, token: str) -> Typeset:
        """What stands between delimiters that grow with it, unless lines must break in it."""
        opening = SIGNS[self.take()]
        inner = self.run()
        self.take(r"\right")
        closing = SIGNS[self.take()]
        is_wide = inner.width > self.room
        source = _loose(opening[0], inner, closing[0]) if is_wide else f"lr({opening[0]} {inner.source} {closing[0]})"
        return Typeset(source, inner.width + 1)

    def big(self, token: str) -> Typeset:
        """A delimiter that stands alone around matrices."""
        return Typeset(f"big({SIGNS[self.take()][0]})", 0.8)

    def environment(self, token: str) -> Typeset:
        """A matrix of formulas."""
        for char in "{bmatrix}":
            self.take(char)
        rows = [[self.run()]]
        while self.token in ("&", r"\\"):
            if self.take() == "&":
                rows[-1].append(self.run())
            else:
                rows.append([self.run()])
        self.take(r"\end")
        for char in "{bmatrix}":
            self.take(char)
        return matrix(rows)


READERS = {
    "{": "braced",
    r"\frac": "fraction",
    r"\sqrt": "root",
    r"\left": "fenced",
    r"\Bigl": "big",
    r"\Bigr": "big",
    r"\begin": "environment",
    **dict.fromkeys(UPRIGHT, "word"),
}


def _loose(opening: str, inner: Typeset, closing: str) -> str:
    """Something in delimiters, where lines can break also after its commas."""
    return f"{opening} {inner.source.replace(' comma ', ' comma breaks ')} {closing}"


def _joined(parts: Sequence[Typeset], room: float) -> Typeset:
    """Things side by side; in a product that takes much of a line, lines can break after its signs."""
    made = []
    for breaks, group in groupby(parts, lambda part: part.source in BREAKS):
        product = list(group)
        is_wide = not breaks and sum(part.width for part in product) > room / 2
        made += [TIMES[1] if is_wide and part.source == TIMES[0] else part.source for part in product]
    return Typeset(" ".join(made), sum(part.width for part in parts))
