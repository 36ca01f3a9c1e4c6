"""One submission marked: from its pages to what is written about it, as plain data that travels between processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any

from attncalc.check.calculation import Calculation
from attncalc.check.check import Settings, check, check_solved, solved
from attncalc.check.claim import VERDICTS, WRONG, Judged
from attncalc.check.handed_in import HandedIn
from attncalc.check.marks import worth
from attncalc.check.report import Marked, Report, counts, on_page, place_of
from attncalc.errors import AttncalcError, shorten
from attncalc.grade.deciding import decided
from attncalc.grade.limits import TooLong, limited
from attncalc.grade.overrides import Override
from attncalc.grade.pages import joined, own_place
from attncalc.grade.submissions import Submission
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Problem
from attncalc.problem.tree import text_of

MARKED, BROKEN, DECIDED = "marked", "broken", "decided by hand"
Writer = Callable[[Report], tuple[str, str]]  # as Markdown for the student, and with colours for Gradescope


@dataclass(frozen=True, slots=True)
class Step:
    """The marks of one step of one problem (from 1)."""

    problem: int
    name: str
    marks: Fraction
    of: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entry that is not as it should be, and the cause if one was found."""

    problem: int
    step: str
    row: int
    col: int
    verdict: str
    expected: str = ""
    cause: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one submission: its marks, or why it has none; `decided` is why it has some nevertheless.

    `submission` tells its texts from others.
    """

    student: str
    status: str
    why: str = ""
    decided: str = ""
    steps: tuple[Step, ...] = ()
    marks: Fraction = Fraction(0)
    of: Fraction = Fraction(0)
    verdicts: tuple[tuple[str, int], ...] = ()
    first: str = ""
    mistakes: tuple[Mistake, ...] = ()
    left_out: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    submission: str = ""
    feedback: str = ""
    ansi: str = ""


@dataclass(frozen=True)
class Marker:
    """Marks submissions to some problems, which are solved once."""

    problems: tuple[Problem, ...]
    settings: Settings
    write: Writer
    seconds: float

    @cached_property
    def calculations(self) -> list[Calculation]:
        """The problems, solved; raises InputError where one cannot be."""
        return solved(self.problems)

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process, which solves the problems itself."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def prepare(self) -> None:
        """Solves the problems, if that is possible without an answer; raises InputError where it is not."""
        if not self.is_open:
            _ = self.calculations

    def mark(self, submission: Submission, overrides: Sequence[Override] = ()) -> Result:
        """What becomes of a submission, whatever is wrong with it."""
        if submission.why:
            return self._broken(submission, submission.why, _digest(submission.why), overrides)
        texts: list[tuple[str, str]] = []
        try:
            with limited(self.seconds):
                texts += ((page.name, page.read()) for page in submission.pages)
                return self._marked(submission, texts, overrides)
        except TooLong:
            why = f"it takes longer than {self.seconds:g} seconds"
        except AttncalcError as error:
            why = shorten(f"{error.place}: {error.message}" if error.place else error.message, 300)
        except MemoryError:
            why = "it takes too much memory"
        except Exception as error:  # one submission never ends the run of a whole class
            why = f"attncalc failed at it: {type(error).__name__}: {shorten(str(error), 100)}"
        return self._broken(submission, why, _digest(texts), overrides)

    def _broken(self, submission: Submission, why: str, digest: str, overrides: Sequence[Override]) -> Result:
        """What cannot be marked has no marks, unless somebody gave it some."""
        made = Result(submission.student, BROKEN, why, left_out=submission.left_out, submission=digest)
        for override in overrides:
            if override.marks is not None and override.is_total:
                made = replace(made, status=DECIDED, marks=override.marks, of=self._of, decided=override.reason)
            else:
                note = f"{override.place}: {override.student}, {override.about}: nothing of the submission was read"
                made = replace(made, unmatched=(*made.unmatched, note))
        return made

    def _marked(self, submission: Submission, texts: list[tuple[str, str]], overrides: Sequence[Override]) -> Result:
        answer = joined(submission.student, texts)
        found = decided(self._checked(answer), overrides, self.settings.rules)
        report = found.report
        if submission.left_out:
            first, *rest = report.problems
            notes = tuple(f"Not looked at: {text}." for text in submission.left_out[:5])
            report = replace(report, problems=(replace(first, notes=(*first.notes, *notes)), *rest))
        feedback, ansi = self.write(report)
        return Result(
            submission.student, MARKED, steps=tuple(_steps(report)), marks=report.total, of=report.of,
            verdicts=_verdicts(report), first=_first(report), mistakes=tuple(_mistakes(report)),
            left_out=submission.left_out, unmatched=found.unmatched, submission=_digest(texts),
            feedback=feedback, ansi=ansi,
        )  # fmt: skip

    @property
    def _of(self) -> Fraction:
        """What all problems are worth, as far as that is known without a student's answer."""
        calculations = () if self.is_open else self.calculations
        return sum((of for calculation in calculations for _, _, of in worth(calculation)), Fraction(0))

    @property
    def is_open(self) -> bool:
        """Whether a problem can be solved only with what a student gives it."""
        return any(problem.accept for problem in self.problems)

    def _checked(self, answer: HandedIn) -> Report:
        if self.is_open:
            return check(self.problems, answer, self.settings)
        return check_solved(self.calculations, answer, self.settings)

    @cached_property
    def key(self) -> str:
        """What tells this key from others: the numbers of its problems, and how they are judged and marked.

        Raises InputError where a problem cannot be solved.
        """
        parts = [repr(self.settings)]
        for problem in self.problems:
            parts += (f"{name}: {text}" for name, text in problem.marks.items())
            parts += (f"{option.key}: {text_of(option.value)}"
                      for option in (*problem.options.values(), *problem.show.values()))  # fmt: skip
            if problem.accept:
                parts += _texts(problem.given) + _texts(problem.accept.lines)
                parts.append(problem.accept.within.text if problem.accept.within else "")
        for calculation in () if self.is_open else self.calculations:
            with calculation.working():
                parts += (f"{key}: {list(map(str, array.flat))}" for key, array in calculation.truth.items())
        return _digest(parts)


def _texts(matrices: Mapping[str, Matrix]) -> list[str]:
    return [f"{name}: {[[number.text for number in row] for row in matrix.rows]}" for name, matrix in matrices.items()]


def _digest(parts: object) -> str:
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _steps(report: Report) -> Iterator[Step]:
    for number, part in enumerate(report.problems, 1):
        for step in part.marks.steps:
            yield Step(number, step.step, step.marks, step.of, step.reason)


def _counted(report: Report) -> Iterator[tuple[int, Marked, Judged]]:
    for number, part in enumerate(report.problems, 1):
        yield from ((number, part, item) for item in part.judged if counts(item.claim))


def _verdicts(report: Report) -> tuple[tuple[str, int], ...]:
    tally = Counter(item.verdict for _, _, item in _counted(report))
    return tuple((verdict, tally[verdict]) for verdict in VERDICTS)


def _mistakes(report: Report) -> Iterator[Mistake]:
    """Each entry that is wrong, and each other number that has a cause; what is blank last."""
    for number, part, item in _counted(report):
        at, cell = item.claim.at, on_page(part.calculation, item.claim)
        is_entry = item.claim.term is None and item.claim.factor is None
        if at and item.verdict in (*WRONG, "misread") and (is_entry or item.cause):
            cause = (item.cause.name, item.cause.says) if item.cause else ("", "")
            yield Mistake(
                number, at.key, *(cell or (0, 0)), item.verdict if is_entry else "", item.expected or "", *cause
            )


def _first(report: Report) -> str:
    """The first mistake on one line: in the order of the work, blanks last."""
    for part in report.problems:
        order = {key: number for number, key in enumerate(part.calculation.records, 1)}
        wrong = [item for item in part.judged if item.verdict in WRONG and counts(item.claim)]
        if wrong:
            first = min(wrong, key=lambda item: (
                item.verdict == "missing", order.get(item.claim.at.key, 0) if item.claim.at else 0,
                place_of(item.claim)))  # fmt: skip
            return _says(part, first)
    return ""


def _says(part: Marked, item: Judged) -> str:
    claim = item.claim
    cell, place = on_page(part.calculation, claim), own_place(claim)
    where = f"{place}: " if place else ""
    name = f"{claim.at.key}[{cell[0]},{cell[1]}]" if claim.at and cell and item.verdict != "misshapen" else ""
    if item.verdict == "misshapen":
        return f"{where}{shorten(claim.why or 'a wrong size', 120)}"
    if item.verdict == "missing":
        return f"{where}{name} is blank"
    should = f", should be {item.expected}" if item.expected else ""
    cause = f" ({item.cause.name})" if item.cause else ""
    return f"{where}{name or 'a number'} = {shorten(claim.written.text)}{should}{cause}"
