"""What a run changed in the marks of an earlier one, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.grade.state import Row, State

NEW = "new"
CAUSES = {"submission": "the submission", "key": "the key", "overrides": "decisions by hand"}


@dataclass(frozen=True, slots=True)
class Change:
    """Whose marks changed, from what to what, and why; of a new student there is no earlier mark."""

    student: str
    before: str
    after: str
    why: str
    steps: tuple[str, ...] = ()


def changes(before: State, after: dict[str, Row]) -> list[Change]:
    """The changes of all students who were marked now; none where there was no run before."""
    if not before.run:
        return []
    return [change for row in after.values() if (change := _change(before.rows.get(row.student), row))]


def _change(before: Row | None, after: Row) -> Change | None:
    if before is None:
        return Change(after.student, "", _standing(after), NEW)
    if _found(before) == _found(after):
        return None
    why = [says for key, says in CAUSES.items() if getattr(before, key) != getattr(after, key)]
    return Change(
        after.student,
        _standing(before),
        _standing(after),
        " and ".join(why) or "another attncalc",
        tuple(_steps(before, after)),
    )


def _found(row: Row) -> tuple[object, ...]:
    return row.status, row.why, row.marks, row.of, row.steps, row.verdicts, row.first


def _standing(row: Row) -> str:
    """The marks in words."""
    return row.status if row.marks is None else f"{row.marks:g} of {row.of:g}"


def _steps(before: Row, after: Row) -> Iterator[str]:
    """Each step whose marks changed."""
    earlier = {(step.problem, step.step): step for step in before.steps}
    several = len({step.problem for step in after.steps}) > 1
    for step in after.steps:
        old = earlier.get((step.problem, step.step))
        if old != step:
            name = f"{step.problem}: {step.step}" if several else step.step
            yield f"{name} from {old.marks:g} of {old.of:g} to {step.marks:g} of {step.of:g}" if old else f"{name} new"
