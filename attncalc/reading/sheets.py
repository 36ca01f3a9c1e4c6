"""Ranges of a sheet that stand beside one another, blank columns between: where their lines and their cells are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from attncalc.reading.cut import Cells, of_tabs

HEADS = re.compile(r"(?=[^\t\d]{0,20}[^\W\d])[^\t\n]{1,80}(?:\t[^\t\n]{0,80}){2,200}")
MAX_LINES = 1000
DIGIT = re.compile(r"\d|∞|inf\b", re.IGNORECASE)

Bound = tuple[int, int]


def sheets(text: str, bounds: Sequence[Bound]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each piece of a sheet that holds several ranges, by their numbers."""
    place = 0
    while place < len(bounds):
        first, place = place, place + 1
        if "\t\t" not in text[slice(*bounds[first])] or not HEADS.fullmatch(text, *bounds[first]):
            continue
        while place < min(len(bounds), first + MAX_LINES) and DIGIT.search(text, *bounds[place]):
            place += 1
        if place > first + 1 and ranges(text, of_tabs(text, bounds[first][0], bounds[place - 1][1]).lines):
            yield first, place - 1


def ranges(text: str, lines: list[Cells]) -> list[list[Cells]]:
    """The lines of each range, the first of which names it; none where the sheet is one range."""
    width = max(map(len, lines), default=0)
    full = [[*line, *[(line[-1][1],) * 2] * (width - len(line))] for line in lines]
    filled = [any(_is_filled(text, line[column]) for line in full) for column in range(width)]
    runs = [
        [column for column, _ in run] for is_filled, run in groupby(enumerate(filled), lambda one: one[1]) if is_filled
    ]
    found = [[[line[column] for column in run] for line in full] for run in runs]
    found = [[line for line in lines if any(_is_filled(text, cell) for cell in line)] for lines in found]
    is_wide = any(len(lines[0]) > 1 for lines in found)
    return found if len(found) > 1 and is_wide and all(_is_range(text, lines) for lines in found) else []


def pieces(text: str, lines: list[Cells]) -> Iterator[list[Cells]]:
    """The lines of each range of a sheet, also below one another, with blank lines between."""
    for is_filled, run in groupby(lines, lambda line: any(_is_filled(text, cell) for cell in line)):
        if is_filled:
            block = list(run)
            yield from ranges(text, block) or [block]


def _is_filled(text: str, cell: Bound) -> bool:
    return bool(text[slice(*cell)].strip())


def _is_range(text: str, lines: list[Cells]) -> bool:
    """Whether numbers stand below a name."""
    name = text[slice(*lines[0][0])].strip()
    return any(map(str.isalpha, name)) and len(lines) > 1 and (
        any(DIGIT.search(text, *cell) for line in lines[1:] for cell in line))  # fmt: skip
