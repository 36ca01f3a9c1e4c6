"""What an earlier run found of each submission: what is unchanged since then is not marked again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from attncalc.check.verdict import Verdict
from attncalc.grade.looks import Look
from attncalc.grade.result import Mistake, Result, Step

FORMAT = {"format": "attncalc/kept", "version": 1}
READS: dict[type, tuple[Callable[[Any], Any], ...]] = {
    Step: (int, str, Fraction, Fraction, str),
    Mistake: (int, str, int, int, lambda said: said and Verdict(said), str, str, str),
    Look: (str, str, str, Fraction),
}
PARTS = {"steps": Step, "mistakes": Mistake, "looks": Look}
TEXTS = ("left_out", "unmatched", "notes")
NUMBERS = ("marks", "of")
WORDS = ("student", "status", "first", "submission", "read")


class Kept(NamedTuple):
    """A result, the digest of all that it was made from, and the endings of the forms it was written in."""

    token: str
    result: Result
    endings: tuple[str, ...] = ()


def read_kept(path: Path) -> dict[str, Kept]:
    """What is known of each student; nothing where the file cannot be used: then all are marked again."""
    from attncalc.errors import InputError
    from attncalc.reading.source import text_of_file

    try:
        said = json.loads(text_of_file(path, str(path), 500_000_000, stays=False))
        if {key: said[key] for key in FORMAT} != FORMAT:
            return {}
        return {kept.result.student: kept for kept in map(_kept, said["students"])}
    except (InputError, ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
        return {}


def _kept(said: Mapping[str, Any]) -> Kept:
    made: dict[str, Any] = {name: str(said[name]) for name in WORDS}
    made |= {name: Fraction(said[name]) for name in NUMBERS}
    made |= {name: tuple(map(str, said[name])) for name in TEXTS}
    made |= {name: tuple(_part(kind, part) for part in said[name]) for name, kind in PARTS.items()}
    verdicts = tuple((Verdict(name), int(count)) for name, count in said["verdicts"])
    return Kept(str(said["token"]), Result(**made, verdicts=verdicts), tuple(map(str, said["endings"])))


def _part(kind: type, said: Any) -> Any:
    return kind(*(read(value) for read, value in zip(READS[kind], said, strict=True)))


def write_kept(kept: Mapping[str, Kept]) -> str:
    """The same as JSON, a student on a line."""
    lines = (json.dumps(_plain(one), ensure_ascii=False, default=str) for one in kept.values())
    head = json.dumps(FORMAT)[1:-1]
    return "".join([f'{{{head}, "students": [\n', ",\n".join(lines), "\n]}\n"])


def _plain(kept: Kept) -> dict[str, Any]:
    made = {name: getattr(kept.result, name) for name in (*WORDS, *NUMBERS, *TEXTS, "verdicts")}
    parts = {
        name: [[getattr(part, item.name) for item in fields(kind)] for part in getattr(kept.result, name)]
        for name, kind in PARTS.items()
    }
    return {"token": kept.token, "endings": kept.endings, **made, **parts}
