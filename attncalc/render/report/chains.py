"""What was found of calculations without a problem: a line for each, and how many are true."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.equalities.calculations import Calculation
from attncalc.check.equalities.says import says
from attncalc.check.equalities.trace import Found, Traced
from attncalc.errors import Place, printable, shorten
from attncalc.render.report.words import count

MOST, LEAST = 200, 32  # characters of a side that are shown, however narrow a terminal is


def chains_text(source: str, calculations: list[Calculation], columns: int | None) -> str:
    """All calculations; in so many columns where that is known."""
    lines = [line for one in calculations for line in _lines(source, one, columns)]
    return "\n".join([*lines, *[""][: len(lines)], _summary(calculations)]) + "\n"


def _lines(source: str, one: Calculation, columns: int | None) -> Iterator[str]:
    """What goes wrong first in a calculation; of a page, everything that is not true."""
    if one.line is None:
        for found in one.traced.found:
            yield _fitted(f"{printable(str(Place(source, found.line, found.column)))}: ", found, columns)
        return
    place = printable(str(Place(source, one.line)))
    if first := one.traced.first:
        yield _fitted(f"{place}: step {first.step + 1} of {one.traced.steps}, column {first.column}: ", first, columns)
    else:
        yield f"{place}: {_true(one.traced)}"


def _true(traced: Traced) -> str:
    if not traced.compared:
        return "nothing in it can be compared"
    return f"all {traced.compared:,} equalities are true" if traced.compared > 1 else "the one equality is true"


def _fitted(head: str, found: Found, columns: int | None) -> str:
    """A line in which both sides have the same room."""
    behind = "; the end is right all the same" if found.kind == "between" else ""
    values = f"{found.left.value} is , but is {found.right.value}"
    room = MOST if columns is None else max(LEAST, (columns - len(head) - len(values) - len(behind)) // 2)
    if found.unknown:
        names = ", ".join(map(shorten, found.unknown))
        return f"{head}{names} in {shorten(found.right.text, room)} stand{'s' * (len(found.unknown) == 1)} for nothing"
    return f"{head}{says(found.left, found.right, room)}{behind}"


def _summary(calculations: list[Calculation]) -> str:
    """How many calculations are true; of a page, how many pairs of sides."""
    if [one.line for one in calculations] == [None]:
        traced = calculations[0].traced
        said = f"{len(traced.found):,} not true" if traced.found else "all true"
        return f"{count(traced.compared, 'pair')} of sides: {said}." if traced.compared else "Nothing can be compared."
    untrue = sum(one.traced.first is not None for one in calculations)
    silent = sum(not one.traced.compared and not one.traced.found for one in calculations)
    tally = {"all true": len(calculations) - untrue - silent, "not true": untrue, "with nothing to compare": silent}
    said = ", ".join(f"{number:,} {word}" for word, number in tally.items() if number)
    return f"{count(len(calculations), 'calculation')}: {said or 'nothing is in it'}."
