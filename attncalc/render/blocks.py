"""The kinds of block that every writer writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeAlias

from attncalc.check.verdict import Verdict


class Math(NamedTuple):
    """A piece of mathematics on one line, as text and in LaTeX; a word has no LaTeX."""

    text: str
    latex: str


class Cell(NamedTuple):
    """One entry of a matrix; `shade` is its size from 0 to 1 where sizes are to be seen. A word has no LaTeX.

    `role` says what it is for an entry that is written out: in its row, in its column, or the entry itself.
    """

    text: str
    latex: str
    shade: float | None = None
    role: str = ""


BLANK = Cell("_" * 8, "")  # to be filled in
Cells: TypeAlias = tuple[tuple[Cell, ...], ...]


class Bracket(NamedTuple):
    """A matrix in brackets inside a line of mathematics; where some are left out, the numbers of rows and columns."""

    cells: Cells
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


Piece: TypeAlias = Math | Bracket


class Stretch(NamedTuple):
    """A part of a line of mathematics, with the `role` of a cell where it is the text of one."""

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A title of some level, 1 the largest; `math` and `aside` stand beside it.

    What is `running` stands at the head of every further page, where there are pages; a `code` is for machines too.
    """

    level: int
    text: str
    math: Math | None = None
    aside: str = ""
    running: str = ""
    code: str = ""

    @property
    def beside(self) -> str:
        """All that stands beside it in words."""
        return ", ".join(filter(None, (self.aside, self.code)))


@dataclass(frozen=True, slots=True)
class Prose:
    """A sentence; `margin` says it in short, for writers that have a margin.

    An `aside` stands in the margin too, beside the sentence, or in parentheses before its last sign. Where `pieces`
    are there, they are the text, cut where mathematics stands in it, for writers that set it.
    """

    text: str
    margin: str = ""
    aside: str = ""
    pieces: tuple[str | Math, ...] = ()

    @property
    def whole(self) -> Prose:
        """The sentence with what stands beside it in it, for writers without a margin."""
        if not self.aside:
            return self
        told = f" ({self.aside})"
        return Prose(_within(self.text, told), self.margin, "", _last_within(self.pieces, told))


def _within(text: str, told: str) -> str:
    """A sentence with something more before its last point, or behind its question."""
    if text.endswith("."):
        return f"{text[:-1]}{told}."
    asked, mark, rest = text.rpartition("?")
    return f"{asked}{mark}{told}{rest}" if mark else f"{text}{told}"


def _last_within(pieces: tuple[str | Math, ...], told: str) -> tuple[str | Math, ...]:
    if not pieces:
        return ()
    *before, last = pieces
    return (*before, _within(last, told)) if isinstance(last, str) else (*pieces, told)


@dataclass(frozen=True, slots=True)
class Rules:
    """Lines to write on, so many millimetres from each other."""

    count: int
    high: float = 9


class Room(NamedTuple):
    """Room to write in, in millimetres: how high a row is, and how wide a blank."""

    high: float
    wide: float


@dataclass(frozen=True, slots=True)
class Formula:
    """Lines of mathematics; those of one line belong together, `packed` lines may stand side by side.

    A line that only repeats what a grid says may be left out where it does not fit (`optional`). The `stretches` are
    the texts of the lines once more, cut where their roles differ, for writers that show these.
    """

    lines: tuple[tuple[Piece, ...], ...]
    packed: bool = False
    optional: bool = False
    stretches: tuple[tuple[Stretch, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A matrix with labels; `repeats` if a formula just before it states the same entries.

    What is to be filled in by hand has `room` for it, and perhaps an `aside` for the margin. The labels of rows that
    are lines of the work have their `signs` too.
    """

    name: Math
    cells: Cells
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    repeats: bool = False
    labelled: bool = False
    room: Room | None = None
    aside: str = ""
    signs: tuple[Math, ...] = ()


def stating(grid: Grid) -> tuple[Piece, ...]:
    """A matrix on a line, with its name: S = and its entries in brackets."""
    return Math(f"{grid.name.text} =", f"{grid.name.latex} ="), Bracket(grid.cells)


@dataclass(frozen=True, slots=True)
class Heatmap:
    """Weights to be drawn, each as dark as it is large; unless `asked` for, only where that is the custom."""

    name: Math
    cells: Cells
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    asked: bool = False


class Checked(NamedTuple):
    """A written number with the sign of its verdict, and the verdict; None where nothing was written."""

    text: str
    verdict: Verdict | None = None

    @property
    def is_bold(self) -> bool:
        """Whether it stands out: it counts against the student."""
        return self.verdict is not None and self.verdict.counts_against


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A line of the work as somebody wrote it, each number with its verdict."""

    name: Math
    cells: tuple[tuple[Checked, ...], ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def grid(self) -> Grid:
        """The same as a grid, for writers that show verdicts by their signs."""
        cells = tuple(tuple(Cell(text, "") for text, _ in row) for row in self.cells)
        return Grid(self.name, cells, self.rows, self.columns)


@dataclass(frozen=True, slots=True)
class Quote:
    """A line of a file: what stands before the part that is meant, this part, and what stands after it."""

    before: str
    meant: str
    after: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something aside from the work: a hint, an explanation of a mark."""

    text: str
    hint: bool = False


@dataclass(frozen=True, slots=True)
class Remarks:
    """Sentences with what each is about, under a heading: side by side where there is room for it.

    The `lines` are those of the work that all of them are about: they stand at their left, or above.
    """

    heading: Heading
    rows: tuple[tuple[Prose, Formula], ...]
    lines: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page, where there are pages."""

    blocks: tuple[Block, ...]


Block: TypeAlias = Heading | Prose | Rules | Formula | Grid | Heatmap | Verdicts | Quote | Note | Remarks | Together


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks one below the other, for writers without pages and margins."""
    for block in blocks:
        match block:
            case Together(inside):
                yield from flat(inside)
            case Remarks(heading, rows, lines):
                yield from lines
                yield heading
                yield from (item for row in rows for item in row)
            case Prose():
                yield block.whole
            case _:
                yield block


def with_texts(block: Block, change: Callable[[str], str]) -> Block:
    """The block with every text changed, LaTeX apart: before widths are measured, for outputs that lack signs."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, Math | Cell | Checked):
            return value._replace(text=change(value.text))
        if isinstance(value, Heading | Prose | Formula | Remarks | Together):
            return with_texts(value, change)
        if isinstance(value, Bracket):
            return value._replace(cells=changed(value.cells))
        return tuple(map(changed, value)) if isinstance(value, tuple) and not isinstance(value, Room) else value

    return replace(block, **{field.name: changed(getattr(block, field.name)) for field in fields(block)})
