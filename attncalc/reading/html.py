"""Tables of HTML, <table><tr><td> …."""

from __future__ import annotations

import re

from attncalc.reading.ink import Scrap
from attncalc.reading.tables import Read, read_table

TAG = re.compile(r"<(/?)(tr|td|th|table|thead|tbody)\b[^<>]{0,200}>", re.IGNORECASE)
CELL = re.compile(r"<t[dh]\b", re.IGNORECASE)
MAX_CELLS = 5000
CELLS = ("td", "th")


def html_table(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """A table of HTML, read as one of Markdown: its first row is the head where it says so."""
    if len(CELL.findall(text, start, end)) > MAX_CELLS:
        return [], [Scrap(start, end, text[start:end], "no table has so many cells")]
    lines: list[list[tuple[int, int]]] = []
    heads: list[tuple[int, int]] = []
    opened, is_head = -1, True
    for tag in TAG.finditer(text, start, end):
        name = tag[2].lower()
        if opened >= 0:
            lines = lines or [[]]
            lines[-1].append(_trimmed(text, opened, tag.start()))
            opened = -1
        if tag[1]:
            continue
        if name == "tr":
            heads, lines = _parted(heads, lines, is_head)
            lines.append([])
            is_head = True
        elif name in CELLS:
            opened, is_head = tag.end(), is_head and name == "th"
    if opened >= 0:
        lines = lines or [[]]
        lines[-1].append(_trimmed(text, opened, end))
    heads, lines = _parted(heads, lines, is_head)
    return read_table(text, [line for line in lines if line], heads, commas=commas)


_Cells = list[tuple[int, int]]


def _parted(heads: _Cells, lines: list[_Cells], is_head: bool) -> tuple[_Cells, list[_Cells]]:
    """Takes the first row off as the head, where all its cells are heads."""
    if len(lines) == 1 and lines[0] and is_head and not heads:
        return lines[0], []
    return heads, lines


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    cell = text[start:end]
    return start + len(cell) - len(cell.lstrip()), end - len(cell) + len(cell.rstrip())
