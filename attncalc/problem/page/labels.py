"""What a matrix without a name is called by the words before it, and rows that are called by words."""

from __future__ import annotations

import re

from attncalc.problem.names import Name, read_name
from attncalc.problem.page.names import Symbol, are_rows, of_words, symbol_in, symbol_of
from attncalc.reading.ink import Ink, Statement
from attncalc.reading.inwords import words_before
from attncalc.reading.sayings import STATING, TOKEN_WORDS
from attncalc.reading.stack import is_word

SURE = {"Q", "K", "V"}  # `keys (1, 0)` needs no verb; "for an input [5, 8, 1]" is anything
LEADS = {"=", ":", "≈", "->"}
QUOTES = "\"'“”‘’„*`$"
QUOTED = re.compile(r"[\"“'‘]([^\"”'’\n]{1,40})[\"”'’]\s{0,9}[:=]?\W{0,9}$")
PART_OF = re.compile(r"\b(?:rows?|columns?|entry|entries|element|part|transpose)\b[^.]{0,40}\bof\W*$", re.IGNORECASE)


def said_name(statement: Statement, text: str) -> Symbol | None:
    """The name that the words before a matrix give it: "The query vector is", "Keys:" above its rows."""
    words, above = words_before(statement, text)
    if PART_OF.search(words):
        return None
    if any(statement.rows):
        name = _of_labelled(statement.rows, words)
    elif above or STATING.search(words):
        name = of_words(words)
    else:
        name = of_words(words.rpartition(" ")[2])
        name = name if name and name.base in SURE else None
    return Symbol(name) if name else None


def is_assigned(statement: Statement, text: str) -> bool:
    """Whether `V =` stands above a table whose columns have heads."""
    return any(statement.rows) and words_before(statement, text)[0].endswith("=")


def _of_labelled(rows: tuple[str, ...], words: str) -> Name | None:
    if len(words.split()) > 1 and all(map(symbol_in, words.split())):  # heads of columns
        return None
    base = are_rows(rows)
    return read_name(base) if base else of_rows(words)


def of_rows(words: str) -> Name | None:
    """What these words say that rows below them are; tokens are the input."""
    return of_words(words) or (Name("X") if TOKEN_WORDS.search(words) else None)


def of_label(ink: Ink) -> Name | None:
    """The name that a label of several words speaks of."""
    if symbol_of(ink) or any(ink.numbers()) or ink.kind not in ("words", "product", "name"):
        return None
    return of_words(ink.text)


def word_row(statement: Statement, *, goes_on: bool) -> tuple[str, Ink] | None:
    """The label and the vector of red = [1, 0]; None for anything else. One that `goes_on` may be called by a name."""
    *labels, row = statement.sides
    if len(labels) > 1 or not set(statement.signs) <= LEADS or row.kind != "matrix" or len(row.args) != 1:
        return None
    if not labels or not labels[0].text:  # {"red": [1, 0]
        quoted = QUOTED.search(statement.words)
        return (quoted[1], row) if quoted and (labels or goes_on or not symbol_in(quoted[1])) else None
    is_label = is_word(labels[0]) and not symbol_of(labels[0]) and not of_label(labels[0])
    return (labels[0].text.strip(QUOTES), row) if is_label else None


def title_of(words: str) -> str:
    """The words before the first of such rows, without its label."""
    return QUOTED.sub("", words).rstrip("{ ")
