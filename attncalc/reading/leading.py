"""Words that lead from a calculation to its result, in a sentence."""

from __future__ import annotations

import re

from attncalc.reading.chain import Chain

FAR = 60  # between a calculation and its result
# What stands between a calculation, or the vector it is about, and its result.
LEADING = re.compile(
    r"[\s,;()]{0,3}(?:[^\W\d_]{1,20}\s){0,6}"
    r"(?:is|gives|get|equals|makes?|ist|ergibt|gibt|sind|es|da|est|donne|fait|è|fa|dà)\s?"
)
SAYING = re.compile(
    r"(?:\bis|\bgives?|\bget|\bobtain|\bequals|\bmakes?|\bist|\bergibt|\bes|\best|\bdonne|[为是])\s?$", re.IGNORECASE
)


def says(text: str, position: int) -> bool:
    """Whether the words before a position say that a result follows."""
    return SAYING.search(text, max(0, position - 20), position) is not None


def leads(text: str, held: Chain, chain: Chain) -> bool:
    """Whether words of the same sentence lead from a chain to a bare number."""
    if held.end > chain.start or chain.start - held.end > FAR or held.struck or held.ends_open:
        return False
    return LEADING.fullmatch(text, held.end, chain.start) is not None and "\n" not in text[held.end : chain.start]


def is_bare(chain: Chain, *kinds: str) -> bool:
    """Whether a chain is a single side of some kinds, without names."""
    if len(chain.sides) != 1 or chain.signs or chain.opens or chain.sides[0].kind not in kinds:
        return False
    return not any(part.kind == "name" for part in chain.sides[0].walk())
