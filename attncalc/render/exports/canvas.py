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
from attncalc.render.exports.answers import Answer, digits
from attncalc.render.exports.canvas_package import Quiz, package
from attncalc.render.exports.exam import Blank, Exam, Limit, Question, Sheet
from attncalc.render.exports.fragment import words
from attncalc.render.exports.moodle import limits as untyped
from attncalc.render.exports.qti import Entry, Item
from attncalc.render.exports.single import choices, singles
from attncalc.render.exports.spelt import DECIMALS

PLACES, LEAST = 4, Decimal("0.0001")  # what Canvas keeps of a number, and of a tolerance
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
            if (part.decimals or 0) > PLACES:
                yield Limit(
                    question,
                    f"{name} is asked to {part.decimals} decimals, and Canvas keeps {PLACES}",
                    f"What would help: decimals: {PLACES}",
                )
        small = {
            blank.part.grid.name.text: blank.answer.value
            for blank in question.blanks
            if blank.answer and 0 < abs(blank.answer.value) < LEAST
        }
        for name, value in small.items():
            yield Limit(
                question,
                f"an entry of {name} is {digits(value)}, and Canvas makes 0 of what is below {LEAST}",
                f"What would help: decimals: {PLACES}",
            )


def _quiz(sheet: Sheet) -> Quiz:
    paper = sheet.paper
    title = f"{shorten(printable(paper.recipe.title), NAME)}, variant {paper.code}"
    key = _key(paper.recipe.digest, paper.seed, paper.number)
    told = "".join(f"<p>{words(text)}</p>" for text in (*paper.recipe.instructions, DECIMALS))
    return Quiz(key, title, told, tuple(item for question in sheet.questions for item in _items(question, key)))


def _key(*parts: object) -> str:
    """A name that is the same whenever the same is exported, and never that of something else."""
    return f"a{sha256(repr(parts).encode()).hexdigest()[:32]}"


def _items(question: Question, quiz: str) -> Iterator[Item]:
    """A question: what is given, with the names of its blanks, and each blank."""
    number = question.posed.number
    points = iter(_points([blank.marks for blank in question.blanks]))
    for at, (title, text, blank, after) in enumerate(singles(question)):
        if blank is None:
            yield Item(_key(quiz, number), title, text)
        else:
            wrong = _mistakes(blank.answer) if blank.answer else ""
            yield Item(_key(quiz, number, at - 1), title, text, next(points), _entry(blank), wrong, after)


def _entry(blank: Blank) -> Entry:
    """What is entered; of four decimals, half a unit of the last would be 0 in Canvas, so that a whole one is right."""
    if blank.choice:
        return Entry(choices=tuple(choices(blank.choice)), right=blank.choice.right)
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
