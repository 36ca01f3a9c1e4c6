"""Tables whose first column numbers the lines, and lines of a table that only say what follows."""

from __future__ import annotations

import re

from attncalc.reading.cut import Cells
from attncalc.reading.number import counts

DIGIT, DECIMAL = re.compile(r"\d"), re.compile(r"\d[.,]\d")


def are_counted(text: str, lines: list[Cells]) -> bool:
    """Whether the first column counts the lines, and what labels their rows stands in the second, as in a sheet."""
    first = [text[slice(*line[0])].strip() for line in lines]
    begin = int(first[0]) if first and first[0].isdecimal() and len(first[0]) < len("1000") else -1
    if len(lines) < 2 or begin < 0 or first != [str(number) for number in range(begin, begin + len(first))]:
        return False
    return any(len(line) > 1 and not DIGIT.search(text, *line[1]) for line in lines)


def are_numbered(text: str, lines: list[Cells], heads: Cells) -> bool:
    """Whether the first column only numbers the rows: it stands below a head, or beside decimals alone."""
    first, *others = (list(column) for column in zip(*lines, strict=False))
    is_first = bool(heads) or all(DECIMAL.search(text, *cell) for column in others for cell in column)
    return is_first and len(first) > 1 and counts([text[slice(*cell)].strip(" \t*$") for cell in first])


def is_title(text: str, line: Cells) -> bool:
    """Whether a line holds one cell alone, which is no number."""
    filled = [text[slice(*cell)].strip() for cell in line if text[slice(*cell)].strip()]
    if len(line) < 2 or len(filled) != 1 or not any(map(str.isalpha, filled[0])):
        return False
    return not filled[0][-1].isdecimal() or " " in filled[0]  # divided by √2, and not k_2
