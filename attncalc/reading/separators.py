"""What parts the cells of a list without brackets: signs, "and", a few words about a number, or white space alone."""

from __future__ import annotations

from typing import NamedTuple

from attncalc.reading.cells import Words, cell, gap
from attncalc.reading.languages import BOUNDS, CONJUNCTIONS, COUNTED, RESULTING, ROWS, names_a_line

# The kinds, the strongest first: of two in one list the stronger parts its rows.
LABEL, PHRASE, BAR, SLASH, SEMICOLON, COMMA, DOT, BLANK = ORDER = (
    "label",
    "phrase",
    "bar",
    "slash",
    "semicolon",
    "comma",
    "dot",
    "blank",
)
AND = "and"  # as strong as what stands beside it
KINDS = {"comma": COMMA, "semicolon": SEMICOLON, "bar": BAR}
SIGNS, SPACED = {"|": BAR}, {"/": SLASH, "*": DOT}  # the second with white space around
MAX_WORDS = 4  # before or behind a number, that say whose it is
NO_LABEL = BOUNDS | COUNTED | RESULTING


class Between(NamedTuple):
    """What stands between two cells: its kind, and where the next cell begins."""

    kind: str
    place: int


def between(words: Words, place: int) -> Between | None:
    """What parts the cell that ends here from the next one; None where nothing does."""
    return next((found for way in WAYS if (found := way(words, place))), None) if place < len(words) else None


def sign(words: Words, place: int) -> Between | None:
    """A comma, a semicolon, a bar, a slash or a dot with white space around it; "and" may follow."""
    if place >= len(words):
        return None
    token = words[place]
    kind = KINDS.get(token.kind) or SIGNS.get(token.text)
    if kind is None and token.kind == "op" and token.gap and gap(words, place + 1):
        kind = SPACED.get(token.text)
    if kind is None:
        return None
    place += kind == BAR and place + 1 < len(words) and words[place + 1].text == token.text  # 1 / 0 || 0 / 1
    return _with_label(words, Between(kind, place + 1 + _is_and(words, place + 1)))


def conjunction(words: Words, place: int) -> Between | None:
    """The word "and" of some language."""
    return _with_label(words, Between(AND, place + 1)) if _is_and(words, place) else None


def _is_and(words: Words, place: int) -> bool:
    """Whether a word is "and"; the e of e^2 is none."""
    if place >= len(words) or words[place].text.lower() not in CONJUNCTIONS:
        return False
    return gap(words, place + 1) > 0 or not words[place].text.isascii()


def _with_label(words: Words, found: Between) -> Between:
    """A separator with the words behind it that say whose number follows: the → cat 0.3; the → sat 0.7."""
    end = found.place
    while end < len(words) and end - found.place < MAX_WORDS and _is_label(words, end):
        end += 1
    label = words[found.place : end]
    if not label or label[-1].kind != "word" or found.kind in (BAR, SLASH, DOT) or not gap(words, end):
        return found
    is_number_of = label[-1].text.lower() in ROWS and words[end].text.isdecimal()  # 0 and 1.8; row 2 has
    if is_number_of or names_a_line(" ".join(word.text for word in label)) or cell(words, end) is None:
        return found  # 0.3, 0.7, they sum to 1.0
    return Between(LABEL, end)


def _is_label(words: Words, place: int) -> bool:
    token = words[place]
    return token.text == "->" or (token.kind == "word" and token.text.lower() not in NO_LABEL)


def _phrase(words: Words, place: int) -> Between | None:
    """A few words about the number, before a comma or "and": 0.3 for the first, 0.7 for …"""
    end = place
    while end < len(words) and words[end].kind == "word" and words[end].gap and not _is_and(words, end):
        end += 1
    if not 0 < end - place <= MAX_WORDS or end >= len(words):
        return None
    found = sign(words, end) or conjunction(words, end)
    return Between(PHRASE, found.place) if found and found.kind in (COMMA, SEMICOLON, AND) else None


def _blank(words: Words, place: int) -> Between | None:
    return Between(BLANK, place) if words[place].gap and words[place].kind != "open" else None


WAYS = (sign, conjunction, _phrase, _blank)
