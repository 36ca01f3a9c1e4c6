"""A class graded: everything is read first, then each submission is marked and written, then what is about all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.files import check_stays
from attncalc.grade.changes import Change, changes
from attncalc.grade.gradescope import gradescope_name, write_gradescope
from attncalc.grade.kept import Kept, read_kept, write_kept
from attncalc.grade.lock import locked
from attncalc.grade.looks import write_looks
from attncalc.grade.marking import Marker, Texts
from attncalc.grade.names import file_name
from attncalc.grade.output import Folder, Write
from attncalc.grade.overrides import TEMPLATE, Override, read_overrides
from attncalc.grade.result import BROKEN, NOTHING, Result
from attncalc.grade.state import Row, State, read_state, row_of, write_state
from attncalc.grade.statistics import Statistics, statistics, write_json
from attncalc.grade.submissions import Submission, carried, clean, find
from attncalc.grade.summary import feedback_name, write_summary
from attncalc.parallel import HERE, Workers, spread

OVERRIDES, STATE, SUMMARY, CHANGES, LOOK, KEPT = (
    "overrides.yaml",
    "marks.json",
    "summary.csv",
    "changes.md",
    "look.md",
    "kept.json",
)
EARLIER_RUN = "earlier run"


class About(NamedTuple):
    """How what is about a class is written as Markdown, and a submission that could not be marked."""

    broken: Callable[[Result], str]
    statistics: Callable[[Statistics], str]
    changes: Callable[[int, list[Change]], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run did: how many were marked, which were not and why, what changed, which decisions found nothing.

    `nothing` are the students of whose answers nothing was found, `notes` what is to be known of others.
    """

    marked: int
    broken: tuple[Result, ...]
    changes: tuple[Change, ...]
    unmatched: tuple[str, ...]
    left: int = 0
    earlier: int = 0
    is_first: bool = True
    nothing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass
class Run:
    """One run over a class. Making it reads and checks everything but the submissions' texts, and writes nothing."""

    marker: Marker
    submissions: list[Submission]
    root: Path
    put: Write
    texts: About
    before: State
    overrides: tuple[Override, ...]
    results: list[Result] = field(default_factory=list)

    @classmethod
    def read(cls, marker: Marker, submissions: Path, root: Path, put: Write, texts: About) -> Run:
        """Raises InputError for problems, submissions, decisions or earlier results that cannot be used."""
        if root.exists() and not root.is_dir():
            raise InputError("the results go into a folder, and this is a file", place=Place(str(root)))
        if root.resolve() == submissions.resolve():
            raise InputError(
                "the results cannot go among the submissions",
                place=Place(str(root)),
                hint="Name another folder: -o results",
            )
        _ = marker.key  # solves the problems
        before = read_state(root / STATE)
        overrides = read_overrides(root / OVERRIDES)
        run = cls(marker, find(submissions, without=root), root, put, texts, before, overrides)
        for name in run._names().values():
            check_stays(root / feedback_name(name))
        return run

    def __enter__(self) -> Run:
        """Keeps other runs out of the folder until the end, and reads again what earlier ones left."""
        self._lock = ExitStack()
        self._lock.enter_context(locked(self.root))
        self.before = read_state(self.root / STATE)
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def mark(self, workers: Workers = HERE) -> Iterator[Result]:
        """Marks and writes the submissions, each as soon as it is done; what is unchanged stays as it is."""
        self.folder = Folder(self.root, self.before.run, self.put, dict(self.before.files))
        self.names = self._names()
        self.kept = read_kept(self.root / KEPT)
        tasks = {one.student: (one, self._decided(one.student)) for one in self.submissions}
        for student in list(tasks):
            if self._is_unchanged(*tasks[student]):
                del tasks[student]
                self.results.append(self.kept[student].result)
                yield self.results[-1]
        sent = ((carried(one) if workers.executor else one, decided) for one, decided in tasks.values())
        for result in spread(self.marker, sent, workers):
            self._write(result)
            self.results.append(replace(result, feedback="", ansi="", forms=()))
            self._keep(result, *tasks[result.student])
            yield result

    def _write(self, result: Result) -> None:
        feedback = self.texts.broken(result) if result.why else result.feedback
        name = self.names[result.student]
        self.folder.write(feedback_name(name), feedback)
        for ending, content in result.forms:
            self.folder.write(feedback_name(name, ending), content)
        self.folder.write(gradescope_name(name), write_gradescope(result))

    def _is_unchanged(self, submission: Submission, decided: tuple[Override, ...]) -> bool:
        """Whether all that a result is made from is as it was, and all that was written of it is there."""
        kept = self.kept.get(submission.student)
        if kept is None or submission.why or submission.student not in self.before.rows:
            return False
        name = self.names[submission.student]
        written = (feedback_name(name), gradescope_name(name), *(feedback_name(name, end) for end in kept.endings))
        if not all((self.root / one).exists() for one in written):
            return False
        try:
            read = Texts().read(submission).token
        except Exception:  # what is wrong with it is said when it is marked
            return False
        return kept.token == self.marker.token(submission, read, decided)

    def _keep(self, result: Result, submission: Submission, decided: tuple[Override, ...]) -> None:
        """Keeps a result for the next run, unless it may be another one then."""
        self.kept.pop(result.student, None)
        if result.read and not result.why:
            token = self.marker.token(submission, result.read, decided)
            endings = tuple(ending for ending, _ in result.forms)
            self.kept[result.student] = Kept(token, self.results[-1], endings)

    def finish(self) -> Outcome:
        """Writes what is about the whole class, of those who were marked so far, and of earlier runs."""
        order = {submission.student: number for number, submission in enumerate(self.submissions)}
        self.results.sort(key=lambda result: order[result.student])
        rows = {result.student: self._row(result) for result in self.results}
        everyone = {**self.before.rows, **rows}
        found = changes(self.before, rows)
        listed = [row if row.student in rows else replace(row, status=EARLIER_RUN) for row in _sorted(everyone, order)]
        self.folder.write(SUMMARY, write_summary(listed))
        self.folder.write(LOOK, write_looks((result.student, look) for result in self.results for look in result.looks))
        numbers = statistics(self.results)
        self.folder.write("statistics.json", write_json(numbers))
        self.folder.write("statistics.md", self.texts.statistics(numbers))
        run = self.before.run + 1
        if not (self.root / OVERRIDES).exists():
            self.folder.put_whole(OVERRIDES, TEMPLATE)
        if found:
            self.folder.prepend(CHANGES, self.texts.changes(run, found))
        if self.folder.written or everyone != self.before.rows:
            state = State(run, {row.student: row for row in _sorted(everyone, order)}, self.folder.files)
            self.folder.put_whole(STATE, write_state(state))
        self._keep_all()
        return self._outcome(found, len(everyone) - len({*everyone} & {*order}))

    def _keep_all(self) -> None:
        text = write_kept(dict(sorted(self.kept.items())))
        path = self.root / KEPT
        if not path.exists() or path.read_bytes() != text.encode():
            self.folder.put_whole(KEPT, text)

    def _outcome(self, found: list[Change], earlier: int) -> Outcome:
        broken = tuple(result for result in self.results if result.status == BROKEN)
        unmatched = tuple(text for result in self.results for text in result.unmatched)
        nothing = tuple(result.student for result in self.results if result.status == NOTHING)
        notes = tuple(f"{result.student}: {note}" for result in self.results for note in result.notes)
        return Outcome(
            len(self.results) - len(broken),
            broken,
            tuple(found),
            (*self._of_nobody(), *unmatched),
            len(self.submissions) - len(self.results),
            earlier,
            not self.before.run,
            nothing,
            notes,
        )

    def _names(self) -> dict[str, str]:
        """A file name for each student: that of earlier runs, or a new one."""
        names = {row.student: row.file for row in self.before.rows.values()}
        taken = {name.casefold() for name in names.values()}
        for submission in self.submissions:
            if submission.student not in names:
                names[submission.student] = file_name(submission.student, taken)
                taken.add(names[submission.student].casefold())
        return names

    def _row(self, result: Result) -> Row:
        decided = "; ".join(override.meaning for override in self._decided(result.student))
        return row_of(result, self.names[result.student], decided, self.marker.key)

    def _decided(self, student: str) -> tuple[Override, ...]:
        return tuple(override for override in self.overrides if clean(override.student) == student)

    def _of_nobody(self) -> Iterator[str]:
        known = {submission.student for submission in self.submissions}
        for override in self.overrides:
            if clean(override.student) not in known:
                yield f"{override.place}: {override.student} is not among the submissions"


def _sorted(rows: dict[str, Row], order: dict[str, int]) -> list[Row]:
    """Those of this run in its order, then those of earlier ones."""
    return sorted(rows.values(), key=lambda row: (order.get(row.student, len(order)), row.student))
