"""`attncalc grade`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from attncalc.cli.cluster import Cluster, Jobs, workers
from attncalc.cli.options import named, seconds_of
from attncalc.errors import InputError, Place, printable
from attncalc.limits import TIME

if TYPE_CHECKING:
    from attncalc.check.check import Settings
    from attncalc.grade.marking import Marker
    from attncalc.grade.result import Result
    from attncalc.grade.run import Outcome
    from attncalc.render.grading import Feedback

USAGE = "attncalc grade problem.yaml submissions/ -o results/"
MOST = 20
INTERRUPTED = 130


def grade(
    files: Annotated[list[str], typer.Argument(metavar="PROBLEM... SUBMISSIONS", help="Problem files, and last a "
        "folder with a file or a folder for each student, a zip of it, or JSON lines (.jsonl).")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", parser=named,
        help="Where the results go.")],
    jobs: Jobs = None,
    cluster: Cluster = None,
    strict: Annotated[bool, typer.Option("--strict", help="Ask for correctly rounded values.")] = False,
    follow: Annotated[Optional[str], typer.Option(metavar="0…1",  # noqa: UP045
        help="What an entry is worth that follows from an earlier mistake (1).")] = None,
    no_follow: Annotated[bool, typer.Option("--no-follow", help="It is worth nothing.")] = False,
    whole: Annotated[bool, typer.Option("--whole", help="All or nothing for each step.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORM,FORM",
        help="Write feedback in these forms beside Markdown: html, pdf, latex, plain.")] = "",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF, or of LaTeX.")] = "a4",
    any_file: Annotated[bool, typer.Option(
        "--any-file", help="Read matrices in files outside a problem's folder.")] = False,
    seconds: Annotated[Optional[float], typer.Option("--limit", metavar="SECONDS", parser=seconds_of,  # noqa: UP045
        help="A submission that takes longer is listed as not marked; or none.")] = TIME.most,
) -> None:  # an option with its help a row  # fmt: skip
    """Mark a class: feedback for each student, a table of marks, and what went wrong most often.

    Exit status: 0 whatever the marks and however many submissions could not be read, 2 bad input.
    """
    from attncalc.check.check import Settings
    from attncalc.check.marks import Rules
    from attncalc.cli.check import share
    from attncalc.cli.looks import look_of
    from attncalc.files import write_whole
    from attncalc.grade.run import About, Run
    from attncalc.render.grading import Feedback, class_changes, class_statistics, feedback_forms, not_marked

    if len(files) < 2:
        raise InputError("name the problem, and then the submissions", hint=USAGE)
    settings = Settings(strict, Rules(follow=share(follow, no_follow), whole=whole))
    feedback = Feedback(feedback_forms(form), look_of(fragment=False, paper=paper, ascii_signs=False).paper)
    marker = _marker(files[:-1], settings, feedback, seconds, any_file=any_file)
    texts = About(not_marked, class_statistics, class_changes)
    run = Run.read(marker, Path(files[-1]), output, write_whole, texts)
    with workers(jobs, cluster) as others, run:
        is_whole = _through(run.mark(others), len(run.submissions))
        outcome = run.finish()
    _say(outcome, output)
    raise typer.Exit(0 if is_whole else INTERRUPTED)


def _marker(
    files: list[str], settings: Settings, feedback: Feedback, seconds: float | None, *, any_file: bool
) -> Marker:
    from attncalc.cli.check import problems_of
    from attncalc.grade.marking import Marker

    for file in files:
        if Path(file).is_dir():
            raise InputError(
                "this is a folder; the problem is named first, then the submissions", place=Place(file), hint=USAGE
            )
    return Marker(tuple(problems_of(files, any_file=any_file)), settings, feedback, seconds)


def _through(results: Iterator[Result], total: int) -> bool:
    """Marks everything, with a bar on a terminal; False if somebody ended it."""
    try:
        for _ in _tracked(results, total):
            pass
    except KeyboardInterrupt:
        return False
    return True


def _tracked(results: Iterator[Result], total: int) -> Iterable[Result]:
    if sys.stderr is None or not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    return track(results, "Marking", total=total, console=Console(stderr=True), transient=True)


def _say(outcome: Outcome, output: Path) -> None:
    """What was done, and everything that somebody should look at."""
    from attncalc.cli.output import deliver_text
    from attncalc.render.grading import change_words

    parts = [
        f"{outcome.marked:,} marked",
        f"{len(outcome.broken):,} not marked" if outcome.broken else "",
        f"{outcome.left:,} left out, as it was ended" if outcome.left else "",
        f"{outcome.earlier:,} from earlier runs" if outcome.earlier else "",
    ]
    lines = [f"{', '.join(filter(None, parts))}: {output / 'summary.csv'}"]
    lines += _list([f"not marked: {result.student}: {result.why}" for result in outcome.broken], "summary.csv")
    lines += _list([f"nothing found: {student}" for student in outcome.nothing], "summary.csv")
    lines += _list([f"note: {note}" for note in outcome.notes], "summary.csv")
    lines += _list([f"changed: {change_words(change)}" for change in outcome.changes], "changes.md")
    if not outcome.is_first and not outcome.changes:
        lines.append("nothing changed")
    lines += [f"without effect: {text}" for text in outcome.unmatched]
    deliver_text("".join(f"{printable(line)}\n" for line in lines), None)


def _list(lines: list[str], where: str) -> list[str]:
    return lines if len(lines) <= MOST else [*lines[:MOST], f"… and {len(lines) - MOST:,} more: {where}"]
