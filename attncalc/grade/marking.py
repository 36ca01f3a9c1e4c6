"""One submission marked: from its pages to its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from attncalc.check.calculation import Calculation
from attncalc.check.check import Settings, check, check_solved, solved
from attncalc.check.handed_in import HandedIn
from attncalc.check.marking import marked
from attncalc.check.report import Report
from attncalc.deadline import TooLong, limited
from attncalc.errors import AttncalcError, shorten
from attncalc.grade.deciding import decided
from attncalc.grade.overrides import Override
from attncalc.grade.pages import joined
from attncalc.grade.result import BROKEN, DECIDED, Result, Written, result_of
from attncalc.grade.submissions import Submission
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Problem
from attncalc.problem.tree import text_of

Writer = Callable[[Report], Written]
Task = tuple[Submission, tuple[Override, ...]]  # with what was decided of it


@dataclass
class Texts:
    """The names and texts of a submission's pages, as far as they were read, and what is to be known of how."""

    pages: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def read(self, submission: Submission) -> Texts:
        """Reads all of them; raises InputError at the first that cannot be read."""
        for page in submission.pages:
            text, note = page.read()
            self.pages.append((page.name, text))
            self.notes += [f"{page.name}: {note}."] if note else []
        return self

    @property
    def token(self) -> str:
        """What tells all of it from other texts."""
        return digest((self.pages, self.notes))


@dataclass(frozen=True)
class Marker:
    """Marks submissions to some problems, which are solved once."""

    problems: tuple[Problem, ...]
    settings: Settings
    write: Writer
    seconds: float | None

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

    def __call__(self, task: Task) -> Result:
        """What becomes of a submission, with what was decided of it."""
        return self.mark(*task)

    def died(self, task: Task) -> Result:
        """What becomes of a submission that killed the process which marked it."""
        return Result(task[0].student, BROKEN, "the process that read it died")

    def mark(self, submission: Submission, overrides: Sequence[Override] = ()) -> Result:
        """What becomes of a submission, whatever is wrong with it."""
        if submission.why:
            return self._broken(submission, submission.why, digest(submission.why), overrides)
        texts = Texts()
        try:
            with limited(self.seconds):
                return self._marked(submission, texts.read(submission), overrides)
        except TooLong:
            why = f"it takes longer than {self.seconds:g} seconds"
        except AttncalcError as error:
            why = shorten(f"{error.place}: {error.message}" if error.place else error.message, 300)
        except MemoryError:
            why = "it takes too much memory"
        except Exception as error:  # one submission never ends the run of a whole class
            why = f"attncalc failed at it: {type(error).__name__}: {shorten(str(error), 100)}"
        return self._broken(submission, why, digest(texts.pages), overrides)

    def _broken(self, submission: Submission, why: str, token: str, overrides: Sequence[Override]) -> Result:
        """What cannot be marked has no marks, unless somebody gave it some."""
        made = Result(
            submission.student, BROKEN, why, left_out=submission.left_out, notes=submission.notes, submission=token
        )
        for override in overrides:
            if override.marks is not None and override.is_total:
                made = replace(made, status=DECIDED, marks=override.marks, of=self._of, decided=override.reason)
            else:
                note = f"{override.place}: {override.student}, {override.about}: nothing of the submission was read"
                made = replace(made, unmatched=(*made.unmatched, note))
        return made

    def _marked(self, submission: Submission, texts: Texts, overrides: Sequence[Override]) -> Result:
        answer = replace(joined(submission.student, texts.pages), notes=tuple(texts.notes))
        found = decided(self._checked(answer), overrides, self.settings.rules)
        report = found.report
        if submission.left_out:
            first, *rest = report.problems
            notes = tuple(f"Not looked at: {text}." for text in submission.left_out[:5])
            report = replace(report, problems=(replace(first, notes=(*first.notes, *notes)), *rest))
        written = self.write(report)
        return replace(
            result_of(submission.student, report),
            left_out=submission.left_out,
            unmatched=found.unmatched,
            notes=(*submission.notes, *written.lost, *_foreign(report)),
            submission=digest(texts.pages),
            read="" if written.lost else texts.token,
            feedback=written.markdown,
            ansi=written.ansi,
            forms=written.forms,
        )

    @property
    def _of(self) -> Fraction:
        """What all problems are worth, as far as that is known without a student's answer."""
        calculations = () if self.is_open else self.calculations
        return sum((marked(calculation, ()).of for calculation in calculations), Fraction(0))

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
            parts += (
                f"{option.key}: {text_of(option.value)}"
                for option in (*problem.options.values(), *problem.show.values())
            )
            if problem.accept:
                parts += _texts(problem.given) + _texts(problem.accept.lines)
                parts.append(problem.accept.within.text if problem.accept.within else "")
        for calculation in () if self.is_open else self.calculations:
            with calculation.working():
                parts += (f"{key}: {list(map(str, array.flat))}" for key, array in calculation.truth.items())
        return digest(parts)

    @cached_property
    def _all(self) -> str:
        """What tells this marker from every other: all of its problems, how it judges and writes, and the program."""
        return digest((program(), self.problems, self.settings, self.write))

    def token(self, submission: Submission, read: str, overrides: Sequence[Override]) -> str:
        """What tells all that a result is made from; `read` tells the texts."""
        return digest((self._all, submission.student, submission.left_out, submission.notes, read, overrides))


def _foreign(report: Report) -> Iterator[str]:
    """What is to be said of another homework."""
    for part in report.problems:
        if part.foreign:
            yield f"other numbers than those of {part.title} stand there for {', '.join(part.foreign)}"


def _texts(matrices: Mapping[str, Matrix]) -> list[str]:
    return [f"{name}: {[[number.text for number in row] for row in matrix.rows]}" for name, matrix in matrices.items()]


@cache
def program() -> str:
    """What tells this attncalc from every other one: how large its files are, and when they were written."""
    root = Path(__file__).parent.parent
    found = ((path, path.stat()) for path in sorted(root.rglob("*.py")))
    return digest([(str(path.relative_to(root)), stat.st_size, stat.st_mtime_ns) for path, stat in found])


def digest(parts: object) -> str:
    """What tells one thing from others, by what Python shows of it."""
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
