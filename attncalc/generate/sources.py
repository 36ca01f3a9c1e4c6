"""Inputs that are taken from other questions of a paper: what they are, their sizes, and their numbers as typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.generate.entries import Rows
from attncalc.generate.question import Given, Question
from attncalc.problem.names import read_name
from attncalc.problem.signature import Found as Fitting
from attncalc.problem.signature import unify
from attncalc.reading.number import PLAIN
from attncalc.worksheet.worksheet import Step, Worksheet

OF_DRAWN = ("at-most-digits", "distinct-rows")  # usual where everything is drawn; what is a result may not be so


class Source(NamedTuple):
    """A line or an input of an earlier question (the first is 0), and where the recipe says so."""

    question: int
    name: str
    place: Place | None = None


def checked(source: Source, sheet: Worksheet) -> Source:
    """The source by its ASCII name; raises InputError where a question has no such line."""
    known = read_name(source.name)
    found = sheet.find(str(known)) if known and known.row is None else None
    if found is None:
        keys = [record.key for record in (*sheet.inputs, *sheet.records)]
        raise InputError(
            f"question {source.question + 1} has no {shorten(source.name)}",
            place=source.place,
            hint=did_you_mean(source.name, keys),
        )
    return source._replace(name=found.key)


def numbers(source: Source, given: Given, sheet: Worksheet, *, exact: bool) -> Rows:
    """The numbers as they are typed: of an input as it was, of a line as it stands in the solution.

    That is in closed form where the question asks for these, otherwise at the digits that it asks for.
    """
    if source.name in given:
        return given[source.name][0]
    step = Step(sheet.record(source.name), sheet)
    rows = step.exact() if exact else step.values()
    if not exact and not all(PLAIN.fullmatch(text) for row in rows for text in row):
        raise InputError(
            f"{source.name} of question {source.question + 1} is not made of numbers only: it has "
            f"{next(text for row in rows for text in row if not PLAIN.fullmatch(text))}",
            place=source.place,
        )
    return rows


def fitted(name: str, rows: Rows, question: Question, source: Source) -> Rows:
    """The numbers as an input: a vector may be a matrix of one row, and the reverse. Raises InputError for others."""
    axes = question.mechanism.signature[name].axes
    is_row, is_column = len(rows) == 1, all(len(row) == 1 for row in rows)
    if len(axes) == 1 and not is_row and is_column:
        return [[text for row in rows for text in row]]
    if len(axes) > 2 or (len(axes) == 1 and not is_row):
        raise InputError(
            f"{name} is a vector, and {source.name} of question {source.question + 1} is {len(rows)}×{len(rows[0])}",
            place=source.place,
        )
    return rows


def sized_as(question: Question, taken: Mapping[str, Rows], sources: Mapping[str, Source]) -> dict[str, int]:
    """The sizes of a question with these inputs; d is of all others. Raises InputError where they disagree."""
    signature = question.mechanism.signature
    inputs = {name: fitted(name, rows, question, sources[name]) for name, rows in taken.items()}
    found = [
        Fitting(name, (len(rows), len(rows[0]))[-len(signature[name].axes) :], sources[name].place)
        for name, rows in inputs.items()
    ]
    named = {name: size for name, size in question.sizes.items() if name != "d"}
    return {**question.sizes, **unify(signature, found, {**_heads(question), **named})}


def _heads(question: Question) -> dict[str, int]:
    """How many heads there are, which sizes of all heads together are divided by."""
    heads = question.all_options.get("heads", "")
    return {"h": int(heads)} if heads.isdecimal() and "h" in question.mechanism.signature.sizes else {}
