"""Submissions as JSON lines: `{"student": …, "answers": {…}}` or `{"student": …, "page": "text"}`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attncalc.errors import InputError, Place
from attncalc.grade.output import writable
from attncalc.grade.submissions import Page, Submission, clean
from attncalc.limits import JSON_LINE, JSON_LINES, SUBMISSIONS
from attncalc.reading.source import LETTER, Source, source_of_file

MAX_NESTING = 20


@dataclass(frozen=True, slots=True)
class TextPage:
    """A page that stands in a line of JSON."""

    name: str
    text: str

    def read(self) -> Source:
        """Its text."""
        return Source(self.text)


class _Typed(str):
    """A number of JSON as it was typed."""

    __slots__ = ()


def submissions_of(path: Path) -> list[Submission]:
    """One submission for each student, in the order in which they first stand; several lines are several pages."""
    pages: dict[str, list[Page]] = {}
    broken: dict[str, str] = {}
    numbers: dict[str, list[int]] = {}
    notes: dict[str, set[str]] = {}
    for number, line, note in _lines(path):
        student, page, why = _read(line, path.name, number)
        numbers.setdefault(student, []).append(number)
        notes.setdefault(student, set()).update([f"{path.name}: {note}"] if note else [])
        if why:
            broken[student] = why
        else:
            pages.setdefault(student, [])
        if page:
            pages[student].append(page)
    names = dict.fromkeys((*pages, *broken))
    return [
        Submission(
            name,
            tuple(pages.get(name, ())),
            "" if pages.get(name) else broken[name],
            (broken[name],) if name in broken else (),
            (*_notes(numbers[name]), *notes[name]),
        )
        for name in names
    ]


def _notes(numbers: list[int]) -> tuple[str, ...]:
    """What is to be said of a student with several lines."""
    first, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
    return (f"lines {first} and {last} are of one student; they count together",) if first else ()


def _lines(path: Path) -> Iterator[tuple[int, str, str]]:
    """The lines that hold something, with their numbers, and what is to be known of how each was read."""
    text, note = source_of_file(path, str(path), JSON_LINES.most)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > JSON_LINE.most or number > SUBMISSIONS.most + 1:
            raise InputError(JSON_LINE.told, place=Place(str(path), number))
        if line.strip():
            yield number, line, note if LETTER in line else ""


def _read(line: str, file: str, number: int) -> tuple[str, Page | None, str]:
    """The student, the page, and why there is none."""
    unnamed, source = f"line {number}", f"{clean(file)}:{number}"
    try:
        said = json.loads(line, parse_float=_Typed, parse_int=_Typed, parse_constant=_Typed)
    except (ValueError, RecursionError):
        return unnamed, None, f"line {number} is no JSON"
    if not isinstance(said, dict) or not isinstance(said.get("student"), str) or not said["student"].strip():
        return unnamed, None, f'line {number} should be {{"student": …, "answers": …}} or {{"student": …, "page": …}}'
    student = clean(said["student"])
    if isinstance(page := said.get("page"), str):
        return student, TextPage(f"{source} (page)", writable(page)), ""
    if isinstance(answers := said.get("answers"), dict):
        try:
            return student, TextPage(source, writable(_document(answers))), ""
        except ValueError as error:
            return student, None, f"line {number}: {error}"
    return student, None, f"line {number} has neither answers nor a page"


def _document(answers: dict[str, Any]) -> str:
    """Answers as a file of typed answers, a line for each."""
    return "answers:\n" + "".join(f"  {_quoted(key)}: {_flow(value)}\n" for key, value in answers.items())


def _flow(value: Any, depth: int = 0) -> str:
    if depth > MAX_NESTING:
        raise ValueError("lists are nested too deep")
    if isinstance(value, list):
        return f"[{', '.join(_flow(item, depth + 1) for item in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_flow(item, depth + 1)}" for key, item in value.items()) + "}"
    if value is None:
        return "_"
    return str(value) if isinstance(value, _Typed) else _quoted(value)


def _quoted(value: Any) -> str:
    """A text in quotes that JSON and YAML read alike, true or false."""
    return json.dumps(value, ensure_ascii=False)
