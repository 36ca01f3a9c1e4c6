"""A quiz of Canvas for each variant, as a package of QTI 1.2: its data as text, and then one number a question.

A quiz, and no group of questions: a group draws each question alone, and the numbers of one variant belong together.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import accumulate, pairwise

from attncalc.errors import printable, shorten
from attncalc.render.blocks import Cell
from attncalc.render.exam.parts import Choice, Part
from attncalc.render.exports.answers import Answer, digits
from attncalc.render.exports.canvas_package import Quiz, package
from attncalc.render.exports.exam import Blank, Exam, Limit, Question, Sheet, entry_words
from attncalc.render.exports.fragment import fragment, named, table, words
from attncalc.render.exports.moodle import limits as untyped
from attncalc.render.exports.qti import Entry, Item

DECIMALS, LEAST = 4, Decimal("0.0001")  # what Canvas keeps of a number, and of a tolerance
NAME = 200
FINEST, CENTS = 10_000, 100  # parts of a mark


def files(exam: Exam) -> dict[str, bytes]:
    """A package for each variant."""
    wide = max(2, len(str(exam.count)))
    return {f"canvas/variant-{sheet.paper.number:0{wide}}.zip": package(_quiz(sheet)) for sheet in exam.sheets}


def limits(sheet: Sheet) -> Iterator[Limit]:
    """What is no number, and what Canvas would round to another one."""
    yield from untyped(sheet)
    for question in sheet.questions:
        parts = {blank.part.grid.name.text: blank.part for blank in question.blanks if blank.answer}
        for name, part in parts.items():
            if (part.decimals or 0) > DECIMALS:
                yield Limit(question, f"{name} is asked to {part.decimals} decimals, and Canvas keeps {DECIMALS}",
                            f"What would help: decimals: {DECIMALS}")  # fmt: skip
        small = {blank.part.grid.name.text: blank.answer.value for blank in question.blanks
                 if blank.answer and 0 < abs(blank.answer.value) < LEAST}  # fmt: skip
        for name, value in small.items():
            yield Limit(question, f"an entry of {name} is {digits(value)}, and Canvas makes 0 of what is below "
                        f"{LEAST}", f"What would help: decimals: {DECIMALS}")  # fmt: skip


def _quiz(sheet: Sheet) -> Quiz:
    paper = sheet.paper
    title = f"{shorten(printable(paper.recipe.title), NAME)}, variant {paper.code}"
    key = _key(paper.recipe.digest, paper.seed, paper.number)
    told = "".join(f"<p>{words(text)}</p>" for text in paper.recipe.instructions)
    return Quiz(key, title, told, tuple(item for question in sheet.questions for item in _items(question, key)))


def _key(*parts: object) -> str:
    """A name that is the same whenever the same is exported, and never that of something else."""
    return f"a{sha256(repr(parts).encode()).hexdigest()[:32]}"


def _items(question: Question, quiz: str) -> Iterator[Item]:
    """A question: what is given, with the names of its blanks, and each blank."""
    name = f"Question {question.posed.number}"
    number = question.posed.number
    yield Item(_key(quiz, number), name, "\n".join(_told(question)))
    points = _points([blank.marks for blank in question.blanks])
    for at, (blank, worth) in enumerate(zip(question.blanks, points, strict=True)):
        is_last = at == len(question.blanks) - 1
        yield Item(_key(quiz, number, at), f"{name}, {_named(blank)}", _text(question, blank), worth, _entry(blank),
                   wrong=_mistakes(blank.answer) if blank.answer else "",
                   after=fragment(question.solution) if is_last else "")  # fmt: skip


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


def _named(blank: Blank) -> str:
    return "choice" if blank.choice else _place(blank.part, blank.row, blank.column)


def _text(question: Question, blank: Blank) -> str:
    """What belongs there, for who reads this question alone."""
    number, grid, places = question.posed.number, blank.part.grid, blank.part.decimals
    if blank.choice:
        return f"<p>Question {number}.</p>{fragment(question.asked(blank.part))}"
    name = f"{named(Cell(grid.name.text, grid.name.latex))}, " if grid.name.text else ""
    asked_to = "" if places is None else f", to {places} decimal{'s' * (places != 1)}"
    return f"<p>Question {number}: {name}{words(entry_words(grid, blank.row, blank.column))}{asked_to}.</p>"


def _entry(blank: Blank) -> Entry:
    """What is entered; of four decimals, half a unit of the last would be 0 in Canvas, so that a whole one is right."""
    if blank.choice:
        texts = map(named, blank.choice.math) if blank.choice.math else map(words, blank.choice.texts)
        return Entry(choices=tuple(texts), right=blank.choice.right)
    assert blank.answer  # otherwise a limit has said so
    tolerance = blank.answer.tolerance if blank.part.decimals is None else max(blank.answer.tolerance, LEAST)
    return Entry(number=blank.answer.value, tolerance=tolerance)


def _mistakes(answer: Answer) -> str:
    """What known mistakes give: Canvas has no marks for a wrong number, and one remark for all of them."""
    told = (f"<li>{digits(mistake.value)}: {words(mistake.says)}</li>" for mistake in answer.mistakes)
    return f"<p>Common mistakes, by the number that they give:</p><ul>{''.join(told)}</ul>" if answer.mistakes else ""


def _points(marks: list[Fraction]) -> list[Decimal]:
    """Marks as decimals; those that have too many digits are rounded so that their sum is that of all."""
    part = FINEST if all((mark * FINEST).denominator == 1 for mark in marks) else CENTS
    sums = [round(total * part) for total in accumulate(marks, initial=Fraction(0))]
    return [Decimal(after - before) / part for before, after in pairwise(sums)]
