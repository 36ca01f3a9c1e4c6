"""The calculations of a file: JSON lines with steps, or a page; and what was found of them as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attncalc.check.equalities.trace import Found, Traced, looked_over, traced
from attncalc.check.handed_in import STDIN
from attncalc.errors import InputError, Place
from attncalc.reading import read_page
from attncalc.reading.source import source_of_file

FORMAT = {"format": "attncalc/chains", "version": 1}
LINES = (".jsonl", ".ndjson")
MAX_LINES, MAX_STEPS, MAX_STEP = 100_000, 1000, 20_000
EXAMPLE = '{"input": "(1 + 2) * 3", "steps": ["A = 1 + 2 = 3", "A * 3 = 9"]}'


@dataclass(frozen=True, slots=True)
class Calculation:
    """What was found of one calculation, and the line of the file that it is; None of a page."""

    line: int | None
    traced: Traced


def calculations_of(path: str) -> tuple[str, list[Calculation]]:
    """The name of a file, `-` is standard input, and its calculations.

    Raises InputError where the file cannot be read, or a line of it is no calculation.
    """
    source = STDIN if path == "-" else path
    text, _ = source_of_file(path, source)
    if Path(source).suffix.lower() in LINES or text.lstrip()[:1] == "{":
        return source, list(_lines(text, source))
    return source, [Calculation(None, looked_over(read_page(text, source)))]


def _lines(text: str, source: str) -> Iterator[Calculation]:
    for number, line in enumerate(text.split("\n"), 1):
        if number > MAX_LINES:
            raise InputError(f"it has more than {MAX_LINES:,} lines", place=Place(source, number))
        if line.strip():
            said = _read(line, source, number)
            place = Place(source, number, line.find('"steps"') + 1 or 1)
            yield Calculation(number, traced(_steps(said, place), _asked(said)))


def _read(line: str, source: str, number: int) -> dict[str, Any]:
    try:
        said = json.loads(line, parse_int=_ignored, parse_float=_ignored)
    except json.JSONDecodeError as error:
        place = Place(source, number, error.colno)
        raise InputError(f"this is no JSON: {error.msg}", place=place, hint=_hint()) from None
    except RecursionError:
        raise InputError("lists are nested too deep", place=Place(source, number)) from None
    if not isinstance(said, dict):
        raise InputError("a line should be an object with steps", place=Place(source, number, 1), hint=_hint())
    return said


def _ignored(_: str) -> None:
    """A number of JSON, however long: none is asked for."""


def _hint() -> str:
    return f"A calculation on one line: {EXAMPLE}"


def _steps(said: dict[str, Any], place: Place) -> list[str]:
    steps = said.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
        why = "steps should be a list of sentences" if "steps" in said else "it has no steps"
        raise InputError(why, place=place, hint=_hint())
    if len(steps) > MAX_STEPS or any(len(step) > MAX_STEP for step in steps):
        raise InputError(f"at most {MAX_STEPS:,} steps of {MAX_STEP:,} characters are read", place=place)
    return [_whole(step) for step in steps]


def _asked(said: dict[str, Any]) -> str:
    asked = said.get("input")
    return _whole(asked) if isinstance(asked, str) and len(asked) <= MAX_STEP else ""


def _whole(text: str) -> str:
    """A text without halves of characters, which JSON may hold and no file can."""
    return text.encode("utf-8", "replace").decode()


def write_json(source: str, calculations: list[Calculation], *, ascii_signs: bool = False) -> str:
    """What was found as one JSON object."""
    made = {**FORMAT, "page": source, "calculations": [_calculation(one) for one in calculations]}
    return json.dumps(made, indent=2, ensure_ascii=ascii_signs) + "\n"


def _calculation(one: Calculation) -> dict[str, Any]:
    first = one.traced.first
    return {
        "line": one.line or 1,
        "steps": one.traced.steps,
        "compared": one.traced.compared,
        "first": first.step if first else None,
        "found": [_found(found, one.line) for found in one.traced.found],
    }


def _found(found: Found, line: int | None) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "step": found.step,
        "line": found.line or line,
        "column": found.column,
        "left": found.left.text,
        "left_value": found.left.value,
        "right": found.right.text,
        "right_value": found.right.value,
        "unknown": list(found.unknown),
    }
