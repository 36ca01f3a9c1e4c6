r"""Words about matrices: "W_a and U_a are the 2×2 identity matrices", what stands before one, labels of rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from attncalc.reading.bare import bare_words
from attncalc.reading.cut import RULE_LINE
from attncalc.reading.expression import named_by
from attncalc.reading.ink import Ink, Statement
from attncalc.reading.number import is_number
from attncalc.reading.sayings import FILLED, STATING

SIZED = r"\$?\(?\$?(\d{1,3})\s?(?:×|x|\\times|by)\s?(\d{1,3})\$?\)?"
WORD = re.compile(
    r"(?<![A-Za-z\\_])(?:I(?:_\{?(?P<size>\d{1,3})\}?)?(?![\w'’])|"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in FILLED.items())
    + rf")(?![A-Za-z])(?:\s{1, 9}(?:matrix|vector)(?![A-Za-z]))?(?:\s?\({SIZED}\))?",
)
ARTICLE = re.compile(r"(?:\s|\b(?:the|an?|both|each|equal to|gleich|die|der|eine?|la|una?|le|les|las|de)\b){0,6}$")
SIZE_BEFORE = re.compile(rf"{SIZED}\s*-?\s?$")
FACTOR = re.compile(
    r"(?P<factor>[-−]?(?:\d{1,20}(?:\.\d{0,20})?(?:/\d{1,20})?|½"
    r"|\\[dt]?frac\s?(?:\{[^{}]{1,40}\}|\d)\s?(?:\{[^{}]{1,40}\}|\d)))"
    r"\s?(?:\\cdot|\\,|[*·×])?\s?$"
)
JOINT = re.compile(r"\s?(?:=|,|\s(?:and|und|et|y|e|en|i|и|ve)\s|\s(?:are|is|be)\s)[\s$]*")
LABEL = re.compile(r"(?:←|\\leftarrow|<-+|#|//)\s*(?:\\text\{([^{}\n]{1,40})\}|[\"“'‘]([^\"”'’\n]{1,40})[\"”'’])")
LISTED = re.compile(
    r"\b(?:tokens|words|labels|sentence)\s{0,3}=\s{0,3}\[\s{0,3}((?:(?:\"[^\"\n]{0,60}\"|'[^'\n]{0,60}')[\s,]{0,9}){1,500}+)\]"
)
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
REACH, BEFORE, FAR = 1500, 120, 600
DRESS = " \t>|`*-⎡⎛┌([⎦⎠┘"
TABLE = re.compile(r"<table|\\begin\{tabular", re.IGNORECASE)
HAS_LETTER = re.compile(r"[^\W\d_]")


def in_words(text: str) -> Iterator[tuple[int, list[tuple[Ink, str]]]]:
    """Where matrices are given in words: the position behind these, and each name with its matrix as it is typed."""
    for match in WORD.finditer(text):
        before = text[max(0, match.start() - BEFORE) : match.start()]
        before = ARTICLE.sub("", before)
        size = match["size"] or _sizes(match.groups()[-2:])
        if sized := SIZE_BEFORE.search(before):
            before, size = ARTICLE.sub("", before[: sized.start()]), _sizes(sized.groups())
        factor = FACTOR.search(before)
        before = before[: factor.start()] if factor else before
        if not STATING.search(before) or not (names := _names(before)):
            continue
        kind = next((kind for kind in FILLED if match[kind]), "identity")
        words = f"{factor['factor'] if factor else ''} {kind}{f'({size})' if size else ''}".strip()
        yield match.end(), [(name, words) for name in names]


def _sizes(sizes: tuple[str | None, ...]) -> str:
    return ",".join(dict.fromkeys(size for size in sizes if size))


def _names(before: str) -> list[Ink]:
    """The names that end some words: W_q and W_k of "Let W_q, W_k be"; a chain of names counts whole."""
    found: list[Ink] = []
    words = re.split(r"[.;:]\s|\n", STATING.sub("", before).replace("$", " "))[-1]
    for part in reversed(JOINT.split(words)):
        bare = part.strip(" \t$`*")
        name = named_by(bare) or (None if found else named_by(bare.rpartition(" ")[2]))
        if name is None:
            last = named_by(bare.rpartition(" ")[2])
            return [*found, last] if last and found else found
        found.append(name)
    return found


def labels_behind(text: str, ink: Ink, end: int) -> tuple[str, ...]:
    """The labels of rows that stand in and behind a matrix, up to the next one: [1, 0] ← "cat"."""
    part = text[ink.start : min(max(end, ink.end), ink.end + REACH)]
    return tuple((match[1] or match[2]).strip() for match in LABEL.finditer(part))


def words_before(statement: Statement, text: str) -> tuple[str, bool]:
    """The words that name a matrix, on its line or the nearest one above that is no table's; whether it is above."""
    start = text.rfind("\n", 0, statement.start) + 1
    own = bare_words(_before_table(text[max(start, statement.start - FAR) : statement.start])).strip(DRESS)
    if HAS_LETTER.search(own) and (not any(statement.rows) or own[-1:] == "="):
        return own, False
    width = max(len(row.args) for row in statement.sides[-1].args) if statement.sides[-1].args else 0
    lines = reversed(text[max(0, start - FAR) : start].split("\n"))
    said = (bare_words(_before_table(line)) for line in lines if HAS_LETTER.search(line))
    above = [*islice((line for line in said if HAS_LETTER.search(line)), 2)]
    has_heads = any(statement.rows) and len(above) > 1 and len(above[0].split()) in (width, width + 1)
    if has_heads and STATING.search(above[1]):
        above = above[1:]  # the first are heads of columns
    return (above[0] if above else ""), True


def _before_table(line: str) -> str:
    """What stands on a line before a table, or before the cells of one."""
    before = TABLE.split(line)[0]
    return before.split("|")[0] if before.count("|") > 1 else before


def heads_of_numbers(text: str, statement: Statement, ink: Ink) -> str:
    """Why a table is in doubt whose heads may be its first row: they are numbers that do not count its columns."""
    start = text.rfind("\n", 0, ink.start) + 1
    above = text[max(0, start - FAR) : start].rstrip("\n").split("\n")
    if any(statement.rows) or len(above) < 2 or not RULE_LINE.match(above[-1]) or "|" not in above[-1]:
        return ""
    heads = [cell.strip() for cell in above[-2].strip(" \t|").split("|")]
    if not all(map(is_number, heads)) or heads == [str(number) for number in range(len(heads))]:
        return ""
    return f"the heads of its table, {', '.join(heads)}, can be its first row; leave them blank, or write it as a list"


def labels_listed(text: str) -> Iterator[tuple[str, ...]]:
    """The words of tokens = ["the", "cat"], as programs list them."""
    for match in LISTED.finditer(text):
        yield tuple(double or single for double, single in QUOTED.findall(match[1]))
