"""Results within sentences: lists of numbers with words between them, and the words that lead to a result."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.chain import Chain
from attncalc.reading.tables import matrix_of, numbers_of

MAX_BETWEEN = 60
POINT, COMMA = r"[-−]?\d{1,6}\.\d{1,12}", r"[-−]?\d{1,6}[.,]\d{1,12}"
LEADS = (
    r"\b(?:are|were|get|gives?|obtain|become|sind|lauten|ergibt|son|sont|sono|são|zijn|są"
    r"|weights|scores|gewichte|pesos|poids|pesi)(?::\s?|\s)"
)
BETWEEN = (
    r"(?:\s(?:for|of|on|für|para|pour|per|voor)(?:\s[^\W\d_]{1,12}){1,4}| \((?:[^\W_]{1,12}\s?){1,3}\))?"
    r"(?:,?\s(?:and|und|y|et|ed?|en|i)\s|,\s)"
)
ENDS = r"(?![\d.,]*\d|%|\s?[-−+*/=×·⋅^])"
WORD = re.compile(r"[^\W\d_]")
# What stands between a calculation, or the vector it is about, and its result.
LEADING = re.compile(
    r"[\s,;()]{0,3}(?:[^\W\d_]{1,20}\s){0,6}"
    r"(?:is|gives|get|equals|makes?|ist|ergibt|gibt|sind|es|da|est|donne|fait|è|fa|dà)\s?"
)
SAYING = re.compile(
    r"(?:\bis|\bgives?|\bget|\bobtain|\bequals|\bmakes?|\bist|\bergibt|\bes|\best|\bdonne|[为是])\s?$", re.IGNORECASE
)


def _pattern(number: str) -> re.Pattern[str]:
    return re.compile(rf"{LEADS}(?P<list>{number}(?:{BETWEEN}{number}){{1,30}}){ENDS}", re.IGNORECASE)


LISTINGS = {False: _pattern(POINT), True: _pattern(COMMA)}
NUMBERS = {False: re.compile(POINT), True: re.compile(COMMA)}


def listings(text: str, start: int, end: int, *, commas: bool) -> Iterator[Chain]:
    """Lists such as "are 0.3 for the first, 0.5 for the second and 0.2 for the last", each as one row."""
    for match in LISTINGS[commas].finditer(text, start, end):
        if not WORD.search(match["list"]):
            continue
        first, last = match.span("list")
        found = [number.span() for number in NUMBERS[commas].finditer(text, first, last)]
        cells = [cell for span in found for cell in numbers_of(text, *span, commas=commas)]
        if len(cells) > 1 and any(len(cell.text.lstrip("-−")) > 3 for cell in cells):
            matrix = matrix_of(text, [cells])
            yield Chain(matrix.start, matrix.end, [matrix])


def says(text: str, position: int) -> bool:
    """Whether the words before a position say that a result follows."""
    return SAYING.search(text, max(0, position - 20), position) is not None


def leads(text: str, held: Chain, chain: Chain) -> bool:
    """Whether words of the same sentence lead from a chain to a bare number."""
    if held.end > chain.start or chain.start - held.end > MAX_BETWEEN or held.struck or held.ends_open:
        return False
    return LEADING.fullmatch(text, held.end, chain.start) is not None and "\n" not in text[held.end : chain.start]


def is_bare(chain: Chain, *kinds: str) -> bool:
    """Whether a chain is a single side of some kinds, without names."""
    if len(chain.sides) != 1 or chain.signs or chain.opens or chain.sides[0].kind not in kinds:
        return False
    return not any(part.kind == "name" for part in chain.sides[0].walk())
