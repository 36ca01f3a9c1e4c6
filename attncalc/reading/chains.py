"""A formula as chains of sides: split at signs, at commas before another equation, and at line ends."""

from __future__ import annotations

from attncalc.reading import grids
from attncalc.reading.brackets import ends
from attncalc.reading.chain import Chain, apart, next_label, without_place
from attncalc.reading.dress import dressed
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink, Scrap
from attncalc.reading.tokens import Token

OPERATORS = {"+", "*", "-", "/"}
LABELS = {"name", "transpose", "words", "quotient", "product", "call", "power", "neg"}
ARROWS = {"=>", "->"}
CELLS = {"number", "comma", "semicolon"}
MAX_ROW = 60


def chains(text: str, words: list[Token]) -> tuple[list[Chain], list[Scrap]]:
    """The chains of one formula, and what could not be read of it."""
    words = dressed(words)
    struck = [token for token in words if token.struck]
    reader = Reader(text, _continued(words if len(struck) == len(words) else [t for t in words if not t.struck]))
    found = _Splitter(reader, 0, len(reader.words)).chains
    for start, stop in reader.inner:
        found += _Splitter(reader, start, stop).chains
    if struck and len(struck) < len(words):
        crossed = Reader(text, struck)
        out = _Splitter(crossed, 0, len(struck)).chains
        found = [*(_labelled(chain, found) for chain in out), *found]
        reader.scraps += crossed.scraps
    for chain in found:
        chain.struck = chain.struck or bool(struck and len(struck) == len(words))
    return found, reader.scraps


def _labelled(chain: Chain, others: list[Chain]) -> Chain:
    """What was crossed out inside a formula, with the label that the rest has."""
    chain.struck = True
    label = others[0].sides[0] if others and len(others[0].sides) > 1 else None
    if label and label.kind in LABELS and not any(label.numbers()) and not chain.signs:
        chain.sides, chain.signs = [label, *chain.sides], ["=", *chain.signs]
    return chain


def _continued(words: list[Token]) -> list[Token]:
    """Without line ends that part nothing, and & that only line up."""
    words = _without_indents(words)
    found = ends(words)
    inside = place = 0
    kept: list[Token] = []
    for place, token in enumerate(words):
        if token.kind == "begin":
            inside = max(inside, found[place][0])
        is_list = token.kind == "open" and token.text != "{"
        if is_list and any(word.kind == "amp" for word in words[place : found[place][0]]):
            inside = max(inside, found[place][0])
        if place >= inside and token.kind in ("amp", "slash", "bar"):
            continue
        if token.kind == "quad" and kept and kept[-1].kind == "sign":
            continue
        if place >= inside and token.kind == "row" and _goes_on(words, place):
            continue
        kept.append(token)
    return kept


def _without_indents(words: list[Token]) -> list[Token]:
    r"""Without \\ &\quad where the next line, which is set in, is no equation of its own but goes on."""
    kept: list[Token] = []
    place = 0
    while place < len(words):
        behind = place + 1
        while words[place].kind == "row" and behind < len(words) and words[behind].kind == "amp":
            behind += 1
        set_in = behind > place + 1 and behind < len(words) and words[behind].kind == "quad"
        term = behind + 3 if [word.text for word in words[behind + 1 : behind + 3]] == ["{", "}"] else behind + 1
        is_term = any(word.kind == "op" and word.text in ("+", "-") for word in words[term : term + 1])
        if not set_in or (_has_sign(words, behind) and not is_term):
            kept.append(words[place])
            place += 1
            continue
        place = term
    return kept


def _has_sign(words: list[Token], place: int) -> bool:
    """Whether a sign stands before the next line end."""
    rest = (word.kind for word in words[place:] if word.kind in ("sign", "row"))
    return next(rest, "") == "sign"


def _goes_on(words: list[Token], place: int) -> bool:
    before = next((words[i] for i in range(place - 1, -1, -1) if words[i].kind != "amp"), None)
    after = next((words[i] for i in range(place + 1, len(words)) if words[i].kind != "amp"), None)
    if before is None or after is None:
        return True
    return any(word.kind == "sign" or (word.kind == "op" and word.text in OPERATORS) for word in (before, after))


class _Splitter:
    """Goes through the words of a formula once and collects its chains."""

    def __init__(self, reader: Reader, start: int, stop: int) -> None:
        self.reader, self.stop = reader, stop
        self.chains: list[Chain] = []
        self.chain: Chain | None = None
        self.first = start  # of the part that is being collected
        self.list: list[Ink] = []  # items before it
        place = start
        while place < stop:
            if place in reader.ends:
                place = max(place + 1, min(reader.end_of(place)[1], stop))
                continue
            if at := STOPS.get(reader.words[place].kind):
                at(self, place)
            place += 1
        self.finish(stop)

    def flush(self, place: int) -> None:
        """The part up to here is a side."""
        inks = self.reader.side(self.first, place)
        start, self.first = self.first, place + 1
        if not inks and not self.list:
            return
        if self.chain is None:
            self.chain = Chain(self._start(start, inks), 0)
        self._sides(self.chain, self._listed(inks))
        self.chain.end = max(self.chain.end, self.reader.words[min(place, self.stop) - 1].end if place > start else 0)

    def _start(self, place: int, inks: list[Ink]) -> int:
        """Where a chain begins: a bracket before its first number is part of it."""
        first = self.list[0].start if self.list else inks[0].start
        return min(first, self.reader.words[place].start) if place < self.stop else first

    def _listed(self, inks: list[Ink]) -> list[Ink]:
        """With the items before it, as one row where all are numbers."""
        inks, self.list = [*self.list, *inks], []
        said = [ink for ink in inks if ink.kind != "words"]
        if len(said) > 1 and all(ink.kind in ("number", "blank", "quotient", "neg", "power") for ink in said):
            return [grids.row_of(self.reader, said)]
        return inks if not said else [*(ink for ink in inks[:1] if ink.kind == "words"), *said]

    def _sides(self, chain: Chain, inks: list[Ink]) -> None:
        for ink in inks:
            if len(chain.sides) > len(chain.signs):
                chain.signs.append("")
            chain.sides.append(ink)

    def finish(self, place: int) -> None:
        """The chain ends here."""
        self.flush(place)
        if self.chain and (self.chain.sides or self.chain.opens):
            self.chains += apart(without_place(self.chain))
        self.chain = None

    def sign(self, place: int) -> None:
        """A sign between two sides, or before the first."""
        token = self.reader.words[place]
        if token.text in ARROWS and self._begins(place):
            self.finish(place)
            return
        self.flush(place)
        if self.chain is None:
            self.chain = Chain(token.start, token.end)
        if label := next_label(self.chain):
            self.chains += apart(without_place(self.chain))
            self.chain = Chain(label.start, token.end, [label])
        chain = self.chain
        if not chain.sides:
            chain.opens = token.text
        elif len(chain.signs) < len(chain.sides):
            chain.signs.append(token.text)
        elif token.text == "≈":
            chain.signs[-1] = "≈"
        chain.end = token.end

    def _begins(self, place: int) -> bool:
        """Whether another equation begins behind an arrow."""
        words, reader = self.reader.words, self.reader
        at, label = place + 1, False
        while at < self.stop and words[at].kind not in ("row", "comma", "semicolon", "quad"):
            if words[at].kind == "sign":
                return words[at].text in ("=", "≈") and label
            label = label or words[at].kind in ("word", "label") or words[place].text == "=>"
            if words[place].text == "->" and words[at].kind in ("number", "begin"):
                return False
            at = reader.over(at, self.stop)
        return False

    def comma(self, place: int) -> None:
        """Before another equation a comma ends the chain, else an item of a list."""
        if self._equation(place + 1) and not self._is_row(place):
            self.finish(place)
            return
        found = self.reader.side(self.first, place)
        self.list += [ink for ink in found if ink.kind != "words" or not self.list]
        self.first = place + 1

    def _equation(self, place: int) -> bool:
        """Whether the words up to the next comma are an equation, or have a label of their own."""
        words = self.reader.words
        while place < self.stop and words[place].kind not in ("comma", "semicolon", "quad", "row"):
            if words[place].kind == "colon":  # in 2,5 : the comma stands in a label
                return bool(self.chain and self.chain.signs) or self._holds_matrix()
            if words[place].kind == "sign":
                return True
            place = self.reader.over(place, self.stop)
        return False

    def _holds_matrix(self) -> bool:
        """Whether what stands since the last comma is a matrix, and no part of a label."""
        words = self.reader.words
        return words[self.first].kind in ("open", "ink", "begin") if self.first < self.stop else False

    def _is_row(self, place: int) -> bool:
        """Whether a comma stands between numbers that an arrow follows: 2, 3 -> 0.3, 0.7."""
        words = self.reader.words[self.first : min(place + MAX_ROW, self.stop)]
        sign = next((word for word in words if word.kind not in CELLS and word.text != "-"), None)
        return self.chain is None and sign is not None and sign.kind == "sign" and sign.text == "->"

    def row(self, place: int) -> None:
        """A line ends."""
        self.finish(place)

    def colon(self, place: int) -> None:
        """What stands before a colon is a label: a name is a side, anything else is left to the words."""
        inks = self.reader.side(self.first, place)
        if (self.chain and self.chain.signs) or any(map(_is_listed, inks)):
            self.flush(place)
            label = next_label(self.chain, is_told=True) if self.chain else None
            self.finish(place)
            is_label = label is not None and _is_symbol(label)
            self.chain = (
                Chain(label.start, self.reader.words[place].end, [label], [":"]) if label and is_label else None
            )
            return
        self.first, self.list, self.chain = place + 1, [], None
        if len(inks) == 1 and _is_symbol(inks[0]):
            self.chain = Chain(inks[0].start, self.reader.words[place].end, inks, [":"])


STOPS = {
    "sign": _Splitter.sign,
    "comma": _Splitter.comma,
    "semicolon": _Splitter.comma,
    "quad": _Splitter.comma,
    "row": _Splitter.row,
    "colon": _Splitter.colon,
}


def _is_listed(ink: Ink) -> bool:
    """Whether an ink is a matrix with a name behind it: the label of what follows."""
    return ink.kind == "product" and ink.args[0].kind == "matrix" and ink.args[-1].kind in ("name", "call")


def _is_symbol(ink: Ink) -> bool:
    """Whether an ink before a colon is a symbol, and no word such as Row or Step."""
    if ink.kind not in ("name", "transpose", "quotient", "product"):
        return False
    names = [part for part in ink.walk() if part.kind not in ("transpose", "quotient", "product")]
    return all(
        part.kind in ("name", "call")
        and (len(part.name) < 3 or part.name.isupper() or "_" in part.text or part.text.startswith(f"\\{part.name}"))
        for part in names
    )
