"""From one name with its answer to claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Many
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count

from attncalc.check.answers.cells import Cells, Lines, cells_of, is_blank, is_entry, number_of, other_cells, tree_of
from attncalc.check.answers.grids import Fit, fit, grids, nearest, partly, whole
from attncalc.check.answers.names import Names, Target
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Written
from attncalc.errors import InputError, NumberError, shorten
from attncalc.problem.givens import INFINITE
from attncalc.problem.matrix import entries, is_stack
from attncalc.problem.names import read_name
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, text_of

MAX_TEXT = 200
MAX_SHORT, MAX_CELL = 5000, 200  # characters of a text, and for each entry of the largest line
MOST_LOOKED_AT = 40  # cells of a text, to tell whether there are numbers in it
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
        found = (problem for problem, names in enumerate(self.names) if names.meant(key.text))
        if (problem := next(found, None)) is None:
            self.names[0].find(key.text, key)
        return problem or 0

    def expect(self, texts: Iterable[str], problem: int) -> None:
        """Notes the names that answers will have: which lines some of them mean, and no others."""
        meant = (self.names[problem].meant(text) for text in texts)
        self.named |= {(problem, found[0].keys[0]) for found in meant if len(found) == 1 and len(found[0].keys) == 1}

    def entry(self, key: Scalar, value: Node, problem: int, text: str = "") -> None:
        """One name, `text` where it is part of a longer one, with its answer: a matrix, or answers to its parts."""
        names, text = self.names[problem], text or key.text
        if parts := self._parts(text, value, problem):
            for part, name, answer in parts:
                self.entry(part, answer, problem, name)
            return
        try:
            self._check_length(value, problem)
            tree = tree_of(value)
            cells = None if isinstance(tree, Sequence) and is_stack(tree) else cells_of(tree)
        except InputError as error:
            self._ambiguous(key, value, names.find(text, key), problem, error.message)
            return
        if cells is None:
            for number, item in enumerate(tree.items if isinstance(tree, Sequence) else (), 1):
                self.entry(key, item, problem, f"{text}_{number}")
        else:
            self._read(key, value, cells, names.find(text, key), problem)

    def _parts(self, text: str, value: Node, problem: int) -> list[tuple[Scalar, str, Node]]:
        """Answers under two names, A: {head 1: …} or head 1: {A: …}, each under both; none where names label rows."""
        items = value.entries if isinstance(value, Mapping) else ()
        if isinstance(value, Sequence) and all(isinstance(item, Mapping) for item in value.items):
            items = tuple((Scalar(str(number), *item[1:4]), item) for number, item in enumerate(value.items, 1))
        names, parts = self.names[problem], []
        labels = self.calculations[problem].sheet.plan.problem.labels
        tokens = labels.get("queries") or labels.get("tokens") or ()
        for key, answer in items:
            both = list(_both(text, key.text, tokens))
            name = next((name for name in both if names.meant(name)), both[0] if names.is_section(text) else None)
            if name is None:
                return []
            parts.append((key, name, answer))
        return parts

    def _check_length(self, value: Node, problem: int) -> None:
        """Raises InputError for a text that is far longer than the largest line, before it is cut into cells."""
        most = MAX_SHORT + max(len(line.flat) for line in self.calculations[problem].truth.values()) * MAX_CELL
        if isinstance(value, Scalar) and len(value.text) > most:
            raise InputError("this is far longer than any line of the problem", place=value.place)

    def _ambiguous(self, key: Scalar, value: Node, targets: list[Target], problem: int, why: str) -> None:
        """Text that can be several matrices is the one that has the right size, if one has."""
        try:
            self._check_length(value, problem)
            found = other_cells(value) if isinstance(value, Scalar) else []
        except InputError:
            found = []
        fits = next((fits for cells in found if (fits := self._fits(cells, targets, problem))), [])
        if fits:
            self._cells(*nearest(self.calculations[problem], fits), problem)
        else:
            self._unread(problem, value, f"{shorten(key.text)}: {why}")

    def _fits(self, cells: Cells, targets: list[Target], problem: int) -> list[tuple[Fit, Cells]]:
        """The lines that have the size of an answer."""
        found = [(target, fit(self.calculations[problem], target, cells)) for target in targets if not cells.ragged]
        fits = [(target, one) for target, one in found if one]
        result = self.names[problem].result
        if (problem, result) not in self.named and any(target.keys == (result,) for target, _ in fits):
            fits = [(target, one) for target, one in fits if len(target.keys) == 1]  # O is the last O, not all heads'
        return [(one, cells) for _, one in fits]

    def _read(self, key: Scalar, value: Node, cells: Cells, targets: list[Target], problem: int) -> None:
        if isinstance(value, Scalar) and is_blank(value):
            self._blank(value, targets, problem)
            return
        found = [cell for row in cells.rows for cell in row][:MOST_LOOKED_AT]
        if isinstance(value, Scalar) and len(found) > 1 and not any(map(is_entry, found)):
            self._unread(problem, value, f"{shorten(key.text)}: there are no numbers in it")
            return
        fits = self._fits(cells, targets, problem)
        if not fits and isinstance(value, Scalar):  # text that is one number with spaces: 1 / (1 + e)
            fits = self._fits(Cells(((value,),), flat=True), targets, problem)
        if fits:
            self._cells(*nearest(self.calculations[problem], fits), problem)
        elif why := self._no_number(cells, targets[0], problem):
            self._unread(problem, value, f"{shorten(key.text)}: {why}")
        else:
            self._misshapen(key, value, cells, targets, problem)

    def _no_number(self, cells: Cells, target: Target, problem: int) -> str:
        """What is amiss with the first cell that is no number; empty where all are."""
        letters = self.calculations[problem].sheet.plan.problem.values
        for cell in [cell for row in cells.rows for cell in row][:MOST_LOOKED_AT]:
            try:
                if not is_blank(cell):
                    number_of(cell, letters, masked=_may_be_masked(target.keys[0]))
            except NumberError as error:
                return error.message
        return ""

    def _cells(self, found: Fit, cells: Cells, problem: int) -> None:
        for cell_row, place_row in zip(cells.rows, found.places, strict=True):
            for cell, place in zip(cell_row, place_row, strict=True):
                self._claim(cell, place, found.turned, problem)

    def _blank(self, value: Scalar, targets: list[Target], problem: int) -> None:
        """A name with nothing behind it leaves all its entries open."""
        grid = next(grids(self.calculations[problem], targets[0]), [])
        for row in grid:
            for place in row:
                self._claim(value, place, False, problem)

    def _claim(self, cell: Scalar, at: At, turned: bool, problem: int) -> None:
        number, why = None, ""
        if not is_blank(cell) or cell.text.strip() == ".":
            letters = self.calculations[problem].sheet.plan.problem.values
            try:
                number = number_of(cell, letters, masked=_may_be_masked(at.key))
            except NumberError as error:
                why = error.message
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

    def _partly(self, cells: Cells, targets: list[Target], problem: int) -> bool:
        """Whether an answer is the first rows of a matrix; then they count, and the others are blank."""
        found = (partly(self.calculations[problem], target, cells) for target in targets if not cells.ragged)
        fits = [(one, cells) for one in found if one]
        if not fits:
            return False
        best, _ = nearest(self.calculations[problem], fits)
        height = len(cells.rows)
        self._cells(replace(best, places=best.places[:height]), cells, problem)
        place = self.claims[-1].written.place
        for at in (at for row in best.places[height:] for at in row):
            self.claims.append(Claim(problem, at, Written("", None, place), self._writing(problem, at)))
        return True

    def _misshapen(self, key: Scalar, value: Node, cells: Cells, targets: list[Target], problem: int) -> None:
        calculation, name, target = self.calculations[problem], shorten(key.text), targets[0]
        grid = next(grids(calculation, target), None)
        if grid is None:
            size = _size(next(whole(calculation, target)))
            raise InputError(f"{target.keys[0]} is {size}, so there is no {name}", place=key.place)
        if self._partly(cells, targets, problem):
            return
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
