r"""Rows that stand on lines of their own, brought into brackets behind the name that announces them.

The embeddings:          X = [1, 0] ← "cat"         Q =              Q = [1 0; 0 1]
cat → [1, 0]             [0, 2] ← "sat"             1 0
sat → [0, 2]                                        0 1
"""

from __future__ import annotations

import re

from attncalc.problem.page.left import announced, announces
from attncalc.problem.page.names import plain, read_symbol

ROW = re.compile(
    r"(?P<label>[^=→\[\]()\n|]{1,40}?)\s*(?:→|⟶|->|=>|:|(?<=[\"'”’]\s)=|(?<=[\"'”’])=)\s*(?P<row>[\[(][-+−\d.,/√\s]{1,400}[\])])\s*[,;.]?"
)
NUMBERS = re.compile(r"\s*[-+−]?[\d.√]+(?:[ \t,/;]+[-+−]?[\d.√/]+)*\s*[,;]?\s*")
SAYS = re.compile(r"(?::|\s(?:is|are|be))\s*$")
OPENED = re.compile(r"(?::\s*\{[^{}]{0,60}\}.{0,20}?)?\s?=\s?\{$")  # of a mapping in a program
TOKENS = re.compile(r"\b(?:words?|tokens?)\b", re.IGNORECASE)
LONGEST = 600
QUOTES = " \t\"'“”‘’„*"


def in_brackets(lines: list[str]) -> list[str]:
    """The lines with rows behind labels, and rows of plain numbers, as matrices in brackets."""
    lines = list(lines)
    number = 0
    while number < len(lines):
        is_blank = not lines[number].strip()
        number += 1 if is_blank else _labelled(lines, number) or _plain(lines, number) or 1
    return lines


def _labelled(lines: list[str], first: int) -> int:
    """How many lines from here are labelled rows; they are rewritten where the line above says what they are."""
    found = []
    for line in lines[first : first + 1000]:
        match = ROW.fullmatch(line.strip()) if len(line) < LONGEST else None
        if not match or read_symbol(plain(match["label"])):
            break
        found.append(match)
    if len(found) < 2:
        return len(found)
    above = OPENED.sub(":", _above(lines, first)[-LONGEST:].rstrip())
    is_of_tokens = TOKENS.search(above) and above.rstrip("*").endswith(":")
    name = announces(above) or ("X" if is_of_tokens else None)
    for number, match in enumerate(found if name else []):
        label = match["label"].rpartition(":")[2].strip(QUOTES)
        lines[first + number] = f'{name} = {match["row"]} ← "{label}"' if number == 0 else f'{match["row"]} ← "{label}"'
    return len(found)


def _above(lines: list[str], number: int) -> str:
    """The nearest line above that is not empty, if it is near."""
    return next((line for line in reversed(lines[max(0, number - 4) : number]) if line.strip()), "")


def _plain(lines: list[str], first: int) -> int:
    """How many lines from here are a name and rows of numbers below it; these are rewritten."""
    head, sign, start = lines[first].rstrip().partition("=")
    if not sign and (said := SAYS.search(lines[first])):
        head, start = lines[first][: said.start()], ""
    elif not sign or (start.strip() and not NUMBERS.fullmatch(start)):
        return 0
    rows = [start] if start.strip() else []
    blank = bool(not rows and lines[first + 1 : first + 2] and not lines[first + 1].strip())
    for line in lines[first + 1 + blank : first + 1000]:
        if not NUMBERS.fullmatch(line):
            break
        rows.append(line)
    below = len(rows) - bool(start.strip()) + blank
    widths = {len(row.replace(",", " ").split()) for row in rows}
    if not rows or max(widths) < 2 or (len(widths) > 1 and not sign) or not (name := announced(head + ":")):
        return 0
    lines[first : first + below + 1] = [f"{name} = [{'; '.join(row.strip(' ,;') for row in rows)}]", *[""] * below]
    return below + 1
