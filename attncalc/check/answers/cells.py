"""The cells of a typed answer, whatever notation it is in, and where they stand in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass, replace

from attncalc.errors import InputError, NumberError, Place
from attncalc.problem import matrix
from attncalc.problem.matrix import as_tree, read_text, written
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence
from attncalc.reading.matrices import Cell, Rows, read_matrix
from attncalc.reading.number import MAX_LENGTH, PLAIN, Number, is_number, read_number
from attncalc.reading.number import Node as Tree

Row = tuple[Scalar, ...]
Letters = Table[str, str]
NO_LETTERS: Letters = {}
WORDS = r"about|approx\.?|approximately|circa|ca\.?|roughly|etwa|rund"
ABOUT = rf"(?:≈|≃|≅|≐|\\approx(?![a-z])|(?<!~)~(?!~)|\b(?:{WORDS})\s)"
SIGNS = re.compile(rf"{ABOUT}[ \t]{{0,9}}(?=[-+−]?[\d.√])|^\s*(?:≈|=)(?=\s*[\[\\\d])", re.IGNORECASE)
PARTED = re.compile(r"[|,&]|\\begin")  # cells that are parted by more than spaces, so that - 3 is one
DASH = re.compile(r"(?<!\S)[-–—](?!\S)")
DOTS = re.compile(r"\\[lcd]?dots(?![a-z])|(?<!\S)\\_(?!\S)|…")
BLANK = re.compile(r"[?_~□…–—-]{0,20}|\.{3}|null|none|n/?a|blank", re.IGNORECASE)
RULE = re.compile(r"[\s:-]*")
PARTS, LINE, WORD = re.compile(r"[\[\](){}|&,]"), re.compile(r"(?:[^;\n\\]|\\(?!\\))+"), re.compile(r"\S+")
OPEN = "?"
LEFT_OPEN = re.compile(r"(?<!\S)[-–—](?!\S)|\\[lcd]?dots|\\_|…")  # what a cell that is left open is read from
MOST = 10_000  # characters of a line that are searched again


@dataclass(frozen=True, slots=True)
class Cells:
    """Rows of cells, blank ones too; `flat` if typed as one list."""

    rows: tuple[Row, ...]
    flat: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def ragged(self) -> int | None:
        """The first row, from 1, that is not as long as row 1."""
        return next((i for i, row in enumerate(self.rows, 1) if len(row) != len(self.rows[0])), None)


def tree_of(node: Node) -> Node:
    """The lists that an answer holds; raises InputError for text that is no matrix in any notation."""
    tree = as_tree(_softened(node))
    return tree if not isinstance(tree, Scalar) else Sequence((tree,), *tree[1:4])


def _softened(node: Node) -> Node:
    """Without rounding signs before numbers, and with ? for a dash that leaves a cell open; places stay."""
    if isinstance(node, Sequence):
        return node._replace(items=tuple(map(_softened, node.items)))
    if isinstance(node, Mapping):
        return node._replace(entries=tuple((key, _softened(value)) for key, value in node.entries))
    text = SIGNS.sub(_spaces, node.text)
    text = DOTS.sub(lambda match: "?".ljust(len(match[0])), text)
    return node._replace(text=text if PARTED.search(text) else DASH.sub("?", text))


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def cells_of(tree: Node) -> Cells:
    """The rows of a matrix or a list; raises InputError where lists are nested deeper."""
    if isinstance(tree, Mapping):
        return Cells(_rows([row for _, row in tree.entries]))
    if isinstance(tree, Scalar):
        return Cells(((tree,),), flat=True)
    items = tree.items
    if items and all(isinstance(item, Scalar) and not _is_row(item) for item in items):
        return Cells((tuple(item for item in items if isinstance(item, Scalar)),), flat=True)
    return Cells(_rows(list(items)))


def other_cells(text: Scalar) -> list[Cells]:
    """What a text of several readings, or of none, can be: each of them, and the numbers that stand in it."""
    try:
        found = [cells_of(written(text, reading.body)) for reading in read_matrix(SIGNS.sub(_spaces, text.text))]
    except InputError:
        found = []
    plain = _plain_cells(text)
    return [*found, plain] if plain else found


def _plain_cells(text: Scalar) -> Cells | None:
    """A text cut at every bracket, bar, space and line end; None where that leaves more than numbers and blanks."""
    plain = PARTS.sub(_spaces, SIGNS.sub(_spaces, text.text))
    lines = [line for line in LINE.finditer(plain) if not RULE.fullmatch(line[0])]
    words = [WORD.finditer(plain, line.start(), line.end()) for line in lines]
    body = Rows(tuple(Rows(tuple(Cell(word[0], word.start()) for word in line), 0) for line in words), 0)
    cells = cells_of(written(text, body))
    has_numbers = lines and all(is_blank(cell) or is_number(cell.text) for row in cells.rows for cell in row)
    return cells if has_numbers else None


def _rows(items: list[Node]) -> tuple[Row, ...]:
    """Rows that are lists or text; a blank one is as long as the longest."""
    rows = [tuple(_row(item)) for item in items]
    width = max(map(len, rows), default=0)
    return tuple(row * width if len(row) == 1 and is_blank(row[0]) and isinstance(item, Scalar) else row
                 for item, row in zip(items, rows, strict=True))  # fmt: skip


def _row(item: Node) -> Iterator[Scalar]:
    if isinstance(item, Mapping) or any(not isinstance(cell, Scalar) for cell in getattr(item, "items", ())):
        raise InputError("this should be a row of numbers", place=item.place)
    cells = [item] if isinstance(item, Scalar) else [cell for cell in item.items if isinstance(cell, Scalar)]
    if len(cells) == 1 and _is_row(cells[0]):  # text, or a NumPy print: [[1 2], [3 4]]
        row = read_text(cells[0]._replace(block=False))
        cells = [cell for cell in getattr(row, "items", ()) if isinstance(cell, Scalar)]
    yield from cells


def _is_row(cell: Scalar) -> bool:
    """Whether a cell holds several numbers or blanks; `ln 2` and `-2 1/2` are one."""
    parts = cell.text.replace("−", "-").split()[:MAX_LENGTH]
    several = len(parts) > 1 and all(BLANK.fullmatch(part) or is_number(part.rstrip(",")) for part in parts)
    return several and not is_number(cell.text)


def is_blank(cell: Scalar) -> bool:
    """Whether nothing was written in a cell."""
    if cell.text[:1].isdigit():
        return False
    return cell.blank or BLANK.fullmatch(cell.text.strip()) is not None


def is_entry(cell: Scalar) -> bool:
    """Whether a cell holds a number, or nothing."""
    try:
        return is_blank(cell) or bool(number_of(cell, masked=True))
    except NumberError:
        return False


def number_of(cell: Scalar, letters: Letters = NO_LETTERS, *, masked: bool = False) -> Number:
    """The number of a cell; `letters` have values, and `masked` reads a cross or a point as a score taken out.

    Raises NumberError where it is none.
    """
    if PLAIN.fullmatch(cell.text) and len(cell.text) <= MAX_LENGTH:
        return Number(cell.text)
    number = matrix.number_of(SIGNS.sub(_spaces, cell.text).strip(), letters, masked=masked)
    return replace(number, tree=_valued(number.tree, letters)) if number.tree and letters else number


def _valued(tree: Tree, letters: Letters) -> Tree:
    """A formula with the values of its letters in their place."""
    if tree.kind == "name" and tree.text in letters:
        number = read_number(letters[tree.text])
        return number.tree or Tree("number", number.text)
    return replace(tree, args=tuple(_valued(arg, letters) for arg in tree.args))


class Lines:
    """The lines of a source, searched from left to right; without them a cell stands where its text begins."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.ends: dict[int, int] = {}  # where the last cell found on a line ends

    def found(self, cell: Scalar) -> tuple[str, Place]:
        """A cell's text as it stands there, and its place; those of a line are asked for from left to right."""
        text, number, start = cell.text.partition("\n")[0].strip(), cell.line, (cell.column or 1) - 1
        if number is None or not 0 < number <= len(self.lines):
            return text, cell.place
        line, after = self.lines[number - 1], max(start, self.ends.get(number, 0))
        begin = _find(line, text, after)
        is_open = text == OPEN or (not text and cell.column is None)
        if begin < 0 and is_open and (sign := LEFT_OPEN.search(line, after)):
            text, begin = sign[0], sign.start()
        if begin < 0:
            begin = _find(line[: start + MOST], text, start)
        if begin < 0:
            return text, cell.place
        self.ends[number] = max(begin + len(text), self.ends.get(number, 0))
        return text, Place(cell.source, number, begin + 1)


def _find(line: str, text: str, start: int) -> int:
    """Where a text stands in a line from `start` on, but not as a part of a longer word or number; -1 if nowhere."""
    begin = line.find(text, start) if text else -1
    while begin >= 0:
        before, after = line[begin - 1 : begin], line[begin + len(text) : begin + len(text) + 1]
        if not (_is_word(before) and _is_word(text[0])) and not (_is_word(after) and _is_word(text[-1])):
            break
        begin = line.find(text, begin + 1)
    return begin


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign in (".", "_")
