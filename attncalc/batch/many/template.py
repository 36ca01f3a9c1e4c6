"""What many problems have in common: one problem whose entries are places, and the numbers that stand in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from attncalc.arithmetic.floats import Float
from attncalc.batch.many.arithmetic import STACKED, text_of_place
from attncalc.errors import AttncalcError
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option, Problem
from attncalc.problem.tree import Mapping as Tree
from attncalc.problem.tree import Node as Written
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node, Number, names_in

FLOAT = Float()
LINES = 128


@dataclass(frozen=True, slots=True)
class Group:
    """Problems that differ in numbers only: `values` are arrays of a row for each, whose columns are the places.

    `numbers` says which problems of the input they are, and `problem` reads one of these again, as it was written.
    """

    template: Problem
    numbers: list[int]
    values: tuple[Any, ...]
    problem: Callable[[int], Problem]

    def places(self, rows: Any) -> Any:
        """What stands in each place, in a row of its own, of some problems: a range or an array of their rows."""
        import numpy as np

        found = np.empty((sum(part.shape[1] for part in self.values), len(rows)), dtype=self.values[0].dtype)
        start = 0
        for part in self.values:
            taken = part[rows.start : rows.stop] if isinstance(rows, range) else part[rows]
            for first in range(0, len(rows), LINES):  # rows become columns: so many that the cache holds them
                found[start : start + part.shape[1], first : first + LINES] = taken[first : first + LINES].T
            start += part.shape[1]
        return found


def placed(problem: Problem, shared: Collection[str] = ()) -> Problem:
    """A problem whose entries count places from 0, with these places in them; those of `shared` are numbers."""
    given = {
        name: matrix if name in shared else _mapped(matrix, lambda number: _place(int(number.text)))
        for name, matrix in problem.given.items()
    }
    return replace(problem, given=given)


def grouped(
    problems: Iterable[tuple[int, Problem]], entry: Callable[[Number], Any], *, refused: dict[int, AttncalcError]
) -> list[Group]:
    """Problems by number in groups that can be worked out at once; `entry` is what a number is in an arithmetic.

    Those with a number that it cannot hold are added to `refused`.
    """
    import numpy as np

    read = dict(problems)
    found: dict[Hashable, tuple[Problem, list[int], list[list[Any]]]] = {}
    for number, problem in read.items():
        key, entries = _apart(problem)
        try:
            values = list(map(entry, entries))
        except AttncalcError as error:
            refused[number] = error
            continue
        if key not in found:
            found[key] = _with_places(problem), [], []
        found[key][1].append(number)
        found[key][2].append(values)
    return [Group(template, numbers, (np.array(rows),), read.__getitem__) for template, numbers, rows in found.values()]


def double(number: Number) -> float:
    """The nearest double of a number as written; raises NumberError where there is none."""
    return float(FLOAT.number(number))


def _apart(problem: Problem) -> tuple[Hashable, list[Number]]:
    """What problems must share to be worked out together, and the numbers that may differ."""
    numbers: list[Number] = []
    given = tuple((name, *_apart_of(matrix, numbers)) for name, matrix in problem.given.items())
    options = tuple(_written_options(options) for options in (problem.options, problem.show))
    labels, values = tuple(problem.labels.items()), tuple(problem.values.items())
    return (problem.mechanism, given, options, labels, problem.symbols, values), numbers


def _apart_of(matrix: Matrix, numbers: list[Number]) -> tuple[Hashable, ...]:
    """The form of a matrix, with those of its entries that are no numbers to calculate with: letters and -inf."""
    entries = [number for row in matrix.rows for number in row]
    others = tuple((k, number) for k, number in enumerate(entries) if number.tree and not _is_value(number))
    numbers += [number for number in entries if not number.tree or _is_value(number)] if others else entries
    width = len(matrix.rows[0]) if matrix.rows else 0
    return len(matrix.rows), width, others, matrix.flat, matrix.labels, matrix.words, matrix.by_token


def _with_places(problem: Problem) -> Problem:
    places = count()

    def place(number: Number) -> Number:
        return _place(next(places)) if _is_value(number) else number

    return replace(problem, given={name: _mapped(matrix, place) for name, matrix in problem.given.items()})


def _written_options(options: Mapping[str, Option]) -> Hashable:
    return tuple((key, _written(option.value)) for key, option in options.items())


def _written(node: Written) -> Hashable:
    """A node without where it stands."""
    if isinstance(node, Scalar):
        return node.text, node.quoted, node.block
    if isinstance(node, Tree):
        return tuple((key.text, _written(value)) for key, value in node.entries)
    return tuple(map(_written, node.items))


def _mapped(matrix: Matrix, change: Callable[[Number], Number]) -> Matrix:
    return replace(matrix, rows=tuple(tuple(map(change, row)) for row in matrix.rows))


def _place(number: int) -> Number:
    return Number(text_of_place(number), Node(STACKED, str(number)))


def _is_value(number: Number) -> bool:
    return number.tree is None or (number.tree.kind != "-inf" and not set(names_in(number.tree)) - {"pi", "e"})
