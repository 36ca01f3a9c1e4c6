r"""Names as pages write them, from ink and from words: W^Q, q₁, Q_{dec}, "the encoder states"; rows called by words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attncalc.problem import spelling
from attncalc.problem.names import ROWS, Name, read_name
from attncalc.problem.spelling import Symbol, read_symbol
from attncalc.problem.vocabulary import INPUTS, STEPS
from attncalc.reading.expression import spelt
from attncalc.reading.ink import Ink, Statement
from attncalc.reading.inwords import words_before
from attncalc.reading.sayings import GIVEN, OF_INPUT, STATING, TOKEN_WORDS
from attncalc.reading.stack import is_word

PHRASE_ENDS = re.compile(
    r"[.?!;:。；？！：)](?:\s|$)|[,，、](?!\s?(?:and\s|or\s)?\d)|[|(→]|\$|\s(?:and|und|et|y|e|en|i|и|ve)\s(?!\d)"
)
LONGEST_PHRASE = 16
SURE = {"Q", "K", "V"}  # `keys (1, 0)` needs no verb; "for an input [5, 8, 1]" is anything
LEADS = {"=", ":", "≈", "->"}
QUOTES = "\"'“”‘’„*`$"
QUOTED = re.compile(r"[\"“'‘]([^\"”'’\n]{1,40})[\"”'’]\s{0,9}[:=]?\W{0,9}$")
PART_OF = re.compile(r"\b(?:rows?|columns?|entry|entries|element|part|transpose)\b[^.]{0,40}\bof\W*$", re.IGNORECASE)


def symbol_of(ink: Ink) -> Symbol | None:
    """The name that an ink is, if pages are searched for it, or None."""
    return spelling.symbol_of(ink, _of_page)


def symbol_in(text: str) -> Symbol | None:
    """The name that a text is, if pages are searched for it, or None."""
    return spelling.symbol_in(text, _of_page)


def _of_page(text: str) -> Name | None:
    """The name that a text spells, if pages are searched for it."""
    name = read_name(text)
    return name if name and name.base in {**INPUTS, **STEPS} else None


def of_words(words: str) -> Name | None:
    """The name that the end of some words speaks of: "Query vectors", "the key weights of head 1"."""
    words = STATING.sub("", words).rstrip(" .:：=`*$\"'")
    phrase = " ".join(PHRASE_ENDS.split(words)[-1].split()[-LONGEST_PHRASE:])
    before, _, last = phrase.rpartition(" ")
    if (symbol := symbol_in(last)) and not (symbol.name.base in STEPS and before):  # the value matrix W_V; not: key A
        return symbol.name if symbol.name.row is None and not symbol.label else None
    phrase = phrase.replace("_", " ")
    found = [(match.start(), name, match.end()) for pattern, name in GIVEN if (match := pattern.search(phrase))]
    if not found:
        return None
    _, name, end = min(found, key=lambda item: item[0])
    kind = next((kind for pattern, kind in OF_INPUT if pattern.match(phrase, end)), "")
    return read_name(kind + name.lower() if kind and name in ("Q", "K", "V", "O") else name)


def factors(ink: Ink) -> tuple[Symbol, Symbol] | None:
    """The two names of a product, Q and Kᵀ of QKᵀ; what a projection multiplies, I too, is the input."""
    if ink.kind == "product" and len(ink.args) == 2:
        return _pair(*(Symbol(Name("X")) if arg.text == "I" else symbol_of(arg) for arg in ink.args))
    text = spelt(ink) if ink.kind == "name" else ""
    cuts = ((text[:place], text[place:]) for place in range(1, min(len(text), 12)))
    pairs = (_pair(*(read_symbol("X" if part == "I" else part, _of_page) for part in cut)) for cut in cuts)
    return next((pair for pair in pairs if pair), None)


def _pair(left: Symbol | None, right: Symbol | None) -> tuple[Symbol, Symbol] | None:
    return (left, right) if left and right else None


def row_base(name: Name) -> str | None:
    """The matrix that a vector of this name is a row of: K of k1 and of K1; None for anything else."""
    if name.row is not None:
        return name.base
    return name.base if name.base in ROWS.values() and len(name.section) == 1 else None


def are_rows(labels: Iterable[str]) -> str | None:
    """The matrix whose rows are called so: K of k1 and k2; None where they are words."""
    bases = {row_base(symbol.name) if (symbol := symbol_in(label)) else None for label in labels}
    return bases.pop() if len(bases) == 1 else None


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
