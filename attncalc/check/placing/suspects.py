"""Lines with a mistake of method in them: numbers under a name that are not its line's, but what the mistake gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from attncalc.check.causes.outcomes import mistakes
from attncalc.check.placing.marks import COARSE, Mark
from attncalc.check.placing.matrices import Fit, agreement, counted
from attncalc.check.placing.sheets import Floats, Sheet, floats

MISTAKEN = 0.9  # of the numbers, at least, that a mistake gives
LEAST = 1.0  # numbers that tell something
FAR = 0.01  # against a right line that does not come next: of the outputs of two heads, one does


def suspected(choices: list[Fit]) -> list[Fit]:
    """The fits, those of lines with a likely mistake counted as such; not where labels say as much for a right one."""
    said = max((fit.label - FAR * (not fit.comes_next) for fit in choices if fit.numbers >= MISTAKEN), default=0.0)
    return [_suspected(fit) if fit.label > said else fit for fit in choices]


def _suspected(fit: Fit) -> Fit:
    """A fit that is named and comes next, with the numbers that agree under the likeliest mistake in its line."""
    sheet, key = fit.sheet, fit.key
    if not (fit.named and fit.is_whole and fit.comes_next) or fit.numbers >= MISTAKEN or fit.grid.mass < LEAST:
        return fit
    grid = replace(fit.grid, marks=[[_coarse(mark) for mark in row] for row in fit.grid.marks])
    agree = max((agreement(grid, fit.rows, fit.columns, value) for value in _outcomes(sheet, key)), default=0.0)
    if agree < MISTAKEN:
        return fit
    label = 0.0 if fit.exact else counted(fit.label, agree) - counted(fit.label, fit.numbers)
    return replace(fit, numbers=agree, score=fit.score + agree - fit.numbers + label)


def _coarse(mark: Mark | None) -> Mark | None:
    """A number as one that was calculated from rounded ones."""
    return mark and mark._replace(unit=max(mark.unit, COARSE * abs(mark.value)))


def _outcomes(sheet: Sheet, key: str) -> Iterator[Floats]:
    """What a line is under each mistake, from the lines as they follow, and as they should be."""
    with sheet.calculation.working():
        for lines in (sheet.follows(key), sheet.calculation.truth):
            yield from (floats(value) for _, value in mistakes(sheet.calculation, key, lines, sheet.written))
