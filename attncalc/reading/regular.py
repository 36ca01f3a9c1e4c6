"""Lines of one shape: the same signs or words between the same count of numbers, whichever these are, make rows.

Zeile 1 – 0,33 – 0,67
Zeile 2 – 0,67 – 0,33
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from attncalc.reading.cells import Words, cell, gap
from attncalc.reading.chain import Chain
from attncalc.reading.languages import names_a_line
from attncalc.reading.lists import ink_of, matrix_of

MAX_LINE = 400  # words
FEW = 3  # cells, from which the signs between those of one line are a shape of their own
KEYED = {":", "=", "->"}
DASHES, DOTS, WAVE = set("-−–—"), set("·•⋅∙"), "~"
GLUED = {"number", "below", "above", "turn", "stop", "percent"}
CALCULATING = {"sign", "number", "begin", "end", "ink", "turn", "above", "below", "fraction", "root", "odd"}


class Shape(NamedTuple):
    """The numbers of a line: where each begins and ends among its words, and what stands between them and behind."""

    words: Words
    cells: list[tuple[int, int]]
    between: list[str]
    key: int = 0  # how many words before each cell say which it is: cat → 0.3; sat → 0.7

    @property
    def says_which(self) -> bool:
        """Whether each cell has a key that is no entry of a line by its name: S11 = 2, S12 = 3."""
        return self.key > 0 and not (self.between[0].endswith("=") and any(map(str.isdigit, self.between[0])))

    def is_lost(self, count: int, chains: list[Chain]) -> bool:
        """Whether some cell behind so many labels is in none of these chains."""
        said = {ink.start for chain in chains for side in chain.sides for ink in side.numbers()}
        return not all(self.words[start].start in said for start, _ in self.cells[count:])


def shape_of(text: str, words: Words) -> Shape | None:
    """The shape of a line; None where it calculates or states something."""
    if not 1 < len(words) < MAX_LINE or any(word.struck for word in words):
        return None
    cells, place = [], 0
    while place < len(words):
        end = cell(words, place) if _may_begin(words, place) else None
        if end is not None:
            cells.append((place, end))
        place = end or place + 1
    apart = [words[stop:start] for (_, stop), (start, _) in pairwise([*cells, (len(words), 0)])]
    key = _key(words, cells, apart)
    kept = [part[:-1] if key else part for part in apart[:-1]] + apart[-1:]
    if not cells or not all(_is_between(text, part) for part in kept):
        return None
    return Shape(words, cells, [" ".join(word.text for word in part) for part in apart], key)


def _key(words: Words, cells: list[tuple[int, int]], apart: list[Words]) -> int:
    """How many words before each cell are its key, the sign behind it included; 0 where some cell has none."""
    sign = words[cells[0][0] - 1].text if cells and cells[0][0] > 1 else ""
    if sign not in KEYED or len(cells) < 2 or any(len(part) < 2 or part[-1].text != sign for part in apart[:-1]):
        return 0
    first = apart[0][:-1]
    words_of = next((place for place, token in enumerate(reversed(first)) if token.kind != "word"), len(first))
    return words_of + 1 if words_of else 0


def _may_begin(words: Words, place: int) -> bool:
    """Whether a number that begins here is no index, and no part of a word."""
    before, token = words[place - 1] if place else None, words[place]
    is_call = place > 1 and before is not None and before.kind == "open" and not before.gap and (
        words[place - 2].kind == "word")  # fmt: skip
    if is_call or (token.kind in ("open", "blank") and token.text != "("):
        return False
    if before is None or token.gap:
        return before is None or before.text not in ("_", "^")
    is_word = before.kind == "word" and before.text.isascii()
    return not is_word and before.kind not in GLUED and before.text not in ("_", "^", "*", "+", "√")


def _is_between(text: str, part: Words) -> bool:
    """Whether words may stand between two cells: none calculates, and what they open they close."""
    depth = 0
    for place, token in enumerate(part):
        written = text[token.start : token.end]
        depth += (token.kind == "open") - (token.kind == "close")
        apart = token.gap and (place + 1 == len(part) or part[place + 1].gap)
        if (token.kind in CALCULATING and written != WAVE) or depth < -1 or (depth < 0 and place + 1 < len(part)):
            return False
        if token.kind == "op" and written not in {"/", *DASHES} and not (written in DOTS and apart):
            return False
    return depth <= 0


def labels(one: Shape, other: Shape, step: int) -> int:
    """How many numbers of two lines of one shape are no cells but count them, `other` so many lines further; -1 of two
    shapes."""
    if one.between != other.between or len(one.cells) != len(other.cells):
        return -1
    count = 0
    while count + 1 < len(one.cells) and _counts(one, other, count, step):
        count += 1
    return count


def _counts(one: Shape, other: Shape, place: int, step: int) -> bool:
    """Whether a number counts the lines, behind the same words, or before another sign than stands between cells."""
    (first, stop), (second, behind) = one.cells[place], other.cells[place]
    if stop - first != 1 or behind - second != 1 or not _is_next(one.words[first].text, other.words[second].text, step):
        return False
    before = [word.text for word in one.words[:first]]
    said = before and before[-1] not in (":", "=") and before == [word.text for word in other.words[:second]]
    return bool(said) or one.between[place] != one.between[-2]


def _is_next(one: str, other: str, step: int) -> bool:
    return one.isdecimal() and other.isdecimal() and len(other) < FEW and int(other) == int(one) + step


def is_regular(text: str, here: Shape, others: list[tuple[Shape, int]]) -> int:
    """How many numbers of a line label a row, which the others are; -1 where the shape of no line says that they are.

    `others` are the shapes of lines near it, each with how many lines further down it stands.
    """
    found = [count for other, step in others if (count := labels(here, other, step)) >= 0]
    if found and _are_cells(text, here, max(found)):
        return max(found)
    signs = set(here.between[:-1])
    alone = len(here.cells) >= FEW and len(signs) == 1 and not _has_letters(signs.pop())
    return 0 if alone and _has_point(here, 0) else -1


def _are_cells(text: str, shape: Shape, first: int) -> bool:
    """Whether the numbers are cells: words stand between them only where these have decimals."""
    count = len(shape.cells) - first
    between = shape.between[first:-1]
    if count == 1:
        before = shape.words[: shape.cells[first][0]]
        return bool(before) and (before[-1].kind == "colon" or gap(shape.words, shape.cells[first][0]) > 0) and (
            _has_point(shape, first) or before[-1].kind == "colon")  # fmt: skip
    if names_a_line(" ".join(between)):
        return False
    return _has_point(shape, first) or not _has_letters("".join(shape.between[first:]))


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _has_point(shape: Shape, first: int) -> bool:
    return any(sign in shape.words[start].text for start, stop in shape.cells[first:] for sign in ".,")


def row_in(text: str, shape: Shape, count: int) -> Chain | None:
    """The cells of a line behind so many numbers that label them, as a row."""
    found = [ink_of(text, shape.words[start:stop]) for start, stop in shape.cells[count:]]
    inks = [ink for ink in found if ink]
    if len(inks) < len(found):
        return None
    row, first, last = matrix_of(text, [inks]), shape.cells[count][0], shape.cells[-1][1]
    if shape.key or (first and shape.words[first - 1].kind == "open"):
        row = replace(row, start=shape.words[max(0, first - (shape.key or 1))].start)
    if last < len(shape.words) and shape.words[last].kind == "close":
        row = replace(row, end=shape.words[last].end)
    return Chain(row.start, row.end, [row], plain=True)
