"""Arrays that hold the matrices of many problems, one behind the other: a problem for each place of the first axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from attncalc.batch.many.template import Group, placed
from attncalc.batch.many.work import Worked, work_out
from attncalc.errors import InputError, SizeError
from attncalc.problem.givens import INFINITE
from attncalc.problem.names import Name, read_name
from attncalc.problem.problem import Problem
from attncalc.problem.reader import problem as read

ALL = 3  # axes of a stack of matrices


def solve_stack(mechanism: str | None, given: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Worked:
    """Works out many problems of one shape at once, every line of them, in float64.

    `given` holds arrays (problems, rows, columns); one with two axes, or one, belongs to all problems. The lines of
    the blocks are arrays (problems, rows, columns), or (problems, entries) of vectors. Problem i is `numbers[i]` of its
    block; there is one block unless problems go differently by their numbers, as where a mechanism picks keys. Those
    that cannot be worked out are `refused`, each with its reason. Raises InputError for matrices or options that
    do not fit.

    >>> import numpy as np
    >>> ones = np.ones((1000, 5, 8))
    >>> solve_stack("scaled-dot-product", {"Q": ones, "K": ones, "V": ones}).blocks[0].steps["O"].shape
    (1000, 5, 8)
    """
    group = group_of(mechanism, given, options or {})
    worked = Worked()
    for _ in work_out([group], worked):
        pass
    return worked.join()


def collect_stack(path: Path, mechanism: str | None, options: Mapping[str, Any]) -> tuple[list[str], Group]:
    """The names of the problems of a file of arrays, and their group; raises InputError where it is none."""
    from tempfile import TemporaryDirectory

    from attncalc.batch.files.tensors import open_tensors
    from attncalc.errors import Place

    with TemporaryDirectory() as folder:  # of what is unpacked
        try:
            given = {name: _checked(name, load()) for name, load in open_tensors(path, Path(folder)).items()}
            group = group_of(mechanism, given, options)
        except InputError as error:
            error.place = error.place if error.place and error.place.source != "<python>" else Place(str(path))
            raise
    return [f"{path.stem}-{number}" for number in range(1, len(group.numbers) + 1)], group


def group_of(mechanism: str | None, given: Mapping[str, Any], options: Mapping[str, Any]) -> Group:
    """Stacked arrays as one group; raises InputError where they are none."""
    stacks = {name: _checked(name, array) for name, array in given.items()}
    counts = {name: len(array) for name, array in stacks.items() if array.ndim == ALL}
    if not counts:
        raise InputError("no array has three axes: problems, rows, columns")
    if len(set(counts.values())) > 1:
        said = ", ".join(f"{name} has {count:,}" for name, count in counts.items())
        raise SizeError(f"the stacks have different numbers of problems: {said}")
    values = tuple(stacks[name].reshape(len(stacks[name]), -1) for name in counts)
    alike = {name: array.tolist() for name, array in stacks.items() if name not in counts}

    def filled(numbers: Sequence[Any]) -> Problem:
        each = {name: part.reshape(stacks[name].shape[1:]) for name, part in zip(counts, numbers, strict=True)}
        return read(mechanism, {**alike, **each}, dict(options))

    ends = np.cumsum([part.shape[1] for part in values]).tolist()
    places = np.split(np.arange(ends[-1]), ends[:-1])
    template = placed(filled(places), {str(read_name(name)) for name in alike})
    numbers = list(range(len(values[0])))
    return Group(template, numbers, values, lambda number: filled([part[number] for part in values]))


def _checked(name: str, array: Any) -> Any:
    """The array in float64; raises InputError where it is no stack of numbers, or one of them is none."""
    found = np.asarray(array)
    if found.dtype.kind not in "fiu" or not 1 <= found.ndim <= ALL or not found.size:
        raise InputError(
            f"{name} should be numbers along problems, rows and columns; it is {found.dtype.name}, "
            f"{'×'.join(map(str, found.shape))}"
        )
    found = found.astype(np.float64, copy=False)
    bad = ~np.isfinite(found)
    if bad.any() and (read_name(name) or Name(name)).base in INFINITE:
        bad &= found != -np.inf
    if bad.any():
        where = np.unravel_index(int(bad.argmax()), found.shape)
        at = ", ".join(str(int(place) + 1) for place in where)
        raise InputError(f"{name}[{at}], counted from 1, is {found[where]}, and no number to calculate with")
    return found
