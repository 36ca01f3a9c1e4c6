"""The first problem of a seed that every constraint accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.errors import InputError, shorten
from attncalc.generate.draws import Draws
from attncalc.generate.predicates import PREDICATES, Constraint
from attncalc.generate.question import Given, Question
from attncalc.generate.written import problem_text
from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads
from attncalc.solve import solve
from attncalc.worksheet.recorder import Record

MOST = 1_000_000
SOURCE = "a new problem"

Seed = tuple[str | int, ...]


@dataclass(frozen=True)
class Found:
    """A problem as a file, how many were drawn until it was accepted, and the seed that they were drawn from."""

    text: str
    problem: Problem
    tries: int
    seed: Seed = ()


def find(question: Question, *seed: str | int, seconds: float = 10, title: str = "") -> Found:
    """The first problem that is drawn from a seed and holds every constraint.

    What is accepted depends on the seed alone; the time only says when to give up. Raises InputError then: which
    constraint failed most, and what would help.
    """
    end = monotonic() + seconds
    failed: Counter[Constraint | str] = Counter()
    search = _Search(question, title)
    for number in range(1, MOST + 1):
        given = question.drawn(Draws(*seed, number))
        why = search.failing(given)
        if why is None:
            text = problem_text(question, given, title)
            return Found(text, loads(text, SOURCE)[0], number, seed)
        failed[why] += 1
        if monotonic() > end:
            break
    raise _nothing(failed)


@dataclass
class _Search:
    """Tests problems that differ in their numbers only: after the first, lines are calculated again from these."""

    question: Question
    title: str
    known: list[Calculation] = field(default_factory=list)

    def failing(self, given: Given) -> Constraint | str | None:
        """The first constraint that does not hold, or why the problem cannot be solved."""
        quick = self._quickly(given)
        if quick is not None:
            return quick
        problem = loads(problem_text(self.question, given, self.title), SOURCE)[0]
        try:
            calculation = Calculation(solve(problem))
            self.known = [calculation]
            if why := self._first(calculation, calculation.truth, exactly=False):
                return why
            exact = Calculation(solve(problem, "exact")) if self.question.exact else None
        except InputError as error:
            return error.message
        return self._first(exact, exact.truth, exactly=True) if exact else None

    def _quickly(self, given: Given) -> Constraint | None:
        """A constraint that does not hold for certain, without solving the problem from the beginning."""
        inputs = _arrays(given, self.known[0].inputs) if self.known else None
        if inputs is None:
            return None
        with self.known[0].working():
            lines = self.known[0].carried(inputs)
        return self._first(self.known[0], lines, exactly=False)

    def _first(self, calculation: Calculation, lines: Lines, *, exactly: bool) -> Constraint | None:
        with calculation.working():
            own = (one for one in self.question.constraints if PREDICATES[one.name].exactly == exactly)
            return next((one for one in own if not one.holds(calculation, lines)), None)


def _arrays(given: Given, inputs: Mapping[str, Record]) -> dict[str, Array] | None:
    """The inputs as numbers; None where they are not given one by one, or not rational."""
    if set(given) != set(inputs):
        return None
    try:
        return {name: _array(matrices[0], inputs[name].value.shape) for name, matrices in given.items()}
    except ValueError:
        return None


def _array(rows: list[list[str]], shape: tuple[int, ...]) -> Array:
    flat = [Fraction(text) for row in rows for text in row]
    return Array([fmpq(entry.numerator, entry.denominator) for entry in flat], shape)


def _nothing(failed: Counter[Constraint | str]) -> InputError:
    (why, count), total = failed.most_common(1)[0], failed.total()
    helps = "other sizes or entries" if isinstance(why, str) else PREDICATES[why.name].helps
    said = f"it could not be solved: {shorten(why, 200)}" if isinstance(why, str) else f"{why} did not hold"
    return InputError(f"none of {total:,} problems that were drawn is as asked; of {count:,} {said}",
                      hint=f"What would help: {helps}; or more time: --seconds 60")  # fmt: skip
