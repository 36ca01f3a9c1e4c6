"""Sheets worked the way people work them: printed digits, guard digits, digits cut off, lines left out; and slips.

Everything is worked here, with decimals of 50 digits, and shares nothing with what marks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal, localcontext

Rows = list[list[Decimal]]
Terms = list[list[tuple[Decimal, ...]]]
Texts = list[list[str]]
Place = tuple[str, int, int]

DETAILS = frozenset({"E", "Z"})
CALCULATOR = Context(prec=30)  # 0.4999…9 with all 50 digits is 0.5
SETTLED = Context(prec=40)  # the digits that are right: 0.5 is not 0.4999… when it is cut


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody works a sheet by hand.

    `guard` is how many digits more than are printed go into the next line; None keeps all. `divisor` is how many
    decimals √d_k has, `exponentials` how many more than the printed ones the exponentials have; None leaves both as
    they are. `coarser` is how many decimals fewer the lines up to the scores have. Lines in `left_out` are not
    written; `in_head` says that they are rounded all the same.
    """

    guard: int | None = None
    cut: bool = False
    divisor: int | None = None
    exponentials: int | None = None
    coarser: int = 0
    left_out: frozenset[str] = DETAILS
    in_head: bool = False
    short: bool = False  # 0.3 for 0.30


@dataclass(frozen=True, slots=True)
class Problem:
    """Given matrices by name, and the decimals that are printed."""

    mechanism: str
    given: dict[str, Texts]
    places: int


@dataclass(frozen=True, slots=True)
class Slip:
    """What is written in the place of some entries of a line, and the number with which the next line begins."""

    key: str
    entries: dict[tuple[int, int], tuple[str, Decimal]]


@dataclass(slots=True)
class Line:
    """A line of a sheet: the terms that are summed, what is printed, and what goes into the next line."""

    terms: Terms
    values: Rows
    texts: Texts
    carried: Rows


@dataclass
class Sheet:
    """A problem worked by hand: the lines in order, as they are written."""

    problem: Problem
    habit: Habit
    slip: Slip | None = None
    lines: dict[str, Line] = field(default_factory=dict)

    def written(self) -> Iterator[tuple[Place, str]]:
        """Every number on the sheet and the entry that it stands for, counted from 0."""
        for key, line in self.lines.items():
            if key not in self.habit.left_out:
                for i, row in enumerate(line.texts):
                    yield from (((key, i, j), text) for j, text in enumerate(row))

    def put(self, key: str, terms: Terms) -> Rows:
        """Writes a line down; gives what goes into the next one."""
        values = [[sum(entry, Decimal(0)) for entry in row] for row in terms]
        texts = [[self.text(key, value) for value in row] for row in values]
        carried = [[self.carry(key, value) for value in row] for row in values]
        if self.slip and self.slip.key == key:
            for (i, j), (text, value) in self.slip.entries.items():
                texts[i][j], carried[i][j] = text, self.carry(key, value)
        self.lines[key] = Line(terms, values, texts, carried)
        return carried

    def places(self, key: str) -> int:
        """The decimals that a line is printed with."""
        if key in DETAILS:
            return self.problem.places + (self.habit.exponentials or 0)
        return max(1, self.problem.places - (self.habit.coarser if key not in ("A", "O") else 0))

    def cut(self, value: Decimal, places: int) -> Decimal:
        """A number with so many decimals."""
        how = ROUND_DOWN if self.habit.cut else ROUND_HALF_UP
        return SETTLED.plus(value).quantize(Decimal(1).scaleb(-places), how)

    def text(self, key: str, value: Decimal) -> str:
        """A number as it is printed."""
        text = f"{self.cut(value, self.places(key)):f}"
        if self.habit.short and "." in text:
            text = text.rstrip("0").rstrip(".")
        return text.lstrip("-") if Decimal(text) == 0 else text

    def carry(self, key: str, value: Decimal) -> Decimal:
        """A number as it goes into the next line."""
        if key in DETAILS and self.habit.exponentials is not None:
            return self.cut(value, self.places(key))
        if self.habit.guard is None or (key in self.habit.left_out and not self.habit.in_head):
            return value
        return self.cut(value, self.places(key) + self.habit.guard)


def worked(problem: Problem, habit: Habit, slip: Slip | None = None) -> Sheet:
    """A problem worked in a habit."""
    with localcontext(Context(prec=50)):
        sheet = Sheet(problem, habit, slip)
        given = {name: [[Decimal(text) for text in row] for row in rows] for name, rows in problem.given.items()}
        if "X" in given:
            q, k, v = (sheet.put(name, product(given["X"], given[f"W{name.lower()}"])) for name in "QKV")
        else:
            q, k, v = (given[name] for name in "QKV")
        scores = sheet.put("S", product(q, transposed(k)))
        divisor = Decimal(len(q[0])).sqrt()
        divisor = divisor if habit.divisor is None else sheet.cut(divisor, habit.divisor)
        scaled = sheet.put("S_scaled", [[(entry / divisor,) for entry in row] for row in scores])
        powers = sheet.put("E", [[(entry.exp(),) for entry in row] for row in scaled])
        sums = sheet.put("Z", [[tuple(row)] for row in powers])
        weights = sheet.put("A", [[(e / z,) for e in row] for row, (z,) in zip(powers, sums, strict=True)])
        sheet.put("O", product(weights, v))
    return sheet


def product(first: Rows, second: Rows) -> Terms:
    """The terms of every entry of a product of matrices."""
    return [[tuple(a * b for a, b in zip(row, column, strict=True)) for column in transposed(second)] for row in first]


def transposed(rows: Rows) -> Rows:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)]
