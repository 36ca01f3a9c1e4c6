"""Where cells stand in a file: YAML keeps where a text begins, this finds the cells in it."""

from __future__ import annotations

import re

from attncalc.errors import Place
from attncalc.problem.tree import Scalar

OPEN = "?"
LEFT_OPEN = re.compile(r"(?<!\S)[-–—](?!\S)|\\[lcd]?dots|\\_|…")  # what a cell that is left open is read from
MOST = 10_000  # characters of a line that are searched again


class Lines:
    """The lines of a source, searched from left to right; without them a cell stands where its text begins."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.ends: dict[int, int] = {}  # where the last cell found on a line ends

    def found(self, cell: Scalar) -> tuple[str, Place]:
        """A cell's text as it stands there, and its place; those of a line are asked for from left to right."""
        text, number, start = cell.text.partition("\n")[0].strip(), cell.line, (cell.column or 1) - 1
        if number is None or not 0 < number <= len(self.lines):
            return text, cell.place
        line, after = self.lines[number - 1], max(start, self.ends.get(number, 0))
        begin = _find(line, text, after)
        is_open = text == OPEN or (not text and cell.column is None)
        if begin < 0 and is_open and (sign := LEFT_OPEN.search(line, after)):
            text, begin = sign[0], sign.start()
        if begin < 0:
            begin = _find(line[: start + MOST], text, start)
        if begin < 0:
            return text, cell.place
        self.ends[number] = max(begin + len(text), self.ends.get(number, 0))
        return text, Place(cell.source, number, begin + 1)


def _find(line: str, text: str, start: int) -> int:
    """Where a text stands in a line from `start` on, but not as a part of a longer word or number; -1 if nowhere."""
    begin = line.find(text, start) if text else -1
    while begin >= 0:
        before, after = line[begin - 1 : begin], line[begin + len(text) : begin + len(text) + 1]
        if not (_is_word(before) and _is_word(text[0])) and not (_is_word(after) and _is_word(text[-1])):
            break
        begin = line.find(text, begin + 1)
    return begin


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign in (".", "_")
