"""The reader by itself: which numbers and rows of a marked page it gives, before anything is placed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isclose

from inked import Inked, Written, inked
from matching import spelt
from reader_rows import Found, Row, rows_in, says
from scoring import Share
from truths import Page, Truth

BROADER = 4  # characters that a closed form may be wider than its marking: a bracket, a brace, blanks


@dataclass
class Read:
    """The figures of the reader on a page, or on many; labels and headings of rows, where the truth has them."""

    numbers: Share = field(default_factory=Share)
    rows: Share = field(default_factory=Share)
    labels: Share = field(default_factory=Share)
    headings: Share = field(default_factory=Share)

    def __add__(self, other: Read) -> Read:
        return Read(**{name: value + getattr(other, name) for name, value in vars(self).items()})


def read_alone(page: Page) -> tuple[Read, list[str]]:
    """The figures of the reader on a page, and a line for each number and row that it does not give."""
    given = inked(page.text, page.path.name)
    asked = [truth for truth in page.truths if truth.is_read and not truth.is_struck and not truth.is_passage]
    figures, missed = Read(), []
    for truth, is_given in zip(asked, _numbers(asked, given), strict=True):
        figures.numbers.count(is_given)
        if not is_given:
            missed.append(f"    {truth.line:>7}:{truth.column} {truth.written!r} is no number")
    if all(truth.column for truth in asked):
        for row, found in rows_in(page, asked, given):
            _count_row(figures, row, found)
            if found is None:
                missed.append(f"    {row[0].line:>7}:{row[0].column} {_row(row)} is no row")
    return figures, missed


def _count_row(figures: Read, row: Row, found: Found | None) -> None:
    figures.rows.count(found is not None)
    if row[0].label:
        figures.labels.count(found is not None and says(row[0].label, found.label, found.block.words))
    if row[0].heading:
        figures.headings.count(found is not None and says(row[0].heading, found.block.heading, found.block.words))


def _row(row: Row) -> str:
    return f"{row[0].step}[{row[0].cell[0]}] {' '.join(truth.written for truth in row)}"


# Numbers.


def _numbers(truths: Sequence[Truth], given: Inked) -> Iterator[bool]:
    """Whether each number is given with its value at its place; where no columns are marked, on its line, each once."""
    on_line = defaultdict(list)
    for form in given.forms:
        on_line[form.line].append(form)
    for truth in truths:
        here = on_line[truth.line]
        found = next((form for form in here if _is_number(truth, form)), None)
        if found and not truth.column:
            here.remove(found)
        yield found is not None


def _is_number(truth: Truth, form: Written) -> bool:
    value = value_of(truth.written)
    if value is None or form.value is None:
        return _is_as_broad(truth, form) and not (value is not None and _is_plain(truth.written))
    return _is_same(value, form.value) and (
        not truth.column or form.meets(truth.line, truth.column, len(truth.written))
    )


def _is_same(value: float, given: float) -> bool:
    """Whether two values are one; a percentage is as good without its sign."""
    return value == given or any(isclose(value, given * by, rel_tol=1e-9) for by in (1, 100))


def _is_as_broad(truth: Truth, form: Written) -> bool:
    """Whether a form stands where a number in closed form does: nothing of it is outside, and not much else inside."""
    width = len(truth.written)
    inside = form.column <= truth.column + 1 and truth.column + width - 1 <= form.end
    return inside and form.end - form.column <= width + BROADER


def _is_plain(written: str) -> bool:
    return re.fullmatch(r"-?\d*\.?\d*", spelt(written)) is not None


def value_of(written: str) -> float | None:
    """The value of a decimal or a fraction; None of another form."""
    text = spelt(written).removeprefix("+")
    try:
        return float(Fraction(text)) if "/" in text else float(text)
    except (ValueError, ZeroDivisionError):
        return None
