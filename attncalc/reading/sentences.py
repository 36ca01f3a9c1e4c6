"""From the pieces of a page to its statements: chains that go on are joined, words are what stands between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from attncalc.errors import InputError
from attncalc.limits import FORMULAS
from attncalc.reading.brackets import TooDeepError
from attncalc.reading.chain import Chain, join
from attncalc.reading.chains import chains
from attncalc.reading.cleaned import without
from attncalc.reading.code import COMMENT
from attncalc.reading.commands import FUNCTIONS
from attncalc.reading.grids import matrices_of
from attncalc.reading.headings import SECTION, Headings
from attncalc.reading.ink import Ink, Scrap, Span, Statement
from attncalc.reading.leading import leads
from attncalc.reading.plain import Plain
from attncalc.reading.spans import MAX_FORMULA
from attncalc.reading.strokes import Strokes
from attncalc.reading.tables import BLOCKS
from attncalc.reading.tokens import Token, tokens
from attncalc.reading.worked import SHAPE, matrix_in

MAX_ROWS = 1000
MAX_TOKENS = 80_000
MAX_BETWEEN = 200
NOTHING = re.compile(
    r"(?:[\s$~&>}]|`{3,}+(?:math|latex|tex)?|\\(?:begin|end)\{[a-z*]{1,20}\}|\\boxed\{|\\right|\\++[\[\]()]|\\\\)*+"
)
COMMAND = re.compile(r"\\[a-z]{4,9}\{")
DIGITS = re.compile(r"\d")


class Sentences:
    """Collects the chains of a page in the order in which they stand."""

    def __init__(self, text: str, *, commas: bool = False, strokes: Iterable[tuple[int, int]] = ()) -> None:
        self.text, self.commas = text, commas
        self.struck = Strokes(text, strokes)
        self.chains: list[Chain] = []
        self.scraps: list[Scrap] = []
        self.left = MAX_TOKENS
        self.printed: list[Ink] = []  # what code prints, whose values follow
        self.code: list[tuple[int, int]] = []
        self.plain = Plain(self)

    def take(self, span: Span) -> None:
        """Reads one piece of the page."""
        if self.left < 0 or span.start >= span.end:
            return
        self.left -= 1
        if span.kind == "text":
            self.plain.take(span.start, span.end)
            return
        self.plain.end()
        if span.kind == "formula":
            self._formula(span.start, span.end)
        elif span.kind == "array":
            self._read(self._uncommented(span.start, span.end), span.start, span.end)
        elif span.kind == "code":
            self.code.append((span.start, span.end))
            self.printed.clear()
        elif span.kind == "label":
            self._label(span.start, span.end)
        else:
            self.block(BLOCKS[span.kind], span.start, span.end)

    def block(self, read: Callable[..., Any], start: int, end: int) -> None:
        """Reads a table, or matrices that are drawn over several lines."""
        if self.text.count("\n", start, end) > MAX_ROWS:
            self.scrap(start, end, "no matrix has so many rows")
            return
        strokes = list(self.struck.pieces(start, end))
        try:
            found, scraps = read(self.struck.bare if strokes else self.text, start, end, commas=self.commas)
        except TooDeepError:
            self.too_deep(start, end)
            return
        self.scraps += scraps
        for chain in found:
            sides = list(map(self.struck.as_written, chain.sides)) if strokes else chain.sides
            self.add(replace(chain, sides=sides, struck=chain.start in self.struck))
        for piece in strokes:
            self._formula(*piece)

    def words(self, start: int, end: int) -> list[Token]:
        """The words between two positions; none where the page has had more than any page has."""
        words = tokens(self.text, start, end, commas=self.commas)
        self.left -= len(words)
        if self.left < 0:
            if self.left + len(words) >= 0:
                self.scrap(start, len(self.text), "the page is longer than any page: it is read up to here")
            return []
        for word in words if self.struck.starts else ():
            word.struck = word.start in self.struck
        return words

    def _formula(self, start: int, end: int) -> None:
        if end - start <= MAX_FORMULA:
            self._read(self.words(start, end), start, end)
        else:
            self.scrap(start, end, "it is longer than any formula")

    def _read(self, words: list[Token], start: int, end: int) -> None:
        try:
            found, scraps = chains(self.text, words)
        except TooDeepError:
            self.too_deep(start, end)
            return
        for chain in found:
            self.add(chain)
        self.scraps += scraps

    def _uncommented(self, start: int, end: int) -> list[Token]:
        """The words of a program without its comments."""
        words: list[Token] = []
        for comment in (*COMMENT.finditer(self.text, start, end), None):
            words += self.words(start, comment.start() if comment else end)
            start = comment.end() if comment else end
        return words

    def _label(self, start: int, end: int) -> None:
        """What code prints: the label of what follows."""
        try:
            found, _ = chains(self.text, self.words(start, end))
        except TooDeepError:
            return
        if len(found) == 1 and len(found[0].sides) == 1 and not found[0].signs:
            self.printed += found[0].sides

    def too_deep(self, start: int, end: int) -> None:
        """A piece with more brackets inside one another than anybody writes."""
        self.scrap(start, end, "brackets stand too deep inside one another")

    def scrap(self, start: int, end: int, why: str) -> None:
        """A piece that is not read, if digits stand in it."""
        if DIGITS.search(self.text, start, end):
            self.scraps.append(Scrap(start, end, self.text[start:end], why))

    def add(self, chain: Chain) -> None:
        """Adds a chain, or joins it to the one before that it goes on from; a list of matrices is a chain for each."""
        if chain.sides and len(stack := matrices_of(chain.sides[-1])) > 1:
            self._add_heads(chain, stack)
            return
        held = self.chains[-1] if self.chains else None
        if self.printed and len(chain.sides) == 1 and chain.sides[0].kind == "matrix" and not chain.opens:
            label = self.printed.pop(0)
            self.chains.append(replace(chain, start=chain.start, sides=[label, *chain.sides], signs=[":"]))
        elif held and self._goes_on(held, chain):
            join(self.text, held, chain)
        else:
            if chain.opens:
                self._open(chain, held)
            self.chains.append(chain)
        if len(self.chains) > FORMULAS.most:
            raise InputError(FORMULAS.told)

    def _add_heads(self, chain: Chain, stack: Sequence[Ink]) -> None:
        """Adds a chain for each of several matrices, all with the label that stands before them, or is printed."""
        labels = chain.sides[:-1] or ([self.printed.pop(0)] if self.printed else [])
        signs = chain.signs[: len(labels)] or [":"] * len(labels)
        for number, one in enumerate(stack, 1):
            matrix = replace(one, text=self.text[one.start : one.end])
            sides = [*labels, matrix]
            self.chains.append(
                replace(chain, start=one.start, end=one.end, sides=sides, signs=signs, said=f" head {number}")
            )

    def _goes_on(self, held: Chain, chain: Chain) -> bool:
        if held.struck != chain.struck or not self._nothing_between(held, chain):
            return False
        if chain.opens or held.ends_open:
            return bool(held.sides)
        if not held.sides or not chain.sides:
            return False
        between = self.text[held.end : chain.start]
        last, first = held.sides[-1], chain.sides[0]
        if first.kind == "matrix" and last.kind == "name" and last.name.lower() in FUNCTIONS:
            return True
        alone = len(chain.sides) == 1 or chain.signs[0] != ":"
        return (
            "\n" not in between and first.kind == "matrix" and alone and last.kind in ("matrix", "transpose", "product")
        )

    def _nothing_between(self, held: Chain, chain: Chain) -> bool:
        between = self.text[held.end : chain.start]
        return held.end <= chain.start and len(between) < MAX_BETWEEN and NOTHING.fullmatch(between) is not None

    def _open(self, chain: Chain, held: Chain | None) -> None:
        """A chain that begins with a sign gets the line before it as its first side, where that is a formula."""
        label = self._line_before(chain.start, held.end if held else 0)
        first = label or Ink("words", chain.start, chain.start, "")
        chain.sides.insert(0, first)
        chain.signs.insert(0, chain.opens)
        chain.start, chain.opens = first.start, ""

    def _line_before(self, position: int, floor: int) -> Ink | None:
        before = self.text[max(floor, position - 200) : position]
        shift = position - len(before)
        line = next(
            (match for match in reversed(list(re.finditer(r"[^\n]+", before))) if match[0].strip(" $\t\r>`\\[")), None
        )
        if line is None or len(line[0]) > 100:
            return None
        words = tokens(self.text, shift + line.start(), shift + line.end(), commas=self.commas)
        words = [word for word in words if word.text not in ("$", "`")]
        if not words or any(word.kind in ("stop", "colon", "other", "unknown", "sign", "label") for word in words):
            return None
        if any(word.kind == "word" and len(word.text) > 4 and word.text.lower() not in FUNCTIONS for word in words):
            return None
        try:
            found, _ = chains(self.text, words)
        except TooDeepError:
            return None
        if len(found) == 1 and len(found[0].sides) == 1 and not any(found[0].sides[0].numbers()):
            return found[0].sides[0] if found[0].sides[0].kind not in ("words", "matrix") else None
        return None

    def statements(self) -> list[Statement]:
        """The chains that say a number, or leave one open, with the words before each and the heading above."""
        self.plain.end()
        kept, headings = [], Headings(without(self.text, sorted(self.code)))
        for held, chain in zip([None, *self.chains], self.chains, strict=False):
            if not _says(chain) or (len(chain.sides) == 1 and self._is_title(chain)):
                continue
            words = headings.words(chain, self._about(held, chain))
            chain = headings.named(chain)  # noqa: PLW2901  it is the same one, with its label
            signs = tuple(chain.signs[: len(chain.sides) - 1])
            kept.append(
                Statement(
                    words,
                    _worked(chain.sides, self.text),
                    signs,
                    chain.start,
                    chain.struck,
                    headings.heading,
                    chain.rows or _labels(chain) or headings.rows(chain, words),
                )
            )
        return kept

    def _is_title(self, chain: Chain) -> bool:
        """Whether a chain stands in a heading: Layer 1, Head 2; divided by $\\sqrt{2}$:"""
        start = self.text.rfind("\n", 0, chain.start) + 1
        is_root = any(part.name == "sqrt" for part in chain.sides[0].walk())
        stop = self.text.find("\n", chain.end)
        line = self.text[start : stop if stop >= 0 else len(self.text)]
        return SECTION.match(line) is not None or (is_root and not chain.signs and _is_heading(line))

    def _about(self, held: Chain | None, chain: Chain) -> str:
        """The name of the vector that a result follows in a sentence: for h2 = (0.7, 0.2) I get 0.07."""
        if held is None or len(held.sides) < 2 or held.sides[0].kind != "name" or held.sides[-1].kind != "matrix":
            return ""
        is_result = chain.sides[0].kind in ("number", "sum", "product") and leads(self.text, held, chain)
        return f"{held.sides[0].text} " if is_result else ""


def _is_heading(line: str) -> bool:
    """Whether a line is a heading by its dress, or by the colon at its end."""
    bare = line.strip(" \t>").rstrip("\\ ")
    edges = bare[:2], bare[-2:]
    return (
        edges == ("**", "**")
        or (bare[:1], bare[-1:]) == ("_", "_")
        or bare.rstrip("*_ ")[-1:] in (":", "：")
        or (COMMAND.match(bare) is not None and bare.endswith("}"))
    )


def _labels(chain: Chain) -> tuple[str, ...]:
    """The names of the rows of the matrix that ends a chain, if they have any."""
    last = chain.sides[-1]
    return tuple(row.name for row in last.args) if last.kind == "matrix" and any(row.name for row in last.args) else ()


def _worked(sides: list[Ink], text: str) -> tuple[Ink, ...]:
    """The sides of a chain, where a number before the matrix that ends it is multiplied in: K = 1/2 [2 4]."""
    *labels, last = sides
    is_changed = last.kind in ("product", "neg", "quotient") or SHAPE.match(text, last.end)
    if not is_changed or not labels or any(any(side.numbers()) for side in labels):
        return tuple(sides)
    return (*labels, matrix_in(last, text) or last)


def _says(chain: Chain) -> bool:
    """Whether a chain has a number or a matrix, or leaves something open; 1/√d_k alone says nothing."""
    kinds = {part.kind for side in chain.sides for part in side.walk()}
    if not kinds & {"number", "matrix", "blank"} or chain.signs[:1] == ["∈"]:
        return False
    if any(chain.signs[: len(chain.sides) - 1]):
        return True
    names = {part.name for side in chain.sides for part in side.walk() if part.kind == "name"}
    return "matrix" in kinds or ("number" in kinds and not names - {"e"})
