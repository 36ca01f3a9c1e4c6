"""Rows that go on in the next line, and columns of a matrix that are printed in parts, as the rows that they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body

SIGN = re.compile(r"(?<=[\d\])}%])[ \t]{0,4}(?:\\|\.{3}|↩)[ \t]{0,9}\n[ \t]{1,40}(?=[-−+]?[\d.∞])")
OPENED = re.compile(  # (1, 2,
    r"(?<=[\d%])[ \t]{0,4}[,;](?P<end>[ \t]{0,9}\n[ \t]{1,40})(?=[-−+]?[\d.∞][^\[\]()\n]{0,200}[\])])"
)
BRACKET = re.compile(r"[\[(](?![\[(])[^\[\]()\n]{1,200}$")
APART = re.compile(r"[;|]|,(?=\s)")
COLUMNS = re.compile(  # Columns 1 through 2:
    r"^[ \t.]{0,8}(?:columns?|cols?\.?|spalten?|colonnes?|columnas?|colonne|kolumny?)[ \t]{1,9}(?P<first>\d{1,2})"
    r"(?:[ \t]{0,9}(?:through|to|bis|and|und|à|et|y|[-–,:])[ \t]{0,9}(?P<last>\d{1,2}))?[ \t]{0,9}:?[ \t]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
ROW = re.compile(r"[ \t]*(?:(?:[-−+]?(?:\d{1,9}(?:[.,]\d{1,12})?|\.\d{1,12}|∞|[Ii]nf)%?)[ \t,;|]*)++[ \t]*")


def joined(body: Body) -> Body:
    """A page with such rows on one line each."""
    edits = sorted([*_rows(body.text), *_columns(body.text)])
    return edited(body, edits) if edits else body


def _rows(text: str) -> Iterator[Edit]:
    """Behind a sign that says so, or within a bracket, the next line goes on with the row."""
    for match in SIGN.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        apart = APART.findall(line)
        yield Edit(*match.span(), ((f"{apart[-1] if apart else ' '} ", match.start()),))
    for match in OPENED.finditer(text):
        if BRACKET.search(text, max(text.rfind("\n", 0, match.start()), match.start() - 300) + 1, match.start()):
            yield Edit(*match.span("end"), ((" ", match.start("end")),))


def _columns(text: str) -> Iterator[Edit]:
    """Parts whose columns count on, each with as many rows."""
    part: list[re.Match[str]] = []
    for head in COLUMNS.finditer(text):
        if part and int(head["first"]) != int(part[-1]["last"] or part[-1]["first"]) + 1:
            yield from _beside(text, part)
            part = []
        part += [head] if part or int(head["first"]) == 1 else []
    yield from _beside(text, part)


def _beside(text: str, heads: list[re.Match[str]]) -> Iterator[Edit]:
    """The rows below several heads, beside one another."""
    parts = [_below(text, head.end()) for head in heads]
    if len(parts) < 2 or not parts[0] or len({len(rows) for rows in parts}) > 1:
        return
    lines = [
        part
        for row in zip(*parts, strict=True)
        for start, end in row
        for part in ((text[start:end], start), ("\n" if (start, end) == row[-1] else "  ", end))
    ]
    yield Edit(heads[0].start(), parts[-1][-1][1], tuple(lines[:-1]))


def _below(text: str, start: int) -> list[tuple[int, int]]:
    """The lines of numbers below a head."""
    rows: list[tuple[int, int]] = []
    for line in bounds_of(text, start, len(text)):
        if ROW.fullmatch(text, *line):
            rows.append(line)
        elif rows or text[slice(*line)].strip():
            break
    return rows
