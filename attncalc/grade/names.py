"""Names of students as names of files: safe on every system, and never the same for two."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

MAX_BYTES = 120
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)  # what Windows keeps for devices


def in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts page-2 before page-10."""
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+|[0-9]+", name)
    return (
        *((0, int(part), "") if part.isdecimal() and len(part) < 19 else (1, 0, part.casefold()) for part in parts),
        (2, 0, name),
    )


def file_name(student: str, taken: Collection[str]) -> str:
    """A name for a student's files that is not among those taken, capital letters or not."""
    kept = "".join(char if char.isalnum() or char in "-_." else "-" for char in student)
    safe = re.sub(r"-{2,}", "-", kept)[:MAX_BYTES].strip("-.")
    safe = safe.encode()[:MAX_BYTES].decode("utf-8", "ignore") or "student"
    if RESERVED.match(safe):
        safe = f"_{safe}"
    return _free(safe, {name.casefold() for name in taken}, "-{}", str.casefold)


def distinct(names: Iterable[str]) -> list[str]:
    """The names, with numbers after those that stand there already."""
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        found.append(_free(name, taken, " ({})", str))
        taken.add(found[-1])
    return found


def _free(name: str, taken: Collection[str], ending: str, fold: Callable[[str], str]) -> str:
    number, free = 1, name
    while fold(free) in taken:
        number += 1
        free = name + ending.format(number)
    return free
