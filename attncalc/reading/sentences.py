"""From the pieces of a page to its statements: chains that go on are joined, words are what stands between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attncalc.errors import InputError
from attncalc.reading.chain import Chain
from attncalc.reading.chains import chains
from attncalc.reading.commands import FUNCTIONS
from attncalc.reading.dress import TooDeepError
from attncalc.reading.html import html_table
from attncalc.reading.ink import Ink, Scrap, Statement
from attncalc.reading.lines import lines
from attncalc.reading.listings import is_bare, leads, listings, says
from attncalc.reading.prose import MARKER, runs
from attncalc.reading.spans import MAX_FORMULA, Span, Struck
from attncalc.reading.stacked import boxed, stacked
from attncalc.reading.tables import Read, assigned, labelled, listed, rows, table
from attncalc.reading.tabular import tabular
from attncalc.reading.tokens import Token, tokens
from attncalc.reading.wording import MAX_WORDS, join, tidy

MAX_CHAINS = 10_000
MAX_ROWS = 1000
MAX_TOKENS = 80_000
NOTHING = re.compile(
    r"[\s$~&>]*|[\s$~&>]*(?:\\+[\[\]()]|`{3,}(?:math|latex|tex)?|\\(?:begin|end)\{[a-z*]{1,20}\}|\\\\|[\s$~&>])*"
)
EXPLICIT = re.compile(r"[×*·⋅+]|\\(?:cdot|times)")
PLAIN_CELLS = {"number", "blank", "neg", "quotient", "power", "name"}
RESULT = re.compile(r"[-−]?\d+[.,]\d{2,}\s?%?")
DIGITS = re.compile(r"\d")
BLOCKS = {
    "stacked": stacked,
    "rows": rows,
    "labelled": labelled,
    "boxed": boxed,
    "listed": listed,
    "assigned": assigned,
}
TABLES = {"table": table, "html": html_table, "tabular": tabular}
DEEP = "brackets stand too deep inside one another"


class Sentences:
    """Collects the chains of a page in the order in which they stand."""

    def __init__(self, text: str, *, commas: bool = False, strokes: Iterable[tuple[int, int]] = ()) -> None:
        self.text, self.commas = text, commas
        self.struck = Struck(text, strokes)
        self.chains: list[Chain] = []
        self.scraps: list[Scrap] = []
        self.left = MAX_TOKENS

    def take(self, span: Span) -> None:
        """Reads one piece of the page."""
        if self.left < 0 or span.start >= span.end:
            return
        self.left -= 1
        if span.kind == "formula":
            self._formula(span.start, span.end)
        elif span.kind in TABLES:
            self._take(TABLES[span.kind], span.start, span.end)
        else:
            for line in lines(self.text, span.start, span.end):
                if self.left < 0:
                    return
                if line.kind == "line":
                    self._line(line.start, line.end)
                else:
                    self._take(BLOCKS[line.kind], line.start, line.end)

    def _take(self, read: Callable[..., Read], start: int, end: int) -> None:
        if self.text.count("\n", start, end) > MAX_ROWS:
            self._scrap(start, end, "no matrix has so many rows")
            return
        try:
            found, scraps = read(self.text, start, end, commas=self.commas)
        except TooDeepError:
            self._too_deep(start, end)
            return
        self.scraps += scraps
        for chain in found:
            chain.struck = chain.start in self.struck
            self._add(chain)

    def _words(self, start: int, end: int) -> list[Token]:
        words = tokens(self.text, start, end, commas=self.commas)
        self.left -= len(words)
        if self.left < 0 <= self.left + len(words):
            self._scrap(start, len(self.text), "the page is longer than any page: it is read up to here")
        if self.left < 0:
            return []
        if self.struck.ranges:
            for word in words:
                word.struck = word.start in self.struck
        return words

    def _formula(self, start: int, end: int) -> None:
        if end - start > MAX_FORMULA:
            self._scrap(start, end, "it is longer than any formula")
            return
        try:
            found, scraps = chains(self.text, self._words(start, end))
        except TooDeepError:
            self._too_deep(start, end)
            return
        for chain in found:
            self._add(chain)
        self.scraps += scraps

    def _line(self, start: int, end: int) -> None:
        if end - start > MAX_FORMULA:
            self._scrap(start, end, "nobody writes such long lines")
            return
        at_line = start == 0 or self.text[start - 1] == "\n"
        marker = MARKER.match(self.text, start, end) if at_line else None
        start = marker.end() if marker else start
        try:
            for listed in listings(self.text, start, end, commas=self.commas):
                self._runs(start, listed.start)
                listed.struck = listed.start in self.struck
                self._add(listed)
                start = listed.end
            self._runs(start, end)
        except TooDeepError:
            self._too_deep(start, end)

    def _runs(self, start: int, end: int) -> None:
        for words, reaches_end in runs(self._words(start, end)):
            found, scraps = chains(self.text, words)
            self.scraps += scraps
            for number, chain in enumerate(found, 1):
                last = reaches_end and number == len(found)
                if not self._is_said(chain, last):
                    continue
                held = self.chains[-1] if self.chains else None
                if held and is_bare(held, "sum", "product", "quotient") and is_bare(chain, "number") and leads(
                        self.text, held, chain):  # fmt: skip
                    held.said = self.text[held.end : chain.start]
                    chain.opens = "="
                    join(self.text, held, chain)
                else:
                    self._add(chain)

    def _is_said(self, chain: Chain, last: bool) -> bool:
        """Whether a chain in plain text is mathematics, and no date, range, size or list number."""
        if chain.ends_open and last:
            return True
        says = any(kind in ("number", "blank", "matrix") for side in chain.sides for kind in _kinds(side))
        if (chain.signs or chain.opens) and any(
            sign in ("=", "≈", "->", "=>", ":") for sign in [*chain.signs, chain.opens]
        ):
            return says or len(chain.sides) > 1 or bool(chain.opens and not chain.sides and last)
        return says and any(self._stands_alone(side) for side in chain.sides)

    def _stands_alone(self, ink: Ink) -> bool:
        if ink.kind == "number":
            return RESULT.fullmatch(ink.text) is not None or ("." in ink.text and says(self.text, ink.start))
        if ink.kind == "matrix":
            cells = [cell for row in ink.args for cell in row.args]
            if not all(cell.kind in PLAIN_CELLS for cell in cells):
                return any(any(cell.numbers()) and cell.kind in ("sum", "product") for cell in cells)
            has_point = any("." in cell.text or "," in cell.text for cell in cells)
            before = self.text[self.text.rfind("\n", 0, ink.start) + 1 : ink.start].rstrip()
            alone = not before or before[-1] in ":：*"
            count = sum(cell.kind == "number" for cell in cells)
            said = count * 2 >= len(cells) or (count > 0 and ink.text[:1] == "[")
            return said and (has_point or alone or (ink.text[:1] in "[{⟨" and len(cells) > 2))
        if ink.kind in ("product", "transpose", "neg", "call") and any(
            part.kind == "matrix" and self._stands_alone(part) for part in ink.args
        ):
            return True
        numbers = list(ink.numbers())
        if ink.kind not in ("sum", "product", "quotient") or len(numbers) < 2 or not EXPLICIT.search(ink.text):
            return False
        return any("." in number.text for number in numbers) or len(numbers) > 2

    def _too_deep(self, start: int, end: int) -> None:
        self._scrap(start, end, DEEP)

    def _scrap(self, start: int, end: int, why: str) -> None:
        if DIGITS.search(self.text, start, end):
            self.scraps.append(Scrap(start, end, self.text[start:end], why))

    def _add(self, chain: Chain) -> None:
        """Adds a chain, or joins it to the one before that it goes on from."""
        held = self.chains[-1] if self.chains else None
        if held and self._goes_on(held, chain):
            join(self.text, held, chain)
        else:
            if chain.opens:
                self._open(chain, held)
            self.chains.append(chain)
        if len(self.chains) > MAX_CHAINS:
            raise InputError(f"it has more than {MAX_CHAINS:,} formulas, which no page has")

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
        return len(between) < 200 and NOTHING.fullmatch(_bare(between)) is not None

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
        """The chains that say a number, or leave one open, with the words before each."""
        kept, position = [], 0
        for held, chain in zip([None, *self.chains], self.chains, strict=False):
            if not _says(chain):
                continue
            label = chain.sides[0].text if chain.sides[0].kind == "words" else ""
            before = f"{self.text[max(position, chain.start - 3 * MAX_WORDS) : chain.start]} {label}{chain.said}"
            words = tidy(self._about(held, chain) + before)
            signs = tuple(chain.signs[: len(chain.sides) - 1])
            kept.append(Statement(words, tuple(chain.sides), signs, chain.start, chain.struck))
            position = max(position, chain.end)
        return kept

    def _about(self, held: Chain | None, chain: Chain) -> str:
        """The name of the vector that a result follows in a sentence: for h2 = (0.7, 0.2) I get 0.07."""
        if held is None or len(held.sides) < 2 or held.sides[0].kind != "name" or held.sides[-1].kind != "matrix":
            return ""
        is_result = chain.sides[0].kind in ("number", "sum", "product") and leads(self.text, held, chain)
        return f"{held.sides[0].text} " if is_result else ""


def _says(chain: Chain) -> bool:
    """Whether a chain has a number or a matrix, or leaves something open; 1/√d_k alone says nothing."""
    kinds = {kind for side in chain.sides for kind in _kinds(side)}
    if not chain.sides or not kinds & {"number", "matrix", "blank"}:
        return False
    if chain.signs[:1] == ["∈"]:
        return False
    if any(chain.signs[: len(chain.sides) - 1]):
        return True
    names = {part.name for side in chain.sides for part in side.walk() if part.kind == "name"}
    return "matrix" in kinds or ("number" in kinds and not names - {"e"})


def _kinds(ink: Ink) -> list[str]:
    return [part.kind for part in ink.walk()]


def _bare(text: str) -> str:
    return text.replace("}", " ").replace("\\boxed{", " ").replace("\\right", " ")
