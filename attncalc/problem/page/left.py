"""What stands on the left of a matrix: the names that are given it, or a formula that it is the result of."""

from __future__ import annotations

import re
from typing import NamedTuple

from attncalc.problem.page.names import Symbol, factors, of_words, plain, read_symbol

REACH = 300
DRESS = re.compile(r"(?:[\s$&{\"'`*]|\\left\s?[\[(|.]|\\left\s?\\\{|\\(?:displaystyle|quad|qquad|[,;:! ]))*$")
SIGN = re.compile(
    r"(?:(?P<equal>:=|=|≈|\\approx|\\triangleq)|(?P<is>:|→|⟶|\\(?:long)?(?:right)?arrow|\\to|->|\bis\b|\bare\b|\bbe\b))\s?$"
)
WORDY = re.compile(r"(?:the\s)?(?:\d\D{1,9}\d\s)?identity(?:\smatrix)?$", re.IGNORECASE)
FACTOR = re.compile(
    r"(?:(?<![\w.)\]}])(?:\d{1,20}(?:\.\d{0,20})?(?:/\d{1,20})?"
    r"|\\[dt]?frac\s?(?:\{[^{}]{1,40}\}|\d)\s?(?:\{(?:[^{}]|\{[^{}]{0,20}\}){1,40}\}|\d))|(?<=[=\s])[-−])"
    r"[ \t]?(?:\\cdot|\\,|[*·×])?[ \t]?(?:\\left\s?)?$"
)
BOUNDARY = re.compile(
    r"\n|\\q?quad|[,;](?:\s|\\[ ,;:])(?!\d|(?:and|or)\s\d)|[.?!]\s|\$|\\\\|&|\s(?:and|und|y|et)\s(?!\d)|[(\[→|]|:\*?\s"
)
ASIDE = re.compile(r"\([^()\n]{0,80}\)\s?$|\[[^\[\]\n]{0,40}\]\s?$")
EXPRESSION = re.compile(r"[-+*/=√]\s*$|(?:frac|sqrt|softmax|tanh)\S*\s*$")
PART_OF = re.compile(r"\b(?:rows?|columns?|entry|entries|element|part|transpose)\b[^.]*\bof$", re.IGNORECASE)
LAST = re.compile(r"(?:[^\W\d_][\w-]{0,30}|[^\W\d_])(?:\.T)?$")
KINDS = re.compile(r"[\s_](?:matrix|matrices|vectors?|states?|tensors?|rows?|columns?)$", re.IGNORECASE)
LONGEST_PHRASE, LONGEST_CHAIN, SHORT = 16, 9, 6


class Left(NamedTuple):
    """The names before a sign; `factors` where a product of two names stands there; `factor` is a number in front."""

    names: tuple[Symbol, ...] = ()
    factors: tuple[Symbol, Symbol] | None = None
    factor: str = ""
    word: str = ""


def read_left(text: str) -> Left:
    """The left side that a text ends with."""
    text = text[-REACH:]
    number = FACTOR.search(text)
    for factor, rest in ((number[0], text[: number.start()]), ("", text)) if number else (("", text),):
        before = _undressed(WORDY.sub("", _undressed(rest)))
        if sign := SIGN.search(before):
            left = _of(_undressed(before[: sign.start()]), bool(sign["equal"]))
            return left._replace(factor=factor.replace("\\left", ""))
    return _word(text)


def _word(text: str) -> Left:
    """The names in `keys [[1, 0], [0, 1]]`, where a word stands for the sign too."""
    found = re.search(r"([^\W\d_]{3,12})(?:\s(?:vectors?|matrix))?[\s$]*$", text)
    symbol = read_symbol(found[1].lower()) if found else None
    is_sure = symbol is not None and symbol.name.base in ("Q", "K", "V")  # "for an input [5, 8, 1]" is anything
    return Left((symbol,)) if symbol and is_sure else Left()


def announced(text: str) -> str | None:
    """The name that a line says will follow: `Q =`, `Query vectors:`, `### Input`; None where it says none."""
    left = _of(re.sub(r"^[\s#*]+|[\s:=*$]+$", "", text), equal=text.rstrip().endswith("="))
    is_name = len(left.names) == 1 and left.names[0].name.row is None and not left.names[0].transposed
    return str(left.names[0].name) if is_name else None


def announces(line: str) -> str | None:
    """The name that a whole line announces: a heading, a line with a colon at its end, or a few words."""
    is_heading = re.match(r"\s*#", line) or re.search(r"[:=]\W{0,9}$", line) or len(line.split()) < SHORT
    return announced(line) if is_heading else None


def _undressed(text: str) -> str:
    return DRESS.sub("", text)


def _of(text: str, equal: bool) -> Left:
    """The names at the end of a text whose sign is cut off; `equal` if that is a sign of equality."""
    text = ASIDE.sub("", _undressed(text)).rstrip(" $\"'`*")
    phrase = _phrase(text)
    if PART_OF.search(text.removesuffix(phrase).rstrip(" $")):
        return Left()
    chain = phrase.split("=")
    if len(chain) > LONGEST_CHAIN:
        return Left()
    last = plain(chain[-1])
    symbols = [_symbol(part, is_first=not number) for number, part in enumerate(chain)]
    if all(symbols):
        return Left(tuple(symbol for symbol in symbols if symbol))
    if pair := factors(last):
        return Left(factors=pair)
    phrase = _phrase(text, of_words=True)
    if len(chain) == 1 and not equal and len(phrase.split()) <= LONGEST_PHRASE and (name := of_words(plain(phrase))):
        return Left((Symbol(name),))
    return Left(word=last.strip())


def _phrase(text: str, *, of_words: bool = False) -> str:
    """The end of a text back to the sign that parts it from what stands before."""
    last = 0
    for match in BOUNDARY.finditer(text):
        if not (of_words and match[0] == "$"):
            last = match.end()
    return text[last:]


def _symbol(part: str, *, is_first: bool) -> Symbol | None:
    """The name that a part of a chain is; before the first one words may stand, but no formula."""
    whole = plain(part).strip(" \t\"'")
    for text in (whole, KINDS.sub("", whole)):
        if (found := LAST.search(text)) and (symbol := read_symbol(found[0])):
            break
    else:
        return None
    before = text[: found.start()].strip(" \t\"'{,;")
    if not before:
        return symbol
    if not is_first or EXPRESSION.search(before) or before.endswith((".T", ")", "_")) or PART_OF.search(before):
        return None
    word = (before.split() or [""])[-1]
    is_symbol = (len(word.strip("_")) == 1 and word not in "aI") or (len(word) <= 6 and _is_formula(word))
    return None if is_symbol else symbol


def _is_formula(word: str) -> bool:
    return bool(re.search(r"\d|_", word)) and read_symbol(word) is not None
