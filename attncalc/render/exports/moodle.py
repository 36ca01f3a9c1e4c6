"""Questions as XML that Moodle imports: a category for each question, one Cloze question in it for each variant.

A quiz draws one of a category at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from attncalc.errors import printable, shorten
from attncalc.generate.exam import Paper
from attncalc.generate.search import Seed
from attncalc.render.blocks import Heading
from attncalc.render.exam.parts import Choice, Number, Part
from attncalc.render.exports.answers import digits
from attncalc.render.exports.cloze import multiple_choice, numerical, unit_of, weights
from attncalc.render.exports.exam import Blank, Exam, Limit, Question, Sheet
from attncalc.render.exports.fragment import fragment, named, table, words
from attncalc.render.exports.spelt import DECIMALS

WIDTH = 12  # signs of a blank for a number, whatever is right
NAME, TAG = 200, 50  # the longest names that Moodle keeps
PENALTY = "0.3333333"
UNTYPED = {"-inf": "−∞", "?": "not settled"}


class Same(NamedTuple):
    """What is the same in all questions: how wide a blank is, and the part of a mark that a weight of 1 is."""

    width: int
    unit: Fraction


def files(exam: Exam) -> dict[str, bytes]:
    """All variants of all questions in one file; what is in two of them is in it once."""
    categories: dict[int, dict[Seed, tuple[Paper, Question]]] = {}
    for sheet in exam.sheets:
        for question in sheet.questions:
            told = question.alone if exam.count > 1 else question  # what was drawn before it is another variant
            categories.setdefault(question.number, {}).setdefault(question.posed.seed, (sheet.paper, told))
    variants = [pair for number in sorted(categories) for pair in categories[number].values()]
    same = Same(
        max([WIDTH, *(_longest(question) + 1 for _, question in variants)]),
        unit_of(blank.marks for _, question in variants for blank in question.blanks),
    )
    quiz = Element("quiz")
    for _, group in groupby(variants, key=lambda pair: pair[1].number):
        questions = list(group)
        _category(quiz, *questions[0])
        for paper, question in questions:
            _question(quiz, paper, question, same)
    indent(quiz)
    return {exam.name("moodle", ".xml"): tostring(quiz, "utf-8", xml_declaration=True) + b"\n"}


def limits(sheet: Sheet) -> Iterator[Limit]:
    """What is no number that can be typed in: closed forms, what is masked."""
    for question in sheet.questions:
        if any(isinstance(blank.field, Number) and blank.field.closed for blank in question.blanks):
            yield Limit(
                question,
                "closed forms are asked for, and a blank takes a number",
                "What would help: decimals in place of exact: true.",
            )
            continue
        untyped = {
            blank.part.grid.name.text: blank.field.text
            for blank in question.blanks
            if isinstance(blank.field, Number) and blank.answer is None
        }
        for name, text in untyped.items():
            yield Limit(
                question,
                f"an entry of {name} is {UNTYPED.get(text, shorten(text))}, and a blank takes a number",
                "What would help: another step in ask.",
            )


def _longest(question: Question) -> int:
    """How long the longest number is that a blank of a question knows."""
    answers = [blank.answer for blank in question.blanks if blank.answer]
    return max((len(digits(value)) for answer in answers for value in answer.known), default=0)


def _category(quiz: Element, paper: Paper, question: Question) -> None:
    made = SubElement(quiz, "question", type="category")
    path = ("$course$", "top", _part(f"{paper.recipe.title} ({paper.recipe.digest})"), _part(_title(question)))
    _text(made, "category", "/".join(path))


def _title(question: Question) -> str:
    return f"Question {question.number}: {question.posed.item.heading}"


def _part(name: str) -> str:
    """A name in a path of categories, in which a stroke is doubled."""
    return shorten(printable(name), NAME).replace("/", "//")


def _question(quiz: Element, paper: Paper, question: Question, same: Same) -> None:
    made = SubElement(quiz, "question", type="cloze")
    _text(made, "name", f"{shorten(printable(_title(question)), NAME)}, variant {paper.code}")
    _text(made, "questiontext", _asked(question, same), format="html")
    _text(made, "generalfeedback", fragment(question.solution), format="html")
    SubElement(made, "penalty").text = PENALTY
    SubElement(made, "idnumber").text = f"{paper.recipe.digest}-{paper.code}-q{question.number}"
    tags = SubElement(made, "tags")
    for tag in (f"recipe {paper.recipe.name}", f"seed {paper.seed}", f"variant {paper.code}"):
        _text(tags, "tag", shorten(printable(tag), TAG))


def _asked(question: Question, same: Same) -> str:
    """The question, with a blank for every field; a quiz numbers it itself."""
    weighed = zip(question.blanks, weights((blank.marks for blank in question.blanks), same.unit), strict=True)
    codes = (_code(blank, weight, same.width) for blank, weight in weighed)
    _, *items = question.items
    told = (_part_html(question, item, codes) if isinstance(item, Part) else fragment([item]) for item in items)
    typed = any(blank.answer for blank in question.blanks)
    spelt = [f"<p><em>{words(DECIMALS)}</em></p>"] if typed else []
    return "\n".join([fragment([Heading(2, question.posed.item.heading)]), *told, *spelt])


def _code(blank: Blank, weight: int, width: int) -> str:
    if blank.choice:
        return multiple_choice(weight, blank.choice)
    assert blank.answer  # otherwise a limit has said so
    return numerical(weight, blank.answer, width)


def _part_html(question: Question, part: Part, codes: Iterator[str]) -> str:
    """What is asked, and the blanks in their places; what is only chosen from has no table."""
    cells = [
        [named(cell) if field is None else next(codes) for cell, field in zip(*row, strict=True)]
        for row in zip(part.grid.cells, part.fields, strict=True)
    ]
    is_choice = isinstance(part.fields[0][0], Choice) and len(part.fields) == len(part.fields[0]) == 1
    return f"{fragment(question.asked(part))}\n{f'<p>{cells[0][0]}</p>' if is_choice else table(part.grid, cells)}"


def _text(parent: Element, tag: str, text: str, **attributes: str) -> None:
    """A text in an element of its own, as Moodle keeps it."""
    SubElement(SubElement(parent, tag, attributes), "text").text = text
