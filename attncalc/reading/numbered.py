"""What numbers lines: the first column of a table, parts of a page; and lines of a table that only say what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.cut import Cells
from attncalc.reading.number import counts

PART = re.compile(r"^[ \t>*-]{0,8}(\d{1,2}(?:\.\d{1,2}){1,2})[.)]{0,2}(?=[ \t]+\S)", re.MULTILINE)
FEW = 4  # parts, fewer of which may be decimals
DIGIT, DECIMAL, COMMA = re.compile(r"\d"), re.compile(r"\d[.,]\d"), re.compile(r"[-−]?\d{1,9},\d{1,12}")


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
    return not filled[0][-1].isdecimal() or any(sign in filled[0] for sign in " √")  # divided by √2, and not k_2


def parts_numbered(text: str) -> Iterator[tuple[int, int]]:
    """Where parts of a page are numbered, 2.1, 2.2 and 3.1, each part the next one."""
    run: list[tuple[tuple[int, int], list[int]]] = []
    for match in (*PART.finditer(text), None):
        number = [int(part) for part in match[1].split(".")] if match else []
        if run and not (number and _follows(run[-1][1], number)):
            if len(run) >= FEW and len({number[0] for _, number in run}) > 1:
                yield from (place for place, _ in run)
            run = []
        if match and (run or number[-1] == 1):
            run.append(((match.start(1), match.end()), number))


def _follows(last: list[int], number: list[int]) -> bool:
    """Whether a part comes behind another one: 2.2 or 2.1.1 or 3.1 behind 2.1."""
    deeper = number[:-1] == last and number[-1] == 1
    depth = next((place for place, (one, other) in enumerate(zip(last, number, strict=False)) if one != other), None)
    return deeper or (depth is not None and number[depth] == last[depth] + 1 and set(number[depth + 1 :]) <= {1})
