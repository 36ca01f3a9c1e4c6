"""Ranges of a sheet that stand beside one another, blank columns between: where their lines and their cells are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from attncalc.reading.cut import SIGNS, Cells, of_lines

MAX_LINES = 1000
DIGIT = re.compile(r"\d|∞|inf\b", re.IGNORECASE)

Bound = tuple[int, int]


class Sheet(NamedTuple):
    """How the lines of a sheet look that a sign parts: heads over several ranges or columns, and what is below."""

    ranges: re.Pattern[str]
    columns: re.Pattern[str]
    lists: re.Pattern[str]  # Queries, Keys, Values
    listed: re.Pattern[str]
    numbers: re.Pattern[str]  # Q/K, cat, sat, Σ
    numbered: re.Pattern[str]
    paired: re.Pattern[str]  # cat, sat, 0.5


def _sheet(sign: str) -> Sheet:
    mark = "." if sign == "," else ".,"
    number = rf"[ ]?[-−+]?(?:[\d{mark}]{{1,20}}|∞|[Ii]nf)[ ]?%?"
    word = rf"[^{sign}\d\n]{{0,40}}"
    patterns = (
        r"(?=[^S\d]{0,20}[^\W\d])[^S\n]{1,80}(?:S[^S\n]{0,80}){2,200}",
        r"S(?=[^S\d]{0,20}[^\W\d])(?:[^S\n]{0,80}S){1,60}[^S\n]{0,80}",
        r"[^S\d\n]{1,80}(?:S[^S\d\n]{1,80}){1,20}",
        r"(?<=S)[ ]?[(\[][^()\[\]S\n]{1,80}[)\]]",
        r"[^S\d\n]{0,40}(?:S[ ]?[^S\s\d][^S\n]{0,40}){2,20}[ ]?",
        rf"[^S\n]{{0,40}}(?:S{word})?(?:S{number}){{2,20}}",
        rf"[^S\n]{{0,40}}S{word}(?:S{number}){{1,20}}",
    )
    return Sheet(*(re.compile(pattern.replace("S", sign)) for pattern in patterns))


SHEETS = {sign: _sheet(sign) for sign in SIGNS.values()}


def sheets(text: str, bounds: Sequence[Bound], sign: str) -> Iterator[tuple[int, int]]:
    """The first and the last line of each piece of a sheet that holds several ranges, by their numbers."""
    place = 0
    while place < len(bounds):
        first, place = place, place + 1
        if 2 * sign not in text[slice(*bounds[first])] or not SHEETS[sign].ranges.fullmatch(text, *bounds[first]):
            continue
        while place < min(len(bounds), first + MAX_LINES) and DIGIT.search(text, *bounds[place]):
            place += 1
        if place > first + 1 and ranges(text, of_lines(text, bounds[first][0], bounds[place - 1][1], sign).lines):
            yield first, place - 1


def below_heads(text: str, bounds: Sequence[Bound], sign: str) -> Iterator[tuple[int, int]]:
    """The first and the last line of each table whose heads stand over several columns, over lists or over numbers."""
    place, sheet = 0, SHEETS[sign]
    while place < len(bounds):
        heads, first = text[slice(*bounds[place])], place
        place += 1
        below = bounds[place] if place < len(bounds) else (0, 0)
        over_lists = sheet.lists.fullmatch(heads) and sheet.listed.search(text, *below)
        over_numbers = sheet.numbers.fullmatch(heads) and (
            sheet.numbered.fullmatch(text, *below) or sheet.paired.fullmatch(text, *below)
        )
        if (
            not over_lists
            and not over_numbers
            and not (sheet.columns.fullmatch(heads) and 2 * sign in f"{heads}{sign}")
        ):
            continue
        while place < len(bounds) and text.count(sign, *bounds[place]) == heads.count(sign):
            place += 1
        if place - first > (1 if over_numbers else 2):
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
    return (
        any(map(str.isalpha, name))
        and len(lines) > 1
        and (any(DIGIT.search(text, *cell) for line in lines[1:] for cell in line))
    )
