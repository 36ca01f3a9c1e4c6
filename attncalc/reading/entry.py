r"""Entries that are formulas, by the grammar of pages: 2√3/3, \frac{\sqrt{2}}{2}, e^2/(1+e^2), 0.37*a."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from functools import reduce
from itertools import pairwise

from attncalc.errors import NumberError, did_you_mean, shorten
from attncalc.limits import BRACKETS, WORDS
from attncalc.reading.brackets import TooDeepError, unpaired
from attncalc.reading.commands import words_of
from attncalc.reading.dress import dressed
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink
from attncalc.reading.number import CONSTANTS, FUNCTIONS, Node, Number
from attncalc.reading.tokens import Token, tokens

MOST = 60  # parts of one form on a page
NAME = re.compile(r"\\?([^\W\d_](?:(?![⁰¹²³⁴⁵⁶⁷⁸⁹])\w)*)")
ROOT = re.compile(r"\\sqrt\s?(\d)([\d.]+)")  # \sqrt22 is √2 times 2 in LaTeX
LIKE_DIGITS = {"l": "1", "I": "1", "i": "1", "O": "0", "o": "0"}
SPELT = {"π": "pi", "log": "ln"}
# The kinds of words that an entry may be made of.
EXPECTED = words_of(
    "number word unknown label op open close fraction root above below percent dress colour text infinity quad"
)
PAIRS = {"quotient": "/", "power": "^"}
SIDE_BY_SIDE = "two numbers stand side by side"
# What an entry as a whole may be mistaken for: what it can be, and what to write.
DOUBTS: tuple[tuple[re.Pattern[str], Callable[[str], str], str], ...] = (
    (
        re.compile(r"[-+−–]?[1-9]\d{0,2}[,]\d{3}"),
        lambda text: f"can be {text.replace(',', '.')} or {text.replace(',', '')}",
        "Write a point for decimals, and nothing between thousands.",
    ),
    (
        re.compile(r"[-+−–]?\d+·\d+"),
        lambda text: f"can be {text.replace('·', '.')} or {text.replace('·', ' times ')}",
        "Write a point for decimals, and * for a product.",
    ),
    (
        re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?/\d\d?/\d{4}"),
        lambda text: "is a date",
        "A spreadsheet may have made it of a fraction: type 1/2.",
    ),
)


def tree_of(text: str, symbols: Collection[str]) -> Node:
    """The operations of an entry; raises NumberError where any part of it is no number of the grammar."""
    for pattern, says, hint in DOUBTS:
        if pattern.fullmatch(text):
            raise NumberError(f"“{text}” {says(text)}", hint=hint)
    if root := ROOT.search(text):
        digit, rest = root[1], root[2]
        raise NumberError(
            f"“{root[0]}” can be the root of {digit}{rest}, or of {digit} alone", hint=rf"Write \sqrt{{{digit}{rest}}}."
        )
    entry = _Entry(text, symbols)
    tree = tree_of_ink(entry.ink())
    if tree is None:
        raise entry.error("it holds what is no number")
    return tree


class _Entry:
    """The words of one entry, and the ink that they are."""

    def __init__(self, text: str, symbols: Collection[str]) -> None:
        self.typed, self.symbols = text, symbols
        if re.fullmatch(r"[-+−–]?\d+,\d+", text):
            text = text.replace(",", ".")
        self.text = "".join(unicodedata.normalize("NFKC", char) if ord(char) > 0xFF00 else char for char in text)
        self.words = [word for word in tokens(self.text, 0, len(self.text), typed=True) if word.kind != "space"]
        if len(self.words) > WORDS.most:
            raise self.error(WORDS.told)

    def error(self, why: str, hint: str | None = None) -> NumberError:
        return NumberError(f"“{shorten(self.typed)}” is not a number: {why}", hint=hint)

    def ink(self) -> Ink:
        """What the words are, none left out."""
        self._check_brackets()
        try:
            words = [word for word in dressed(list(self._known())) if not word.struck]
            reader = Reader(self.text, words)
            reader.deepest = BRACKETS.most
            ink = reader.sum()
        except TooDeepError:
            raise self.error(BRACKETS.told) from None
        for scrap in reader.scraps[:1]:
            raise self.error(scrap.why.partition(" is not a number: ")[2] or scrap.why)
        left = [*reader.left, *words[reader.place :]]
        if left:
            raise self._unexpected(left[0], words)
        for part in ink.walk() if ink else ():
            if part.kind == "name" and part.name not in {*CONSTANTS, *self.symbols}:
                raise self.error(f"{part.text!r} is not expected here")
        if ink is None:
            raise self.error("it ends too early" if words else f"{self.text[0]!r} is not expected here")
        return ink

    def _unexpected(self, word: Token, words: list[Token]) -> NumberError:
        place = next(place for place, other in enumerate(words) if other is word)
        if place + 1 == len(words) and word.kind in ("op", "fraction", "root"):
            return self.error("it ends too early")
        if word.kind == "number" and place and words[place - 1].kind == "number":
            return self.error(SIDE_BY_SIDE, "A mixed number is written -2 1/2.")
        return self.error(f"{self.text[word.start : word.end]!r} is not expected here")

    def _check_brackets(self) -> None:
        for before, word in pairwise(self.words):
            if word.text == "(" and before.text.endswith("."):
                raise self.error("a point stands before a parenthesis", "A number that repeats is a fraction: 1/3.")
        if pair := unpaired(self.words):
            raise self.error(f"{pair[1].text!r} is not expected here" if pair[1] else "a parenthesis is not closed")

    def _known(self) -> Iterator[Token]:
        """The words, where each name is that of a function, or stands for a value."""
        behind, before = 0, ""
        for word in self.words:
            if word.start < behind:
                continue
            said = self.text[word.start : word.end]
            is_sign = word.kind == "percent" and before not in ("number", "close")
            if is_sign or word.kind not in EXPECTED or said in ("@", "."):
                raise self.error(f"{said!r} is not expected here")
            before = word.kind
            if word.kind not in ("word", "unknown", "below"):
                yield word
                continue
            match = NAME.match(self.text, word.start)
            name = match[1] if match else word.text
            name = name if name in self.symbols else SPELT.get(name, name)
            behind = match.end() if match else word.end
            if name in self.symbols or name in CONSTANTS:
                ink = Ink("name", word.start, behind, self.text[word.start : behind], name=name)
                yield Token("ink", "", word.start, behind, word.gap, ink=ink)
            elif name in FUNCTIONS and behind == len(self.text):
                raise self.error("it ends too early", f"In a row of text, write {name}(2).")
            elif name in FUNCTIONS:
                yield Token("root" if name == "sqrt" else "word", name, word.start, behind, word.gap)
            else:
                raise self._unknown(name)

    def _unknown(self, name: str) -> NumberError:
        if name.lower() in ("inf", "infinity", "nan", "oo"):
            return self.error("entries are finite", "Only scores and masks may hold -inf.")
        hint = did_you_mean(name, self.symbols, listed=False) if len(name) > 1 else None
        hint = hint or _looks_like(name) or did_you_mean(name, {*FUNCTIONS, *self.symbols}, listed=False)
        return self.error(f"the name {shorten(name)!r} is not known here", hint)


def _looks_like(name: str) -> str | None:
    if name in LIKE_DIGITS:
        return f"Did you mean {LIKE_DIGITS[name]}? A letter stands for a number only if it is listed under `symbols`."
    if len(name) <= 2:
        return f"A letter stands for a number only if it is listed: `symbols: [{name}]`."
    return None


def number_of(ink: Ink, most: int = MOST) -> Number | None:
    """The number that an ink is, written out in numbers, e and π alone; None where anything else stands in it.

    It has no more parts than `most`.
    """
    if ink.number is not None:
        return ink.number
    if sum(1 for _ in ink.walk()) > most or any(part.kind == "name" and _is_letter(part) for part in ink.walk()):
        return None
    tree = tree_of_ink(ink)
    return Number(ink.text, tree) if tree else None


def _is_letter(ink: Ink) -> bool:
    return ink.name not in CONSTANTS or bool(ink.indices)


def tree_of_ink(ink: Ink) -> Node | None:
    """The operations that an ink is made of; None where it holds what is no number."""
    if ink.kind == "number" and ink.number:
        return ink.number.tree or _signed(ink.number.text)
    if ink.kind == "name":
        return Node("name", ink.name) if ink.name not in FUNCTIONS else None
    parts = [tree_of_ink(arg) for arg in ink.args]
    trees = tuple(part for part in parts if part)
    if not trees or len(trees) < len(parts):
        return None
    if ink.kind == "sum":
        return reduce(lambda a, b: Node("-", args=(a, *b.args)) if b.kind == "neg" else Node("+", args=(a, b)), trees)
    if ink.kind == "product":
        return reduce(lambda a, b: Node("*", args=(a, b)), trees)
    if ink.kind == "call" and ink.name in {*FUNCTIONS, "sqrt"} and len(trees) == 1:
        return Node("call", SPELT.get(ink.name, ink.name), trees)
    if ink.kind in PAIRS and len(trees) == 2:
        return Node(PAIRS[ink.kind], args=trees)
    return Node("neg", args=trees) if ink.kind == "neg" else None


def _signed(text: str) -> Node:
    return Node("neg", args=(Node("number", text[1:]),)) if text[0] == "-" else Node("number", text)


def spelt(tree: Node) -> str:
    """The operations of an entry as a text that reads back."""
    args = [spelt(arg) for arg in tree.args]
    if tree.kind in ("number", "name"):
        return tree.text
    if tree.kind == "call":
        return f"{tree.text}({args[0]})"
    return tree.kind.join(f"({arg})" for arg in args) if len(args) > 1 else f"-({''.join(args) or 'inf'})"
