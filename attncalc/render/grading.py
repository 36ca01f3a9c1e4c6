"""What is written about a class: a student's feedback, statistics, and what a run changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.check.marks import shown
from attncalc.check.report import Report
from attncalc.errors import InputError, did_you_mean, printable, shorten
from attncalc.grade.changes import Change
from attncalc.grade.result import Result, Written, in_words
from attncalc.grade.statistics import EntryCount, Statistics
from attncalc.render.blocks import Block, Cell, Grid, Heading, Math, Note, Prose
from attncalc.render.formats import FORMATS, Pages
from attncalc.render.look import PAPERS, Look
from attncalc.render.markdown import write_markdown
from attncalc.render.report.pages import report_pages

MOST = 20
COLUMNS = 100


@dataclass(frozen=True, slots=True)
class Feedback:
    """Writes a student's report as Markdown, as a terminal shows it, and in these forms too."""

    forms: tuple[str, ...] = ()
    paper: str = PAPERS[0]

    def __call__(self, report: Report) -> Written:
        """The report, written down."""
        pages = report_pages(report)
        look = Look(paper=self.paper)
        others, lost = [], []
        for form in self.forms:
            try:
                others.append((FORMATS[form].endings[0], FORMATS[form].write(pages, look)))
            except Exception as error:  # what one form cannot write costs nobody their marks
                lost.append(f"not written as {form}: {type(error).__name__}: {shorten(str(error), 100)}")
        return Written("\n".join(map(write_markdown, pages)), _on_terminal(pages), tuple(others), tuple(lost))


def feedback_forms(names: str) -> tuple[str, ...]:
    """The forms that feedback is written in beside Markdown; raises InputError for one that is not of pages."""
    known = [name for name, form in FORMATS.items() if not form.of_solutions and form.endings]
    found = tuple(dict.fromkeys(names.replace(",", " ").split()))
    for name in found:
        if name not in known:
            raise InputError(f"feedback is not written as {shorten(name)}", hint=did_you_mean(name, known))
        page: list[Block] = [Heading(1, name)]
        FORMATS[name].write([page], Look())  # what is not installed is said before anything is marked
    return tuple(name for name in found if name != "markdown")


def _on_terminal(pages: Pages) -> str:
    import io

    from rich.console import Console

    from attncalc.render.terminal import Terminal

    file = io.StringIO()
    console = Console(
        file=file, width=COLUMNS, force_terminal=True, color_system="standard", legacy_windows=False, _environ={}
    )
    terminal = Terminal(console)
    for number, page in enumerate(pages):
        if number:
            console.print()
        terminal.write(page)
    return file.getvalue()


def not_marked(result: Result) -> str:
    """What a student reads whose submission could not be marked."""
    blocks: list[Block] = [Heading(1, printable(result.student)), Prose(f"This could not be marked: {result.why}")]
    if result.decided:
        blocks.append(Note(f"Decided by hand: {shown(result.marks)} of {shown(result.of)} marks: {result.decided}"))
    return write_markdown(blocks)


def class_statistics(found: Statistics) -> str:
    """The statistics of a class, what is most frequent first."""
    return write_markdown(_statistics(found))


def _statistics(found: Statistics) -> Iterator[Block]:
    yield Heading(1, "Statistics")
    aside = f"; {found.not_marked} could not be marked" if found.not_marked else ""
    yield Prose(f"{found.marked} {'submission' if found.marked == 1 else 'submissions'} marked{aside}.")
    if found.marks:
        yield _table("marks", [("all", [f"{value:g}" for value in found.marks.values()])], tuple(found.marks))
    several = len({step.problem for step in found.steps}) > 1
    if found.steps:
        rows = [
            (f"{step.problem}: {step.step}" if several else step.step, [f"{step.mean:g}", f"{step.of:g}"])
            for step in found.steps
        ]
        yield _table("step", rows, ("mean", "of"))
    if found.entries:
        yield Heading(2, "Entries most often wrong")
        rows = [
            (_entry(entry, several=several), [str(entry.wrong), str(entry.missing)]) for entry in found.entries[:MOST]
        ]
        yield _table("entry", rows, ("students wrong", "blank"))
    if found.causes:
        yield Heading(2, "Mistakes most often made")
        rows = [(in_words(cause.cause), [str(cause.students), str(cause.numbers)]) for cause in found.causes[:MOST]]
        yield _table("cause", rows, ("students", "numbers"))
        yield from (Prose(f"{in_words(cause.cause)}: {shorten(cause.says, 300)}") for cause in found.causes[:MOST])


def _entry(entry: EntryCount, *, several: bool) -> str:
    name = f"{entry.step}[{entry.row},{entry.col}]" if entry.row else f"{entry.step} (its size)"
    return f"{entry.problem}: {name}" if several else name


def _table(name: str, rows: list[tuple[str, list[str]]], columns: tuple[str, ...]) -> Grid:
    cells = tuple(tuple(Cell(text, "") for text in texts) for _, texts in rows)
    return Grid(Math(name, ""), cells, tuple(label for label, _ in rows), columns, labelled=True)


def class_changes(run: int, found: list[Change]) -> str:
    """What a run changed, a line for each student."""
    blocks: list[Block] = [Heading(1, f"Run {run}"), *map(Prose, map(change_words, found))]
    return write_markdown(blocks)


def change_words(change: Change) -> str:
    """A change in a sentence."""
    if not change.before:
        return f"{change.student}: {change.after} (new)."
    other = "other verdicts" if " of " in change.after else "for another reason"
    same = change.before == change.after
    told = f"still {change.after}, {other}" if same else f"from {change.before} to {change.after}"
    steps = f" ({'; '.join(change.steps)})" if change.steps else ""
    return f"{change.student}: {told}{steps}, because of {change.why}."
