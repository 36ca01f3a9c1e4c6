"""A page as blocks: what is placed as one, a matrix with what names it, or the calculation of one entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.chains import Group, groups
from attncalc.check.placing.evidence import Labels
from attncalc.check.placing.grids import Grid
from attncalc.check.placing.labels import COLUMN, said
from attncalc.check.placing.marks import Mark, mark_of
from attncalc.check.placing.said import First, Said
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place, Sides
from attncalc.reading.ink import Ink, Statement

QUERIES = re.compile(r"(?:\b(?:q|query)[\s_{]{0,3}[\d₀-₉]\W{1,6}){2,40}$", re.IGNORECASE)
KEY = re.compile(r"\W{0,3}(?:k|key)[\s_{]{0,3}[\d₀-₉]", re.IGNORECASE)
MOST_WORDS = 200  # signs before a table, among which the names of its columns stand
COUNTING, FEW = (("i",), ("t",), ("j",)), 3  # letters that count rows, and columns, with less digits than these


@dataclass(frozen=True, eq=False)
class Block:
    """Numbers that stand together, and what is said of them.

    Of a calculation `sides` is what stands in it. `labels` are the names before them, as they are written, and `number`
    tells which matrix behind them it is.
    """

    group: Group
    said: Said
    labels: tuple[str, ...]
    grid: Grid | None = None
    sides: Sides | None = None
    number: int = 0
    is_struck: bool = False
    known: dict[Hashable, Any] = field(default_factory=dict, repr=False)  # what was asked of it before

    def once(self, what: Hashable, find: Callable[[], Any]) -> Any:
        """What is found for something, looked for once."""
        if what not in self.known:
            self.known[what] = find()
        return self.known[what]

    def labels_of(self, sheet: Sheet, partners: frozenset[str]) -> Labels:
        """What its labels say of the lines of a problem, beside these lines."""
        find = partial(Labels, replace(self.said, partners=partners), sheet)
        found: Labels = self.once(("labels", sheet.number, partners), find)
        return found

    @cached_property
    def named_rows(self) -> frozenset[int]:
        """The rows, from 0, that labels name."""
        return frozenset(place[0] - 1 for place in self.said.places if len(place) == 1)

    @property
    def is_aside(self) -> bool:
        """Whether it is a calculation without name and result, which nobody begins an entry with."""
        return bool(self.sides and self.sides.calculations and not (self.sides.results or self.labels))

    @property
    def counts(self) -> int | None:
        """What is counted with a letter before these numbers: for i = 2."""
        results = self.sides.results if self.sides else []
        text = results[0][0].text if len(results) == 1 and self.labels in COUNTING else ""
        return int(text) if text.isdecimal() and len(text) < FEW else None

    @property
    def index(self) -> int | None:
        """The row, from 0, that is counted so."""
        return self.counts - 1 if self.counts is not None and self.labels != COUNTING[-1] else None

    @property
    def rows(self) -> list[Block]:
        """Its rows as blocks of their own, where no brackets say that they are one matrix."""
        if self.grid is None or len(self.grid.ink.args) < 2 or self.said.factor or self.grid.ink.text[:1] in "[({\\":
            return []
        said = replace(self.said, places=[])
        inks = (Ink("matrix", row.start, row.end, row.text, (row,)) for row in self.grid.ink.args)
        return [replace(self, grid=Grid.of(ink), said=said, known={}) for ink in inks]

    def entries(self, where: Fit | Place) -> Iterator[tuple[Ink, Mark | None, int, int]]:
        """What it writes of a line, each number with its row and column, from 0; of a calculation its result."""
        if isinstance(where, Fit):
            yield from where.placed()
        elif self.sides and self.sides.results:
            yield (*self.sides.results[-1], *where.spot[1:])

    @property
    def inks(self) -> list[Ink]:
        """What stands in it."""
        return [self.grid.ink] if self.grid else self.group.inks


@dataclass(frozen=True)
class Part:
    """A statement, its blocks, whether it stood already, and the problem that a title before it names."""

    statement: Statement
    first: First
    is_repeated: bool
    titled: int | None

    @cached_property
    def blocks(self) -> list[Block]:
        """Its blocks, in order."""
        return list(blocks_of(self.statement, self.first))


def first_of(statements: Sequence[Statement]) -> First:
    """What a page calls the first row: 0 where a row of that number stands on it."""
    labels = (
        part for statement in statements for side in statement.sides for part in side.walk() if part.kind == "name"
    )
    in_brackets = any("[0]" in label.text and label.indices[-1:] == ("0",) for label in labels)
    in_words = any(place == (0,) for statement in statements for place in said((), statement.words).places)
    return First(int(not in_brackets), int(not in_words))


def blocks_of(statement: Statement, first: First) -> Iterator[Block]:
    """The blocks of a chain; of matrices side by side the largest first, since it tells what the others are."""
    for group in groups(statement):
        labels = tuple(label.text for label in group.labels)
        if not group.grids:
            about = said(group.labels, group.words, group.heading, first)
            yield Block(group, about, labels, sides=group.sides, is_struck=statement.struck)
        for number, (place, grid, own) in enumerate(_by_mass(group)):
            words = group.words if own is not None else ""
            about = said(own or (), words, group.heading, first, of_rows=len(grid.cells) > 1)
            product = None if own is group.labels else said(group.labels, group.words, group.heading, first)
            in_columns = _are_columns(statement.rows, about, group.words)
            rows = _numbered(statement.rows, first) if len(grid.cells) == len(statement.rows) else ()
            about = replace(
                about,
                partners=group.partners,
                constants=tuple(filter(None, map(mark_of, group.constants))),
                factor=len(group.grids) > 1,
                operand=int(place > 0) if group.is_weighted else None,
                function=group.functions[place],
                product=product,
                columns=about.columns or in_columns,
                rows=() if in_columns else rows,
            )
            yield Block(group, about, labels, grid, None, number, statement.struck)


def _are_columns(labels: Sequence[str], about: Said, words: str) -> bool:
    """Whether what labels rows calls columns: column 1; k1 of anything but the keys themselves, or below q1, q2."""
    is_across = not {"K", "k"} & set(about.lines) or QUERIES.search(f"{words[-MOST_WORDS:]} ") is not None
    by_keys = is_across and all(map(KEY.match, labels))
    return bool(labels) and (by_keys or all(map(COLUMN.search, labels)))


def _numbered(labels: Sequence[str], first: First) -> tuple[int, ...]:
    """The rows that labels number, from 0; none where they do not number all of them, upwards."""
    places = [said((), label, "", first).places for label in labels]
    rows = [place[-1][0] - 1 for place in places if place and len(place[-1]) == 1]
    return tuple(rows) if len(rows) == len(labels) and rows == sorted(set(rows)) and rows[0] >= 0 else ()


def _by_mass(group: Group) -> Sequence[tuple[int, Grid, list[Ink] | None]]:
    """The matrices of a group with their places in it, and with the labels of their own."""
    return sorted(zip(range(len(group.grids)), group.grids, group.own, strict=True), key=lambda one: -one[1].mass)
