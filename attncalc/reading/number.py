"""The grammar of one entry of a matrix, read without evaluating anything.

    sum      = product {("+" | "-") product}
    product  = power {("*" | "/" | nothing) power}
    power    = ("+" | "-") power | atom ["^" power] ["%"]
    atom     = number | mixed number | constant | symbol | function atom | "(" sum ")"

A `Number` keeps the text as it was typed. A plain decimal has no tree; anything else has one, made of
`Node`s whose meaning an arithmetic gives.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from attncalc.errors import NumberError, Place, did_you_mean, shorten
from attncalc.reading.lexer import CONSTANTS, FUNCTIONS, Token, tokens

MAX_LENGTH = 1000
MAX_NESTING = 40
MAX_WORDS = 300
MAX_EXPONENT = 1000

PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)", re.ASCII)
MINUS_INFINITY = {"-inf", "-.inf", "-infinity", "-oo", "-∞", "−∞", "−inf", "-\\infty"}


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of an entry: `kind` is "number", "name", "call" or an operator's sign."""

    kind: str
    text: str = ""
    args: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """An entry as it was written; `tree` is None for a plain decimal such as 3, -0.10 or .5."""

    text: str
    tree: Node | None = None
    place: Place | None = field(default=None, compare=False)

    @property
    def is_minus_infinity(self) -> bool:
        """Whether this entry stands for a masked score."""
        return self.tree is not None and self.tree.kind == "-inf"


def read_number(text: str, symbols: Collection[str] = ()) -> Number:
    """The number that `text` is; letters are allowed only if they are among `symbols`.

    >>> read_number("-1/2").tree.kind
    '/'

    Raises NumberError where the text is no number of the grammar, too long, or too deep.
    """
    text = text.strip()
    if PLAIN.fullmatch(text) and len(text) <= MAX_LENGTH:
        return Number(text)
    if text.lower() in MINUS_INFINITY and text not in symbols:
        return Number(text, Node("-inf"))
    if len(text) > MAX_LENGTH:
        raise NumberError(f"this entry has {len(text):,} characters; at most {MAX_LENGTH:,} are read")
    if not text:
        raise NumberError("an entry is empty")
    return Number(text, _Parser(text, symbols).parse())


def is_number(text: str, symbols: Collection[str] = ()) -> bool:
    """Whether `read_number` reads a text."""
    try:
        read_number(text, symbols)
    except NumberError:
        return False
    return True


class _Parser:
    def __init__(self, text: str, symbols: Collection[str]) -> None:
        self.text, self.symbols = text, symbols
        self.tokens = tokens(text)
        self.position = 0
        self.depth = 0
        if len(self.tokens) > MAX_WORDS:
            raise self.error(f"it has more than {MAX_WORDS} numbers and signs")

    def parse(self) -> Node:
        tree = self.sum()
        if self.next.kind != "end":
            raise self.error(f"{self.next.text!r} is not expected here")
        return tree

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def take(self, *texts: str) -> str | None:
        if self.next.kind == "sign" and self.next.text in texts:
            self.position += 1
            return self.tokens[self.position - 1].text
        return None

    def error(self, why: str, hint: str | None = None) -> NumberError:
        return NumberError(f"“{shorten(self.text)}” is not a number: {why}", hint=hint)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One parenthesis, sign, power or function further in."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise self.error(f"more than {MAX_NESTING} parentheses, signs or functions inside one another")
        yield
        self.depth -= 1

    def sum(self) -> Node:
        tree = self.product()
        while sign := self.take("+", "-"):
            tree = Node(sign, args=(tree, self.product()))
        return tree

    def product(self) -> Node:
        tree = self.power()
        while True:
            if sign := self.take("*", "/"):
                tree = Node(sign, args=(tree, self.power()))
            elif self.next.kind == "name" or self.next.text in ("(", "√"):
                tree = Node("*", args=(tree, self.power()))
            else:
                return tree

    def power(self) -> Node:
        with self.deeper():
            if sign := self.take("+", "-"):
                inner = self.power()
                return Node("neg", args=(inner,)) if sign == "-" else inner
            tree = self.atom()
            if self.take("^"):
                tree = Node("^", args=(tree, self.power()))
            while self.take("%"):
                tree = Node("/", args=(tree, Node("number", "100")))
            return tree

    def atom(self) -> Node:
        token = self.next
        if token.kind == "number":
            return self.number()
        with self.deeper():
            if token.kind == "name":
                return self.name()
            if self.take("("):
                return self.closed(self.sum())
            if self.take("√"):
                return Node("call", "sqrt", (self.atom(),))
        hint = f"In a row of text, write {self.text}(2)." if self.text in FUNCTIONS else None
        raise self.error(f"{token.text!r} is not expected here" if token.text else "it ends too early", hint)

    def closed(self, tree: Node) -> Node:
        if not self.take(")"):
            raise self.error("a parenthesis is not closed")
        return tree

    def number(self) -> Node:
        divides = self.position > 0 and self.tokens[self.position - 1].text == "/"
        first = self._bounded()
        if first.endswith(".") and self.next.text == "(":
            raise self.error("a point stands before a parenthesis", "A number that repeats is a fraction: 1/3.")
        mixed = self.tokens[self.position : self.position + 3]
        if (
            not divides
            and first.isdigit()
            and [token.kind for token in mixed] == ["number", "sign", "number"]
            and mixed[1].text == "/"
        ):
            return self._mixed(first)
        return Node("number", first)

    def _mixed(self, whole: str) -> Node:
        numerator = self._bounded()
        self.position += 1
        denominator = self._bounded()
        if not (numerator.isdigit() and denominator.isdigit() and int(numerator) < int(denominator)):
            raise self.error("two numbers stand side by side", "A mixed number is written -2 1/2.")
        fraction = Node("/", args=(Node("number", numerator), Node("number", denominator)))
        return Node("+", args=(Node("number", whole), fraction))

    def _bounded(self) -> str:
        text = self.next.text
        self.position += 1
        _, _, exponent = text.lower().partition("e")
        if exponent and (len(exponent) > 6 or abs(int(exponent)) > MAX_EXPONENT):
            raise self.error(f"exponents go from -{MAX_EXPONENT} to {MAX_EXPONENT}")
        return text

    def name(self) -> Node:
        name = self.next.text
        self.position += 1
        if name in self.symbols:
            return Node("name", name)
        if name == "frac":
            return Node("/", args=(self.atom(), self.atom()))
        if name in FUNCTIONS:
            return Node("call", FUNCTIONS[name], (self.atom(),))
        if name in CONSTANTS:
            return Node("name", name)
        if name.lower() in ("inf", "infinity", "nan", "oo"):
            raise self.error("entries are finite", "Only scores and masks may hold -inf.")
        hint = did_you_mean(name, self.symbols, listed=False) if len(name) > 1 else None
        hint = hint or _looks_like(name) or did_you_mean(name, {*FUNCTIONS, *self.symbols}, listed=False)
        raise self.error(f"the name {shorten(name)!r} is not known here", hint)


def _looks_like(name: str) -> str | None:
    digits = {"l": "1", "I": "1", "i": "1", "O": "0", "o": "0"}
    if name in digits:
        return f"Did you mean {digits[name]}? A letter stands for a number only if it is listed under `symbols`."
    if len(name) <= 2:
        return f"A letter stands for a number only if it is listed: `symbols: [{name}]`."
    return None
