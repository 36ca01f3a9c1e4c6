"""Problems with all that a page needs to ask for their lines and to mark them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from flint import fmpq

from attncalc.check.causes.outcomes import outcome, possible, unwritten
from attncalc.check.causes.table import METHOD
from attncalc.check.judging.coarse import asked_unit
from attncalc.check.judging.slack import exponentials
from attncalc.errors import InputError
from attncalc.practice.bank import Drawn
from attncalc.practice.hints import Hints
from attncalc.practice.page.trees import IN_TERMINAL, Trees
from attncalc.practice.session import given
from attncalc.practice.work import Task, Work
from attncalc.problem.problem import Problem
from attncalc.render.html.pages import fragment_body
from attncalc.render.labels import labels as labels_of
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record

INTEGER, RATIONAL, OTHER = 2, 1, 0
ORDER = {row.name: number for number, row in enumerate(METHOD)}


def exported(drawn: Drawn) -> dict[str, Any]:
    """One problem: what is given, every line, and the parts of their trees."""
    _suits(drawn.problem)
    work = Work(drawn.problem, drawn.asked)
    calculation = work.calculation
    records = [*calculation.inputs.values(), *calculation.records.values()]
    trees = Trees(calculation, {record.key: number for number, record in enumerate(records)})
    asked = {task.key for task in work.tasks()}
    lines = [_line(work, record, trees, asked) for record in records]
    return {
        "title": work.sheet.plan.title,
        "mechanism": work.sheet.plan.mechanism.name,
        "given": fragment_body(given(work)),
        "lines": lines,
        "parts": trees.parts,
    }


def _suits(problem: Problem) -> None:
    """Raises InputError where answers are not marked by numbers alone."""
    for name in ("constants", "rounding", "accept"):
        if getattr(problem, name):
            raise InputError(f"a page marks no problem with `{name}`", hint=IN_TERMINAL)


def _line(work: Work, record: Record, trees: Trees, asked: Collection[str]) -> dict[str, Any]:
    calculation, value = work.calculation, work.calculation.truth[record.key]
    made: dict[str, Any] = {
        "key": record.key,
        "width": value.shape[-1],
        "value": [trees.number(entry) for entry in value.flat],
        "kind": "".join(str(_kind(entry)) for entry in value.flat),
        "operands": [],
        "shown": work.view.texts(record, work.sheet.asked) if work.sheet.find(record.key) else [],
    }
    if record.key in calculation.records and not record.given:
        keys = dict.fromkeys(leaf.key for leaf in record.expr.lines())
        made.update(trees=trees.line(record.expr), detail=record.detail, operands=_places(trees, keys))
        if found := exponentials(record.expr):
            made["exponents"] = _places(trees, [leaf.key for leaf in found[0].lines()])
    if record.key in asked:
        made.update(_asked(work, record, trees, asked))
    return made


def _places(trees: Trees, keys: Collection[str]) -> list[int]:
    return [trees.places[key] for key in keys]


def _kind(entry: Any) -> int:
    """Whether an entry is whole, or at least rational."""
    if type(entry) is not fmpq:
        return OTHER
    return INTEGER if entry.q == 1 else RATIONAL


def _asked(work: Work, record: Record, trees: Trees, asked: Collection[str]) -> dict[str, Any]:
    """What is shown of a line that is asked for, and what it is marked by."""
    calculation, task = work.calculation, Task(record)
    hints, (height, width) = Hints(work, task), work.size(record)
    labels = labels_of(work.view.axes(record), work.problem.labels)
    places = [(i, j) for i in range(height) for j in range(width)]
    units = [trees.number(asked_unit(calculation, entry)) for entry in calculation.truth[record.key].flat]
    cone = [other.key for other in unwritten(calculation, record.key, asked)]
    return {
        "asked": True,
        "name": symbol(record.name, record.section, TEXT),
        "says": work.view.says(record),
        "turned": work.view.is_turned(record.key, record.expr.axes),
        "rows": height,
        "columns": width,
        "titles": ", ".join(record.titles),
        "rowLabels": labels[0],
        "columnLabels": labels[1],
        "names": [hints.name(place) for place in places],
        "formula": hints.formula(),
        "made": [hints.made_of(place) for place in places],
        "written": [hints.template(place) for place in places],
        "units": units,
        "cone": _places(trees, cone),
        "mistakes": list(_mistakes(work, record, trees, asked)),
    }


def _mistakes(work: Work, record: Record, trees: Trees, asked: Collection[str]) -> Iterator[dict[str, Any]]:
    """The mistakes of method in a line, or in those before it that are not asked for: what each makes of which line."""
    calculation = work.calculation
    with calculation.working():
        cone = unwritten(calculation, record.key, asked)
        for mistake in possible(calculation, cone, METHOD):
            value = outcome(calculation, cone, mistake, calculation.truth)
            if value is None or value.shape != calculation.truth[record.key].shape:
                continue
            tables = mistake.variant.tables
            made = [
                (trees.places[key], trees.line(trees.sized(expr, tables), tables))
                for key, expr in mistake.exprs.items()
            ]
            name, says = ORDER[mistake.row.name], mistake.cause.says
            yield {"name": name, "says": says, "row": mistake.variant.row, "made": made}
