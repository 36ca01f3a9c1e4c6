"""The students of a class, from a table, and the table that says who has which paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, Place, did_you_mean, printable
from attncalc.grade.summary import MARK, safe
from attncalc.limits import STUDENTS
from attncalc.reading.source import source_of_file

COLUMNS = ("name", "number")
MOST_BYTES = 2_000_000
UTF_8 = "In Excel: Save As, CSV UTF-8 (Comma delimited)."


class Student(NamedTuple):
    """Who writes a paper."""

    name: str = ""
    number: str = ""


def read_roster(path: str | Path) -> tuple[Student, ...]:
    """The students of a CSV file with the columns name and number, or one of these, in the order of its lines.

    Raises InputError where it has neither, is empty, or a number stands twice.
    """
    source = str(path)
    text = _text(path, source)
    head = text.split("\n", 1)[0]
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in head and "," not in head else ","))
    except csv.Error as error:
        raise InputError(f"this is no table: {error}", place=Place(source)) from None
    columns = [cell.strip().lower() for cell in rows[0]] if rows else []
    places = {name: columns.index(name) for name in COLUMNS if name in columns}
    if not places:
        raise InputError(
            "the first line names the columns name and number",
            place=Place(source, 1, 1),
            hint=did_you_mean(columns[0] if columns else "", COLUMNS, listed=False),
        )
    return tuple(_students(rows, places, source))


def _text(path: str | Path, source: str) -> str:
    text, note = source_of_file(path, source, MOST_BYTES)
    if note:
        raise InputError("this is not a text file in UTF-8", place=Place(source), hint=UTF_8)
    return text


def _students(rows: list[list[str]], places: dict[str, int], source: str) -> Iterable[Student]:
    found: dict[Student, int] = {}
    numbers: dict[str, int] = {}
    for line, row in enumerate(rows[1:], 2):
        cells = {name: row[place] if place < len(row) else "" for name, place in places.items()}
        student = Student(**{name: printable(" ".join(cell.split())) for name, cell in cells.items()})
        if student == Student():
            continue
        first = numbers.get(student.number) if student.number else found.get(student)
        if first:
            raise InputError(
                f"{student.number or student.name} stands twice; first in line {first}", place=Place(source, line)
            )
        found[student] = numbers[student.number] = line
    if not 1 <= len(found) <= STUDENTS.most:
        raise InputError(f"there should be {STUDENTS.told}, not {len(found):,}", place=Place(source))
    return found


def key_table(lines: Iterable[tuple[str, str, Student | None]], orders: Iterable[tuple[int, ...]] = ()) -> str:
    """Which folder and code every student has, as a table that spreadsheets open.

    Where `orders` are given, also which question of the recipe each one on the paper is.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    told = [" ".join(map(str, order)) for order in orders]
    writer.writerow(["variant", "code", *COLUMNS, *(["questions"] if any(told) else [])])
    for number, (folder, code, student) in enumerate(lines):
        writer.writerow([folder, code, *map(safe, student or Student()), *([told[number]] if any(told) else [])])
    return MARK + file.getvalue()
