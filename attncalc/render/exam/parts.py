"""What a question asks, part by part: papers lay it out as blanks, other outputs make fields to type into of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar

from attncalc.check.marks import shown
from attncalc.render.blocks import BLANK, Block, Cell, Formula, Grid, Math, Prose

SHORT = 30  # characters of texts that stand in one line
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
    """A blank for one of these texts; where they are formulas, `math` has them as such too.

    Texts have letters, formulas numbers, since a letter may be the name of a line; lines have those of their steps.
    """

    texts: tuple[str, ...]
    right: int
    math: tuple[Math, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What is written down for each of them."""
        numbers = tuple(str(number) for number in range(1, len(self.texts) + 1))
        return self.steps or (numbers if self.math else tuple(LETTERS[: len(self.texts)].upper()))

    @property
    def answer(self) -> str:
        """The right one, with its letter or number."""
        return f"{self.labels[self.right]}. {self.texts[self.right]}"


Field: TypeAlias = Number | Choice
Item = TypeVar("Item", bound="Block | Part")
Fields: TypeAlias = tuple[tuple[Field | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is asked for: in words, what is filled in, and what it is worth.

    Every blank of the grid has a field, in the same place; a cell that is printed has None. `decimals` are those that
    are asked for, None where numbers are whole. A part without words belongs to a sentence before it. The `formulas`
    say what is to be calculated. It is of a `line` of the work, or has a `name` of its own.
    """

    ask: str
    grid: Grid
    fields: Fields
    marks: Fraction
    decimals: int | None = None
    worth: str = ""  # the marks in words
    formulas: tuple[Math, ...] = ()
    line: str = ""
    name: str = ""

    @property
    def places(self) -> int | None:
        """The decimals that somebody has to be told: none where all numbers are whole."""
        numbers = (field for row in self.fields for field in row if isinstance(field, Number))
        return self.decimals if any("." in number.text for number in numbers) else None

    @property
    def choice(self) -> Choice | None:
        """What is chosen from, where no numbers are asked for."""
        return next((field for row in self.fields for field in row if isinstance(field, Choice)), None)


def lettered(items: Iterable[Item]) -> Iterator[Item | Part]:
    """The parts with letters, where there are several that ask in words."""
    items = list(items)
    several = sum(isinstance(item, Part) and bool(item.ask) for item in items) > 1
    letters = iter(LETTERS)
    for item in items:
        if isinstance(item, Part) and item.ask and several:
            yield replace(item, ask=f"({next(letters, '…')}) {item.ask}")
        else:
            yield item


def told(part: Part, behind: str = "") -> Iterator[Block]:
    """What a part asks: in words, with its marks beside them, and by formulas; `behind` the words there may be more."""
    words = f"{part.ask}{'' if part.ask.endswith('?') else '.'}" if part.ask else ""
    if words or behind:
        yield Prose(" ".join(filter(None, (words, behind))), aside=(part.worth or marks(part.marks)) if words else "")
    if part.formulas:
        yield Formula(tuple((formula,) for formula in part.formulas), packed=len(part.formulas) > 1)


def listed(choice: Choice) -> Iterator[Block]:
    """The texts to choose from, each under its letter or number; short ones in one line."""
    pieces = [
        (Math(f"{label}. {math.text}", rf"\text{{{label}.}}\ \ {math.latex}"),)
        for label, math in zip(choice.labels, choice.math, strict=False)
    ]
    if choice.math and sum(map(len, choice.texts)) <= SHORT:
        gap = Math("    ", r"\ \ \ \ ")
        yield Formula((tuple(piece for (math,) in pieces for piece in (math, gap))[:-1],))
    elif choice.math:
        yield from (Formula((line,)) for line in pieces)
    else:
        yield from (Prose(f"{label}. {text}") for label, text in zip(choice.labels, choice.texts, strict=True))


def chosen(name: str, ask: str, choice: Choice, worth: Fraction) -> Part:
    """A part that is answered with the letter or the number of one of these texts."""
    grid = Grid(Math("", ""), ((BLANK,),), ("",), ("Number" if choice.math else "Letter",), labelled=True)
    return Part(ask, grid, ((choice,),), worth, name=name)


def answer(part: Part) -> Iterator[Block]:
    """A part with its answer, as a solution has it: the text to be chosen, or its numbers; and what it is worth."""
    if part.choice:
        yield _chosen(part, part.choice)
    else:
        yield from told(part)
        yield replace(
            part.grid,
            cells=tuple(
                tuple(
                    Cell(field.text, field.closed or field.text) if isinstance(field, Number) else cell
                    for cell, field in zip(cells, fields, strict=True)
                )
                for cells, fields in zip(part.grid.cells, part.fields, strict=True)
            ),
        )


def _chosen(part: Part, choice: Choice) -> Prose:
    """The answer, a formula as such."""
    said = f"{part.ask} {choice.labels[choice.right]}. "
    pieces = (said, choice.math[choice.right]) if choice.math else ()
    return Prose(f"{part.ask} {choice.answer}", pieces=pieces, aside=marks(part.marks))


def blank(grid: Grid) -> Grid:
    """The grid with blanks to fill in; its labels are words, which nobody takes for entries."""
    cells = tuple(tuple(BLANK for _ in row) for row in grid.cells)
    rows = tuple(f"row {label}" if label.isdigit() else label for label in grid.rows)
    return replace(grid, cells=cells, rows=rows, repeats=False, labelled=True)


def marks(worth: Fraction) -> str:
    """Marks in words."""
    return f"{shown(worth)} mark{'s' * (worth != 1)}"
