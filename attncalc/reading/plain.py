"""The lines of plain text: runs of mathematics between words, lists, and rows that stand under one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attncalc.reading.brackets import TooDeepError
from attncalc.reading.calculated import equated, told
from attncalc.reading.chain import Chain, join
from attncalc.reading.chains import chains
from attncalc.reading.drawn import boxed, stacked
from attncalc.reading.ink import Ink
from attncalc.reading.leading import is_bare, leads, says
from attncalc.reading.lines import ENDLESS, NUMBER, Line, lines
from attncalc.reading.lists import gathered
from attncalc.reading.prose import MARKER, runs
from attncalc.reading.regular import Shape, labels_in, rows_in, shape_of
from attncalc.reading.spans import MAX_FORMULA
from attncalc.reading.stack import Stack, called, is_value, label_behind, row_of
from attncalc.reading.summed import summed
from attncalc.reading.tokens import tokens

if TYPE_CHECKING:
    from attncalc.reading.sentences import Sentences

EXPLICIT = re.compile(r"[×*·⋅+]|\\(?:cdot|times)|\d [^\W\d_]{2,12} [\d(]")
PLAIN_CELLS = {"number", "blank", "neg", "quotient", "power", "name"}
RESULT = re.compile(r"[-−]?\d+[.,]\d{2,}\s?%?|\d+(?:[.,]\d)?\s?%")
ALONE = re.compile(rf"[ \t]*+(?:{NUMBER}|{ENDLESS})[ \t,;]*+")  # a number that has a line for itself
HEADING = re.compile(  # that states nothing
    r"[ \t>]{0,8}(?:#{1,6}[ \t](?!.*(?:[=:≈→]|->))|={2,6}[ \t][^=:≈→\d\n]{1,80}$)"
)
SLASHES = re.compile(
    r"\d[.,]\d{1,12} / [-−]?\d{1,6}(?:[.,]\d{1,12})?(?: / [-−]?\d|[ \t]*(?:\||$))", re.MULTILINE
)  # no fractions
COUNTED = re.compile(r"[ \t]*\(?1[.)][ \t][^\n]{1,40}?[ \t]\(?2[.)][ \t]")  # 1) 0.3  2) 0.7
WORD, FEW = re.compile(r"[^\W\d_]+"), 6
SIGNS = {"=", "≈", "->", "=>", ":"}
WIDE = 2  # blanks between a name and its value
LONG = "nobody writes such long lines"
DRAWN: dict[str, Callable[..., object]] = {"boxed": boxed, "stacked": stacked, "summed": summed}


class Plain:
    """Reads the lines of a page that are no formulas and no tables, into its sentences."""

    def __init__(self, sentences: Sentences) -> None:
        self.to, self.text = sentences, sentences.text
        self.stack = Stack(self.text)
        self.struck: list[Chain] = []  # crossed out in the rows of the stack
        self.shapes: dict[int, Shape | None] = {}  # of lines that were looked at
        self.slashes = SLASHES.search(self.text) is not None

    def take(self, start: int, end: int) -> None:
        """Reads a piece of plain text."""
        found = list(lines(self.text, start, end))
        for place, line in enumerate(found):
            if self.to.left < 0:
                return
            if line.kind in DRAWN:
                self.end()
                self.to.block(DRAWN[line.kind], line.start, line.end)
            elif line.end - line.start > MAX_FORMULA:
                self.to.scrap(line.start, line.end, LONG)
            else:
                self._line(line, found[max(0, place - 1) : place + 2])

    def _line(self, line: Line, near: list[Line]) -> None:
        """One line: a row of a matrix, or chains that stand for themselves; `near` are this one and its neighbours."""
        start, end = line.start, line.end
        is_whole = start == 0 or self.text[start - 1] == "\n"
        if is_whole and HEADING.match(self.text, start, end):
            return
        first = self._begin(line)
        end, behind = label_behind(self.text, first, end) if is_whole else (end, "")
        try:
            found = list(self._chains(first, end))
        except TooDeepError:
            self.to.too_deep(start, end)
            return
        if is_whole and not behind:
            found = self._regular(line, near, found)
        struck = [chain for chain, _ in found if self._is_struck(chain)]
        rest = [chain for chain, _ in found if not chain.struck]
        if struck and not rest:  # the rows around it go on
            self.struck += struck
            return
        row = row_of(self.to.struck.bare, first, end, rest) if is_whole else None
        if behind and row:
            row = row._replace(end=line.end, behind=behind)
        elif behind and len(found) == 1:
            found = [(called(self.text, found[0][0], behind, line.end), True)]
        if row is None or not self.stack.takes(row):
            self.end()
        if row is None:
            self._say_all(found, first, end)
            return
        self.struck += struck
        if not self.stack.goes_under(row):
            self.stack.rows.append(row)

    def _say_all(self, found: list[tuple[Chain, bool]], first: int, end: int) -> None:
        """The chains of a line that is no row."""
        self.stack.lies_above(end, [chain for chain, _ in found])
        beside = any(self._is_said(chain, is_last) for chain, is_last in found) or (
            len(found) > 1 and len(WORD.findall(self.text, first, end)) <= FEW
        )
        for chain, is_last in found:
            self._say(chain, is_last, beside=beside)

    def _is_struck(self, chain: Chain) -> bool:
        """Whether a chain is crossed out, which it says from here on."""
        chain.struck |= bool(chain.sides) and chain.sides[-1].start in self.to.struck
        return chain.struck

    def _begin(self, line: Line) -> int:
        """Where a line begins behind what marks it as an item."""
        is_whole = line.start == 0 or self.text[line.start - 1] == "\n"
        marker = MARKER.match(self.text, line.start, line.end) if is_whole else None
        if marker is None or COUNTED.match(self.text, line.start, line.end):
            return line.start
        return marker.end()

    def _regular(self, line: Line, near: list[Line], found: list[tuple[Chain, bool]]) -> list[tuple[Chain, bool]]:
        """The chains of a line, or the row that it is by its shape, where numbers of it are not read otherwise."""
        shape = self._shape(line)
        if shape is None:
            return found
        place = near.index(line)
        others = [(other, step) for step in (-1, 1) if (other := self._neighbour(near, place, step))]
        known = labels_in(shape, others)
        least = WIDE if known is None else 1
        if len(found) == 1 and is_value(self.text, found[0][0], self._begin(line), line.end, least):
            found[0][0].signs = [":"]
        row = row_of(self.to.struck.bare, self._begin(line), line.end, [chain for chain, _ in found])
        said = [row.chain] if row else [chain for chain, is_last in found if self._is_said(chain, is_last)]
        if known is None:
            return found
        is_counted = row is not None and len(row.cells) > len(shape.kept(known))
        if not (is_counted or shape.says_which or shape.is_lost(known, said) or shape.is_paired(known)):
            return found
        listed = rows_in(self.text, shape, known)
        return [(chain, True) for chain in listed] or found

    def _neighbour(self, near: list[Line], place: int, step: int) -> Shape | None:
        """The shape of the line before or behind, if nothing but blank lines stands between."""
        if not 0 <= place + step < len(near) or near[place + step].kind in DRAWN:
            return None
        upper, lower = near[min(place, place + step)], near[max(place, place + step)]
        return None if self.text[upper.end : lower.start].strip(" \t\r\n>") else self._shape(near[place + step])

    def _shape(self, line: Line) -> Shape | None:
        if line.start not in self.shapes:
            first = self._begin(line)
            self.shapes[line.start] = shape_of(
                self.text, told(tokens(self.text, first, line.end, commas=self.to.commas))
            )
        return self.shapes[line.start]

    def _chains(self, start: int, end: int) -> Iterator[tuple[Chain, bool]]:
        """The chains of a line, and whether each is the last and reaches its end."""
        words = self.to.words(start, end)
        if ALONE.fullmatch(self.text, start, end) and words:
            found, _ = chains(self.text, words)
            yield found[0], True
            return
        for part, reaches_end in runs(gathered(self.text, equated(words), slashes=self.slashes)):
            found, scraps = chains(self.text, part)
            self.to.scraps += scraps
            for number, chain in enumerate(found, 1):
                chain.plain = True
                yield chain, reaches_end and number == len(found)

    def end(self) -> None:
        """The rows under one another end here."""
        chain, is_certain = self.stack.ended()
        if chain:
            chain.plain = True
        if chain and is_certain:
            self.to.add(chain)
        elif chain:
            self._say(chain, is_last=True)
        for out in self.struck:
            self.to.add(out)
        self.struck.clear()

    def _say(self, chain: Chain, is_last: bool, *, beside: bool = False) -> None:
        """Adds a chain that is mathematics; a bare result goes on with the calculation that its sentence has.

        A list `beside` mathematics of the same line is one too, whatever stands in it.
        """
        held = self.to.chains[-1] if self.to.chains else None
        calculated = held is not None and is_bare(held, "sum", "product", "quotient") and is_bare(chain, "number")
        if held and calculated and leads(self.text, held, chain):
            held.said = self.text[held.end : chain.start]
            chain.opens = "="
            join(self.text, held, chain)
        elif self._is_said(chain, is_last) or (
            (beside or self._is_awaited(held, chain)) and any(map(_is_listed, chain.sides))
        ):
            self.to.add(chain)

    def _is_awaited(self, held: Chain | None, chain: Chain) -> bool:
        """Whether a chain follows a formula that ends with a sign: $S =$ 2, 0, 5."""
        return held is not None and held.ends_open and not self.text[held.end : chain.start].strip(" $")

    def _is_said(self, chain: Chain, is_last: bool) -> bool:
        """Whether a chain in plain text is mathematics, and no date, range, size or list number."""
        if chain.ends_open and is_last:
            return True
        says = any(part.kind in ("number", "blank", "matrix") for side in chain.sides for part in side.walk())
        if SIGNS & {*chain.signs, chain.opens}:
            return says or len(chain.sides) > 1 or bool(chain.opens and not chain.sides and is_last)
        return says and any(self._stands_alone(side) for side in chain.sides)

    def _stands_alone(self, ink: Ink) -> bool:
        """Whether a side says something by itself."""
        if ink.kind == "number":
            return RESULT.fullmatch(ink.text) is not None or ("." in ink.text and says(self.text, ink.start))
        if ink.kind == "matrix":
            return self._is_matrix(ink)
        if ink.kind in ("product", "transpose", "neg", "call") and any(
            part.kind == "matrix" and self._stands_alone(part) for part in ink.args
        ):
            return True
        numbers = list(ink.numbers())
        if ink.kind not in ("sum", "product", "quotient") or len(numbers) < 2 or not EXPLICIT.search(ink.text):
            return False
        return any("." in number.text for number in numbers) or len(numbers) > 2

    def _is_matrix(self, ink: Ink) -> bool:
        cells = [cell for row in ink.args for cell in row.args]
        if not all(cell.kind in PLAIN_CELLS for cell in cells):
            return any(any(cell.numbers()) and cell.kind in ("sum", "product") for cell in cells)
        has_point = any(sign in cell.text for cell in cells for sign in ".,%")
        before = self.text[self.text.rfind("\n", 0, ink.start) + 1 : ink.start].rstrip()
        alone = not before or before[-1] in ":：*"
        count = sum(cell.kind == "number" for cell in cells)
        said = count * 2 >= len(cells) or (count > 0 and ink.text[:1] == "[")
        return said and (has_point or alone or (ink.text[:1] in "[{⟨" and len(cells) > 2))


def _is_listed(ink: Ink) -> bool:
    """Whether a side is a list, or a part in percent."""
    return ink.kind == "matrix" or (ink.kind == "number" and ink.text.endswith("%"))
