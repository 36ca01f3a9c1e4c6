"""Claims: the numbers that somebody wrote, each with the entry of the work that it stands for; and verdicts on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.check.verdict import Verdict
from attncalc.errors import Place
from attncalc.reading.number import Number


class At(NamedTuple):
    """One entry of a line of the work or of an input, by rows: rows and columns from 1; a vector has row 1."""

    key: str
    row: int
    column: int


class Written(NamedTuple):
    """A number as it stands in a file; `number` is None where nothing (or nothing readable) stands there."""

    text: str
    number: Number | None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A number on a page, and what it says it is.

    `problem` counts from 0; `at` is the entry that it belongs to, None where nobody can tell. In a written-out
    calculation of that entry `term` (from 1) and `factor` (1 or 2) say which part it is, and `of` is the entry whose
    value stands there (K row 2, column 3); of the product of one term, `factor` is None. Of a softmax written as a
    quotient, factor 1 is the numerator, 2 the denominator. `writing` numbers the matrices and lists on the page: a
    line may be written more than once. `turned` is a matrix written transposed. A calculation that is no part of the
    work `stands` by itself, true or not; what is before a number that is not true `comes_to` another one.
    `asked` is what it answers beside the lines, by name, with row and column of a table.
    """

    problem: int
    at: At | None
    written: Written
    writing: int = 0
    term: int | None = None
    factor: int | None = None
    of: At | None = None
    turned: bool = False
    struck: bool = False
    repeat: bool = False
    stands: bool | None = None
    comes_to: str | None = None
    margin: float | None = None  # how far behind the next place is, in digits of evidence; None of what is typed
    asked: At | None = None
    why: str = ""  # for what is unread, misshapen, or behind a misread sign: the reason


@dataclass(frozen=True, slots=True)
class Cause:
    """What was probably done: its name in the table of causes, and the sentence that tells the student.

    `line` is the line of the work in which it was done.
    """

    name: str
    says: str
    line: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict: the true value and what follows from the student's own numbers, as texts.

    What is `unrounded` is wrong only because it is not rounded as it should be.
    """

    claim: Claim
    verdict: Verdict
    expected: str | None = None
    follows: str | None = None
    cause: Cause | None = None
    also: tuple[Cause, ...] = ()
    note: str = ""
    unrounded: bool = False
