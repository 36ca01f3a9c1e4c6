"""GIFT, which Moodle and others import: the data of each question as a text, and then one number a question.

GIFT has no marks and no blanks in tables: what a question is worth stands in its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from attncalc.errors import printable, shorten
from attncalc.render.exports.answers import Answer, digits
from attncalc.render.exports.cloze import EARLY, KNOWN, OTHER, ROUGHLY
from attncalc.render.exports.exam import Exam, Sheet
from attncalc.render.exports.fragment import words
from attncalc.render.exports.moodle import limits
from attncalc.render.exports.single import Single, choices, singles
from attncalc.render.exports.spelt import DECIMALS

__all__ = ["files", "limits"]
NAME = 200
SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})


def files(exam: Exam) -> dict[str, str]:
    """All variants in one file, a category for each."""
    return {exam.name("gift", ".txt"): "\n\n".join(part for sheet in exam.sheets for part in _sheet(sheet)) + "\n"}


def _sheet(sheet: Sheet) -> Iterator[str]:
    paper = sheet.paper
    title = f"{paper.recipe.title} ({paper.recipe.digest})".replace("/", "//")
    yield f"$CATEGORY: $course$/top/{_plain(title)}/variant {paper.code}"
    for question in sheet.questions:
        for single in singles(question, DECIMALS):
            yield _question(single, paper.code)


def _question(single: Single, code: str) -> str:
    head = f"::{coded(f'{single.title}, variant {code}')}::[html]{coded(single.text)}"
    if single.blank is None:
        return head
    if single.blank.choice:
        texts = enumerate(choices(single.blank.choice))
        answers = [f"{'=' if at == single.blank.choice.right else '~'}{coded(html)}" for at, html in texts]
        return _with(f"{head} {{", answers, single.after)
    assert single.blank.answer  # otherwise a limit has said so
    return _with(f"{head} {{#", list(_numbers(single.blank.answer)), single.after)


def _with(head: str, answers: list[str], after: str) -> str:
    """A question with its answers, and what is said after it."""
    return "\n".join([head, *(f"\t{answer}" for answer in answers), *([f"\t####{coded(after)}"] if after else []), "}"])


def _numbers(answer: Answer) -> Iterator[str]:
    """The right number, what known mistakes give, what is nearly right; the first that fits counts."""
    yield f"={_within(answer.value, answer.tolerance)}"
    for value, says in answer.mistakes:
        yield f"=%{KNOWN}%{_within(value, answer.tolerance)}#{coded(words(says))}"
    if answer.rough:
        yield f"=%{ROUGHLY}%{_within(answer.value, answer.rough)}#{coded(EARLY)}"
    yield f"~#{coded(OTHER)}"


def _within(value: Decimal, tolerance: Decimal) -> str:
    return f"{digits(value)}:{digits(tolerance)}"


def coded(html: str) -> str:
    """A text in which no sign begins or ends anything; a question has no empty line in it."""
    return " ".join(html.split()).translate(SPECIAL)


def _plain(text: str) -> str:
    return shorten(printable(text), NAME)
