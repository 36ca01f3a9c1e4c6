"""Where exams are exported to, by name, and what each cannot take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from attncalc.errors import InputError
from attncalc.generate.exam import Paper
from attncalc.render.exports.exam import Exam, Limit, Sheet

MOST_TOLD = 3  # limits that a message names
MOST_NAMED = 5  # variants


class Target(Protocol):
    """A place to export to."""

    def files(self, exam: Exam) -> Mapping[str, str | bytes]:
        """What is written, by the names of the files."""

    def limits(self, sheet: Sheet) -> Iterator[Limit]:
        """What of a paper it cannot take."""


class Export(NamedTuple):
    """What it writes, what it is called in messages, and the file in this folder that does it."""

    help: str
    title: str
    module: str

    @property
    def target(self) -> Target:
        """The file."""
        return cast(Target, import_module(f"attncalc.render.exports.{self.module}"))


EXPORTS = {
    "moodle": Export(
        "one XML file: a category for each question, a Cloze question for each variant", "Moodle", "moodle"
    ),
    "canvas": Export("a QTI 1.2 package for each variant, one number a question", "Canvas", "canvas"),
    "qti21": Export("a QTI 2.1 package for each variant, an item for each question", "QTI 2.1", "qti21"),
    "gift": Export("one text file: the data of each question, and one number a question", "GIFT", "gift"),
    "prairielearn": Export(
        "a folder for each question, which runs check on what is typed", "PrairieLearn", "prairielearn"
    ),
    "gradescope": Export("an autograder that runs check on what is handed in", "Gradescope", "gradescope"),
}


def limits(name: str, paper: Paper) -> Iterator[str]:
    """What of a paper an export cannot take, in words."""
    for limit in EXPORTS[name].target.limits(Sheet(paper)):
        yield f"{EXPORTS[name].title}: question {limit.question.number}: {limit.why}"


def check_limits(name: str, exam: Exam) -> None:
    """Raises InputError, one for all that an export cannot take, at the first question that it is about."""
    found: dict[tuple[int, str], tuple[Limit, list[int]]] = {}
    for sheet in exam.sheets:
        for limit in EXPORTS[name].target.limits(sheet):
            key = (limit.question.number, limit.why)
            found.setdefault(key, (limit, []))[1].append(sheet.paper.number)
    if not found:
        return
    told = [f"question {number}: {why}{_of(found[number, why][1], exam)}" for number, why in sorted(found)]
    more = f"; and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    first, _ = found[min(found)]
    raise InputError(
        f"{EXPORTS[name].title} cannot take this: {'; '.join(told[:MOST_TOLD])}{more}",
        place=first.question.posed.item.place,
        hint=first.help,
    )


def _of(numbers: list[int], exam: Exam) -> str:
    """In which variants that is so, unless it is in all."""
    if len(numbers) == len(exam.sheets):
        return ""
    shown = ", ".join(map(str, numbers[:MOST_NAMED])) + (", …" if len(numbers) > MOST_NAMED else "")
    return f" (variant{'s' * (len(numbers) > 1)} {shown})"
