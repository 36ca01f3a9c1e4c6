"""Papers of a recipe, as `attncalc generate` is asked for them; and whether the recipe ever goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from attncalc.errors import InputError, printable

if TYPE_CHECKING:
    from attncalc.generate.exam import Paper
    from attncalc.generate.recipe import Recipe
    from attncalc.generate.stress import Limits, Tried
    from attncalc.parallel import Workers
    from attncalc.render.look import Look


@dataclass(frozen=True, slots=True)
class Asked:
    """Which papers of a recipe are asked for; None where nothing is said."""

    recipe: str
    seed: str
    seconds: float
    count: int | None
    students: Path | None
    only: int | None
    workers: Workers


def deliver_papers(
    asked: Asked, output: Path | None, forms: str, look: Look, *, full: bool = False, force: bool = False
) -> None:
    """Writes the papers of a recipe into a folder."""
    from attncalc import __version__
    from attncalc.cli.output import deliver_text
    from attncalc.cli.warning import warn
    from attncalc.files import write_whole
    from attncalc.generate.reading import read_recipe
    from attncalc.render.exam.files import KEY, key_file, paper_files, paper_forms, write_files
    from attncalc.render.exam.lacking import lacking_names

    read = read_recipe(asked.recipe)
    if output is None:
        raise InputError("papers go into a folder", hint=f"attncalc generate {asked.recipe} -o exam/")
    chosen = paper_forms(forms)
    if look.large and "pdf" not in chosen:
        raise InputError("--large-print is of PDF", hint="--format pdf")
    drawn, count = _drawn(read, asked)
    shown = [one for one in drawn if asked.only in (None, one.number)]
    files = paper_files(shown, count, chosen, look, f"attncalc {__version__}", full=full, workers=asked.workers)
    if asked.only is None:
        files[KEY] = key_file(drawn)
    written = write_files(files, output, write_whole, force=force)
    if text := lacking_names(shown, chosen):
        warn(text)
    deliver_text(f"{_number(len(shown), 'paper')}, {_number(len(written), 'file')} new: {output}\n", None)


def deliver_coded(
    asked: Asked, code: str, output: Path | None, forms: str, look: Look, *, full: bool = False, force: bool = False
) -> None:
    """Writes the question of a code and its solution: into a folder, or else as Markdown."""
    from attncalc import __version__
    from attncalc.cli.output import deliver_text
    from attncalc.files import write_whole
    from attncalc.generate.codes import read_code
    from attncalc.generate.exam import paper_of
    from attncalc.generate.reading import read_recipe
    from attncalc.render.exam.files import coded_files, paper_forms, write_files

    recipe, chosen = read_recipe(asked.recipe), paper_forms(forms if output else "markdown")
    paper = paper_of(recipe, read_code(code, recipe.digest, asked.seed), asked.seconds)
    files = coded_files(paper, chosen, look, f"attncalc {__version__}", full=full)
    if output is None:
        deliver_text("\n".join(str(text) for name, text in files.items() if name.endswith(".md")), None)
    else:
        written = write_files(files, output, write_whole, force=force)
        deliver_text(f"{_number(len(written), 'file')} new: {output}\n", None)


def _drawn(recipe: Recipe, asked: Asked) -> tuple[list[Paper], int]:
    """The papers, of how many; of one that is printed again, those before it too, since no two are the same."""
    from attncalc.generate.exam import papers
    from attncalc.generate.roster import read_roster

    students = read_roster(asked.students) if asked.students else ()
    if students and asked.count not in (None, len(students)):
        raise InputError(f"--variants {asked.count}: there is a paper for each of {len(students)} students")
    count = len(students) or asked.count or asked.only or 1
    if asked.only and asked.only > count:
        raise InputError(f"--only {asked.only}: there are {count} papers")
    return list(papers(recipe, asked.only or count, asked.seed, asked.seconds, students, asked.workers)), count


def deliver_stress(asked: Asked, tries: int, forms: str) -> None:
    """Says which seeds go wrong, and how many do not; exits with 1 where one does."""
    from attncalc.cli.output import deliver_text
    from attncalc.generate.reading import read_recipe
    from attncalc.generate.stress import stress
    from attncalc.render.exam.papers import worksheet_page

    read, limits = read_recipe(asked.recipe), _limits(forms)
    found = []
    all_tried = stress(read, tries, asked.seed, asked.seconds, worksheet_page, limits, asked.workers)
    for tried in _tracked(all_tried, tries):
        found.append(tried)
        if tried.why:
            deliver_text(f"--seed {tried.seed}: {printable(tried.why)}\n", None)
    failed = sum(bool(tried.why) for tried in found)
    deliver_text("".join(_told(read, found)), None)
    raise typer.Exit(1 if failed else 0)


@dataclass(frozen=True, slots=True)
class _Limits:
    """What some exports cannot take of a paper."""

    names: tuple[str, ...]

    def __call__(self, paper: Paper) -> Iterator[str]:
        """The limits, in words."""
        from attncalc.render.exports.targets import limits

        return (text for name in self.names for text in limits(name, paper))


def _limits(forms: str) -> Limits:
    """What the exports among these forms cannot take of a paper."""
    from attncalc.render.exam.files import paper_forms
    from attncalc.render.exports.targets import EXPORTS

    return _Limits(tuple(name for name in (paper_forms(forms) if forms else ()) if name in EXPORTS))


def _told(recipe: Recipe, found: list[Tried]) -> Iterator[str]:
    """How many seeds went well, and how many problems were drawn for that."""
    from attncalc.generate.stress import rates

    good = sum(not tried.why for tried in found)
    for number, rate in rates(found).items():
        title = recipe.items[number - 1].heading
        yield (
            f"question {number}, {title}: {100 * rate.accepted:.1f} % of what is drawn is as asked; "
            f"the first after {rate.median:,g} drawn (median), {rate.most:,} at most\n"
        )
    yield f"{good:,} of {len(found):,} seeds went well ({100 * good / len(found):.1f} %)\n"


def _tracked(results: Iterator[Tried], total: int) -> Iterable[Tried]:
    """The same, with a bar on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    return track(results, "Trying seeds", total=total, console=Console(stderr=True), transient=True)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
