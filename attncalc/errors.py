"""Every error attncalc raises on purpose.

AttncalcError           something the user can act on; the command line prints it and exits with 2
├── InputError          what was typed cannot be used: says where, what it is, what it should be
│   ├── NumberError     an entry that is not a number
│   └── SizeError       sizes of matrices that do not agree
└── OutputError         the result cannot be written
MorePrecision           raised by an arithmetic, caught by `solve`: run again with more digits
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; lines and columns count from 1."""

    source: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = [self.source, *(str(number) for number in (self.line, self.column) if number is not None)]
        return ":".join(parts)


MAX_LINE = 300


class AttncalcError(Exception):
    """Something the user can act on: one message, where it is about, and how to mend it."""

    def __init__(self, message: str, *, place: Place | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        hint = f"\n{shorten(self.hint, MAX_LINE)}" if self.hint else ""
        return f"{where}{shorten(self.message, MAX_LINE)}{hint}"

    def at(self, place: Place | None) -> AttncalcError:
        """This error with `place` added, unless it knows its place already."""
        self.place = self.place or place
        return self


class InputError(AttncalcError):
    """What was typed cannot be used."""


class NumberError(InputError):
    """An entry that is not a number."""


class SizeError(InputError):
    """Sizes of matrices that do not agree."""


class OutputError(AttncalcError):
    """The result cannot be written."""


class MorePrecision(Exception):  # noqa: N818  not an error: a request, answered by running again
    """A comparison or a rounding is not decided at this precision."""


JOINERS = "\u200c\u200d"  # they stand inside words and emoji


def printable(text: str) -> str:
    """`text` without characters that steer a terminal or turn the direction of writing."""
    return "".join(char if char.isprintable() or char in JOINERS or char == "\n" else "�" for char in text)


def shorten(text: str, length: int = 40) -> str:
    """`text` on one line, fit to be shown in a message: white space joined, control characters shown, bounded."""
    line = " ".join(text[: 2 * length].split())
    shown = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in line[: length + 1])
    return shown if len(shown) <= length else shown[: length - 1] + "…"


def did_you_mean(word: str, choices: Iterable[str], *, listed: bool = True) -> str | None:
    """The hint that names the choice closest to `word`; where none is, the choices if `listed` and few."""
    from difflib import get_close_matches

    known = sorted(set(choices))
    folded = {choice.lower(): choice for choice in known}
    close = get_close_matches(word.lower(), folded, n=1, cutoff=0.6 if listed else 0.75)
    if close:
        return f"Did you mean {folded[close[0]]}?"
    return f"It can be {', '.join(known)}." if listed and 0 < len(known) <= 24 else None
