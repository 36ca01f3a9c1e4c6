"""The labels of rows and columns: tokens where they are given, otherwise numbers."""

from __future__ import annotations

from collections.abc import Mapping

from attncalc.errors import InputError
from attncalc.worksheet.expression import Axis

KINDS = {"n": "queries", "m": "keys"}


def labels(
    axes: tuple[Axis, ...], given: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """The labels of the rows and the columns of a line, and whether tokens are among them.

    A vector over tokens has them as columns.
    """
    sides = axes if len(axes) == 2 else (Axis("1", 1), *axes)
    named = [_names(axis, given) for axis in sides]
    rows, columns = (names or _numbers(axis) for names, axis in zip(named, sides, strict=True))
    return rows if len(axes) == 2 else ("",), columns, any(named)


def _names(axis: Axis, given: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The tokens along an axis; raises InputError where there are more or fewer labels than tokens."""
    kind = KINDS.get(axis.name)
    words = given.get(kind or "") or (given.get("tokens") if kind else None) or ()
    numbers = axis.picked or tuple(range(1, (axis.size or 0) + 1))
    if not words:
        return ()
    if len(words) != len(numbers) and (axis.picked is None or max(numbers) > len(words)):
        if kind not in given and axis.name != "n":
            return ()  # one list of tokens beside a second sequence
        raise InputError(f"of {kind} there are {len(numbers)}, but of labels {len(words)}: {', '.join(words[:8])}")
    return tuple(words[number - 1] for number in numbers)


def _numbers(axis: Axis) -> tuple[str, ...]:
    if axis.name == "1":
        return ("",)
    return tuple(map(str, axis.picked or range(1, (axis.size or 0) + 1)))
