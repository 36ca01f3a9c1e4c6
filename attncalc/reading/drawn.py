"""Matrices drawn over several lines, ⎡1 2⎤ above ⎣3 4⎦, [ 1 2 ] above [ 3 4 ], with what stands beside them."""

from __future__ import annotations

import re

from attncalc.reading.chains import chains
from attncalc.reading.fields import Read
from attncalc.reading.ink import Ink
from attncalc.reading.lines import BOX, GROUP, bounds_of
from attncalc.reading.lists import matrix_of
from attncalc.reading.tables import numbers_of
from attncalc.reading.tokens import Token, tokens

MAX_LINE = 300
WIDE = 3  # blanks between a matrix and the name of the next


def boxed(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """Matrices whose tall brackets are drawn."""
    return _drawn(text, start, end, BOX, commas=commas)


def stacked(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """Matrices each of whose rows has brackets, or bars, of its own."""
    return _drawn(text, start, end, GROUP, commas=commas)


def _drawn(text: str, start: int, end: int, pattern: re.Pattern[str], *, commas: bool) -> Read:
    bounds = list(bounds_of(text, start, end))
    found = [list(pattern.finditer(text, *bound)) for bound in bounds]
    bare = [pattern.sub("", text[first:stop]).strip() for first, stop in bounds]
    base = max(range(len(bounds)), key=lambda line: (len(found[line]) > 0, len(bare[line]), len(found[line])))
    rows: list[list[list[Ink]]] = [[] for _ in found[base]]
    for line, groups in enumerate(found):
        for group in groups:
            place = _under(group, bounds[line][0], found[base], bounds[base][0])
            if cells := numbers_of(text, *_inside(group), commas=commas):
                rows[place].append(cells)
    words: list[Token] = []
    position = bounds[base][0]
    names = _names(text, start, len(found[base]))
    for number, (group, cells_of) in enumerate(zip(found[base], rows, strict=True)):
        words += _beside(text, position, group.start(), commas, behind=bool(words)) or names[number : number + 1]
        if cells_of and words and words[-1] in names:
            words = [
                *words[:-1],
                Token("row", "", position, position),
                words[-1],
                Token("colon", ":", position, position),
            ]
        if cells_of:
            matrix = matrix_of(text, cells_of)
            words.append(Token("ink", "", matrix.start, matrix.end, 1, ink=matrix))
        position = group.end()
    return chains(text, [*words, *_beside(text, position, bounds[base][1], commas, behind=bool(words))])


def _names(text: str, start: int, count: int) -> list[Token]:
    """The words of the line above, where these are names of as many matrices: Q  K  V."""
    line = text.rfind("\n", 0, max(0, start - 1)) + 1
    words = tokens(text, line, start) if count > 1 and start - line < MAX_LINE else []
    return words if len(words) == count and all(word.kind == "word" for word in words) else []


def _inside(group: re.Match[str]) -> tuple[int, int]:
    """Where the cells of a row stand."""
    return group.span("cells") if group["cells"] is not None else group.span("between")


def _beside(text: str, start: int, end: int, commas: bool, *, behind: bool) -> list[Token]:
    """The words between two matrices; wide apart they begin something new."""
    words = tokens(text, start, end, commas=commas)
    blanks = len(text[start:end]) - len(text[start:end].lstrip())
    if behind and words and words[0].kind == "word" and blanks >= WIDE:
        return [Token("quad", "", start, start), *words]
    return words


def _under(group: re.Match[str], line: int, others: list[re.Match[str]], base: int) -> int:
    """Which of the groups of another line one stands under: the one it overlaps most, or else the nearest."""
    first, last = group.start() - line, group.end() - line

    def overlap(place: int) -> tuple[int, int]:
        begin, stop = others[place].start() - base, others[place].end() - base
        return min(last, stop) - max(first, begin), -abs(begin - first)

    return max(range(len(others)), key=overlap)
