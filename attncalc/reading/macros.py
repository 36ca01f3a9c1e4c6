r"""What a page defines is written out: \newcommand{\mat}[1]{…}, \def\Q{…}; nothing is run, and growth is bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.reading.commands import COMMANDS
from attncalc.reading.edits import Edit, edited
from attncalc.reading.lines import closed
from attncalc.reading.notebook import Body

DEFINED = re.compile(
    r"\\(?:(?:re|provide)?newcommand|DeclareMathOperator)\s?\*?\s?\{?\s?\\(?P<name>[A-Za-z]{1,30})\s?\}?"
    r"\s?(?:\[(?P<count>[1-9])\])?\s?(?=\{)"
    r"|\\def\s?\\(?P<plain>[A-Za-z]{1,30})\s?(?P<arguments>(?:#[1-9]){0,9})(?=\{)"
)
USED = re.compile(r"(?<!\\)(?:\\\\)?\\(?P<name>[A-Za-z]{1,30})")
SHORT = re.compile(r"(?<!\\)\\(?P<font>[bfmv])(?P<letter>[QKVXWSAOHUqkvxshce])(?![A-Za-z{*])")  # \bK, \fh
SIGN = re.compile(r"\s{0,9}(\\[A-Za-z]{1,30}|[^\s{}\\])")
BRACES = re.compile(r"(?<!\\)[{}]")
LONGEST, DEEPEST, MAX_GROWTH = 2000, 6, 200_000


class Macro(NamedTuple):
    """How many arguments a macro takes, and what it stands for."""

    arity: int
    body: str


def expanded(body: Body) -> Body:
    """A page in which the macros that it defines are written out."""
    macros: dict[str, Macro] = {}
    if DEFINED.search(body.text):
        body = edited(body, _definitions(body.text, macros))
    largest = len(body.text) + MAX_GROWTH
    for _ in range(DEEPEST if macros else 0):
        edits = list(_uses(body.text, macros, largest - len(body.text)))
        if not edits:
            break
        body = edited(body, edits)
    return edited(body, _short(body.text)) if SHORT.search(body.text) else body


def _definitions(text: str, macros: dict[str, Macro]) -> Iterator[Edit]:
    """Takes the definitions out of a text."""
    for match in DEFINED.finditer(text):
        end = closed(text, match.end(), match.end() + LONGEST, BRACES)
        if not end:
            continue
        count = int(match["count"] or len(match["arguments"] or "") // 2)
        macros[match["name"] or match["plain"]] = Macro(count, " ".join(text[match.end() + 1 : end - 1].split()))
        yield Edit(match.start(), end, ((" ", match.start()),))


def _uses(text: str, macros: dict[str, Macro], growth: int) -> Iterator[Edit]:
    """Each use of a macro as what it stands for, as long as the page does not grow too much."""
    for match in USED.finditer(text):
        macro = macros.get(match["name"])
        start = match.start("name") - 1
        if macro is None or (found := _arguments(text, match.end(), macro.arity)) is None:
            continue
        arguments, end = found
        parts = [(part, start) for part in re.split(r"#([1-9])", macro.body)]
        for place in range(1, len(parts), 2):
            number = int(parts[place][0]) - 1
            parts[place] = (text[slice(*arguments[number])], arguments[number][0]) if number < macro.arity else ("", 0)
        is_open = not arguments and parts[-1][0][-1:].isalpha() and text[end : end + 1].isalpha()
        growth -= sum(len(part) for part, _ in parts) - (end - start)
        if growth < 0:
            return
        yield Edit(start, end, (*parts, (" ", end)) if is_open else tuple(parts))


def _arguments(text: str, position: int, count: int) -> tuple[list[tuple[int, int]], int] | None:
    """Where the arguments behind a macro stand, and where they end; None where one is missing."""
    found: list[tuple[int, int]] = []
    for _ in range(count):
        sign = SIGN.match(text, position)
        opened = sign.start(1) if sign else len(text) - len(text[position:].lstrip())
        if (
            sign is None
            and text[opened : opened + 1] == "{"
            and (end := closed(text, opened, opened + LONGEST, BRACES))
        ):
            found.append((opened + 1, end - 1))
        elif sign:
            found.append(sign.span(1))
            end = sign.end()
        else:
            return None
        position = end
    return found, position


def _short(text: str) -> Iterator[Edit]:
    r"""A macro that nobody defines, of a letter in some font, as the letter: \fh, \bK."""
    for match in SHORT.finditer(text):
        if match["font"] + match["letter"] not in COMMANDS:
            yield Edit(match.start(), match.end(), ((match["letter"], match.start("letter")),))
