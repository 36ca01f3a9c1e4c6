"""What a question asks, part by part: papers lay it out as blanks, other outputs make fields to type into of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from attncalc.check.marks import shown
from attncalc.render.blocks import Block, Cell, Grid, Prose

BLANK = Cell("_" * 8, "")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Slip(NamedTuple):
    """A number that a common mistake gives, and what the mistake is."""

    text: str
    says: str


class Number(NamedTuple):
    """A blank for a number: the right one in digits and, where closed forms are asked for, as one of these."""

    text: str
    closed: str = ""
    slips: tuple[Slip, ...] = ()


class Choice(NamedTuple):
    """A blank for one of these texts."""

    texts: tuple[str, ...]
    right: int


Field: TypeAlias = Number | Choice
Fields: TypeAlias = tuple[tuple[Field | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is asked for: in words, what is filled in, and what it is worth.

    Every blank of the grid has a field, in the same place; a cell that is printed has None. `decimals` are those that
    are asked for, None where numbers are whole. A part without words belongs to a sentence before it.
    """

    ask: str
    grid: Grid
    fields: Fields
    marks: Fraction
    decimals: int | None = None
    worth: str = ""  # the marks in words


def lettered(items: Iterable[Block | Part]) -> Iterator[Block | Part]:
    """The parts with letters, where there are several that ask in words."""
    items = list(items)
    several = sum(isinstance(item, Part) and bool(item.ask) for item in items) > 1
    letters = iter(LETTERS)
    for item in items:
        if isinstance(item, Part) and item.ask and several:
            yield replace(item, ask=f"({next(letters, '…')}) {item.ask}")
        else:
            yield item


def on_paper(item: Block | Part) -> Iterator[Block]:
    """A block, or a part as it is printed: what is asked, the texts to choose from, and blanks."""
    if not isinstance(item, Part):
        yield item
        return
    if item.ask:
        yield Prose(f"{item.ask} ({item.worth or marks(item.marks)}).")
    yield item.grid


def blank(grid: Grid) -> Grid:
    """The grid with blanks to fill in; its labels are words, which nobody takes for entries."""
    cells = tuple(tuple(BLANK for _ in row) for row in grid.cells)
    rows = tuple(f"row {label}" if label.isdigit() else label for label in grid.rows)
    return replace(grid, cells=cells, rows=rows, repeats=False, labelled=True)


def marks(worth: Fraction) -> str:
    """Marks in words."""
    return f"{shown(worth)} mark{'s' * (worth != 1)}"
