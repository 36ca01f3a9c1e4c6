"""Files of problems: YAML as `solve` reads it, JSON lines with one problem on each, and stacks of arrays."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn

from attncalc.batch.many.collected import Collected, Plain, Shapes
from attncalc.errors import AttncalcError, InputError, Place, shorten
from attncalc.files import inputs_stay, note_inputs, note_read
from attncalc.limits import FILE
from attncalc.parallel import HERE, Workers, spread
from attncalc.problem.names import read_name
from attncalc.problem.problem import Problem
from attncalc.problem.reader import load
from attncalc.problem.reader import problem as read

LINES = (".jsonl",)
STACKS = (".npz", ".safetensors")
PARTS = {"mechanism", "given", "options"}
LARGEST = 2**1000  # of an integer that is a double for certain


class Stated(NamedTuple):
    """What arrays do not say of themselves: the mechanism, where their names do not tell, and its options."""

    mechanism: str | None = None
    options: Mapping[str, Any] = {}


def collect(
    paths: Sequence[Path], stated: Stated, *, any_file: bool = False, exact: bool = False, workers: Workers = HERE
) -> Collected:
    """The problems of these files, in order; what cannot be read is kept with the reason.

    Numbers of JSON are doubles, or, where they are to be `exact`, as they are written.
    """
    found = Collected()
    typed = [path for path in paths if path.suffix.lower() not in (*LINES, *STACKS)]
    read = spread(Reading(any_file, Path.cwd()), typed, workers, ordered=True)
    for path in paths:
        if path.suffix.lower() in LINES:
            _collect_lines(path, found, exact=exact)
        elif path.suffix.lower() in STACKS and exact:
            error = InputError("arrays hold doubles; digits are proven of numbers as they are written")
            found.add(path.stem, Place(str(path)), error)
        elif path.suffix.lower() in STACKS:
            _collect_stack(path, stated, found)
        else:
            _collect_yaml(path, found, next(read))
    return found


class Typed(NamedTuple):
    """What stands in a file, and what was read for it: itself, and matrices beside it."""

    problems: list[Problem] | AttncalcError
    read: set[tuple[int, int]]


@dataclass(frozen=True)
class Reading:
    """The work of reading files of problems, whose names are meant in a folder."""

    any_file: bool
    folder: Path

    def prepare(self) -> None:
        """Nothing is needed."""

    def __call__(self, path: Path) -> Typed:
        """The problems of a file, or why there are none."""
        with inputs_stay() as read, chdir(self.folder):
            try:
                return Typed(load(path, any_file=self.any_file), read)
            except AttncalcError as error:
                return Typed(error, read)

    def died(self, path: Path) -> Typed:
        """That the process which read it died."""
        return Typed(InputError("the process that read it died"), set())


def _collect_yaml(path: Path, found: Collected, typed: Typed) -> None:
    place = Place(str(path))
    note_inputs(typed.read)
    if isinstance(typed.problems, AttncalcError):
        found.add(path.stem, place, typed.problems)
        return
    problems = typed.problems
    for count, problem in enumerate(problems, 1):
        found.add(f"{path.stem}-{count}" if len(problems) > 1 else path.stem, problem.place or place, problem)


def _collect_stack(path: Path, stated: Stated, found: Collected) -> None:
    from attncalc.batch.many.stacks import collect_stack

    try:
        names, group = collect_stack(path, *stated)
    except AttncalcError as error:
        found.add(path.stem, Place(str(path)), error)
        return
    found.add_group(names, Place(str(path)), group)


def _collect_lines(path: Path, found: Collected, *, exact: bool) -> None:
    try:
        note_read(path)
        with path.open("rb") as file:
            for number, line in _lines(file):
                place = Place(str(path), number)
                found.add(f"{path.stem}-{number}", place, _read_line(line, exact=exact))
    except OSError as error:
        found.add(path.stem, Place(str(path)), InputError(f"it cannot be read: {error.strerror}"))


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, by number; one that is too long is cut just above the limit."""
    number = 0
    while line := file.readline(FILE.most + 2):
        number += 1
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(FILE.most)
        if line.strip():
            yield number, line


def _read_line(line: bytes, *, exact: bool = False) -> Problem | Plain | AttncalcError:
    if len(line) > FILE.most + 1:
        return InputError(f"this line is longer than {FILE.most // 1_000_000} MB")
    try:
        number = Decimal if exact else None
        text = line.decode("utf-8-sig")
        record = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse, parse_float=number)
        if not isinstance(record, dict):
            return InputError("a problem is an object", hint='{"mechanism": "softmax", "given": {"S": [[1, 2]]}}')
        return (None if exact else _plain(record)) or _read(record)
    except AttncalcError as error:
        return error
    except UnicodeDecodeError:
        return InputError("this is no text in UTF-8")
    except json.JSONDecodeError as error:
        return InputError(f"this is no JSON: {error.msg}, column {error.colno}")
    except (ValueError, RecursionError) as error:  # a number of many digits, lists in lists in lists
        return InputError(f"this is nothing to calculate with: {shorten(str(error), 80)}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the key {shorten(twice)} stands twice")
    return found


def _refuse(word: str) -> NoReturn:
    raise InputError(f"{word} is no number of JSON", hint='A masked score is "-inf", in quotes.')


def _read(record: dict[str, Any]) -> Problem:
    record = {"mechanism": None, **record}
    given, options = record.pop("given", None), record.pop("options", None)
    problem = read(record.pop("mechanism"), given, options, **record)
    if "variants" in problem.options:
        raise InputError("a line is one problem; variants are lines of their own")
    return problem


def _plain(record: dict[str, Any]) -> Plain | None:
    """What a problem of nothing but lists of numbers is made of; None for another one, which is read for itself."""
    given, options = record.get("given"), record.get("options") or {}
    if record.keys() - PARTS or not isinstance(given, dict) or not isinstance(options, dict):
        return None
    mechanism = record.get("mechanism")
    if not isinstance(mechanism, str | None) or "variants" in options:
        return None
    values: list[float] = []
    found = [(name, _flattened(value, values)) for name, value in given.items() if _is_matrix(name)]
    shapes: Shapes = tuple((name, shape) for name, shape in found if shape)
    if len(shapes) < len(given) or not all(map(math.isfinite, values)):
        return None
    return Plain(mechanism, options, shapes, (mechanism, json.dumps(options), shapes), values)


def _is_matrix(name: str) -> bool:
    """Whether a name is of numbers that may differ, and not of a mask."""
    known = read_name(name)
    return known is not None and known.base != "M"


def _flattened(value: Any, values: list[float]) -> tuple[int, ...] | None:
    """The sizes of lists in lists, whose numbers are added to `values`; None where they are ragged, or hold others."""
    if type(value) is not list or not value:
        return None
    if type(value[0]) is list:
        shapes = {_flattened(part, values) for part in value}
        return (len(value), *shape) if len(shapes) == 1 and (shape := shapes.pop()) else None
    if not all(type(x) is float or (type(x) is int and -LARGEST < x < LARGEST) for x in value):
        return None
    values += map(float, value)
    return (len(value),)
