"""A piece of a typed text that knows where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from attncalc.errors import InputError, shorten
from attncalc.problem.tree import Node, Scalar, Sequence

OPEN, CLOSED = "[({", "])}"


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` begins `start` characters into the text of `scalar`."""

    scalar: Scalar
    text: str
    start: int = 0

    @classmethod
    def of(cls, scalar: Scalar) -> Piece:
        """The whole text of a scalar, whose lines may end as they do on Windows."""
        return cls(scalar, scalar.text.replace("\r\n", " \n"))

    def __getitem__(self, cut: slice) -> Piece:
        begin, end, _ = cut.indices(len(self.text))
        return Piece(self.scalar, self.text[begin:end], self.start + begin)

    def strip(self, signs: str | None = None) -> Piece:
        """Without white space, or these signs, at both ends."""
        begin = len(self.text) - len(self.text.lstrip(signs))
        return Piece(self.scalar, self.text.strip(signs), self.start + begin)

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

    def blanked(self, pattern: str, by: str | Callable[[str], str] = "", flags: int = 0) -> Piece:
        """With every match replaced by spaces, or by a shorter text and spaces, so that places stay."""

        def shorter(match: re.Match[str]) -> str:
            return (match.expand(by) if isinstance(by, str) else by(match[0])).ljust(len(match[0]))

        text = re.sub(pattern, shorter, self.text, flags=flags)
        return Piece(self.scalar, text, self.start)

    @property
    def cell(self) -> Scalar:
        """The piece as one entry, without quotes around it, on its own line."""
        text = self.text.strip()
        if len(text) > 1 and text[0] in "\"'`" and text[-1] == text[0]:
            text = text[1:-1]
        return self.node("" if text == "null" else text.replace("{,}", "."))

    def node(self, text: str) -> Scalar:
        """A text that stands where this piece does."""
        where = self.scalar
        if where.line is None:
            return Scalar(text, where.source, quoted=True)
        line = where.line + where.block + bisect_left(_line_ends(where.text), self.start)
        return Scalar(text, where.source, line, None if where.block else where.column, True)

    def items(self, nodes: list[Node] | list[Scalar] | list[Sequence]) -> Sequence:
        """A list that stands where this piece does."""
        return Sequence(tuple(nodes), *self.node("")[1:4])

    def error(self, message: str, hint: str | None = None) -> InputError:
        """An error about this piece."""
        return InputError(message, place=self.node("").place, hint=hint)

    def unexpected(self, where: str) -> InputError:
        """The error that this piece should not stand there."""
        return self.error(f"“{shorten(self.text.strip())}” is not expected {where}")


@lru_cache(maxsize=8)
def _line_ends(text: str) -> list[int]:
    """Where the lines of a text end."""
    return [position for position, char in enumerate(text) if char == "\n"]


def closing(piece: Piece, position: int) -> int:
    """Where the bracket that opens at `position` is closed; raises InputError if it is not."""
    opened: list[str] = []
    for match in re.compile(r"[][(){}]").finditer(piece.text, position):
        if match[0] in OPEN:
            opened.append(match[0])
        elif OPEN.index(opened.pop()) != CLOSED.index(match[0]):
            raise piece[match.start() :].error(f"the bracket {match[0]} closes one of another kind")
        if not opened:
            return match.start()
    raise piece[position : position + 20].error(f"the bracket {piece.text[position]} is not closed")
