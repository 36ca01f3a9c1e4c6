r"""Rows of cells from words of the grammar: a line, ; or \\ ends a row; commas, &, bars or spaces part its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.errors import shorten
from attncalc.limits import LEVELS
from attncalc.reading.brackets import TooDeepError, Words, unpaired
from attncalc.reading.dress import dressed
from attncalc.reading.matrices import Body, Cell, Rows, TextError
from attncalc.reading.matrices.doubts import OF_A_ROW, of_rows
from attncalc.reading.matrices.piece import QUOTES, Piece
from attncalc.reading.tokens import Token, tokens

COMMA = re.compile(r"[-+−–]?\d+,\d+(?:[eE][-+]?\d+)?")
BESIDE = re.compile(r"\d\s+[-+−–\d]")
ROW_END = re.compile(r"(?<!\\)\\\\(?=[A-Za-z])(?!(?:cr|newline)(?![A-Za-z]))")
DECIMAL = re.compile(r"[-+−]?[\d.]+")
MIXED = re.compile(r"(?<![/.\d])\d+\s+\d+/\d+")
SPACES = {"space", "quad"}
Part = tuple[int, int]


class Text(Words):
    """A piece of typed text as words of the grammar, and where its brackets and environments end.

    Raises TextError at a bracket that nothing closes, or that closes one of another kind.
    """

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        found = list(_words(piece.text))
        if pair := unpaired(found):
            raise self._unpaired(*pair)
        try:
            words = [word for word in dressed(found) if not word.struck and word.kind not in SPACES]
            super().__init__(piece.text, words)
        except TooDeepError:
            message = LEVELS.told
            raise piece.error(message) from None

    def _unpaired(self, opened: Token | None, closed: Token | None) -> TextError:
        if opened and opened.kind == "begin":
            return self.piece[opened.start :].error(f"\\begin{{{shorten(opened.text)}}} has no \\end of the same name")
        if opened and not closed:
            return self.piece[opened.start :].error(f"the bracket {opened.text} is not closed")
        assert closed is not None
        says = f"closes {'one of another kind' if opened else 'nothing'}"
        return self.piece[closed.start :].error(f"the bracket {closed.text} {says}")

    def lines(self, start: int, stop: int) -> list[Part]:
        """The parts that stand on lines of their own."""
        cuts = [i for i in self.top(start, stop)[1:] if self.words[i].gap == 2]
        return list(zip([start, *cuts], [*cuts, stop], strict=True))

    def slice(self, start: int, stop: int) -> Piece:
        """The text from one word to another, as it stands."""
        if start >= stop:
            at = self.words[start - 1].end if start else 0
            return self.piece[at:at]
        return self.piece[self.words[start].start : self.words[stop - 1].end]

    def cell(self, start: int, stop: int) -> Cell:
        """The words of one entry, without what only dresses them."""
        parts = [self._said(place, place > start) for place in range(start, stop)]
        text = "".join(parts).strip()
        if len(text) > 1 and text[0] in QUOTES and text[-1] == text[0]:
            text = text[1:-1]
        return Cell("" if text == "null" else text.replace("{,}", "."), self.slice(start, stop).start)

    def _said(self, place: int, follows: bool) -> str:
        word = self.words[place]
        if word.kind == "gone":
            return ""
        text = "".join(word.text.split()) if word.kind == "label" else self.piece.text[word.start : word.end]
        return f" {text}" if word.gap and follows else text


def _words(text: str) -> Iterator[Token]:
    r"""The words of a text, where a point is no product, and \\ before a letter ends a row if \begin is not doubled."""
    last = 0
    for row in ROW_END.finditer(text) if "\\begin" in text and "\\\\begin" not in text else ():
        yield from tokens(text, last, row.start(), typed=True)
        yield Token("row", row[0], *row.span())
        last = row.end()
    for word in tokens(text, last, len(text), typed=True):
        word.kind = "stop" if text[word.start : word.end] == "." else word.kind
        yield word


def parted(text: Text, start: int, stop: int, *, inside: bool) -> list[Cell]:
    """The cells of one row; `inside` brackets a comma parts them, and never stands for a decimal point.

    Raises DoubtError for `1,5` alone, `1 - 2`, and what else can be one entry or two.
    """
    row = text.slice(start, stop)
    kinds = text.kinds(start, stop)
    if "amp" in kinds:
        return [text.cell(*part) for part in text.split(start, stop, "amp")]
    if any(text.words[place].text == "|" for place in text.top(start, stop)):
        return _between_bars(text, text.split(start, stop, "|"))
    if "comma" in kinds and (inside or _commas_part(row)):
        return _between_commas(text, row, text.split(start, stop, "comma"))
    if inside and (mixed := MIXED.search(row.text)):
        raise row.doubt(f"“{mixed[0]}” can be one mixed number or two entries", "Part the entries by commas.")
    for pattern, readings, hint in OF_A_ROW:
        if match := pattern.search(row.text):
            begin = max(0, match.start() - 3)
            raise row.doubt(f"“{row.text[begin : match.end() + 1].strip()}” can be {readings}", hint)
    return [text.cell(*part) for part in _between_spaces(text, start, stop)]


def _commas_part(row: Piece) -> bool:
    """Whether the commas of a row of text part its entries; raises DoubtError for `1,5` alone."""
    if COMMA.fullmatch(row.text.strip()):
        plain = row.text.strip().replace("−", "-").replace("–", "-")
        whole, _, rest = plain.partition(",")
        raise row.doubt(
            f"“{plain}” can be the one number {whole}.{rest} or the two numbers {whole} and {rest}",
            "Write a point for the decimals, or a space between entries.",
            (f"{whole}.{rest}", f"{whole} {rest}"),
        )
    return re.search(r",\s", row.text) is not None or not BESIDE.search(row.text)


def _between_bars(text: Text, parts: list[Part]) -> list[Cell]:
    if wide := next((part for part in parts if len(_between_spaces(text, *part)) > 1), None):
        raise text.slice(*wide).doubt(
            "“|” can part the entries of a row, or the blocks of a matrix",
            "Leave it out, or give each block its own name.",
        )
    return [text.cell(*part) for part in parts]


def _between_commas(text: Text, row: Piece, parts: list[Part]) -> list[Cell]:
    if parts[-1][0] >= parts[-1][1]:
        parts.pop()
    for part in parts:
        piece = text.slice(*part)
        numbers = piece.text.split()
        if len(numbers) > 1 and all(map(DECIMAL.fullmatch, numbers)):
            count = "two" if len(numbers) == 2 else len(numbers)
            raise row.doubt(
                f"“{shorten(piece.text.strip())}” is {count} numbers, so “{shorten(row.text.strip())}” can be read "
                "with decimal commas or with commas missing",
                "Write points for decimals (1.5), or a comma between all entries.",
                (row.text.replace(",", "."), row.text.replace(",", " ")),
            )
    return [text.cell(*part) for part in parts]


def _between_spaces(text: Text, start: int, stop: int) -> list[Part]:
    """The parts that spaces part, but not around the signs of a sum or a product."""
    cuts = [i for i in text.top(start, stop)[1:] if text.words[i].gap and not _joined(text, i, stop)]
    return [part for part in zip([start, *cuts], [*cuts, stop], strict=True) if part[0] < part[1]]


def _joined(text: Text, place: int, stop: int) -> bool:
    """Whether a sign joins a word with what stands before it."""
    before, word = text.words[place - 1], text.words[place]
    behind = text.words[place + 1] if place + 1 < stop else None
    signs = [each.kind == "op" and each.text in ("+", "*", "/", "^") for each in (before, word)]
    return signs[0] or (signs[1] and behind is not None and behind.gap > 0)


def read_rows(piece: Piece) -> Body:
    """Rows of text: `1 2; 3 4`, or lines of numbers. Raises TextError where they can be read in several ways."""
    text = Text(piece)
    parts = [part for line in text.lines(0, len(text.words)) for part in text.split(*line, "semicolon")]
    rows = [text.slice(*part).rows(parted(text, *part, inside=False)) for part in parts if part[0] < part[1]]
    return of_rows(piece, piece.rows(rows)) if rows else piece.rows([])


def rows_of(body: Body) -> list[Rows] | None:
    """The rows of a matrix, or the one row that a list of cells is; None for anything else."""
    items = (body,) if isinstance(body, Cell) else body.items
    if items and all(isinstance(item, Cell) for item in items):
        return [Rows(items, body.start)]
    flat = [item for item in items if isinstance(item, Rows) and all(isinstance(cell, Cell) for cell in item.items)]
    return flat if items and len(flat) == len(items) else None


def cells_of(body: Body) -> Iterator[Cell]:
    """Every cell, in order."""
    if isinstance(body, Cell):
        yield body
    else:
        for item in body.items:
            yield from cells_of(item)
