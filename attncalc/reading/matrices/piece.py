"""A piece of a typed text that knows where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from attncalc.errors import shorten
from attncalc.reading.matrices import Body, Cell, DoubtError, Rows, TextError

OPEN, CLOSED = "[({", "])}"
QUOTES = "\"'`"


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` begins `start` characters into `whole`."""

    text: str
    whole: str
    start: int = 0

    def __getitem__(self, cut: slice) -> Piece:
        begin, end, _ = cut.indices(len(self.text))
        return Piece(self.text[begin:end], self.whole, self.start + begin)

    def strip(self, signs: str | None = None) -> Piece:
        """Without white space, or these signs, at both ends."""
        begin = len(self.text) - len(self.text.lstrip(signs))
        return Piece(self.text.strip(signs), self.whole, self.start + begin)

    def unquoted(self) -> Piece:
        """Without quotes around it."""
        bare = self.strip()
        is_quoted = len(bare.text) > 1 and bare.text[0] in QUOTES and bare.text[-1] == bare.text[0]
        return bare[1:-1] if is_quoted else bare

    def split(self, pattern: str) -> list[Piece]:
        """The pieces between the matches of a pattern that stand in no bracket."""
        pieces, last, depth = [], 0, 0
        for match in re.finditer(rf"(?P<split>{pattern})|[][(){{}}]", self.text):
            if match["split"] is None:
                depth = max(0, depth + (1 if match[0] in OPEN else -1))
            elif depth == 0 and match[0]:
                pieces.append(self[last : match.start()])
                last = match.end()
        return [*pieces, self[last:]]

    def lines(self) -> list[Piece]:
        """The lines that are not blank."""
        return [line for line in self.split(r"\n") if line.text.strip()]

    def blanked(self, pattern: str, by: str | Callable[[str], str] = "") -> Piece:
        """With every match replaced by spaces, or by a shorter text and spaces, so that places stay."""

        def shorter(match: re.Match[str]) -> str:
            return (match.expand(by) if isinstance(by, str) else by(match[0])).ljust(len(match[0]))

        return Piece(re.sub(pattern, shorter, self.text), self.whole, self.start)

    @property
    def cell(self) -> Cell:
        """The piece as one entry, without quotes around it."""
        bare = self.unquoted()
        return Cell("" if bare.text == "null" else bare.text, bare.start)

    def rows(self, items: list[Body] | list[Rows] | list[Cell], names: tuple[Cell, ...] = ()) -> Rows:
        """A list that stands where this piece does."""
        return Rows(tuple(items), self.start, names)

    def error(self, message: str, hint: str | None = None) -> TextError:
        """An error about this piece."""
        return TextError(message, self.start, hint)

    def unexpected(self, where: str) -> TextError:
        """The error that this piece should not stand there."""
        return self.error(f"“{shorten(self.text.strip())}” is not expected {where}")

    def doubt(self, message: str, hint: str | None = None, readings: tuple[str, ...] = ()) -> DoubtError:
        """The error that this piece can be read in several ways; `readings` are plain spellings of it."""
        doubt = DoubtError(message, self.start, hint)
        before, behind = self.whole[: self.start], self.whole[self.start + len(self.text) :]
        doubt.texts = tuple(f"{before}{text}{behind}" for text in readings)
        return doubt

    def several(self) -> TextError:
        """The error that this piece holds several matrices."""
        return self.error("there are several matrices in this text", "Give each one under its own name.")
