"""Working a group of problems out: all in one go, or in parts where they decide differently by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from attncalc.batch.many.arithmetic import Apart, Stacked
from attncalc.batch.many.template import Group
from attncalc.errors import AttncalcError, InputError
from attncalc.mechanisms.plan import Plan, plan
from attncalc.parallel import HERE, Workers, spread
from attncalc.problem.problem import Problem
from attncalc.solve import solve

Task = tuple[int, Problem]  # and its number
TOGETHER = 1000  # problems at once: as many as keep their lines in the processor's caches


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of problems that went alike: `steps` are arrays whose first axis runs over `numbers`.

    `runs` says how often the mechanism ran for them.
    """

    numbers: list[int]
    mechanism: str
    result: str
    steps: dict[str, Any]
    runs: int = 1

    @property
    def kind(self) -> tuple[Any, ...]:
        """What blocks that can be joined have in common."""
        return self.mechanism, self.result, tuple((name, lines.shape[1:]) for name, lines in self.steps.items())


@dataclass(slots=True)
class Worked:
    """What became of problems: the lines of those that are worked out, and why others are not, by their numbers.

    Those that go like no others are left, to be worked out `alone`.
    """

    blocks: list[Block] = field(default_factory=list)
    refused: dict[int, AttncalcError] = field(default_factory=dict)
    left: list[tuple[int, Callable[[int], Problem]]] = field(default_factory=list)

    def alone(self) -> Iterator[Task]:
        """What is left, each when it is asked for."""
        for number, problem in self.left:
            try:
                yield number, problem(number)
            except AttncalcError as error:
                self.refused[number] = error

    def add(self, number: int, made: Block | AttncalcError) -> None:
        """What became of a problem."""
        if isinstance(made, Block):
            self.blocks.append(made)
        else:
            self.refused[number] = made

    def join(self) -> Worked:
        """Blocks of one kind as one, in the order of their problems."""
        kinds: dict[Any, list[Block]] = {}
        for block in self.blocks:
            kinds.setdefault(block.kind, []).append(block)
        self.blocks = list(map(_joined, kinds.values()))
        return self


def work_out(groups: Iterable[Group], worked: Worked, workers: Workers = HERE) -> Iterator[int]:
    """Adds the lines of all problems of these groups, and those that are refused; yields how many each time."""
    for group in groups:
        yield from _work_out(group, worked)
    for number, made in spread(Alone(), worked.alone(), workers, ordered=True):
        worked.add(number, made)
        yield 1


def _work_out(group: Group, worked: Worked) -> Iterator[int]:
    planned = _planned(group.template)
    todo: list[Any] = [
        range(start, min(start + TOGETHER, len(group.numbers))) for start in range(0, len(group.numbers), TOGETHER)
    ][::-1]
    while todo:
        rows = todo.pop()
        if planned and len(rows) > 1:
            found = _together(planned, group, rows)
            if not isinstance(found, Block):
                todo += found
                continue
            worked.blocks.append(found)
            yield len(rows)
        else:
            worked.left += [(group.numbers[row], group.problem) for row in rows]


def _planned(template: Problem) -> Plan | None:
    if template.backward is not None:
        return None  # what a way back starts from is no input, and where a maximum stands is asked one by one
    try:
        return plan(template, partial="steps" in template.show)
    except (AttncalcError, ValueError):
        return None  # how it is meant depends on a number, or it is wrong: each problem says so for itself


def _together(planned: Plan, group: Group, rows: Any) -> Block | list[Any]:
    """The block of these problems, or the parts of them that are to be worked out instead."""
    try:
        recorder = planned.recorded(Stacked(group.places(rows)))
    except Apart as apart:
        return [np.array(rows)[decided] for decided in (~apart.decisions, apart.decisions)]
    except (AttncalcError, ArithmeticError, ValueError):  # of one of them: the others are in the other half
        return [rows[len(rows) // 2 :], rows[: len(rows) // 2]]
    steps = {record.key: _first_axis(record.value.data, len(rows)) for record in recorder.records if not record.detail}
    return Block([group.numbers[row] for row in rows], planned.mechanism.name, recorder.result, steps)


def _first_axis(data: Any, count: int) -> Any:
    return np.moveaxis(np.broadcast_to(data, (*data.shape[:-1], count)), -1, 0)


class Alone:
    """The work of solving problems one by one."""

    def prepare(self) -> None:
        """Nothing is needed."""

    def __call__(self, task: Task) -> tuple[int, Block | AttncalcError]:
        """The lines of one, with its number, or why there are none."""
        number, problem = task
        try:
            sheet = solve(problem, "float")
        except AttncalcError as error:
            error.place = error.place if error.place and error.place.line else None
            return number, error
        steps = {step.name: step.record.value[None] for step in sheet}
        return number, Block([number], sheet.plan.mechanism.name, sheet.recorder.result, steps)

    def died(self, task: Task) -> tuple[int, Block | AttncalcError]:
        """That the process which worked on it died."""
        return task[0], InputError("the process that worked on it died")


def _joined(blocks: list[Block]) -> Block:
    first = blocks[0]
    if len(blocks) == 1 and first.numbers == sorted(first.numbers):
        return first
    numbers = [number for block in blocks for number in block.numbers]
    steps = {name: _after_another([block.steps[name] for block in blocks]) for name in first.steps}
    if numbers != sorted(numbers):
        order = np.argsort(numbers, kind="stable")
        numbers, steps = sorted(numbers), {name: lines[order] for name, lines in steps.items()}
    return Block(numbers, first.mechanism, first.result, steps, sum(block.runs for block in blocks))


def _after_another(parts: list[Any]) -> Any:
    """The lines of all problems, copied as they lie in memory, where the problems stand last."""
    return np.moveaxis(np.concatenate([np.moveaxis(part, 0, -1) for part in parts], axis=-1), -1, 0)
