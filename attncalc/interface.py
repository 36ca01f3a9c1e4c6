"""What the commands check, grade and generate do, for Python.

import attncalc

report = attncalc.check_answer("problem.yaml", Path("page.md"))
for result in attncalc.grade_class("problem.yaml", "submissions/"):
    print(result.student, result.marks)
files = attncalc.generate_paper("recipe.yaml", variants=30)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from attncalc.errors import InputError
from attncalc.limits import TIME
from attncalc.problem.problem import Problem

if TYPE_CHECKING:
    from attncalc.check.check import Settings
    from attncalc.check.handed_in import HandedIn
    from attncalc.check.report import Report
    from attncalc.grade.result import Result
    from attncalc.grade.submissions import Submission

Problems = str | PathLike[str] | Problem | Iterable[Problem]
Submissions = str | PathLike[str] | Mapping[str, str] | Iterable[tuple[str, str]]
PAGE = "page"  # what a text is called in messages


def check_answer(
    problems: Problems,
    page: str | PathLike[str],
    *,
    strict: bool = False,
    follow: Fraction | float = 1,
    whole: bool = False,
) -> Report:
    """The report on a page, or on typed answers: each number with its verdict, and the marks.

    `problems` are a file, one problem, or several; `page` is a text, or the path (a Path) of a file.

    >>> import attncalc
    >>> problem = attncalc.problem("scaled-dot-product", given={"Q": "1 0", "K": "1 0; 0 1", "V": "1; 2"})
    >>> [item.verdict for _, item in check_answer(problem, "A: [0.67, 0.23]").claims()]
    [<Verdict.RIGHT: 'right'>, <Verdict.WRONG: 'wrong'>]

    Raises InputError where a problem cannot be solved or the page cannot be read.
    """
    from attncalc.check.check import check

    return check(_problems(problems), _handed_in(page), _settings(strict, follow, whole))


def grade_class(
    problems: Problems,
    submissions: Submissions,
    *,
    strict: bool = False,
    follow: Fraction | float = 1,
    whole: bool = False,
    seconds: float | None = TIME.most,
    forms: str = "",
    jobs: int = 1,
    executor: Executor | None = None,
) -> Iterator[Result]:
    """What becomes of each submission, as soon as it is marked: marks, mistakes, feedback as Markdown and in `forms`.

    `submissions` are a folder, a zip or JSON lines as `attncalc grade` takes them, or students with what each handed
    in, of which no more are taken than are being marked. They are marked in `jobs` processes, or by the workers (of
    which `jobs` says how many there are) of an executor of `concurrent.futures`, or of a Dask client's
    `get_executor()`; the results are the same.

    >>> import attncalc
    >>> problem = attncalc.problem("scaled-dot-product", given={"Q": "1 0", "K": "1 0; 0 1", "V": "1; 2"})
    >>> for result in grade_class(problem, {"anna": "A: [0.67, 0.33]", "ben": "A: [0.5, 0.5]"}):
    ...     print(result.student, result.marks, "of", result.of, result.first or "no mistake")
    anna 3 of 4 no mistake
    ben 0 of 4 page:1:5: A[1,1] = 0.5, should be 0.6698

    Raises InputError where the problems cannot be solved or there are no submissions.
    """
    from attncalc.grade.marking import Marker
    from attncalc.grade.submissions import carried
    from attncalc.parallel import Workers, spread
    from attncalc.render.grading import Feedback, feedback_forms

    writer = Feedback(feedback_forms(forms))
    marker = Marker(tuple(_problems(problems)), _settings(strict, follow, whole), writer, seconds)
    marker.prepare()
    found = _submissions(submissions)
    tasks = ((carried(submission) if executor else submission, ()) for submission in found)
    return spread(marker, tasks, Workers(jobs, executor))


def generate_paper(
    recipe: str | PathLike[str],
    *,
    variants: int = 1,
    students: Iterable[tuple[str, str]] = (),
    seed: str = "1",
    forms: str = "markdown",
    full: bool = False,
    seconds: float = 10,
    jobs: int = 1,
    executor: Executor | None = None,
) -> dict[str, str | bytes]:
    """The papers of a recipe with their solutions, problem files and key: what stands in each file, by its name.

    `recipe` is a file. There is a paper for each of so many `variants`, or for each of the `students`, who have names
    and numbers; `forms` are those of `attncalc generate --format`, and `full` solutions have every line of the work.
    `seconds` is how long a problem is looked for. Who works is said as in `grade_class`; the files are the same.

    Raises InputError where the recipe cannot be read, or a problem as it asks for was not found.
    """
    from attncalc import __version__
    from attncalc.generate.exam import papers
    from attncalc.generate.reading import read_recipe
    from attncalc.generate.roster import Student
    from attncalc.parallel import Workers
    from attncalc.render.exam.files import KEY, key_file, paper_files, paper_forms
    from attncalc.render.look import Look

    named, workers = tuple(Student(*each) for each in students), Workers(jobs, executor)
    count = len(named) or variants
    drawn = list(papers(read_recipe(Path(recipe)), count, seed, seconds, named, workers))
    files = paper_files(drawn, count, paper_forms(forms), Look(), f"attncalc {__version__}", full=full, workers=workers)
    return {**files, KEY: key_file(drawn)}


def _problems(problems: Problems) -> list[Problem]:
    if isinstance(problems, Problem):
        return problems.variants()
    if isinstance(problems, str | PathLike):
        from attncalc.problem.reader import load

        problems = load(Path(problems))
    return [variant for problem in problems for variant in problem.variants()]


def _settings(strict: bool, follow: Fraction | float, whole: bool) -> Settings:
    from attncalc.check.check import Settings
    from attncalc.check.marks import Rules

    if not 0 <= follow <= 1:
        raise InputError("follow is a number from 0 to 1")
    return Settings(strict, Rules(follow=Fraction(str(follow)), whole=whole))


def _handed_in(page: str | PathLike[str]) -> HandedIn:
    from attncalc.check.handed_in import from_text, handed_in

    return from_text(page, PAGE) if isinstance(page, str) else handed_in(str(page))


def _submissions(submissions: Submissions) -> Iterable[Submission]:
    from attncalc.grade.submissions import Carried, Submission, find
    from attncalc.reading.source import Source

    if isinstance(submissions, str | PathLike):
        return find(Path(submissions))
    pairs = submissions.items() if isinstance(submissions, Mapping) else submissions
    return (Submission(student, (Carried(PAGE, Source(text, "")),)) for student, text in pairs)
