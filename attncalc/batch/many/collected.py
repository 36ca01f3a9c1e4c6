"""The problems of an input in its order, put into groups as they are read."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from attncalc.batch.many.template import Group, double, grouped, placed
from attncalc.errors import AttncalcError, Place
from attncalc.problem.problem import Problem
from attncalc.problem.reader import problem as read

Shapes = tuple[tuple[str, tuple[int, ...]], ...]  # the name of each matrix, and the sizes of its lists


class Plain(NamedTuple):
    """A problem of lists of numbers, not read yet: what it shares with others, and its numbers, matrix by matrix."""

    mechanism: str | None
    options: dict[str, Any]
    shapes: Shapes
    key: Hashable
    values: list[float]

    def filled(self, values: list[Any]) -> Problem:
        """The problem with these numbers; raises InputError where it is none."""
        given, start = {}, 0
        for name, shape in self.shapes:
            given[name], start = _nested(values, shape, start)
        return read(self.mechanism, given, self.options)


def _nested(values: list[Any], shape: tuple[int, ...], start: int) -> tuple[list[Any], int]:
    if len(shape) == 1:
        return values[start : start + shape[0]], start + shape[0]
    parts = []
    for _ in range(shape[0]):
        part, start = _nested(values, shape[1:], start)
        parts.append(part)
    return parts, start


@dataclass(slots=True)
class Collected:
    """What is known of all problems, by number: names, places, and why some of them cannot be read."""

    names: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    refused: dict[int, AttncalcError] = field(default_factory=dict)
    _read: dict[int, Problem] = field(default_factory=dict)
    _plain: dict[Hashable, tuple[Plain, list[int], list[list[float]]]] = field(default_factory=dict)
    _groups: list[Group] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def add(self, name: str, place: Place, problem: Problem | Plain | AttncalcError) -> None:
        """One more problem, or the reason why it is none."""
        number = len(self.names)
        self.names.append(self._free(name))
        self.places.append(place)
        if isinstance(problem, AttncalcError):
            self.refused[number] = problem.at(place)
        elif isinstance(problem, Problem):
            self._read[number] = problem
        else:
            _, numbers, rows = self._plain.setdefault(problem.key, (problem, [], []))
            numbers.append(number)
            rows.append(problem.values)

    def add_group(self, names: list[str], place: Place, group: Group) -> None:
        """The problems of a group that is made already."""
        first = len(self.names)
        self.names += map(self._free, names)
        self.places += [place] * len(names)
        numbers = [first + number for number in group.numbers]
        self._groups.append(replace(group, numbers=numbers, problem=lambda number: group.problem(number - first)))

    def _free(self, name: str) -> str:
        """The name, or one like it that no other problem has, whatever its capitals."""
        found, count = name, 1
        while found.casefold() in self._taken:
            count += 1
            found = f"{name}-{count}"
        self._taken.add(found.casefold())
        return found

    @property
    def read(self) -> dict[int, Problem]:
        """The problems that are read already, by number."""
        return self._read

    def groups(self) -> Iterator[Group]:
        """The problems in groups, each of which can be worked out at once."""
        yield from self._groups
        for first, numbers, rows in self._plain.values():
            yield from self._of_plain(first, numbers, rows)
        yield from grouped(self._read.items(), double, refused=self.refused)

    def _of_plain(self, first: Plain, numbers: list[int], rows: list[list[float]]) -> Iterator[Group]:
        """The group of problems that look alike; each is read for itself where the first cannot be."""
        import numpy as np

        try:
            template = placed(first.filled(list(range(len(first.values)))))
        except AttncalcError:
            for number, values in zip(numbers, rows, strict=True):
                self._try(number, first, values)
            return
        row = dict(zip(numbers, rows, strict=True))
        yield Group(template, numbers, (np.array(rows),), lambda number: first.filled(row[number]))

    def _try(self, number: int, first: Plain, values: list[float]) -> None:
        try:
            self._read[number] = first.filled(values)
        except AttncalcError as error:
            self.refused[number] = error
