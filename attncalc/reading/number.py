"""One entry of a matrix as it was written: plain decimals and numerals are read here, all other forms by the grammar.

A `Number` keeps the text as it was typed. A plain decimal has no tree; anything else has one, made of `Node`s whose
meaning an arithmetic gives. Nothing is ever evaluated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from attncalc.errors import NumberError, Place, shorten
from attncalc.limits import ENTRY, EXPONENT, POWER_OF_TEN

FUNCTIONS = frozenset({"sqrt", "exp", "ln", "log", "sin", "cos", "tan", "tanh"})  # log is ln
CONSTANTS = frozenset({"pi", "e"})
DIGITS = r"(?:\d+(?:\.\d*)?|\.\d+)"
PLAIN = re.compile(rf"[+-]?{DIGITS}", re.ASCII)
MINUS_INFINITY = {"-inf", "-.inf", "-infinity", "-oo", "-∞", "−∞", "−inf", "-\\infty"}
VULGAR = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
NUMERAL = re.compile(
    rf"(?P<sign>[-+−]?)(?P<whole>{DIGITS}(?:[eE](?P<exponent>[-+]?\d+))?)"
    r"(?:(?P<part> (?P<above>\d+))?/(?P<below>\d+))?(?P<percent>\s?%)?(?:\*10\^\((?P<minus>-?)(?P<ten>\d+)\))?"
)


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
    _check_length(text)
    if PLAIN.fullmatch(text):
        return Number(text)
    if text not in symbols and (number := numeral(text)):
        return number
    if not text:
        raise NumberError("an entry is empty")
    from attncalc.reading.entry import tree_of

    return Number(text, tree_of(text, symbols))


def _check_length(text: str) -> None:
    if len(text) > ENTRY.most:
        raise NumberError(f"this entry has {len(text):,} characters; {ENTRY.told}")


def is_number(text: str, symbols: Collection[str] = ()) -> bool:
    """Whether `read_number` reads a text."""
    try:
        read_number(text, symbols)
    except NumberError:
        return False
    return True


def counts(texts: Collection[str]) -> bool:
    """Whether these are 0, 1, 2 … or 1, 2, 3 …"""
    return [*texts] in ([str(i + first) for i in range(len(texts))] for first in (0, 1))


def numeral(text: str) -> Number | None:
    """A number that is written in digits: 0.5, -1/2, 2 1/2, 2½, 50%, 1e-3, 3*10^(-5), or -inf; None for any other text.

    Raises NumberError where it is too long, or its exponent too large.
    """
    _check_length(text)
    if PLAIN.fullmatch(text):
        return Number(text)
    if text.lower() in MINUS_INFINITY:
        return Number(text, Node("-inf"))
    match = NUMERAL.fullmatch(_opened(text))
    if match is None or (match["below"] and not _is_fraction(match)):
        return None
    for exponent, most in ((match["exponent"], EXPONENT.most), (match["ten"], POWER_OF_TEN.most)):
        if exponent and (len(exponent) > len(str(-most)) or abs(int(exponent)) > most):
            raise NumberError(f"“{shorten(text)}” is not a number: exponents go from -{most} to {most}")
    return Number(text, _tree(match))


def _opened(text: str) -> str:
    """½ as 1/2, and 2½ as 2 1/2."""
    if text.isascii() or VULGAR.isdisjoint(text):
        return text
    parts = (f" {unicodedata.normalize('NFKC', char)}" if char in VULGAR else char for char in text)
    sign, rest = (text[0], "".join(parts).partition(text[0])[2]) if text[0] in "-+−" else ("", "".join(parts))
    return sign + " ".join(rest.split()).replace("⁄", "/")


def _is_fraction(match: re.Match[str]) -> bool:
    """Whether 2 1/2 is a mixed number; 1/2% may be half of 100% or of 1%."""
    if match["part"]:
        return match["whole"].isdigit() and int(match["above"]) < int(match["below"])
    return not match["percent"]


def _tree(match: re.Match[str]) -> Node:
    """The operations of a numeral; a minus sign before 1/2 belongs to the 1."""
    tree = Node("number", match["whole"])
    below = Node("number", match["below"] or "100")
    if match["part"]:
        tree = Node("+", args=(tree, Node("/", args=(Node("number", match["above"]), below))))
    if match["percent"]:
        tree = Node("/", args=(tree, Node("number", "100")))
    if match["sign"] in ("-", "−"):
        tree = Node("neg", args=(tree,))
    if match["below"] and not match["part"]:
        tree = Node("/", args=(tree, below))
    if match["ten"]:
        ten = Node("number", match["ten"])
        power = Node("^", args=(Node("number", "10"), Node("neg", args=(ten,)) if match["minus"] else ten))
        tree = Node("*", args=(tree, power))
    return tree


def names_in(tree: Node) -> Iterator[str]:
    """The names in a formula."""
    if tree.kind == "name":
        yield tree.text
    for arg in tree.args:
        yield from names_in(arg)
