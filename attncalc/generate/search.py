"""The first problem of a seed that every constraint accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import thread_time

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Lines
from attncalc.errors import InputError, Place, shorten
from attncalc.generate.draws import Draws
from attncalc.generate.predicates import PREDICATES, Constraint
from attncalc.generate.question import Given, Question
from attncalc.generate.written import problem_text
from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads
from attncalc.solve import solve
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Worksheet

MOST = 1_000_000
SOURCE = "a new problem"
CHOOSE = {"ids", "targets"}  # numbers of rows, on which it depends what is calculated
HOPELESS = 500  # problems that all could not be solved for one and the same reason: no other draw mends that

Seed = tuple[str | int, ...]


@dataclass(frozen=True)
class Found:
    """A problem as a file, what is given in it, how many were drawn until it was accepted, and the seed of these."""

    text: str
    problem: Problem
    given: Given
    tries: int
    seed: Seed = ()


Failed = Counter[Constraint | str]  # how often which constraint did not hold, or why a problem could not be solved


class NothingFound(InputError):  # noqa: N818  no mistake of anybody's
    """None of the problems that were drawn is as asked: which constraint failed most, and what would help."""

    def __init__(self, failed: Failed) -> None:
        (why, count), self.failed = failed.most_common(1)[0], failed
        helps = "other sizes or entries" if isinstance(why, str) else PREDICATES[why.name].helps
        said = f"it could not be solved: {shorten(why, 200)}" if isinstance(why, str) else f"{why} did not hold"
        super().__init__(
            f"none of {failed.total():,} problems that were drawn is as asked; of {count:,} {said}",
            hint=f"What would help: {helps}; or more time: --seconds 60",
        )

    def __reduce__(self) -> tuple[type[NothingFound], tuple[Failed]]:
        """It is made again from what failed."""
        return type(self), (self.failed,)


def is_hopeless(failed: Failed) -> bool:
    """Whether no problem that was drawn could be solved, all for one reason."""
    return len(failed) == 1 and failed.total() >= HOPELESS and isinstance(next(iter(failed)), str)


def located(error: InputError, place: Place | None) -> InputError:
    """An error about a problem that was drawn, at the place in the recipe that is meant."""
    return InputError(error.message, place=place, hint=error.hint)


def find(question: Question, *seed: str | int, seconds: float = 10, title: str = "", most: int = MOST) -> Found:
    """The first problem that is drawn from a seed and holds every constraint.

    What is accepted depends on the seed alone; the time only says when to give up. Raises NothingFound then, after the
    `most` that are drawn, or where all fail for one reason: which constraint failed most, and what would help.
    """
    end = thread_time() + seconds
    failed: Failed = Counter()
    search = _Search(question, title)
    for number in range(1, most + 1):
        given = question.drawn(Draws(*seed, number))
        why = search.failing(given)
        if why is None:
            text = problem_text(question, given, title)
            return Found(text, loads(text, SOURCE)[0], given, number, seed)
        failed[why] += 1
        if thread_time() > end or is_hopeless(failed):
            break
    raise NothingFound(failed)


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
            sheet = solve(problem)
            calculation = Calculation(sheet)
            self.known = [calculation]
            why: Constraint | str | None = self._first(calculation, calculation.truth, exactly=False)
            if why := why or _open(sheet, long=self.question.exact):
                return why
            exact = Calculation(solve(problem, "exact")) if self.question.exact else None
        except InputError as error:
            return error.message
        return self._first(exact, exact.truth, exactly=True) if exact else None

    def _quickly(self, given: Given) -> Constraint | None:
        """A constraint that does not hold for certain, without solving the problem from the beginning."""
        inputs = _arrays(given, self.known[0].inputs) if self.known and not CHOOSE.intersection(given) else None
        if inputs is None:
            return None
        with self.known[0].working():
            lines = self.known[0].carried(inputs)
        return self._first(self.known[0], lines, exactly=False)

    def _first(self, calculation: Calculation, lines: Lines, *, exactly: bool) -> Constraint | None:
        with calculation.working():
            own = (one for one in self.question.constraints if PREDICATES[one.name].exactly == exactly)
            return next((one for one in own if not one.holds(calculation, lines)), None)


def _open(sheet: Worksheet, *, long: bool) -> str | None:
    """That a number may be printed with a question mark, as one that is 0 for all that can be calculated.

    If it may take `long`, only where its closed form does not tell either.
    """
    digits, text = sheet.asked, sheet.arithmetic.text
    with sheet.arithmetic.working():
        doubtful = [one for one in sheet.steps if any(text(entry, digits) is None for entry in one.record.value.flat)]
    if long:
        doubtful = [one for one in doubtful if any(entry.endswith(OPEN) for row in one.values() for entry in row)]
    return f"the digits of {doubtful[0].name} are not settled" if doubtful else None


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
