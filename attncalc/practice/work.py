"""One problem that is worked on: what is asked, what was typed so far, and what that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.check.check import Settings, check_solved, solved
from attncalc.check.claim import At, Judged
from attncalc.check.handed_in import inline
from attncalc.check.report import cell_of
from attncalc.errors import InputError
from attncalc.problem.names import read_name
from attncalc.problem.problem import Problem
from attncalc.render.report.parts import is_entry
from attncalc.render.view import View
from attncalc.worksheet.recorder import Record

BLANK = "_"


class Task(NamedTuple):
    """A line that is asked for, or one entry of it, by row and column from 1 as they stand on the page."""

    record: Record
    row: int = 0
    column: int = 0

    @property
    def key(self) -> str:
        """The name of the line."""
        return self.record.key


@dataclass(frozen=True)
class Outcome:
    """What was typed for a task, number by number."""

    judged: tuple[Judged, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing in it has to be mended."""
        verdicts = [item.verdict for item in self.judged]
        return bool(verdicts) and not any(one.counts_against or one.needs_a_look for one in verdicts)

    @property
    def is_right(self) -> bool:
        """Whether all of it is right as it stands."""
        return bool(self.judged) and all(item.verdict.good for item in self.judged)

    @property
    def mistakes(self) -> list[str]:
        """The names of the mistakes that were probably made."""
        return list(dict.fromkeys(item.cause.name for item in self.judged if item.cause))


@dataclass
class Work:
    """A problem, solved once for all that is typed; `asked` names lines, otherwise all are asked for."""

    problem: Problem
    asked: Sequence[str] = ()
    by_entries: bool = False
    typed: dict[str, str] = field(default_factory=dict)  # a line by its name, or a table of its entries
    own: dict[At, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        (self.calculation,) = solved([self.problem])
        self.sheet = self.calculation.sheet
        self.view = View(self.sheet)
        self.grids: dict[str, list[list[str]]] = {}

    def tasks(self) -> list[Task]:
        """What is asked, in the order of the work; raises InputError for a line that is not there."""
        records = [record for record in self.sheet.records if not record.given and not record.detail]
        if self.asked:
            named = [self._named(name) for name in self.asked]
            records = [record for record in self.sheet.records if record.key in {key for keys in named for key in keys}]
        return [task for record in records for task in self._parts(record)]

    def _named(self, name: str) -> set[str]:
        """The lines that a name means: S is S of every head."""
        known = read_name(name)
        keys = {
            record.key
            for record in self.sheet.records
            if not record.given
            and known
            and (record.key == str(known) or (record.name == known.base and not known.section))
        }
        return keys or {self.sheet.record(name).key}

    def _parts(self, record: Record) -> Iterator[Task]:
        if not self.by_entries:
            yield Task(record)
            return
        height, width = self.size(record)
        yield from (Task(record, i, j) for i in range(1, height + 1) for j in range(1, width + 1))

    def size(self, record: Record) -> tuple[int, int]:
        """How many rows and columns a line has on the page; a vector is a row."""
        sizes = [axis.size or 0 for axis in self.view.axes(record)]
        return (sizes[0], sizes[1]) if len(sizes) > 1 else (1, sizes[0])

    def judge(self, task: Task, text: str) -> Outcome:
        """What was typed for a task, marked with all that was typed before; raises InputError where it is no number."""
        before = self.typed.get(task.key)
        self.typed[task.key] = text if not task.row else self._with_entry(task, text)
        try:
            outcome = self._judged(task)
        except InputError:
            self._restore(task, before)
            raise
        return outcome

    def _restore(self, task: Task, before: str | None) -> None:
        del self.typed[task.key]
        if task.row:
            self.grids[task.key][task.row - 1][task.column - 1] = BLANK
        if before is not None:
            self.typed[task.key] = before

    def _with_entry(self, task: Task, text: str) -> str:
        """The table of a line's entries with one more."""
        height, width = self.size(task.record)
        grid = self.grids.setdefault(task.key, [[BLANK] * width for _ in range(height)])
        grid[task.row - 1][task.column - 1] = text.strip()
        return str([*map(list, grid)]).replace("'", '"')

    def _judged(self, task: Task) -> Outcome:
        lines = [f"{key}={text}" for key, text in self.typed.items()]
        report = check_solved([self.calculation], inline(lines, "typed"), Settings())
        entries = [item for item in report.problems[0].judged if is_entry(item.claim)]
        self.own = {
            item.claim.at: item.claim.written.text
            for item in entries
            if item.claim.at and item.claim.written.number is not None
        }
        return Outcome(tuple(item for item in entries if self._is_of(task, item)))

    def _is_of(self, task: Task, item: Judged) -> bool:
        at = item.claim.at
        if at is None or at.key != task.key:
            return False
        return not task.row or (at.row > 0 and cell_of(self.calculation, at) == (task.row, task.column))

    def forget(self, task: Task) -> None:
        """Leaves a line out, as if nothing had been typed for it."""
        self.typed.pop(task.key, None)
        self.grids.pop(task.key, None)

    def texts(self, task: Task) -> list[list[str]]:
        """The true numbers of a task, as they are printed."""
        texts = self.view.texts(task.record, self.sheet.asked)
        return [[texts[task.row - 1][task.column - 1]]] if task.row else texts

    def written(self, record: Record, i: int, j: int) -> str:
        """An entry as it was typed, or else as it is printed, by row and column from 0 on the page."""
        at = At(record.key, *((j, i) if self.view.is_turned(record.key, record.expr.axes) else (i, j)))
        at = at._replace(row=at.row + 1, column=at.column + 1)
        return self.own.get(at) or self.view.texts(record, self.sheet.asked)[i][j]
