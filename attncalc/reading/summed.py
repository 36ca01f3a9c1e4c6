"""Sums whose terms stand below one another, above a rule and what they come to, as the equations that they are."""

from __future__ import annotations

import re

from attncalc.reading.chains import chains
from attncalc.reading.fields import Read
from attncalc.reading.lines import TERM, TOTAL, bounds_of
from attncalc.reading.tokens import Token, tokens

# The line above, where it only names an entry: q1·k2:, s_12 =, S(1,2)
LABEL = re.compile(
    r"[ \t>*_#$-]{0,9}(?P<name>(?=[^\n]{0,20}\d)[^\W\d][^\s=:≈|;$]{0,24})(?P<sign>[ \t]*[=:])?[ \t*_$:]{0,9}"
)
MAX_LABEL = 60


def summed(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """S11 = 1 × 2 + 3 × 4 = 2 + 12 = 14, where the name stands in the line above."""
    *lines, _, last = bounds_of(text, start, end)
    terms = [match for line in lines if (match := TERM.fullmatch(text, *line))]
    total = TOTAL.fullmatch(text, *last)
    words = name_above(text, start)
    for part in ("term", "product"):
        places = [term.span(part) for term in terms if term[part]]
        for number, place in enumerate(places if len(places) == len(terms) else ()):
            kind, sign = ("op", "+") if number else ("sign", "=")
            is_first = not words or words[-1].kind == "sign"
            words += [] if is_first else [Token(kind, sign, place[0], place[0], 1)]
            words += tokens(text, *place, commas=commas)
    if total:
        place = total.span("sum")
        words += [Token("sign", "=", place[0], place[0], 1), *tokens(text, *place, commas=commas)]
    return chains(text, words)


def name_above(text: str, start: int) -> list[Token]:
    """The words of the name in the line above, that may be blank lines further up; a sign alone where it is open."""
    end = max(0, start - MAX_LABEL) + len(text[max(0, start - MAX_LABEL) : start].rstrip())
    line = text.rfind("\n", 0, end) + 1
    label = LABEL.fullmatch(text, line, end) if 0 < end - line < MAX_LABEL else None
    if label is None:
        return []
    if label["sign"] and label["sign"].endswith("="):
        return [Token("sign", "=", start, start, 1)]
    return [*tokens(text, *label.span("name")), Token("sign", "=", start, start, 1)]
