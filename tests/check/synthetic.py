"""Synthetic pages: solved problems written down in many styles, with or without mistakes of the table of causes.

A `Page` knows every number that it writes, where it stands, and which entry of the work it is.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any

from drawn import decimal_of, has_sums
from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Calculation, Entry, loose
from attncalc.check.claim import At, Claim, Written
from attncalc.errors import Place as Where
from attncalc.reading.number import read_number

Texts = list[list[str]]
HIDDEN = "-inf"  # of a masked score, however a style writes it


@dataclass
class Work:
    """A problem worked in a habit: what is written of every line and input, and the mistakes that were made.

    `mistakes` says, for a line, which row of the table of causes is done there.
    """

    calculation: Calculation
    habit: Any
    places: int
    mistakes: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    texts: dict[str, Texts] = field(default_factory=dict)
    values: dict[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with self.calculation.working():
            lines = dict(self.calculation.truth)
            for key, record in self.calculation.inputs.items():
                self.texts[key] = [[_given(entry) for entry in row] for row in record.value.rows]
            for key in self.calculation.records:
                value = self._made(key, lines)
                self.values[key] = value
                self.texts[key] = [[self.text(key, entry) for entry in row] for row in value.rows]
                lines[key] = value.map(lambda entry, key=key: self.carry(key, entry))
            self.lines = lines

    def _made(self, key: str, lines: dict[str, Array]) -> Array:
        constant = self._divisor if key.startswith("S_scaled") and self.habit.divisor else None
        value = self.calculation.line(key, lines, constant)
        if value is None:
            raise ArithmeticError(key)
        if key in self.mistakes:
            return outcomes(self.calculation, key, lines)[self.mistakes[key]]
        return value

    def _divisor(self, entry: Entry) -> Entry:
        return _fraction(self.cut(decimal_of(loose(entry)), self.habit.divisor))

    def digits(self, key: str) -> int:
        """The decimals that a line is printed with."""
        return self.places + (self.habit.exponentials or 0 if key[0] in "EZ" else 0)

    def cut(self, value: Decimal, places: int) -> Decimal:
        """A number with so many decimals."""
        return value.quantize(Decimal(1).scaleb(-places), ROUND_DOWN if self.habit.cut else ROUND_HALF_UP)

    def text(self, key: str, entry: Entry) -> str:
        """A number as it is printed."""
        if entry is MINUS_INFINITY:
            return HIDDEN
        text = f"{self.cut(decimal_of(entry), self.digits(key)):f}"
        if "." in text and (self.habit.short or _is_whole(entry)):
            text = text.rstrip("0").rstrip(".")
        return text.lstrip("-") if Decimal(text) == 0 else text

    def carry(self, key: str, entry: Entry) -> Entry:
        """A number as it goes into the next line."""
        guard = 0 if key[0] in "EZ" and self.habit.exponentials is not None else self.habit.guard
        unwritten = key in self.left_out and not self.habit.in_head and guard is self.habit.guard
        if guard is None or unwritten or entry is MINUS_INFINITY:
            return entry
        return _fraction(self.cut(decimal_of(entry), self.digits(key) + guard))

    @property
    def left_out(self) -> set[str]:
        """The lines that are not written."""
        known = self.calculation.records
        return {key for key in known if _base(key) in self.habit.left_out or key in ("cs", "pre")}

    @property
    def written(self) -> list[str]:
        """The lines that are written, in order."""
        return [key for key in self.calculation.records if key not in self.left_out]


def outcomes(calculation: Calculation, key: str, lines: Mapping[str, Array]) -> dict[tuple[str, int], Array]:
    """What a line is under every mistake of the table, by its name, and a number where there are several ways."""
    from attncalc.check.causes import mistakes

    found: dict[tuple[str, int], Array] = {}
    for cause, value in mistakes(calculation, key, lines):
        found[cause.name, sum(name == cause.name for name, _ in found)] = value
    return found


def _base(key: str) -> str:
    return key.rstrip("0123456789").rstrip("_")


def _fraction(value: Decimal) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def _is_whole(entry: Entry) -> bool:
    return isinstance(entry, fmpq) and entry.q == 1


def _given(entry: Entry) -> str:
    return (
        HIDDEN if entry is MINUS_INFINITY else f"{decimal_of(entry).normalize():f}" if isinstance(entry, fmpq) else "0"
    )


# Pages.


Place = tuple[str, int, int]  # a line of the work, row and column


@dataclass(frozen=True)
class Part:
    """Where a number stands in a calculation that is written out: of which entry, in which term, as which factor."""

    of: Place
    term: int
    factor: int


@dataclass(frozen=True)
class Fact:
    """A number on a page: its text, line and column, the entry whose value it is, and the calculation it stands in."""

    text: str
    line: int
    column: int
    entry: Place
    part: Part | None
    writing: int


@dataclass
class Page:
    """A page while it is written, and what stands on it."""

    work: Work
    numbers: random.Random
    parts: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    line: int = 1
    column: int = 1
    writing: int = 0

    def say(self, text: str) -> None:
        """Writes words and signs."""
        self.parts.append(text)
        if breaks := text.count("\n"):
            self.line += breaks
            self.column = len(text) - text.rfind("\n")
        else:
            self.column += len(text)

    def number(self, key: str, i: int, j: int, part: Part | None = None, hidden: str = r"-\infty") -> None:
        """Writes an entry of a line, by its row and column from 0."""
        text = self.work.texts[key][i][j]
        text = hidden if text == HIDDEN else text
        self.facts.append(Fact(text, self.line, self.column, (key, i + 1, j + 1), part, self.writing))
        self.say(text)

    @property
    def text(self) -> str:
        """The page."""
        return "".join(self.parts)

    def shape(self, key: str) -> tuple[int, int]:
        """Rows and columns of a line; a vector is one row."""
        rows = self.work.texts[key]
        return len(rows), len(rows[0])

    def choice(self, *of: Any) -> Any:
        """One of these."""
        return self.numbers.choice(of)


def claims_of(page: Page) -> list[Claim]:
    """The claims that a page makes, as they should be read from it."""
    return [_claim(fact) for fact in page.facts]


def _claim(fact: Fact) -> Claim:
    number = read_number(HIDDEN if fact.text.startswith("-\\") else fact.text)
    written = Written(fact.text, number, Where("page.md", fact.line, fact.column))
    if not fact.part:
        return Claim(0, At(*fact.entry), written, fact.writing)
    of, term, factor = fact.part.of, fact.part.term, fact.part.factor
    return Claim(0, At(*of), written, fact.writing, term=term, factor=factor, of=At(*fact.entry))


def mistaken(numbers: random.Random, work: Work) -> Work | None:
    """The work with one more mistake of the table, each of which shows in two numbers or more; None if none does.

    A number shows a mistake if it is neither the right one nor what the same work gives without the mistake.
    """
    for _ in range(20):
        key = numbers.choice([key for key in work.written if key not in work.mistakes])
        with work.calculation.working():
            names = list(outcomes(work.calculation, key, work.lines))
        if names and (other := _made(work, {**work.mistakes, key: numbers.choice(names)})):
            return other
    return None


def _made(work: Work, mistakes: dict[str, tuple[str, int]]) -> Work | None:
    """The work with these mistakes, if each can be made beside the others and changes what is written."""
    try:
        other = replace(work, mistakes=mistakes, texts={}, values={})
        right = replace(work, mistakes={}, texts={}, values={})
        rest = [(key, {name: mistakes[name] for name in mistakes if name != key}) for key in mistakes]
        shows = (_shows(key, other, [right, replace(right, mistakes=less, texts={}, values={})]) for key, less in rest)
        return other if _has_sums(other) and all(shows) else None
    except (ArithmeticError, KeyError):
        return None


def _has_sums(work: Work) -> bool:
    """Whether the sums of the exponentials have two digits or more, so that somebody can go on from what is written."""
    units = {key: Decimal(1).scaleb(-work.digits(key)) for key in work.values if key[0] == "Z"}
    return has_sums(work.values) and all(
        decimal_of(entry) >= 10 * unit for key, unit in units.items() for entry in work.values[key].flat
    )


def _shows(key: str, work: Work, others: list[Work]) -> bool:
    """Whether two numbers of a line differ from those of all others by more than rounding to the digits written."""
    texts = [[text for row in each.texts[key] for text in row] for each in (work, *others)]
    unit = 2 * Decimal(1).scaleb(-max(len(text.partition(".")[2]) for text in texts[0]))
    return sum(all(_differ(text, one, unit) for one in ones) for text, *ones in zip(*texts, strict=True)) >= 2


def _differ(one: str, other: str, unit: Decimal) -> bool:
    return one != other and (HIDDEN in (one, other) or abs(Decimal(one) - Decimal(other)) > unit)
