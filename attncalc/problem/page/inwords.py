r"""Matrices that a page gives in words: `W_q = W_k = I`, `U = 0.5 I`, "W_a and U_a are the 2×2 identity matrices"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.problem.page.left import read_left
from attncalc.problem.page.literals import MAX_LITERALS, too_many
from attncalc.problem.page.names import Symbol, plain, read_symbol

WORD = re.compile(
    r"(?<![A-Za-z\\_])(?:(?P<identity>I(?:_\{?(?P<size>\d{1,3})\}?)?(?![\w'’])|(?:identity|unit)(?:\s+matri(?:x|ces))?"
    r"|Einheitsmatri(?:x|zen))|(?P<ones>(?:all[- ])?ones|(?:vector|matrix) of ones)|(?P<zeros>(?:all[- ])?zeros?"
    r"|(?:vector|matrix) of zeros))(?![A-Za-z])(?:\s+(?:matrix|vector)(?![A-Za-z]))?"
    r"(?P<sizes>\s?\(\$?\d{1,3}\s?(?:×|x|\\times)\s?\d{1,3}\$?\))?",
)
SIZE = re.compile(r"\$?(\d{1,3})\s?(?:×|x|\\times|by)\s?(\d{1,3})\$?\s*(?:-?\s?)$")
ARTICLE = re.compile(r"\s*\b(?:the|an?|both|each|equal to|gleich|die)\s*$")
SAID = re.compile(r"=[^=\n]{0,40}$|\b(?:is|are|be)\b[^=\n]{0,40}$")
LIST = re.compile(
    r"(?:\$?[\\\w{}^]{1,30}\$?(?:\s?,\s(?:and\s)?|\s(?:and|und)\s)){1,5}\$?[\\\w{}^]{1,30}\$?\s(?:are|be|is|=)\s?$"
)
NUMBERS_FOLLOW = re.compile(r"(?:\s{1,9}matri(?:x|ces))?\s{0,20}:?[\s$]{0,20}(?:\[|\((?=[-\d(])|\\begin|\\left)")


def in_words(text: str, source: str) -> Iterator[tuple[int, Symbol, str]]:
    """Where a matrix is given in words, its name, and its words; raises InputError where there are too many."""
    for number, match in enumerate(WORD.finditer(text)):
        if number > MAX_LITERALS:
            raise too_many(source, text.count("\n", 0, match.start()) + 1)
        if NUMBERS_FOLLOW.match(text, match.end()):
            continue
        before = text[max(0, match.start() - 200) : match.start()]
        if not SAID.search(before[-60:]):
            continue
        before, size = _without_size(ARTICLE.sub("", before))
        left = read_left(f"{before} ")
        words = "identity" if match["identity"] else "ones" if match["ones"] else "zeros"
        size = match["size"] or ",".join(re.findall(r"\d+", match["sizes"] or "")) or size
        for symbol in _listed(before) or left.names:
            yield match.start(), symbol, f"{left.factor.strip()} {words}{f'({size})' if size else ''}".strip()


def _without_size(before: str) -> tuple[str, str]:
    size = SIZE.search(before)
    if not size:
        return before, ""
    return ARTICLE.sub("", before[: size.start()]), ",".join(dict.fromkeys(size.groups()))


def _listed(before: str) -> tuple[Symbol, ...]:
    """All of "W_a, W_b and U_a are"; nothing where one of them is no name."""
    match = LIST.search(before)
    names = re.split(r"\s?,\s(?:and\s)?|\s(?:and|und)\s|\s(?:are|be|is|=)\s?$", match[0]) if match else []
    symbols = [read_symbol(plain(name.strip("$ "))) for name in names if name]
    return tuple(symbol for symbol in symbols if symbol) if all(symbols) else ()
