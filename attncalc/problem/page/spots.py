"""Where matrices stand on a page: each with what is on its left, with the rows that follow it, with its labels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attncalc.problem.names import Name
from attncalc.problem.page.left import Left, read_left
from attncalc.problem.page.literals import Literal
from attncalc.problem.page.names import Symbol, of_words

OPERATOR = re.compile(r"[ \t$]{0,4}(?:\\(?:times|cdot)(?![A-Za-z])|[·×⋅@+]|[-−*]\s?(?=[\[(\\]))")
AFTER_OPERATOR = re.compile(r"(?:\\times|\\cdot|[-−·×⋅@+*])[\s$]*$")
BETWEEN_FACTORS = re.compile(r"[ \t$]*|\s*\$+\s*\$+\s*(?=\\begin)")
BETWEEN_ROWS = re.compile(r"\s*[,;]?\s*(?:and\s+)?|\s*,?\s*(?:←|<-+|#|//)[^\n]{0,100}\n\s*")
BETWEEN_LABELLED = re.compile(r"\s*[,;]?\s*(?:and\s+)?\W?([^\W\d_]{2,20})\W?\s*[=:→]\s*", re.IGNORECASE)
FIRST_LABEL = re.compile(r"(?P<head>.*?)\W(?P<label>[^\W\d_]{2,20})\W?\s*$", re.DOTALL)
TOKENS = re.compile(r"\b(?:tokens?|words?|embeddings?|vectors?)\b", re.IGNORECASE)
LABEL = re.compile(r"(?:←|\\leftarrow|<-+|#|//)\s*(?:\\text\{([^{}\n]{1,40})\}|[\"“'‘]([^\"”'’\n]{1,40})[\"”'’])")
REACH = 1500
MAX_ROWS = 1000


@dataclass(frozen=True)
class Spot:
    """A matrix where it stands: what is on its left, whether it is a factor, where the next one with a name begins."""

    literal: Literal
    left: Left
    is_factor: bool
    next_named: int


def spots(text: str, found: list[Literal]) -> list[Spot]:
    """The places of these matrices in a text."""
    ends = [0, *(literal.end for literal in found)]
    lefts = [
        read_left(text[max(end, literal.start - 300) : literal.start])
        for end, literal in zip(ends, found, strict=False)
    ]
    placed: list[Spot] = []
    following = len(text)
    for number in reversed(range(len(found))):
        literal = found[number]
        after = found[number + 1].start if number + 1 < len(found) else None
        before = text[max(ends[number], literal.start - 40) : literal.start]
        is_factor = bool(
            OPERATOR.match(text, literal.end)
            or AFTER_OPERATOR.search(before)
            or (after is not None and BETWEEN_FACTORS.fullmatch(text, literal.end, after))
            or (number and BETWEEN_FACTORS.fullmatch(text, ends[number], literal.start))
        )
        placed.append(Spot(literal, lefts[number], is_factor, following))
        following = literal.start if lefts[number].names else following
    return placed[::-1]


def named(text: str, places: list[Spot], number: int) -> list[tuple[Symbol, Literal]]:
    """The names that a matrix has: its own, with the rows that follow it, or those of the factors of a product."""
    place = places[number]
    if not place.is_factor:
        literal = _with_rows(text, places, number)
        return [(symbol, literal) for symbol in place.left.names]
    pair = place.left.factors
    if pair and number + 1 < len(places) and places[number + 1].is_factor and _is_pair(places, number):
        return list(zip(pair, (place.literal, places[number + 1].literal), strict=True))
    return []


def _is_pair(places: list[Spot], number: int) -> bool:
    """Whether exactly two matrices stand beside one another here."""
    third = places[number + 2] if number + 2 < len(places) else None
    return third is None or not third.is_factor or third.literal.start - places[number + 1].literal.end > 9


def _with_rows(text: str, places: list[Spot], number: int) -> Literal:
    """The matrix with the vectors that follow it without names, as further rows of it."""
    literal, symbols = places[number].literal, places[number].left.names
    if not literal.is_vector or any(symbol.label or symbol.name != Name(symbol.name.base) for symbol in symbols):
        return literal
    rows, end = [literal.text], literal.end
    for place in places[number + 1 : number + MAX_ROWS]:
        other = place.literal
        if place.left.names or place.is_factor or not _is_like(other, literal):
            break
        if other.start - end > 120 or not BETWEEN_ROWS.fullmatch(text, end, other.start):
            break
        rows.append(other.text)
        end = other.end
    return _joined(literal, rows, end)


def labelled(text: str, places: list[Spot], number: int) -> tuple[Symbol, Literal, tuple[str, ...]] | None:
    """The matrix that `the tokens are red = [1, 0], blue = [0, 1]` gives, with its labels."""
    literal, left = places[number].literal, places[number].left
    first = FIRST_LABEL.match(f" {left.word}") if literal.is_vector and left.word and not left.names else None
    if not first or not (name := of_words(first["head"]) or (TOKENS.search(first["head"]) and Name("X"))):
        return None
    rows, labels, end = [literal.text], [first["label"]], literal.end
    for place in places[number + 1 : number + MAX_ROWS]:
        label = BETWEEN_LABELLED.fullmatch(text, end, place.literal.start) if place.literal.start - end < 60 else None
        if not label or place.left.names or place.is_factor or not _is_like(place.literal, literal):
            break
        rows.append(place.literal.text)
        labels.append(label[1])
        end = place.literal.end
    return (Symbol(name), _joined(literal, rows, end), tuple(labels)) if len(rows) > 1 else None


def _joined(literal: Literal, rows: list[str], end: int) -> Literal:
    return literal._replace(text=f"[{', '.join(rows)}]", end=end, depth=2) if len(rows) > 1 else literal


def _is_like(other: Literal, literal: Literal) -> bool:
    """Whether two vectors look alike: the same bracket, and as many entries."""
    count, first = (len(re.split(r"[,\s]+", item.text[1:-1].strip())) for item in (other, literal))
    return other.is_vector and other.text[0] == literal.text[0] and count == first


def labels_of(text: str, literal: Literal, next_named: int) -> tuple[str, ...]:
    """The labels that stand in and after a matrix, up to the next one that has a name."""
    part = text[literal.start : min(max(next_named, literal.end), literal.end + REACH)]
    return tuple((match[1] or match[2]).strip() for match in LABEL.finditer(part))
