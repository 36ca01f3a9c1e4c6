"""Where a backward pass starts: at the gradients that are given, or at a loss of the result."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.backward.losses import SAYS, TABLE, Loss, Result
from attncalc.mechanisms.backward.settings import Asked
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import gradient_of, read_name, spell
from attncalc.problem.problem import Problem
from attncalc.worksheet.backward.reverse import TITLE, Start
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.results import results
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor

LOSS = "loss"
ARRIVES = "How the loss changes with each entry of the result: here the way back begins."


def start(w: Recorder, problem: Problem, asked: Asked, *, columns: bool) -> dict[str, Start]:
    """Where gradients start, by the lines that they belong to; raises InputError where that is said twice."""
    assert problem.backward is not None
    if problem.backward.given and asked.loss:
        raise InputError(
            "a loss says where the way back begins, and a gradient that is given too: give one of them",
            place=problem.backward.place,
        )
    if problem.backward.given:
        return dict(_given(w, problem, columns=columns))
    return dict(_of_loss(w, problem, asked, columns=columns))


def _given(w: Recorder, problem: Problem, *, columns: bool) -> Iterator[tuple[str, Start]]:
    """The gradients that are given; raises InputError where there is no such line."""
    assert problem.backward is not None
    for name, matrix in problem.backward.given.items():
        record = _line_of(w, name, matrix)
        turned = columns and len(record.expr.axes) == 2
        computed = Tensor(w.arithmetic, w.leaf(record), None)
        w.outputs = {**w.outputs, record.key: spell(gradient_of(record.name), record.section)}
        yield record.key, Start(computed, ARRIVES, matrix.transposed if turned else matrix)


def _line_of(w: Recorder, name: str, matrix: Matrix) -> Record:
    lines = [record for record in w.records if not record.detail]
    known = read_name(name)
    last = results(lines, w.result)
    same = [record for record in lines if record.key == name] or [
        record for record in last if known and record.name == known.base and not known.section
    ]
    if len(same) != 1:
        names = [gradient_of(record.key) for record in lines]
        what = f"the line {name} stands in several sections" if same else f"there is no line {name}"
        raise InputError(
            f"{gradient_of(name)}: {what}", place=matrix.place, hint=did_you_mean(gradient_of(name), names)
        )
    return same[0]


def _of_loss(w: Recorder, problem: Problem, asked: Asked, *, columns: bool) -> Iterator[tuple[str, Start]]:
    """The gradient of the loss of each result."""
    for record, key, loss in losses(w, problem, asked, columns=columns):
        w.outputs = {**w.outputs, key: ""}
        if loss is None:
            yield record.key, Start(listed(w, "1", lambda _, __: "1", *record.expr.axes), ARRIVES)
        else:
            yield loss.start.expr.key, Start(loss.gradient, ARRIVES)


def losses(w: Recorder, problem: Problem, asked: Asked, *, columns: bool) -> Iterator[tuple[Record, str, Loss | None]]:
    """The results, each with the line of its loss, and with that; a result of one number is its own loss."""
    assert problem.backward is not None
    for record in results([record for record in w.records if not record.detail], w.result):
        if asked.loss is None and record.value.shape == (1,):
            yield record, record.key, None
            continue
        kind = asked.loss or "sum"
        targets = _targets(w, problem, record, columns=columns)
        with w.within(record.section, (TITLE, *record.titles)):
            result = Result(w, record, targets, asked, problem.backward.place)
            loss = TABLE[kind](result)
            key = result.step(LOSS, loss.value, SAYS[kind]).expr.key
        yield record, key, loss


def _targets(w: Recorder, problem: Problem, record: Record, *, columns: bool) -> Tensor | None:
    """The targets of a result, of several those of its number."""
    assert problem.backward is not None
    given = problem.backward.targets
    name = spell("targets", record.section) if spell("targets", record.section) in given else "targets"
    if name not in given:
        return None
    axes = record.expr.axes
    matrix = given[name].transposed if columns and len(axes) == 2 and min(given[name].shape) > 1 else given[name]
    is_table = len(axes) == 2 and (min(matrix.shape) > 1 or matrix.shape == record.value.shape)
    return w.matrix(name, matrix, ("n", "m") if is_table else ("n",))
