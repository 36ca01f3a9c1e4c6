"""Where what a printed question asks beside the lines of its work stands on a page, and what was filled in there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from attncalc.check.claim import At, Claim, Written
from attncalc.check.placing.counted import counted_in
from attncalc.check.placing.own_words import COMMAND, Passage
from attncalc.check.placing.sheets import Sheet
from attncalc.errors import Place
from attncalc.problem.asked import Asked
from attncalc.reading.entry import number_of
from attncalc.reading.headings import SECTION
from attncalc.reading.ink import Ink, Paper
from attncalc.reading.lines import bounds_of

WORD = re.compile(r"[a-z]{3,}")
PART = re.compile(r"[ \t>*_]*\(?[a-z]\)[ \t]")  # (b) begins what is asked next
ASIDE = re.compile(r"\([^()\n]{2,60}\)")  # (2 marks)
TO_FILL = re.compile(r"[.…]{3,}|(?:\\?_){3,}|\\underline\b|\\rule\b")
CHOSEN = re.compile(
    r"(?:[^\w\n]|\b(?:number|letter|line|step|answer|option|no|nr)\b|\\[a-z]{1,12})*+(\d{1,3}|[A-Za-z])\b(?![/|])",
    re.IGNORECASE,
)
FARTHEST = 200  # characters after a question in which its answer begins
NOT_FOUND = "the answer to this question was not found"
NO_LETTER = "no letter or number of the list was found here"


class Beside:
    """The answers of a page to what is asked beside the lines: its claims, and the passages that hold them."""

    def __init__(self, paper: Paper, sheets: Sequence[Sheet], titles: Sequence[Passage]) -> None:
        self.paper, self.passages, self.claims = paper, list[Passage](), list[Claim]()
        self.used: set[int] = set()
        for sheet in sheets:
            begin, end = _region(sheet, titles, len(paper.text))
            for asked in sheet.calculation.sheet.plan.problem.asks:
                self._find(sheet, asked, begin, end)

    def _count(self, sheet: Sheet, asked: Asked, begin: int, end: int) -> None:
        """The last count on a line that says what is counted: parameters: 4·512·512 = 1,048,576 (1.05M)."""
        for start, stop in bounds_of(self.paper.text, begin, end):
            line = self.paper.text[start:stop]
            if (found := counted_in(line, asked.counted)) is not None:
                self.passages.append(Passage(start, stop))
                return self._claim(sheet, asked, 0, 0, start + found.start, line[found.start : found.stop], None)
        return self._claim(sheet, asked, 0, 0, begin, "", None, NOT_FOUND)

    def _find(self, sheet: Sheet, asked: Asked, begin: int, end: int) -> None:
        """The question on the page, in the part that is of its problem, with its answer."""
        if asked.counted:
            return self._count(sheet, asked, begin, end)
        known = " ".join(WORD.findall(asked.ask.lower()))
        for start, stop in _paragraphs(self.paper.text, begin, end):
            if start not in self.used and known in " ".join(WORD.findall(_plain(self.paper.text[start:stop]))):
                self.used.add(start)
                limit = self._next(stop, end)
                return (self._filled if asked.table else self._chosen)(sheet, asked, (start, stop), limit)
        return self._claim(sheet, asked, 0, 0, begin, "", None, NOT_FOUND)

    def _next(self, position: int, end: int) -> int:
        """Where the next question, or a heading, begins."""
        text = self.paper.text
        return next(
            (
                start
                for start, stop in bounds_of(text, position, end)
                if PART.match(text, start, stop) or SECTION.match(text, start, stop)
            ),
            end,
        )

    def _chosen(self, sheet: Sheet, asked: Asked, where: tuple[int, int], limit: int) -> None:
        """The letter or number that stands behind a question; all up to the next one is printed, or said of it."""
        text, (start, stop) = self.paper.text, where
        self.passages.append(Passage(start, limit))
        behind = text.rfind("?", start, stop) + 1 or start
        said = ASIDE.sub(lambda aside: " " * len(aside[0]), text[behind:stop])
        if TO_FILL.search(said):
            behind, said = stop, text[stop : min(limit, stop + FARTHEST)].partition("\n\n\n")[0].strip("\n")
            behind += text[stop:limit].find(said) if said else 0
            said = said.split("\n")[0]
            said = said if len(WORD.findall(said)) < 2 and not re.match(r"\W*\w{1,3}\.\s", said) else ""
        match = CHOSEN.match(said)
        if match:
            self._claim(sheet, asked, 0, 0, behind + match.start(1), match[1], None)
        else:
            self._claim(sheet, asked, 0, 0, behind, "", None, NO_LETTER if said.strip(" .:*_$\n") else "")

    def _filled(self, sheet: Sheet, asked: Asked, where: tuple[int, int], limit: int) -> None:
        """The table that stands behind a question."""
        start, stop = where
        self.passages.append(Passage(start, stop))
        columns = [j for j, column in enumerate(zip(*asked.table, strict=True)) if any(column)]  # what is read of it
        for statement in self.paper.statements:
            grid = statement.sides[-1]
            if stop <= statement.start < limit and _shape(grid) == (len(asked.table), len(columns)):
                self.passages.append(Passage(statement.start, grid.end))
                for i, row in enumerate(_rows(grid)):
                    for j, cell in zip(columns, row, strict=True):
                        if asked.table[i][j] is not None:
                            self._claim(sheet, asked, i + 1, j + 1, cell.start, cell.text, cell)
                return
        self._claim(sheet, asked, 0, 0, start, "", None, NOT_FOUND if _is_filled(self.paper, stop, limit) else "")

    def _claim(
        self, sheet: Sheet, asked: Asked, row: int, column: int, start: int, text: str, ink: Ink | None, why: str = ""
    ) -> None:
        number = number_of(ink) if ink else None
        written = Written(text, number, Place(self.paper.source, *self.paper.at(start)))
        self.claims.append(Claim(sheet.number, None, written, asked=At(asked.name, row, column), why=why))


def _region(sheet: Sheet, titles: Sequence[Passage], end: int) -> tuple[int, int]:
    """Where a problem stands, from its title to the next one; the whole page where it has none."""
    starts = sorted(title.start for title in titles if title.titles)
    own = next((title.start for title in titles if title.titles and title.titles.number == sheet.number), 0)
    return own, next((start for start in starts if start > own and own in starts), end)


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Lines that stand together, without blank ones between them."""
    lines = [(begin, stop) for begin, stop in bounds_of(text, start, end)]
    for is_blank, group in groupby(lines, lambda line: not text[slice(*line)].strip()):
        if not is_blank:
            together = list(group)
            yield together[0][0], together[-1][1]


def _plain(text: str) -> str:
    return COMMAND.sub("", text).lower()


def _rows(grid: Ink) -> list[tuple[Ink, ...]]:
    """The cells of a matrix; a number is a matrix of one."""
    return [row.args for row in grid.args] if grid.kind == "matrix" else [(grid,)]


def _shape(grid: Ink) -> tuple[int, int]:
    rows = _rows(grid) if grid.kind in ("matrix", "number") else []
    return (len(rows), len(rows[0])) if rows and len({len(row) for row in rows}) == 1 else (0, 0)


def _is_filled(paper: Paper, start: int, end: int) -> bool:
    """Whether numbers stand in a part of a page."""
    return any(start <= statement.start < end for statement in paper.statements)
