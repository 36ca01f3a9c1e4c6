"""Entries with a line each behind their row and column, however written: (1, 2) 0.5, [0][1]: 0.5, cat → sat: 3.

Where several lines count rows and columns so, the label of each is written as the words that say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from attncalc.reading.edits import Edit, edited
from attncalc.reading.languages import COUNTED_ROWS
from attncalc.reading.lines import bounds_of
from attncalc.reading.notebook import Body

LEAST = 3  # lines that count
SHORT = 3  # letters of a name, from which on it is a word
NUMBER, WORD = r"(\d{1,2})", r"[\"'“„]?([^\W\d_]{1,15})[\"'”“]?"
ARROW = r"(?:→|[-–]>)"
NUMBERS = (
    rf"\(\s?{NUMBER}\s?[,;|]\s?{NUMBER}\s?\)|\[\s?{NUMBER}\s?[,;|]\s?{NUMBER}\s?\]"
    rf"|\{{\s?{NUMBER}\s?[,;|]\s?{NUMBER}\s?\}}|\[{NUMBER}\]\s?\[{NUMBER}\]|\({NUMBER}\)\s?\({NUMBER}\)"
    rf"|\.{NUMBER}\.{NUMBER}|第?{NUMBER}\s?行\s?第?{NUMBER}\s?[列行]"
    rf"|[\[(]?[A-Za-z]{{1,5}}\s?=\s?{NUMBER}\s?[,;]?\s?[A-Za-z]{{1,5}}\s?=\s?{NUMBER}[\])]?"
    rf"|(?:{'|'.join(sorted(COUNTED_ROWS, key=len, reverse=True))})\.?\s?{NUMBER}[,;]?\s(?:[^\W\d_]{{1,5}}\s)?"
    rf"[^\W\d_]{{2,10}}\.?\s?{NUMBER}"
    rf"|{NUMBER}\s?(?:[,;/|×x-]|{ARROW})\s?{NUMBER}|{NUMBER}\s{NUMBER}"
)
WORDS = rf"\(\s?{WORD}\s?[,;|]\s?{WORD}\s?\)|\[{WORD}\]\s?\[{WORD}\]|{WORD}\s?(?:[,/|]|{ARROW})\s?{WORD}"
LABEL = re.compile(
    r"(?P<lead>[ \t>*•-]{0,12}(?:[^\W\d_]{2,12}[ \t]){0,4})(?P<name>(?:[A-Za-zΑ-Ωα-ω][\w']{0,12}?)??)"
    rf"(?P<pair>{NUMBERS}|{WORDS})(?P<sign>[ \t]*+(?::=|:|：|=>|=|{ARROW})|[ \t]++is(?=[ \t])|[ \t]*+[;,]|[ \t]++)"
    r"[ \t]*+(?=\S)",
    re.IGNORECASE,
)
COUNT = re.compile(
    r"[ \t>*•-]{0,12}(?P<label>(?:[ijtpr]|pos|step|row|token|query)[ \t]?=[ \t]?(?P<row>\d{1,2})[ \t]*:[ \t]*)(?=\S)"
)
ALONE = re.compile(r"[ \t]*[-+−–]?(?:\d+(?:[.,]\d+)?|∞|inf)%?[ \t.;,]*")


@dataclass(frozen=True)
class Entry:
    """A line: where its label stands, the name before it, what calls row and column, whether a sign stands behind."""

    start: int
    end: int
    name: str
    row: str
    column: str  # "" where a whole row stands behind
    has_sign: bool


@dataclass
class Run:
    """Lines that count the rows and columns of one matrix, with the numbers of these from 0."""

    entries: list[Entry] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)  # in the order in which they come
    columns: dict[str, int] = field(default_factory=dict)

    def takes(self, entry: Entry) -> bool:
        """Adds an entry that comes next, row by row or column by column; whether it does."""
        beside = self._number(entry.column, self.columns)  # first, since it says from where rows are counted too
        place = self._number(entry.row, self.rows), beside
        if not self.entries:
            fits = _begins(entry)
        else:
            (row, column), last = self.places[-1], self.entries[-1]
            is_like = (entry.name, entry.has_sign) == (last.name, last.has_sign)
            fits = is_like and place in ((row, column + 1), (row + 1, column), (row + 1, 0), (0, column + 1))
        if fits:
            self.entries.append(entry)
            self.places.append(place)
        return fits

    def _number(self, called: str, known: dict[str, int]) -> int:
        """The number of a row or column from 0: as it is counted from 0 or 1, or as it comes."""
        number, first = known.setdefault(called, len(known)), next(iter(self.columns), "") or next(iter(self.rows), "")
        return int(called) - int(first) if called.isdecimal() and first.isdecimal() else number

    @property
    def counts(self) -> bool:
        """Whether rows and columns are counted; of one row only where numbers and signs say that labels stand there."""
        rows, columns = ({place[side] for place in self.places} for side in (0, 1))
        is_said = bool(self.entries) and self.entries[0].has_sign and self.entries[0].row.isdecimal()
        are_rows = bool(self.entries) and not self.entries[0].column
        return len(self.entries) >= LEAST - are_rows and (min(len(rows), len(columns)) > 1 or is_said)


def _begins(entry: Entry) -> bool:
    """Whether a row begins here, the first where no column is counted."""
    return not entry.row.isdecimal() or (entry.column or entry.row) in ("0", "1")


def labelled(body: Body) -> Body:
    """A page whose entries stand behind their rows and columns in words."""
    edits = [edit for run in _runs(body.text) if run.counts for edit in _edits(run)]
    return edited(body, edits) if edits else body


def _runs(text: str) -> Iterator[Run]:
    """Lines that count rows and columns, nothing but blank lines between."""
    run = Run()
    for start, end in bounds_of(text, 0, len(text)):
        if not text[start:end].strip():
            continue
        entry = _entry(text, start, end)
        if entry and run.takes(entry):
            continue
        yield run
        run = Run()
        if entry:
            run.takes(entry)
    yield run


def _entry(text: str, start: int, end: int) -> Entry | None:
    if count := COUNT.match(text, start, end):
        return Entry(*count.span("label"), "", count["row"], "", has_sign=True)
    match = LABEL.match(text, start, end)
    if match is None:
        return None
    row, column = (called for called in match.groups()[3:-1] if called)
    is_apart = re.search(ARROW, match["pair"]) is not None and match.end() - match.end("pair") > 1  # 1 → 2  0.5
    has_sign = bool(match["sign"].strip(" \t;,")) or "=" in match["pair"] or is_apart
    if not (has_sign or ALONE.fullmatch(text, match.end(), end)):
        return None
    return Entry(match.start("name"), match.end(), match["name"], row, column, has_sign)


def _edits(run: Run) -> Iterator[Edit]:
    for entry, (row, column) in zip(run.entries, run.places, strict=True):
        words = f"{entry.name} row {row + 1}{f', column {column + 1}' if entry.column else ''}: "
        says = f"{entry.name}_{row + 1}_{column + 1} = " if 0 < len(entry.name) < SHORT else words
        yield Edit(entry.start, entry.end, ((says.lstrip(), entry.start),))
