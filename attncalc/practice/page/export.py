"""Problems with all that a page needs to ask for their lines and to mark them."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from attncalc.check.calculation import Calculation
from attncalc.check.causes.outcomes import mistakes
from attncalc.practice.bank import Drawn
from attncalc.practice.hints import Hints
from attncalc.practice.page.trees import Trees
from attncalc.practice.session import given
from attncalc.practice.work import Task, Work
from attncalc.render.html.pages import fragment_body
from attncalc.render.labels import labels as labels_of
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record

INTEGER, RATIONAL, OTHER = 2, 1, 0
MOST_MISTAKES = 40  # of one line


def exported(drawn: Drawn) -> dict[str, Any]:
    """One problem: what is given, and every line."""
    work = Work(drawn.problem, drawn.asked)
    records = [*work.sheet.inputs, *work.sheet.records]
    places = {record.key: number for number, record in enumerate(records)}
    trees, asked = Trees(work.calculation, places), {task.key for task in work.tasks()}
    lines = [_line(work, record, trees, record.key in asked) for record in records]
    return {"title": work.sheet.plan.title, "mechanism": work.sheet.plan.mechanism.name,
            "decimals": work.sheet.asked.decimals, "given": fragment_body(given(work)), "lines": lines}  # fmt: skip


def _line(work: Work, record: Record, trees: Trees, asked: bool) -> dict[str, Any]:
    calculation, value = work.calculation, work.calculation.truth[record.key]
    made: dict[str, Any] = {
        "key": record.key, "width": value.shape[-1], "value": [trees.number(entry) for entry in value.flat],
        "kind": "".join(str(_kind(entry)) for entry in value.flat),
        "shown": work.view.texts(record, work.sheet.asked),
    }  # fmt: skip
    if record.key in calculation.records and not record.given:
        made.update(trees=trees.line(record.expr), detail=record.detail)
    if asked:
        made.update(_asked(work, record, trees))
    return made


def _kind(entry: Any) -> int:
    """Whether an entry is whole, or at least rational."""
    if type(entry) is not fmpq:
        return OTHER
    return INTEGER if entry.q == 1 else RATIONAL


def _asked(work: Work, record: Record, trees: Trees) -> dict[str, Any]:
    """What is shown of a line that is asked for."""
    task = Task(record)
    hints, (height, width) = Hints(work, task), work.size(record)
    labels = labels_of(work.view.axes(record), work.problem.labels)
    places = [(i, j) for i in range(height) for j in range(width)]
    return {
        "asked": True, "name": symbol(record.name, record.section, TEXT), "says": work.view.says(record),
        "turned": work.view.is_turned(record.key, record.expr.axes), "rows": height, "columns": width,
        "titles": ", ".join(record.titles), "rowLabels": labels[0], "columnLabels": labels[1],
        "names": [hints.name(place) for place in places],
        "formula": hints.formula(), "made": [hints.made_of(place) for place in places],
        "written": [hints.template(place) for place in places], "mistakes": _mistakes(work.calculation, record, trees),
    }  # fmt: skip


def _mistakes(calculation: Calculation, record: Record, trees: Trees) -> list[list[Any]]:
    """What the line is under each mistake of method in it, or in a detail before it, with what is said of it."""
    found: list[list[Any]] = []
    shown = {key for key, other in calculation.records.items() if not other.detail}
    for cause, value in mistakes(calculation, record.key, written=shown):
        numbers = [trees.number(entry) for entry in value.flat]
        if len(found) < MOST_MISTAKES and all(numbers != other[1] for other in found):
            found.append([cause.says, numbers])
    return found
