"""The cells of a typed answer, whatever notation it is in, and where they stand in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Table
from contextlib import suppress
from dataclasses import dataclass, replace

from attncalc.errors import InputError, NumberError, Place
from attncalc.limits import ENTRY
from attncalc.problem import matrix
from attncalc.problem.matrix import as_tree, is_stack, read_text, written
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence
from attncalc.reading.matrices import Cell, Rows, read_matrix
from attncalc.reading.number import PLAIN, Number, is_number, read_number
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
LEFT_OPEN = re.compile(rf"{DASH.pattern}|\\[lcd]?dots|\\_|…")  # what a cell that is left open is read from
BOUND = r"(?:(?<![\w.])|(?![\w.]))"  # of a word or a number
MOST_LOOKED_AT = 40  # cells
MOST = 10_000  # characters of a line that are searched


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
    def first(self) -> Row:
        """As many of them as are looked at, to tell whether they are numbers."""
        return tuple(cell for row in self.rows for cell in row)[:MOST_LOOKED_AT]

    @property
    def ragged(self) -> int | None:
        """The first row, from 1, that is not as long as row 1."""
        return next((i for i, row in enumerate(self.rows, 1) if len(row) != len(self.rows[0])), None)


def parts_of(node: Node) -> tuple[tuple[Scalar, Node], ...]:
    """The answers that stand in an answer under names, or one after another: of heads, of rows."""
    if isinstance(node, Mapping):
        return node.entries
    try:
        items = getattr(node if _holds_names(node) else _tree(node), "items", ())
    except InputError:
        return ()
    is_several = _holds_names(node) or is_stack(Sequence(items))
    return tuple((Scalar(str(n), *item[1:4]), item) for n, item in enumerate(items, 1)) if is_several else ()


def _holds_names(node: Node) -> bool:
    """Whether a list holds answers under names."""
    return isinstance(node, Sequence) and bool(node.items) and all(isinstance(item, Mapping) for item in node.items)


def readings(node: Node) -> tuple[list[Cells], str]:
    """What an answer can be, the likeliest first; and why it is none of the notations, where it is none."""
    try:
        cells = cells_of(_tree(node))
    except InputError as error:
        return list(other_cells(node)) if isinstance(node, Scalar) else [], error.message
    if not isinstance(node, Scalar):
        return [cells], ""
    if len(cells.first) > 1 and all(said(cell, masked=True)[1] for cell in cells.first):
        return [], "there are no numbers in it"
    return [cells, Cells(((node,),), flat=True)], ""  # 1 / (1 + e) is one number


def _tree(node: Node) -> Node:
    """The lists that an answer holds; raises InputError for text that is no matrix in any notation."""
    tree = as_tree(_softened(node))
    return tree if not isinstance(tree, Scalar) else Sequence((tree,), *tree[1:4])


def _softened(node: Node) -> Node:
    """Without rounding signs before numbers, and with ? for a dash that leaves a cell open; places stay."""
    if isinstance(node, Sequence):
        return node._replace(items=tuple(map(_softened, node.items)))
    if isinstance(node, Mapping):
        return node._replace(entries=tuple((key, _softened(value)) for key, value in node.entries))
    text = DOTS.sub(lambda match: "?".ljust(len(match[0])), _plain(node.text))
    return node._replace(text=text if PARTED.search(text) else DASH.sub("?", text))


def _plain(text: str, signs: re.Pattern[str] = SIGNS) -> str:
    """A text with blanks in place of some signs."""
    return signs.sub(lambda match: " " * len(match[0]), text)


def cells_of(tree: Node) -> Cells:
    """The rows of a matrix or a list; raises InputError where lists are nested deeper."""
    if isinstance(tree, Mapping):
        return Cells(_rows([row for _, row in tree.entries]))
    items: list[Node] = [tree] if isinstance(tree, Scalar) else list(tree.items)
    flat = tuple(item for item in items if isinstance(item, Scalar) and not _is_row(item))
    is_flat = isinstance(tree, Scalar) or 0 < len(flat) == len(items)
    return Cells((flat,), flat=True) if is_flat else Cells(_rows(items))


def other_cells(text: Scalar) -> Iterator[Cells]:
    """What a text of several readings, or of none, can be: each of them, and the numbers that stand in it."""
    with suppress(InputError):
        yield from [cells_of(written(text, reading.body)) for reading in read_matrix(_plain(text.text))]
    lines = [line for line in LINE.finditer(_plain(_plain(text.text), PARTS)) if not RULE.fullmatch(line[0])]
    words = [WORD.finditer(line.string, *line.span()) for line in lines]
    body = Rows(tuple(Rows(tuple(Cell(word[0], word.start()) for word in line), 0) for line in words), 0)
    cells = cells_of(written(text, body))
    if lines and all(is_blank(cell) or is_number(cell.text) for row in cells.rows for cell in row):
        yield cells


def _rows(items: list[Node]) -> tuple[Row, ...]:
    """Rows that are lists or text; a blank one is as long as the longest."""
    rows = [tuple(_row(item)) for item in items]
    width = max(map(len, rows), default=0)
    return tuple(
        row * width if len(row) == 1 and is_blank(row[0]) and isinstance(item, Scalar) else row
        for item, row in zip(items, rows, strict=True)
    )


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
    parts = cell.text.replace("−", "-").split()[: ENTRY.most]
    several = len(parts) > 1 and all(BLANK.fullmatch(part) or is_number(part.rstrip(",")) for part in parts)
    return several and not is_number(cell.text)


def is_blank(cell: Scalar) -> bool:
    """Whether nothing was written in a cell."""
    if cell.text[:1].isdigit():
        return False
    return cell.blank or BLANK.fullmatch(cell.text.strip()) is not None


def number_of(cell: Scalar, letters: Letters = NO_LETTERS, *, masked: bool = False) -> Number:
    """The number of a cell; `letters` have values, and `masked` reads a cross or a point as a score taken out.

    Raises NumberError where it is none.
    """
    if PLAIN.fullmatch(cell.text) and len(cell.text) <= ENTRY.most:
        return Number(cell.text)
    number = matrix.number_of(_plain(cell.text).strip(), letters, masked=masked)
    return replace(number, tree=_valued(number.tree, letters)) if number.tree and letters else number


def said(cell: Scalar, letters: Letters = NO_LETTERS, *, masked: bool = False) -> tuple[Number | None, str]:
    """The number of a cell, None where it is blank; and why it is none where it is anything else."""
    try:
        return None if is_blank(cell) else number_of(cell, letters, masked=masked), ""
    except NumberError as error:
        return None, error.message


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
        text, number, start = cell.text.partition("\n")[0].strip(), cell.line or 0, (cell.column or 1) - 1
        line = self.lines[number - 1] if 0 < number <= len(self.lines) else ""
        after = max(start, self.ends.get(number, 0))
        is_open = text == "?" or (not text and cell.column is None)
        pattern = re.compile(f"{BOUND}{re.escape(text)}{BOUND}" if text else r"(?!)")
        at = pattern.search(line, after) or (is_open and LEFT_OPEN.search(line, after))
        if not (at := at or pattern.search(line, start, start + MOST)):
            return text, cell.place
        self.ends[number] = max(at.end(), self.ends.get(number, 0))
        return at[0], Place(cell.source, number, at.start() + 1)
