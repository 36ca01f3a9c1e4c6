"""Tables whose cells hold an entry step after step, 2.7 → 1.56 → 4.75: a table for each step."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.cut import Cells

Table = tuple[list[Cells], Cells]  # lines and heads

ARROW = re.compile(r"→|⇒|⟶|[-–=]>|\\(?:long)?(?:to|[rR]ightarrow)(?![A-Za-z])")
NUMBER = re.compile(r"[ \t*$]*[-−–+]?(?:[\d.,{}]{1,20}|∞|inf|\\infty)[ \t*$]*")


def steps_of(text: str, lines: list[Cells], heads: Cells) -> list[Table]:
    """The table of each step, and one of the columns that have none; nothing where the cells hold no steps."""
    width = min(map(len, lines), default=0)
    parted = [[pieces(text, cell) for cell in line] for line in lines]
    columns = [column for column in range(width) if all(len(line[column]) > 1 for line in parted)]
    counts = {len(line[column]) for line in parted for column in columns}
    if len(lines) < 2 or len(counts) != 1:
        return []
    others = [column for column in range(width) if column not in columns]
    labels = others[:1] if others[:1] == [0] else []
    tables = [
        [
            [*(line[c] for c in labels), *(steps[column][step] for column in columns)]
            for line, steps in zip(lines, parted, strict=True)
        ]
        for step in range(counts.pop())
    ]
    found = [(table, _of(heads, [*labels, *columns])) for table in tables]
    return [*found, *_rest(lines, heads, others, labels)]


def pieces(text: str, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Where the numbers of a cell stand between arrows; nothing where other things do."""
    start, found = cell[0], []
    for arrow in ARROW.finditer(text, *cell):
        found.append((start, arrow.start()))
        start = arrow.end()
    found.append((start, cell[1]))
    return found if all(NUMBER.fullmatch(text, *piece) for piece in found) else []


def _rest(lines: list[Cells], heads: Cells, others: list[int], labels: list[int]) -> Iterator[Table]:
    """The columns without steps."""
    if len(others) > len(labels):
        yield [[line[column] for column in others] for line in lines], _of(heads, others)


def _of(heads: Cells, columns: list[int]) -> Cells:
    """The heads of some columns."""
    return [heads[column] for column in columns if column < len(heads)]
