"""From one name with its answer to claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Many
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count

from attncalc.check.answers.cells import Cells, Lines, is_blank, parts_of, readings, said
from attncalc.check.answers.grids import Fit, are_parts, fit, grids, nearest, whole
from attncalc.check.answers.names import Names, Target
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Written
from attncalc.cost.called import CALLED
from attncalc.errors import InputError, shorten
from attncalc.problem.givens import INFINITE
from attncalc.problem.matrix import entries
from attncalc.problem.names import read_name
from attncalc.problem.tree import Node, Scalar, text_of

MAX_TEXT = 200
MAX_SHORT, MAX_CELL = 5000, 200  # characters of a text, and for each entry of the largest line
TOO_LONG = "this is far longer than any line of the problem"
TOKEN = re.compile(r"[A-Za-z]{1,2}_?(\d{1,6})")


@dataclass
class Entries:
    """Collects the claims of answers, name by name."""

    calculations: Many[Calculation]
    lines: Lines
    claims: list[Claim] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = [Names(calculation) for calculation in self.calculations]
        self.numbers = count(1)
        self.writings: dict[tuple[int, str], int] = {}
        self.taken: set[tuple[int, int, At]] = set()
        self.named: set[tuple[int, str]] = set()  # lines that have an answer under a name of their own

    def first_with(self, key: Scalar) -> int:
        """The first problem that has a line of this name; raises InputError if none has."""
        found = (
            problem
            for problem, names in enumerate(self.names)
            if names.meant(key.text) or self._beside(key.text, problem)
        )
        if (problem := next(found, None)) is None:
            self.names[0].find(key.text, key)
        return problem or 0

    def expect(self, texts: Iterable[str], problem: int) -> None:
        """Notes the names that answers will have: which lines some of them mean, and no others."""
        meant = (self.names[problem].meant(text) for text in texts)
        self.named |= {(problem, found[0].keys[0]) for found in meant if len(found) == 1 and len(found[0].keys) == 1}

    def entry(self, key: Scalar, value: Node, problem: int, text: str = "") -> None:
        """One name, `text` where it is part of a longer one, with its answer: a matrix, or answers to its parts."""
        text, calculation = text or key.text, self.calculations[problem]
        if beside := self._beside(text, problem):
            self._said(beside, value, problem)
            return
        most = MAX_SHORT + max((len(line.flat) for line in calculation.truth.values()), default=0) * MAX_CELL
        is_long = isinstance(value, Scalar) and len(value.text) > most
        if parts := [] if is_long else self._parts(text, value, problem):
            for part, name, answer in parts:
                self.entry(part, answer, problem, name)
            return
        targets = self.names[problem].find(text, key)
        if isinstance(value, Scalar) and is_blank(value):
            self._blank(value, targets, problem)
            return
        found, why = ([], TOO_LONG) if is_long else readings(value)
        fitting = [fits for cells in found if (fits := self._fits(cells, targets, problem))]
        if fits := min(fitting, key=are_parts, default=[]):
            self._cells(nearest(calculation, fits), problem)
        elif why := why or self._no_number(found[0], targets[0], problem):
            self._unread(problem, value, f"{shorten(key.text)}: {why}")
        else:
            self._misshapen(key, value, found[0], targets, problem)

    def _beside(self, text: str, problem: int) -> str:
        """The letter that the problem asks for under this name, or what it asks beside its lines; "" if neither."""
        asked = self.calculations[problem].sheet.plan.problem
        names = [*asked.find, *(each.name for each in asked.asks if each.counted or not each.table)]
        if text in names or self.names[problem].meant(text):
            return text if text in names else ""
        counts = (each for each in asked.asks if each.counted and CALLED[each.counted].found(text))
        return next((each.name for each in counts), "")

    def _said(self, name: str, value: Node, problem: int) -> None:
        """A letter with its value, which the problem was worked out with, or what is asked beside its lines."""
        if isinstance(value, Scalar):
            text, place = self.lines.found(value)
            number, _ = said(value)
            self.claims.append(Claim(problem, None, Written(text, number, place), asked=At(name, 0, 0)))

    def _parts(self, text: str, value: Node, problem: int) -> list[tuple[Scalar, str, Node]]:
        """Answers under two names, A: {head 1: …} or head 1: {A: …}, each under both; none where names label rows."""
        names, parts = self.names[problem], []
        labels = self.calculations[problem].sheet.plan.problem.labels
        tokens = labels.get("queries") or labels.get("tokens") or ()
        for key, answer in parts_of(value):
            both = list(_both(text, key.text, tokens))
            name = next((name for name in both if names.meant(name)), both[0] if names.is_section(text) else None)
            if name is None:
                return []
            parts.append((key, name, answer))
        return parts

    def _fits(self, cells: Cells, targets: list[Target], problem: int) -> list[Fit]:
        """The lines that have the size of an answer."""
        fits = [found for target in targets if (found := fit(self.calculations[problem], target, cells))]
        result = self.names[problem].result
        if (problem, result) not in self.named and any(found.keys == (result,) for found in fits):
            fits = [found for found in fits if len(found.keys) == 1]  # O is the last O, not all heads'
        return fits

    def _no_number(self, cells: Cells, target: Target, problem: int) -> str:
        """What is amiss with the first cell that is no number; empty where all are."""
        letters, masked = self.calculations[problem].sheet.plan.problem.values, _may_be_masked(target.keys[0])
        return next(filter(None, (said(cell, letters, masked=masked)[1] for cell in cells.first)), "")

    def _cells(self, found: Fit, problem: int) -> None:
        for cell_row, place_row in zip(found.cells.rows, found.places, strict=True):
            for cell, place in zip(cell_row, place_row, strict=True):
                self._claim(cell, place, found.turned, problem)
        for at in found.left:
            written = Written("", None, self.claims[-1].written.place)
            self.claims.append(Claim(problem, at, written, self._writing(problem, at)))

    def _blank(self, value: Scalar, targets: list[Target], problem: int) -> None:
        """A name with nothing behind it leaves all its entries open."""
        for place in (place for row in next(grids(self.calculations[problem], targets[0]), []) for place in row):
            self._claim(value, place, False, problem)

    def _claim(self, cell: Scalar, at: At, turned: bool, problem: int) -> None:
        letters, masked = self.calculations[problem].sheet.plan.problem.values, _may_be_masked(at.key)
        number, why = said(cell, letters, masked=masked)
        text, place = self.lines.found(cell)
        self.claims.append(
            Claim(problem, at, Written(text, number, place), self._writing(problem, at), turned=turned, why=why)
        )

    def _writing(self, problem: int, at: At) -> int:
        """The number of the writing: rows and entries of a line are one, until one of them is given again."""
        number = self.writings.get((problem, at.key))
        if number is None or (problem, number, at) in self.taken:
            number = self.writings[problem, at.key] = next(self.numbers)
        self.taken.add((problem, number, at))
        return number

    def _misshapen(self, key: Scalar, value: Node, cells: Cells, targets: list[Target], problem: int) -> None:
        calculation, name, target = self.calculations[problem], shorten(key.text), targets[0]
        grid = next(grids(calculation, target), None)
        if grid is None:
            size = _size(next(whole(calculation, target)))
            raise InputError(f"{target.keys[0]} is {size}, so there is no {name}", place=key.place)
        parts = [replace(target, keys=(one,)) for one in target.keys[1:] + target.keys[:1]]
        if len(parts) > 1 and self._fits(cells, parts, problem):
            raise InputError(f"{name} can be {' or '.join(target.keys[:4])}", place=key.place)
        why = f"{name} is {_size(cells.rows)}, but should be {_size(grid)}"
        if row := cells.ragged:
            widths = len(cells.rows[row - 1]), len(cells.rows[0])
            why = f"row {row} of {name} has {entries(widths[0])}, row 1 has {entries(widths[1])}"
        self._unread(problem, value, why, At(target.keys[0], 0, 0))

    def _unread(self, problem: int, value: Node, why: str, at: At | None = None) -> None:
        written = Written(shorten(text_of(value), MAX_TEXT), None, value.place)
        self.claims.append(Claim(problem, at, written, next(self.numbers), why=why))


@cache
def _may_be_masked(key: str) -> bool:
    name = read_name(key)
    return bool(name and name.base in INFINITE)


def _both(line: str, part: str, tokens: tuple[str, ...]) -> Iterator[str]:
    """What a name inside another may say: a head, a row, a token by its number or its word."""
    if part in tokens:
        yield f"{line} query {tokens.index(part) + 1}"
    elif line.lower() == "heads":
        yield f"head {part}" if part.isdigit() else part
    else:
        yield f"{line}_{part}" if part.isdigit() else f"{line} {part}"
        if numbered := TOKEN.fullmatch(part):
            yield f"{line} query {numbered[1]}"


def _size(rows: Many[Many[object]]) -> str:
    return f"{len(rows)}×{len(rows[0]) if rows else 0}"
