"""Tables that calculate, as the equations that they are: a sum of products, or a calculation with its result beside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.chains import chains
from attncalc.reading.cut import Cells
from attncalc.reading.fields import OPEN, Read
from attncalc.reading.languages import PRODUCT, SUM
from attncalc.reading.summed import name_above
from attncalc.reading.tokens import Token, tokens

TIMES = re.compile(rf"[·*×⋅∙]|\\(?:cdot|times)\b|{PRODUCT}", re.IGNORECASE)
NUMBER = re.compile(r"[ \t$*(\[−+-]{0,9}[\d.√]")
ENTRY = re.compile(r"[ \t$*`]{0,4}\\?[^\W\d_][\w'’′·.{}₀-₉,\[]{0,24}[\d₀-₉][\w}),\]]{0,4}[ \t$*`:=]{0,4}")
CALCULATION = re.compile(  # in numbers alone
    r"(?:[-+*·×⋅/^÷√−\d.,()\[\]{} \t$=]|\\?(?:e(?![a-z])|exp|sqrt|cdot|times|frac|left|right)){1,400}"
)
OPERATION = re.compile(r"[+*·×⋅/^÷]|\d[ \t]{0,3}[-−]|\\(?:cdot|times|frac)|exp")
WIDTH = 3  # columns: two factors and their product


def worked_out(text: str, lines: list[Cells], heads: Cells, *, commas: bool) -> Read:
    """What a table calculates; nothing of another table."""
    summed = of_products(text, lines, heads, commas=commas)
    return summed if summed[0] else of_results(text, lines, commas=commas)


def of_results(text: str, lines: list[Cells], *, commas: bool) -> Read:
    """S11 = 1·3 + 2·4 = 11 in each line, where an entry, its calculation and its result stand in cells of their own."""
    width = min(map(len, lines), default=0)
    worked = [column for column in range(1, width - 1) if all(_is_worked(text, line[column]) for line in lines)]
    is_named = width >= WIDTH and all(ENTRY.fullmatch(text, *line[0]) for line in lines)
    if not worked or not is_named or not all(NUMBER.match(text, *line[width - 1]) for line in lines):
        return [], []
    cells = ([line[0], *(line[column] for column in worked), line[width - 1]] for line in lines)
    found = [chains(text, list(_equated(text, part, commas))) for part in cells]
    return [chain for read, _ in found for chain in read], [scrap for _, scraps in found for scrap in scraps]


def _is_worked(text: str, cell: tuple[int, int]) -> bool:
    """Whether a cell calculates with numbers: 0.5·2 + 1, 3/√2, e^0.5."""
    return CALCULATION.fullmatch(text, *cell) is not None and OPERATION.search(text, *cell) is not None


def _equated(text: str, cells: Cells, commas: bool) -> Iterator[Token]:
    """The words of cells with signs of equality between."""
    for number, cell in enumerate(cells):
        if number:
            yield Token("sign", "=", cell[0], cell[0], 1)
        yield from _said(text, cell, commas)


def of_products(text: str, lines: list[Cells], heads: Cells, *, commas: bool) -> Read:
    """S11 = 1·3 + 2·4 = 3 + 8 = 11, where the last head is a product of those before; nothing of another table."""
    if (
        len(heads) < WIDTH
        or not TIMES.search(text, *heads[-1])
        or any(TIMES.search(text, *head) for head in heads[-WIDTH:-1])
    ):
        return [], []
    start = text.rfind("\n", 0, heads[0][0]) + 1
    lines = [line for line in lines if len(line) == len(heads)]
    totals = [line for line in lines if _is_total(text, line)]
    terms = lines[: -len(totals)] if totals else lines
    are_terms = bool(terms) and all(NUMBER.match(text, *cell) for line in terms for cell in line[-WIDTH:])
    if len(totals) > 1 or totals != lines[len(terms) :] or not are_terms:
        return [], []
    return chains(text, [*name_above(text, start), *_words(text, terms, totals, commas)])


def _is_total(text: str, line: Cells) -> bool:
    """Whether a line says what the products come to: both factors are left open, or hold the word for a sum."""
    before = [cell for cell in line[:-1] if not OPEN.fullmatch(text, *cell)]
    opened = any(OPEN.fullmatch(text, *cell) for cell in line[-WIDTH:-1])
    return opened and all(SUM.search(text, *cell) or "=" in text[slice(*cell)] for cell in before)


def _words(text: str, terms: list[Cells], totals: list[Cells], commas: bool) -> Iterator[Token]:
    """The words of the equation, with the signs that the columns stand for."""
    for number, (*_, first, second, _) in enumerate(terms):
        if number:
            yield Token("op", "+", first[0], first[0], 1)
        yield from _said(text, first, commas)
        yield Token("op", "*", second[0], second[0], 1)
        yield from _said(text, second, commas)
    for lines in (terms, totals):
        for number, (*_, cell) in enumerate(lines):
            kind, sign = ("op", "+") if number else ("sign", "=")
            yield Token(kind, sign, cell[0], cell[0], 1)
            yield from _said(text, cell, commas)


def _said(text: str, cell: tuple[int, int], commas: bool) -> list[Token]:
    """The words of a cell, without what dresses it."""
    return [word for word in tokens(text, *cell, commas=commas) if word.text not in ("$", "**")]
