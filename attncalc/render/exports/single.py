"""A question as several that take one number each, for places without blanks in a table: first what is told, then each.

The data stand in the first, and every other one says what belongs there, for who reads it alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attncalc.render.blocks import Cell
from attncalc.render.exam.parts import Choice, Part
from attncalc.render.exports.exam import Blank, Question, entry_words
from attncalc.render.exports.fragment import fragment, named, table, words


class Single(NamedTuple):
    """A text alone, or a text with one blank, and what is said after it. Texts are HTML."""

    title: str
    text: str
    blank: Blank | None = None
    after: str = ""


def singles(question: Question, spelt: str = "") -> Iterator[Single]:
    """What is told, with how numbers are typed, and each blank; the solution stands behind the last one."""
    number = question.posed.number
    yield Single(f"Question {number}", "\n".join([*_told(question), *([f"<p>{words(spelt)}</p>"] if spelt else [])]))
    for at, blank in enumerate(question.blanks, 1):
        after = fragment(question.solution) if at == len(question.blanks) else ""
        yield Single(f"Question {number}, {place_of(blank)}", _text(question, blank), blank, after)


def choices(choice: Choice) -> list[str]:
    """What is chosen from, as HTML."""
    return [*(map(named, choice.math) if choice.math else map(words, choice.texts))]


def _told(question: Question) -> Iterator[str]:
    """The question with the names of its blanks; what is only chosen from stands where that is done."""
    for item in question.items:
        if not isinstance(item, Part):
            yield fragment([item])
        elif not isinstance(item.fields[0][0], Choice):
            yield fragment(question.asked(item))
            yield table(item.grid, [list(_cells(item, row)) for row in range(len(item.fields))])


def _cells(part: Part, row: int) -> Iterator[str]:
    for column, (cell, field) in enumerate(zip(part.grid.cells[row], part.fields[row], strict=True)):
        yield named(cell) if field is None else f"<em>{words(_place(part, row, column))}</em>"


def _place(part: Part, row: int, column: int) -> str:
    """What stands in a blank: its name, S[1,2]; of a vector, c[2]; where the table has none, what it is."""
    name = part.grid.name.text
    if not name:
        return entry_words(part.grid, row, column)
    return f"{name}[{row + 1},{column + 1}]" if any(part.grid.rows) else f"{name}[{column + 1}]"


def place_of(blank: Blank) -> str:
    """The name of a blank in its question."""
    return "choice" if blank.choice else _place(blank.part, blank.row, blank.column)


def _text(question: Question, blank: Blank) -> str:
    """What belongs there, for who reads this question alone."""
    number, grid, places = question.posed.number, blank.part.grid, blank.part.places
    if blank.choice:
        return f"<p>Question {number}.</p>{fragment(question.asked(blank.part))}"
    name = f"{named(Cell(grid.name.text, grid.name.latex))}, " if grid.name.text else ""
    asked_to = "" if places is None else f", to {places} decimal{'s' * (places != 1)}"
    return f"<p>Question {number}: {name}{words(entry_words(grid, blank.row, blank.column))}{asked_to}.</p>"
