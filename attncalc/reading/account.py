"""The numerals of a page that are no numbers of the work: indices, item numbers, dates, code, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from attncalc.reading.headings import SECTION
from attncalc.reading.ink import Beside, Ranges, Scrap, Statement
from attncalc.reading.prose import MARKER

NUMERAL = re.compile(r"\d+(?:[.,]\d+)*+")
DATED = re.compile(r"\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?|https?://\S++")


def beside(text: str, statements: Sequence[Statement], scraps: Iterable[Scrap], code: Iterable[tuple[int, int]]
           ) -> Iterator[Beside]:  # fmt: skip
    """Each numeral of a text that no statement says and no scrap holds, and what it is."""
    sides = [side for statement in statements for side in statement.sides]
    said = Ranges([*((ink.start, ink.end) for side in sides for ink in side.numbers()),
                    *((scrap.start, scrap.end) for scrap in scraps)])  # fmt: skip
    kinds: list[tuple[str, Callable[[int], bool]]] = [
        ("index", Ranges((side.start, side.end) for side in sides).__contains__),
        ("code", Ranges(code).__contains__),
        ("date", Ranges(match.span() for match in DATED.finditer(text)).__contains__),
        ("item", lambda position: _is_item(text, position)),
        ("heading", lambda position: SECTION.match(text, text.rfind("\n", 0, position) + 1) is not None),
    ]
    for match in NUMERAL.finditer(text):
        if match.start() not in said and match.end() - 1 not in said:
            what = next((name for name, holds in kinds if holds(match.start())), "words")
            yield Beside(match.start(), match.end(), match[0], what)


def _is_item(text: str, position: int) -> bool:
    """Whether a numeral stands where the items of a list have their numbers."""
    marker = MARKER.match(text, text.rfind("\n", 0, position) + 1)
    return marker is not None and position < marker.end()
