r"""One side of a chain as a tree of ink: sums of products of numbers, names, matrices and calls, as they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from attncalc.errors import NumberError, shorten
from attncalc.limits import BRACKETS
from attncalc.reading import grids, names, numerals
from attncalc.reading.brackets import TooDeepError, Words
from attncalc.reading.dress import CONNECTING, dressed
from attncalc.reading.ink import Ink, Scrap
from attncalc.reading.number import numeral
from attncalc.reading.raised import raised
from attncalc.reading.tokens import Token, tokens

MAX_DEPTH = 100  # factors, roots and powers inside one another
NOTHING = Token("nothing", "", 0, 0)


class Reader(Words):
    """Reads the words of one formula, each once; `place` is the next one, `stop` where the part being read ends."""

    def __init__(self, text: str, words: list[Token]) -> None:
        super().__init__(text, words)
        self.place, self.depth, self.deepest = 0, 0, MAX_DEPTH
        self.spaced = False  # white space parts the cells of a row
        self.scraps: list[Scrap] = []
        self.left: list[Token] = []  # words that are left out of every ink
        self.inner: list[tuple[int, int]] = []  # chains that stand in parentheses

    @property
    def next(self) -> Token:
        """The next word of this part."""
        return self.words[self.place] if self.place < self.stop else NOTHING

    def after(self, count: int = 1) -> Token:
        """A word further on in this part."""
        place = self.place + count
        return self.words[place] if place < self.stop else NOTHING

    def ink(self, kind: str, start: int, end: int, args: tuple[Ink, ...] = (), **more: object) -> Ink:
        """An ink that stands between two positions."""
        return Ink(kind, start, end, self.text[start:end], args, **more)  # type: ignore[arg-type]

    def number(self, text: str, start: int, end: int, *, boxed: bool = False) -> Ink:
        """A number from what it says; a scrap, and words, where it is none."""
        try:
            if said := numeral(text):
                return self.ink("number", start, end, number=said, boxed=boxed)
            why = f"“{shorten(text)}” is not a number: a fraction before % can be meant in two ways"
        except NumberError as error:
            why = error.message
        self.scraps.append(Scrap(start, end, self.text[start:end], why))
        return self.ink("words", start, end)

    @contextmanager
    def part(self, start: int, stop: int, *, spaced: bool = False) -> Iterator[None]:
        """Reads another part of the formula, then goes on where it was."""
        before = self.place, self.stop, self.spaced
        self.place, self.stop, self.spaced = start, stop, spaced
        yield
        self.place, self.stop, self.spaced = before

    def side(self, start: int, stop: int, *, spaced: bool = False) -> list[Ink]:
        """Everything between two words, part by part; what is no mathematics is left out, numbers never."""
        found: list[Ink] = []
        with self.part(start, stop, spaced=spaced):
            while self.place < self.stop:
                before = self.place
                if ink := self.sum():
                    found.append(ink)
                elif self.place == before:
                    self.skip()
        return found

    def skip(self) -> None:
        """Leaves a word out; a scrap where digits stand in it."""
        token = self.next
        if token.kind == "odd" and any(char.isdigit() for char in token.text) and token.text[:1].isdigit():
            self.scraps.append(Scrap(token.start, token.end, token.text, "it is no number"))
        self.left.append(token)
        self.place += 1

    def sum(self) -> Ink | None:
        """Terms that are added and subtracted."""
        terms: list[Ink] = []
        while self.place < self.stop:
            sign = self.next
            joins = sign.kind == "op" and sign.text in ("+", "-", "±")
            if terms and (not joins or (self.spaced and sign.gap and not self.after().gap)):
                break
            if joins and (terms or sign.text != "-"):
                self.place += 1
            term = self.product()
            if term is None:
                self.left += [sign] if joins else []
                break
            terms.append(self.ink("neg", sign.start, term.end, (term,)) if terms and sign.text == "-" else term)
        if len(terms) < 2:
            return terms[0] if terms else None
        return self.ink("sum", terms[0].start, terms[-1].end, tuple(terms))

    def product(self) -> Ink | None:
        """Factors that are multiplied and divided, from left to right; e^a e^b below a line stay together."""
        first = self.factor()
        if first is None:
            return None
        factors, quotients = [first], 0
        while self.place < self.stop:
            token = self.next
            if token.kind == "op" and token.text == "/":
                self.place += 1
                quotients += 1
                if quotients > BRACKETS.most:
                    raise TooDeepError
                if (below := self.factor()) is None:
                    self.left.append(token)
                    break
                factors = [self._quotient(factors, self._powers(below))]
            elif self._multiplied(token):
                self.place += token.kind in ("op", "word") and self._is_times(token)
                if (factor := self.factor()) is None:
                    self.left.append(token)
                    break
                factors.append(factor)
            else:
                break
        while len(factors) > 1 and factors[0].kind == "words" and factors[0].name.lower() in CONNECTING:
            factors.pop(0)  # \\text{for } S_1
        return self._product(factors)

    def _product(self, factors: list[Ink]) -> Ink:
        return (
            factors[0] if len(factors) == 1 else self.ink("product", factors[0].start, factors[-1].end, tuple(factors))
        )

    def _quotient(self, above: list[Ink], below: Ink) -> Ink:
        return self.ink("quotient", above[0].start, below.end, (self._product(above), below))

    def _powers(self, first: Ink) -> Ink:
        """A power with the powers that stand directly behind it."""
        found = [first]
        while found[-1].kind == "power" and self.next.kind == "word" and self.after().text == "^":
            factor = self.factor()
            if factor is None:
                break
            found.append(factor)
        return self._product(found)

    def _is_times(self, token: Token) -> bool:
        """Whether a word is a sign of multiplication."""
        if token.kind == "op":
            return token.text == "*"
        return token.text in ("x", "X") and (
            self.after().kind in ("number", "open", "begin", "fraction") or self.after().text == "-"
        )

    def _multiplied(self, token: Token) -> bool:
        """Whether a factor follows, with or without a sign."""
        if self._is_times(token):
            return True
        if token.kind == "ink" and token.text:  # a list without brackets
            return False
        if (self.spaced and token.gap) or token.kind not in ("word", "open", "begin", "fraction", "root", "big", "ink"):
            return token.kind == "op" and token.text == "√" and not (self.spaced and token.gap)
        return not (token.text == "(" and token.gap and self.words[self.end_of(self.place)[0] - 1].kind == "percent")

    def factor(self) -> Ink | None:
        """A number, name, bracket, call …, with its sign and what stands above it."""
        with self.deeper():
            token = self.next
            if token.kind == "op" and token.text in ("-", "+"):
                return self._signed(token)
            maker = MAKERS.get("root" if token.text == "√" else token.kind)
            ink = maker(self) if maker else None
            return raised(self, ink) if ink else None

    def atom(self) -> Ink | None:
        """A factor without what stands above it: the argument of \\\\sqrt 2."""
        with self.deeper():
            maker = MAKERS.get("root" if self.next.text == "√" else self.next.kind)
            return maker(self) if maker else None

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One factor, root or power further in."""
        self.depth += 1
        if self.depth > self.deepest:
            raise TooDeepError
        yield
        self.depth -= 1

    def joined(self, inks: list[Ink]) -> Ink | None:
        """Several inks that stand side by side as one: numbers are a row, anything else a product."""
        said = [ink for ink in inks if ink.kind != "words"] or inks[:1]
        if len(said) < 2:
            return said[0] if said else None
        if all(ink.kind in ("number", "blank") for ink in said):
            return grids.row_of(self, said)
        return self._product(said)

    def _signed(self, sign: Token) -> Ink | None:
        self.place += 1
        if sign.text == "-" and (number := numerals.negative(self, sign)):
            return number
        inner = self.factor()
        if inner is None or sign.text == "+":
            return inner
        return self.ink("neg", sign.start, inner.end, (inner,))


def _words(reader: Reader) -> Ink:
    token = reader.next
    reader.place += 1
    return reader.ink("words", token.start, token.end, name=token.text)


def _given(reader: Reader) -> Ink | None:
    """An ink that was read before."""
    reader.place += 1
    return reader.words[reader.place - 1].ink


def _blank(reader: Reader) -> Ink:
    token = reader.next
    reader.place += 1
    return reader.ink("blank", token.start, token.end)


def _infinity(reader: Reader) -> Ink:
    token = reader.next
    reader.place += 1
    return reader.ink("name", token.start, token.end, name="∞")


def _big(reader: Reader) -> Ink:
    """A sign of summation with what stands below and above it."""
    token = reader.next
    reader.place += 1
    while reader.next.kind == "op" and reader.next.text in ("_", "^"):
        reader.place += 1
        names.script(reader)
    return reader.ink("words", token.start, reader.words[reader.place - 1].end)


@lru_cache(maxsize=5000)
def inks_of(text: str) -> tuple[Ink, ...]:
    """What stands in a short text that is a formula or a name; nothing where it stands too deep in brackets."""
    try:
        words = dressed(tokens(text, 0, len(text)))
        return tuple(Reader(text, words).side(0, len(words)))
    except TooDeepError:
        return ()


def ink_of(text: str) -> Ink | None:
    """The expression that a text is; None where it is several."""
    inks = inks_of(text)
    return inks[0] if len(inks) == 1 else None


def named_by(text: str) -> Ink | None:
    """The name that a text is; None where it is anything else."""
    ink = ink_of(text)
    return ink if ink and ink.kind == "name" else None


def spelt(ink: Ink) -> str:
    """A name spelt in one way, whatever dresses it: alpha_21, Wq_1 of Wq^1, K_1ᵀ; anything else as it stands."""
    if ink.kind == "name":
        return "_".join([ink.name, *ink.indices])
    if ink.kind == "power" and ink.args[0].kind == "name":
        return f"{spelt(ink.args[0])}_{ink.args[1].text}"
    if ink.kind == "transpose":
        return f"{spelt(ink.args[0])}ᵀ"
    return " ".join(map(spelt, ink.args)) if ink.kind == "product" else ink.text


MAKERS: dict[str, Callable[[Reader], Ink | None]] = {
    "number": numerals.number,
    "fraction": numerals.fraction,
    "root": numerals.root,
    "word": names.name,
    "open": grids.bracket,
    "begin": grids.environment,
    "label": _words,
    "blank": _blank,
    "infinity": _infinity,
    "big": _big,
    "ink": _given,
    "percent": numerals.percent,
}
