"""A page simulated: a problem drawn, worked in a habit, spoilt or not, and written in a style."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from .forms import is_form
from .habits import DETAILS, Habit
from .language import Language, knows
from .mistakes import METHOD_NAMES, NOISE, SLIPS, with_mistake
from .notebook import Notebook, Where
from .numerals import Numerals
from .paper import Paper
from .problems import ENGLISH, Problem, drawn
from .styles import Style
from .truth import Truth
from .work import Work, base

ROUNDS = 6  # in which every kind of problem is drawn until one allows for the mistake
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class CannotBeMadeError(ValueError):
    """No problem of a style allows for a mistake."""


@dataclass(frozen=True)
class SimulatedPage:
    """A page, its problem and the truth about it; the twin is the same page with nothing wrong."""

    name: str
    extension: str
    text: str
    problem: str
    truth: dict[str, Any]
    twin: SimulatedPage | None = None

    @cached_property
    def claims(self) -> str:
        """The truth as a file."""
        return str(yaml.dump(self.truth, Dumper=DUMPER, sort_keys=False, allow_unicode=True, width=1000))

    def save(self, folder: Path) -> None:
        """Writes page, problem and truth, and those of the twin."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}.{self.extension}").write_text(self.text, encoding="utf-8")
        (folder / f"{self.name}.claims.yaml").write_text(self.claims, encoding="utf-8")
        (folder / str(self.truth["problem_file"])).write_text(self.problem, encoding="utf-8")
        if self.twin:
            self.twin.save(folder)


@dataclass(frozen=True)
class _Writer:
    """Everything about a page but what is wrong on it."""

    seed: str
    style: Style
    problem: Problem
    language: str
    numerals: Numerals
    struck: tuple[str, int, int] | None
    extension: str

    def page(self, work: Work, noise: tuple[random.Random, float] | None = None) -> Paper:
        """Writes the page; the same choices are made each time."""
        language = Language(self.language, f"{self.seed} words")
        paper = Paper(
            self.problem, work, f"{self.seed} page", language, self.numerals, noise, self.struck, self.extension
        )
        self.style.write(paper)
        return paper


def simulate(seed: str, name: str, style: Style, mistake: str | None) -> SimulatedPage:
    """A page in a style; see `simulated`."""
    name_of = _file_name(seed, name, mistake)
    numbers = random.Random(f"{seed}/{name}/{mistake}")
    kinds = numbers.sample(style.kinds, len(style.kinds))
    for number, kind in enumerate(kinds * ROUNDS):
        found = _works(numbers, style, kind, mistake)
        page = found and _simulated(numbers, f"{seed}/{name}/{mistake}/{number}", name_of, style, mistake, *found)
        if page and (_group(mistake) not in ("method", "slip") or page.truth["first_mistake"]):
            return page
    raise CannotBeMadeError(f"{mistake} in {name}")


def _file_name(seed: str, name: str, mistake: str | None) -> str:
    parts = [name, seed, *([mistake] if mistake else [])]
    return "".join(sign if sign.isalnum() else "-" for sign in "-".join(parts)).lower()


def _simulated(
    numbers: random.Random,
    seed: str,
    name: str,
    style: Style,
    mistake: str | None,
    problem: Problem,
    right: Work,
    work: Work,
) -> SimulatedPage:
    writer = _writer(numbers, seed, style, problem, right)
    noise = (random.Random(f"{seed} noise"), float(mistake.split()[1])) if mistake in NOISE and mistake else None
    text = problem.text(random.Random(f"{seed} problem"), f"Homework, {problem.mechanism}", right.places)
    about = _about(writer, style, mistake, right.habit)
    twin = None
    if mistake:
        twin = _page(writer.page(right), right, f"{name}t", text, {**about, "group": "twin", "mistakes": None}, writer)
    return _page(writer.page(work, noise), right, name, text, about, writer, twin)


def _works(numbers: random.Random, style: Style, kind: str, mistake: str | None) -> tuple[Problem, Work, Work] | None:
    """A problem, the right work and the one with the mistake; None if these do not go together."""
    habit = style.habit(numbers, **style.fixed)
    problem = drawn(numbers, (kind,), whole=habit.form)
    if problem.kind == "columns" or base("S_masked") in problem.calculation.records:
        habit = replace(habit, form=False)
    try:
        right = Work(problem.calculation, habit, habit.places)
    except ArithmeticError:  # its exponentials all round to 0
        return None
    if habit.form and not any(is_form(text) for key in right.written for _, _, text in right.entries(key)):
        return None
    if mistake is None or mistake in NOISE:
        return problem, right, right
    work = with_mistake(numbers, right, mistake)
    return work and (problem, right, work)


def _writer(numbers: random.Random, seed: str, style: Style, problem: Problem, right: Work) -> _Writer:
    known = [name for name in style.languages if knows(name, [base(key) for key in (*problem.given, *right.written)])]
    language = "en" if problem.kind in ENGLISH else numbers.choice(known or ["en"])
    mark = Language(language, seed).mark if style.commas else "."
    if mark == ",":
        mark = numbers.choice((",", ",", ",", ".")) if not style.is_latex else numbers.choice(("{,}", "{,}", ",", "."))
    hidden = style.draw(numbers, "hidden", *((r"-\infty",) if style.is_latex else ("-inf", "−∞", "-∞")))
    minus = style.draw(numbers, "minus", "-", "-", "-", "-" if style.is_latex else "−")
    bare = style.draw(numbers, "bare", *(False,) * 12, True) and mark == "."
    percent = style.draw(numbers, "percent", *(False,) * 15, True) and style.commas and not right.habit.form
    numerals = Numerals(mark, minus, hidden, style.is_latex, bare, percent and not style.is_latex)
    extension = numbers.choice(style.extensions)
    struck = None
    if style.commas and extension == "md" and numbers.random() < 0.08:
        key = numbers.choice(right.written)
        struck = (key, 0, 0)
    return _Writer(seed, style, problem, language, numerals, struck, extension)


def _group(mistake: str | None) -> str:
    if mistake is None:
        return "clean"
    return "transcription" if mistake in NOISE else "slip" if mistake in SLIPS else "method"


def _about(writer: _Writer, style: Style, mistake: str | None, habit: Habit) -> dict[str, Any]:
    names = ("guard", "cut", "divisor", "exponentials", "in_head", "short", "exact", "form", "places")
    how = {name: value for name in names if (value := getattr(habit, name)) not in (None, False)}
    left = sorted(habit.left_out - DETAILS)
    options = ", ".join(f"{key} {value}" for key, value in writer.problem.options.items())
    return {
        "problem_file": "",
        "group": _group(mistake),
        "language": writer.language,
        "mechanism": writer.problem.mechanism + (f", {options}" if options else ""),
        "layout": style.layout,
        "habit": ", ".join([*(f"{key} {value}" for key, value in how.items()), *(f"no {key}" for key in left)]),
        "mistakes": mistake,
    }


def _page(
    paper: Paper,
    right: Work,
    name: str,
    problem: str,
    about: dict[str, Any],
    writer: _Writer,
    twin: SimulatedPage | None = None,
) -> SimulatedPage:
    text, where = paper.page, {}
    if writer.extension == "ipynb":
        notebook = Notebook(paper)
        text = notebook.text()
        where = notebook.where
    file = f"{name}.{writer.extension}"
    truth = _truth(paper, right, file, where, {**about, "problem_file": f"{name}.yaml"})
    return SimulatedPage(name, writer.extension, text, problem, truth, twin)


def _truth(paper: Paper, right: Work, file: str, where: Where, about: Mapping[str, Any]) -> dict[str, Any]:
    with right.calculation.working():
        return Truth(paper, right, file, where).dictionary(**about)


def write_pages(folder: str | Path, seed: str, count: int, styles: Mapping[str, Style]) -> list[SimulatedPage]:
    """Writes pages: the styles in turn; of each six one clean, three with method, one slip, one noise."""
    numbers = random.Random(f"{seed} pages")
    names, pages = list(styles), []
    while len(pages) < count:
        number = len(pages)
        style = names[number % len(names)]
        of = numbers.choice(((None,), METHOD_NAMES, METHOD_NAMES, METHOD_NAMES, SLIPS, NOISE))
        try:
            page = simulate(f"{seed}-{number}", style, styles[style], numbers.choice(of))
        except CannotBeMadeError:
            continue
        page.save(Path(folder))
        pages.append(page)
    return pages
