"""Figures as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reader_alone import Read
from scoring import Figures, Share

NAME = 24
# The columns: title, figure, and whether it is shown as a part only, beside the number of all.
MARKING = (
    ("read", "read", True),
    ("placed", "placed", True),
    ("called wrong", "false_alarms", False),
    ("found", "found", False),
    ("fair", "agreed", True),
    ("first mistake", "first", False),
    ("nothing called", "silent", False),
)
READER = tuple((name, name, False) for name in ("numbers", "rows", "labels", "headings"))
NARROW, WIDE = 8, 19


def marking(figures: dict[str, Figures]) -> Iterator[str]:
    """The table of reading and marking."""
    yield f"{'':{NAME}}{'pages':>6}{'numbers':>9}" + _head(MARKING) + f"{'F1':>{NARROW}}"
    for name, row in figures.items():
        yield f"{name:{NAME}}{row.pages:>6}{row.read.of:>9,}{_cells(row, MARKING)}{_percent(row.f1):>{NARROW}}"


def reader(figures: dict[str, Read]) -> Iterator[str]:
    """The table of what the reader gives by itself."""
    yield " " * NAME + _head(READER)
    for name, row in figures.items():
        yield f"{name:{NAME}}{_cells(row, READER)}"


def as_data(figures: Figures | Read) -> dict[str, Any]:
    """Figures for a JSON file: how many of how many."""
    found = {name: [value.n, value.of] if isinstance(value, Share) else value for name, value in vars(figures).items()}
    return {**found, "f1": figures.f1} if isinstance(figures, Figures) else found


def _head(columns: tuple[tuple[str, str, bool], ...]) -> str:
    return "".join(f"{title:>{NARROW if is_part else WIDE}}" for title, _, is_part in columns)


def _cells(figures: Figures | Read, columns: tuple[tuple[str, str, bool], ...]) -> str:
    return "".join(_cell(getattr(figures, name), is_part) for _, name, is_part in columns)


def _cell(share: Share, is_part: bool) -> str:
    if is_part or not share.of:
        return f"{_percent(share.part):>{NARROW if is_part else WIDE}}"
    return f"{f'{share.n}/{share.of}':>{WIDE - NARROW}}{_percent(share.part):>{NARROW}}"


def _percent(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.1f}%"
