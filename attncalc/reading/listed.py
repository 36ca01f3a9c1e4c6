"""Tables as lists in lists, and lists that a program compares with what it has, written as tables and equations.

* - cat        .. list-table::  of reStructuredText
  - 0.5
np.testing.assert_allclose(S, [[1, 2], [3, 4]], atol=1e-3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body
from attncalc.reading.retold import Part

CELL = r"-(?:[ \t]{1,4}(?P<cell>[^\n]{0,80}))?"
FIRST, NEXT = re.compile(rf"[ \t]{{0,12}}\*[ \t]{CELL}"), re.compile(rf"[ \t]{{1,12}}{CELL}")
COMPARED = re.compile(
    r"(?:\w{1,12}\.){0,3}(?:assert_\w{1,24}|allclose|array_equal|isclose)\(\s?(?P<name>[A-Za-z_]\w{0,20}),\s?"
    r"(?=(?:\w{1,9}\.)?(?:array|tensor)?\(?\[)"
)
CLOSE = re.compile(
    r"(?<=[\])])(?:,\s?(?:[ar]tol|decimal|\d)[^()\[\]\n]{0,40})?\)(?=[ \t]*(?:$|#))", re.MULTILINE
)  # , atol=1e-3)
MAX_LIST = 4000  # signs, within which ", atol=1e-3)" closes a list


def listed(body: Body) -> Body:
    """A page with such lists so."""
    edits = sorted([*_tables(body.text), *_compared(body.text)])
    return edited(body, edits) if edits else body


def _compared(text: str) -> Iterator[Edit]:
    for match in COMPARED.finditer(text) if "(" in text else ():
        yield Edit(match.start(), match.end(), ((f"{match['name']} = ", match.start("name")),))
        if close := CLOSE.search(text, match.end(), match.end() + MAX_LIST):
            yield Edit(*close.span())


def _tables(text: str) -> Iterator[Edit]:
    """Rows that begin with a star, each cell behind a dash of its own; the first row is the heads."""
    rows: list[list[re.Match[str]]] = []
    for bound in [*(bounds_of(text, 0, len(text)) if "* -" in text else ()), (len(text), len(text))]:
        if first := FIRST.fullmatch(text, *bound):
            rows.append([first])
        elif rows and (cell := NEXT.fullmatch(text, *bound)):
            rows[-1].append(cell)
        elif rows:
            if len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
                yield Edit(rows[0][0].start(), rows[-1][-1].end(), tuple(_parts(rows)))
            rows = []


def _parts(rows: list[list[re.Match[str]]]) -> Iterator[Part]:
    for number, row in enumerate(rows):
        for place, match in enumerate(row):
            start = match.start("cell") if match["cell"] else match.end()
            yield ("| " if not place else " | "), start
            yield (match["cell"] or "").rstrip(), start
        yield " |\n", row[-1].end()
        if not number:
            yield "|" + "---|" * len(row) + "\n", row[-1].end()
