"""Lines of Python as long as Black leaves them: what does not fit is broken at its last bracket, then at commas."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

WIDTH = 88
INDENT = "    "
OPENING, CLOSING = "([{", ")]}"
TRAILER = re.compile(r"[)\]}](?:\.\w+)*$")
MATRIX = re.compile(r"(?P<head>\w+ = [\w.]+\()\[(?P<rows>\[.*\])\](?P<tail>(?:, dtype=[\w.]+)?\))")


def wrapped(line: str, width: int = WIDTH) -> list[str]:
    """A statement on as many lines as it needs."""
    return _wide(line, width) or list(_wrapped(line, width))


def _wide(line: str, width: int) -> list[str]:
    """A matrix whose rows are longer than a line: still one row a line, which formatters are told to leave."""
    matrix = MATRIX.fullmatch(line)
    rows = _parts(matrix["rows"]) if matrix else []
    if matrix is None or max(map(len, rows)) < width - 2 * len(INDENT):
        return []
    body = [f"{INDENT}{row}," for row in rows]
    return ["# fmt: off", f"{matrix['head']}[", *body, f"]{matrix['tail']}", "# fmt: on"]


def comment(text: str, width: int = WIDTH) -> list[str]:
    """A text from a file as a comment: on one line, or broken between words, without what steers a terminal."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return [f"# {line}" for line in textwrap.wrap(shown, width - 2)] or ["#"]


def indented(lines: list[str]) -> list[str]:
    """Lines one level further in; empty ones stay empty."""
    return [f"{INDENT}{line}" if line else line for line in lines]


def _wrapped(line: str, width: int) -> Iterator[str]:
    if len(line) <= width:
        yield line
        return
    for opening, closing in _trailers(line):
        if opening < width:
            yield line[: opening + 1]
            yield from indented(_inside(line[opening + 1 : closing], width - len(INDENT)))
            yield line[closing:]
            return
    yield from _in_parentheses(line, width)


def _inside(body: str, width: int) -> list[str]:
    """What stands in brackets: on one line, or one part a line."""
    if len(body) <= width:
        return [body]
    parts = _parts(body)
    if len(parts) == 1:
        return wrapped(body, width)
    lines: list[str] = []
    for part in parts:
        *before, last = wrapped(part, width - 1)
        lines += [*before, f"{last},"]
    return lines


def _in_parentheses(line: str, width: int) -> Iterator[str]:
    """An assignment whose right side ends with no bracket; what stands in brackets already is cut as it is."""
    target, mark, value = line.partition(" = ")
    if not mark:
        yield from _terms(line)
        return
    yield f"{target} = ("
    if len(value) <= width - len(INDENT):
        yield f"{INDENT}{value}"
    else:
        yield from indented(_terms(value))
    yield ")"


def _terms(value: str) -> list[str]:
    """A sum one term a line."""
    lines, depth, start = [], 0, 0
    for place, char in enumerate(value):
        depth += (char in OPENING) - (char in CLOSING)
        if depth == 0 and value[place : place + 3] in (" + ", " - ", " @ "):
            lines.append(value[start:place])
            start = place + 1
    return [*lines, value[start:]]


def _trailers(line: str) -> Iterator[tuple[int, int]]:
    """Where brackets open and close at the end of a line, the last ones first: f(x)[0].T has two."""
    end = len(line)
    while found := TRAILER.search(line[:end]):
        depth, place = 0, found.start()
        while True:
            depth += (line[place] in CLOSING) - (line[place] in OPENING)
            if depth == 0:
                break
            place -= 1
        yield place, found.start()
        end = place


def _parts(body: str) -> list[str]:
    """What stands between the commas of the outermost level."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(body):
        depth += (char in OPENING) - (char in CLOSING)
        if char == "," and depth == 0:
            parts.append(body[start:place].strip())
            start = place + 1
    return [*parts, body[start:].strip()]
