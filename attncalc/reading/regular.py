"""Lines of one shape: the same signs or words between the same count of numbers, whichever these are, make rows.

Zeile 1 – 0,33 – 0,67
Zeile 2 – 0,67 – 0,33
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from attncalc.reading.cells import Words, cell, gap
from attncalc.reading.chain import Chain
from attncalc.reading.ink import Ink
from attncalc.reading.languages import names_a_line
from attncalc.reading.lists import ink_of, matrix_of
from attncalc.reading.number import counts
from attncalc.reading.tokens import Token

MAX_LINE = 400  # words
FEW = 3  # cells, from which the signs between those of one line are a shape of their own
CIRCLED = re.compile("[\u2460-\u2473\u24d0-\u24e9\u2776-\u277f]")  # ①
QUOTES = set("'\"„“”‘’«»`*")
KEYED = {":", "=", "->"}
DASHES, DOTS, WAVE = set("-−–—"), set("·•⋅∙"), "~"
GLUED = {"number", "below", "above", "turn", "stop", "percent"}
ENDING = {"comma", "semicolon", "stop", "close"}
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

    def kept(self, known: frozenset[int]) -> list[int]:
        """The cells but those that are labels."""
        return [place for place in range(len(self.cells)) if place not in known]

    def is_paired(self, known: frozenset[int]) -> bool:
        """Whether each cell has a number before it that counts it."""
        return len(known) > 1 and known == frozenset(range(0, len(self.cells), 2))

    def is_lost(self, known: frozenset[int], chains: list[Chain]) -> bool:
        """Whether some cell that is no label is in none of these chains."""
        said = {ink.start for chain in chains for side in chain.sides for ink in side.numbers()}
        return not all(
            self.words[start].start in said for start in (self.cells[place][0] for place in self.kept(known))
        )


def shape_of(text: str, words: Words) -> Shape | None:
    """The shape of a line; None where it calculates or states something."""
    written = {text[word.start : word.end] for word in words if word.kind == "sign"}
    if not 1 < len(words) < MAX_LINE or any(word.struck for word in words) or {"=", WAVE} <= written:
        return None
    cells, place = [], 0
    while place < len(words):
        end = cell(words, place) if _may_begin(words, place) else None
        if end is not None:
            if words[place].text in ("√", "sqrt") and words[end : end + 1] and words[end].kind == "colon":
                return None  # divided by √2: 0.5, 1
            cells.append((place, end))
        place = end or place + 1
    apart = [words[stop:start] for (_, stop), (start, _) in pairwise([*cells, (len(words), 0)])]
    key = _key(words, cells, apart)
    while apart and apart[-1] and apart[-1][-1].kind in ENDING and not _is_closing(apart[-1]):
        apart[-1].pop()
    kept = [part[:-1] if key else part for part in apart[:-1]] + apart[-1:]
    for part, behind in pairwise(kept):
        if part and behind and part[-1].kind == "open" and behind[0].kind == "close":  # (1) 0.3 (2) 0.7
            part.pop()
    if not cells or not all(_is_between(text, part) for part in kept):
        return None
    return Shape(words, cells, [CIRCLED.sub("#", " ".join(word.text for word in part)) for part in apart], key)


def _is_closing(part: Words) -> bool:
    """Whether the bracket that ends some words opens among them."""
    kinds = [token.kind for token in part]
    return kinds[-1] == "close" and kinds.count("open") >= kinds.count("close")


def _key(words: Words, cells: list[tuple[int, int]], apart: list[Words]) -> int:
    """How many words before each cell are its key, the sign behind it included; 0 where some cell has none."""
    sign = words[cells[0][0] - 1].text if cells and cells[0][0] > 1 else ""
    if sign not in KEYED or len(cells) < 2 or any(len(part) < 2 or part[-1].text != sign for part in apart[:-1]):
        return 0
    first = apart[0][:-1]
    words_of = next((place for place, token in enumerate(reversed(first)) if not _is_word(token)), len(first))
    return words_of + 1 if words_of else 0


def _is_word(token: Token) -> bool:
    return token.kind == "word" or token.text in QUOTES


def _may_begin(words: Words, place: int) -> bool:
    """Whether a number that begins here is no index, and no part of a word."""
    before, token = words[place - 1] if place else None, words[place]
    is_call = (
        place > 1
        and before is not None
        and before.kind == "open"
        and not before.gap
        and (words[place - 2].kind == "word")
    )
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


def labels(one: Shape, other: Shape, step: int) -> frozenset[int] | None:
    """Which numbers of two lines of one shape are no cells but count them, `other` so many lines further; None of two
    shapes."""
    if len(other.cells) == len(one.cells) + step and _is_staircase(one, other, step):
        return frozenset({0})
    if one.between != other.between or len(one.cells) != len(other.cells):
        return None
    *places, _ = range(len(one.cells))
    if one.between[-2:-1] == [":"] and all(_is_whole(shape, place) for shape in (one, other) for place in places):
        return frozenset(places)
    found: set[int] = set()
    for place in places:
        leads = len(found) == place
        if (leads or one.words[one.cells[place][0] - 1].kind == "word") and _counts(one, other, place, step, leads):
            found.add(place)
    leading = range(min(found, default=0))
    return frozenset(found).union(leading if all(_is_whole(one, place) for place in leading) else ())


def _is_staircase(one: Shape, other: Shape, step: int) -> bool:
    """Whether numbered lines have as many cells as their number: row 1: 1, row 2: 0.5 0.5, as below a diagonal."""
    first, second = (shape.words[shape.cells[0][0]].text for shape in (one, other))
    between = {sign for shape in (one, other) for sign in shape.between[1:-1]}
    return (
        one.between[0] == other.between[0] == ":"
        and first == str(len(one.cells) - 1)
        and _is_next(first, second, step)
        and len(between) <= 1
    )


def _counts(one: Shape, other: Shape, place: int, step: int, leads: bool) -> bool:
    """Whether a number counts the lines, behind the same words, or before another sign than stands between cells."""
    (first, stop), (second, behind) = one.cells[place], other.cells[place]
    if stop - first != 1 or behind - second != 1 or not _is_next(one.words[first].text, other.words[second].text, step):
        return False
    if not leads:
        return True
    before = [word.text for word in one.words[:first]]
    said = before and before[-1] not in (":", "=", "(", "[") and before == [word.text for word in other.words[:second]]
    return bool(said) or one.between[place] != one.between[-2]


def _is_whole(shape: Shape, place: int) -> bool:
    start, stop = shape.cells[place]
    return stop - start == 1 and shape.words[start].text.isdecimal()


def _is_next(one: str, other: str, step: int) -> bool:
    return one.isdecimal() and other.isdecimal() and len(other) < FEW and int(other) == int(one) + step


def labels_in(here: Shape, others: list[tuple[Shape, int]]) -> frozenset[int] | None:
    """Which numbers of a line label its rows; None where no shape says that the others are cells.

    `others` are the shapes of lines near it, each with how many lines further down it stands.
    """
    found = [known for other, step in others if (known := labels(here, other, step)) is not None]
    if found and _are_cells(here, (known := max(found, key=len))):
        return known
    if counted := _counted(here):
        return counted
    signs = set(here.between[:-1])
    alone = len(here.cells) >= FEW and len(signs) == 1 and not _has_letters(signs.pop())
    return frozenset() if alone and _has_point(here, frozenset()) else None


def _counted(shape: Shape) -> frozenset[int]:
    """Every second number of a line where these count the others, the first is 2, the second is 0: 1) 2  2) 0."""
    every = range(0, len(shape.cells), 2)
    within, apart = set(shape.between[::2]), set(shape.between[1:-1:2])
    if len(every) < 2 or len(shape.cells) % 2 or max(len(within), len(apart)) > 1 or within == apart:
        return frozenset()
    texts = [shape.words[shape.cells[place][0]].text for place in every]
    return frozenset(every) if shape.between[0] and counts(texts) else frozenset()


def _are_cells(shape: Shape, known: frozenset[int]) -> bool:
    """Whether the numbers are cells: words stand between them only where these have decimals."""
    *_, last = kept = shape.kept(known)
    if len(kept) == 1:
        before = shape.words[: shape.cells[last][0]]
        is_said = _has_point(shape, known) or (
            len(before) < FEW and names_a_line(" ".join(word.text for word in before))
        )
        return bool(before) and (before[-1].kind == "colon" or (gap(shape.words, shape.cells[last][0]) > 0 and is_said))
    return _has_point(shape, known) or shape.key > 0 or not _has_letters("".join(shape.between[kept[0] :]))


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _has_point(shape: Shape, known: frozenset[int]) -> bool:
    cells = (word.text for place in shape.kept(known) for word in shape.words[slice(*shape.cells[place])])
    return any(sign in text for text in cells for sign in ".,")


def rows_in(text: str, shape: Shape, known: frozenset[int]) -> list[Chain]:
    """The cells of a line as a row, or as several where a number that labels, or a line of the work, stands between."""
    kept = shape.kept(known)
    found = {place: ink_of(text, shape.words[slice(*shape.cells[place])]) for place in kept}
    inks = {place: ink for place, ink in found.items() if ink}
    if len(inks) < len(found):
        return []
    starts = [place for place in kept[1:] if place - 1 in known or names_a_line(shape.between[place - 1])]
    starts = [] if shape.is_paired(known) else starts
    if starts:
        parts = pairwise([kept[0], *starts, len(shape.cells)])
        return [_said(text, shape, first, [inks[at] for at in kept if first <= at < last]) for first, last in parts]
    row, first, last = matrix_of(text, [list(inks.values())]), shape.cells[kept[0]][0], shape.cells[-1][1]
    if shape.key or (first and shape.words[first - 1].kind == "open"):
        row = replace(row, start=shape.words[max(0, first - (shape.key or 1))].start)
    if last < len(shape.words) and shape.words[last].kind == "close":
        row = replace(row, end=shape.words[last].end)
    return [Chain(row.start, row.end, [replace(row, text=text[row.start : row.end])], plain=True)]


def _said(text: str, shape: Shape, place: int, inks: list[Ink]) -> Chain:
    """The numbers from one that words lead in, with these words."""
    begins = [0, *(stop for _, stop in shape.cells)]
    while place and begins[place] == shape.cells[place][0]:
        place -= 1
    first = shape.words[begins[place]]
    end = shape.words[shape.cells[place][0] - 1].end if inks[0].start > first.start else first.start
    label = Ink("words", first.start, end, text[first.start : end])
    side = matrix_of(text, [inks]) if len(inks) > 1 else inks[0]
    return Chain(first.start, side.end, [label, side], [":"], plain=True)
