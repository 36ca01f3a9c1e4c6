"""Several problems at once: one that is wrong does not hide the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from attncalc.cli.warning import warn
from attncalc.errors import AttncalcError
from attncalc.problem.problem import Problem
from attncalc.problem.reader import load


def read_all(files: Iterable[str], refuse: Callable[[AttncalcError], None], *, any_file: bool) -> list[Problem]:
    """The problems of all files; what cannot be read is told to `refuse`."""
    found: list[Problem] = []
    for file in files:
        try:
            found += load(file, any_file=any_file, say=warn, refuse=refuse)
        except AttncalcError as error:
            refuse(error)
    return found


def end_with(errors: list[AttncalcError]) -> NoReturn:
    """Says every error; the last ends the command."""
    for error in errors[:-1]:
        warn(str(error))
    raise errors[-1]
