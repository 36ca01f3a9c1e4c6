"""A spreadsheet with the letters of its columns above and the numbers of its rows before: where its cells stand.

    A       B       C
1   Q       1.5     2
2           0       1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import ascii_uppercase

from attncalc.reading.cut import Cells
from attncalc.reading.lines import bounds_of

HEAD = re.compile(r"[ \t|]{0,40}A(?:[ \t|]{1,40}[B-Z]){1,25}[ \t|]{0,40}")
LETTER, NUMBER = re.compile(r"[A-Z]"), re.compile(r"[ \t|]{0,40}(\d{1,3})(?![\d.,])")
WORD = re.compile(r"[^ ](?:[^ ]| (?! ))*")  # two blanks part two cells

Bound = tuple[int, int]


def lettered(text: str, bounds: Sequence[Bound]) -> Iterator[Bound]:
    """The first and the last line of each sheet, its letters included."""
    place = 0
    while place < len(bounds):
        first, place = place, place + 1
        if not HEAD.fullmatch(text, *bounds[first]) or not _is_alphabet(text, bounds[first]):
            continue
        while place < len(bounds) and _is_number(text, bounds[place], place - first):
            place += 1
        if place > first + 2:
            yield first, place - 1


def _is_number(text: str, bound: Bound, number: int) -> bool:
    match = NUMBER.match(text, *bound)
    return match is not None and int(match[1]) == number


def _is_alphabet(text: str, bound: Bound) -> bool:
    letters = LETTER.findall(text, *bound)
    return letters == list(ascii_uppercase[: len(letters)])


def of_letters(text: str, start: int, end: int) -> list[Cells]:
    """The cells of such a sheet, without its letters and numbers."""
    head, *lines = bounds_of(text, start, end)
    letters = [match.start() - head[0] for match in LETTER.finditer(text, *head)]
    sign = next((sign for sign in "|\t" if sign in text[slice(*head)]), "")
    if sign:
        return [_between(text, line, sign, len(letters)) for line in lines]
    words = [[word.span() for word in WORD.finditer(text, _behind(text, line), line[1])] for line in lines]
    places = [
        (start - line[0], end - line[0]) for line, spans in zip(lines, words, strict=True) for start, end in spans
    ]
    width = min(other - one for one, other in pairwise(letters))
    shift = min(range(width), key=lambda shift: _crossed([letter - shift for letter in letters], places))
    columns = [letter - shift for letter in letters]
    return [_below(columns, line, spans) for line, spans in zip(lines, words, strict=True)]


def _behind(text: str, line: Bound) -> int:
    """Where the number of a line ends."""
    number = NUMBER.match(text, *line)
    return number.end() if number else line[0]


def _between(text: str, line: Bound, sign: str, width: int) -> Cells:
    """The cells between signs."""
    cuts = [place for place in range(_behind(text, line), line[1]) if text[place] == sign]
    found = [(one + 1, other) for one, other in pairwise([*cuts, line[1]])]
    return [*found, *[(line[1], line[1])] * width][:width]


def _crossed(columns: list[int], places: list[Bound]) -> int:
    """How many words stand across where a column begins, or before the first."""
    across = sum(1 for start, end in places for column in columns if start < column < end)
    return across + sum(start < columns[0] for start, _ in places)


def _below(columns: list[int], line: Bound, spans: list[Bound]) -> Cells:
    """The words of a line, each in the last column that begins before it ends."""
    cells = [(line[1], line[1])] * len(columns)
    for start, end in spans:
        cells[max((place for place, column in enumerate(columns) if column < end - line[0]), default=0)] = (start, end)
    return cells
