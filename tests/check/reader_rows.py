"""The rows of a marked page as they are written, and where they stand in what the reader gives."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from inked import Block, Inked, Written
from truths import Page, Truth

Row = Sequence[Truth]
Around = dict[tuple[int, int], Truth]  # the numbers of a page by line and column
KINDS = {"answer", "given"}
TOLD_APART = r"=|≈|\\approx|→|->|:|\+"


@dataclass(frozen=True)
class Found:
    """A block in which a row stands, and the label that it has there."""

    block: Block
    label: str


def rows_in(page: Page, truths: Sequence[Truth], given: Inked) -> Iterator[tuple[Row, Found | None]]:
    """Each row of the page, and where it stands in one block of the reader, in order."""
    around = {(truth.line, truth.column): truth for truth in (*page.truths, *page.beside)}
    for row in rows_of(page, truths):
        yield row, next((found for block in given.blocks for found in _places(block, row, around)), None)


def rows_of(page: Page, truths: Iterable[Truth]) -> Iterator[Row]:
    """The rows of at least two numbers as they are written, in the order of the page."""
    rows, lines = defaultdict(list), page.text.split("\n")
    times: Counter[tuple[Any, ...]] = Counter()  # an entry that is there again on a line is in another row
    for truth in sorted(truths, key=lambda truth: (truth.line, truth.column)):
        if truth.cell and truth.kind in KINDS and not truth.is_part:
            place = (truth.line, truth.cell[0]) if truth.block is None else (truth.block, truth.row)
            key = (truth.problem, truth.step, *place)
            rows[*key, times[*key, truth.cell]].append(truth)
            times[*key, truth.cell] += 1
    for row in rows.values():
        if len(row) > 1 and (row[0].block is not None or not _is_told_apart(row, lines)):
            yield row


def _is_told_apart(row: Row, lines: Sequence[str]) -> bool:
    """Whether more is between the numbers of a line than between those of a row: S11 = 1, S12 = 2; 0.3 + 0.7."""
    line = lines[row[0].line - 1]
    ends = ((left.column - 1 + len(left.written), right.column - 1) for left, right in pairwise(row))
    return any(re.search(TOLD_APART, line[end:begin]) for end, begin in ends)


def _places(block: Block, row: Row, around: Around) -> Iterator[Found]:
    """Where a row stands in a block, as a row with its label, or as a column."""
    lines = [(cells, block.labels[i] if i < len(block.labels) else "") for i, cells in enumerate(block.rows)]
    columns = (tuple(filter(None, cells)) for cells in zip_longest(*block.rows))
    lines += [(cells, " ".join(block.labels)) for cells in columns]
    return (Found(block, label) for cells, label in lines if _stands(row, cells, around))


def _stands(row: Row, cells: Sequence[Written], around: Around) -> bool:
    """Whether a row stands in cells side by side, in order, and nothing with them but numbers of other lines."""
    for first in range(len(cells) - len(row) + 1):
        run = cells[first : first + len(row)]
        if all(_is_in(truth, cell) for truth, cell in zip(row, run, strict=True)):
            rest = (*cells[:first], *cells[first + len(row) :])
            return all(_is_of_another(cell, row[0], around) for cell in rest)
    return False


def _is_in(truth: Truth, cell: Written) -> bool:
    return cell.meets(truth.line, truth.column, len(truth.written))


def _is_of_another(cell: Written, mine: Truth, around: Around) -> bool:
    """Whether a cell holds a number of another line of the work: heads stand side by side, labels are no numbers."""
    there = [truth for truth in around.values() if _is_in(truth, cell)]
    return bool(there) and all((truth.step, truth.problem) != (mine.step, mine.problem) for truth in there)


def says(text: str, *places: str) -> bool:
    """Whether a label, or its words without a formula, stands in one of several texts, whatever marks it has."""
    words = _bare(re.sub(r"\$[^$]*\$|\\\(.*?\\\)", " ", text)).strip(" ,;()")
    return any(_is_within(label, _bare(place)) for label in {_bare(text), words or _bare(text)} for place in places)


def _is_within(label: str, text: str) -> bool:
    """Whether a label stands in a text; a short one in letters that need blanks between words is no part of a word."""
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)" if label.isascii() else re.escape(label), text) is not None


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[*_`|#:$=.]+", " ", text).split()).casefold()
