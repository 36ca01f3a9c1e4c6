"""The form of what could not be read on a page, filled in: each number with the place where it stands."""

from __future__ import annotations

from collections.abc import Sequence as Many

from attncalc.check.answers.cells import is_blank, said
from attncalc.check.answers.grids import Grid, grids
from attncalc.check.answers.names import Names
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Written
from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, whole_number

KEY = "unread"
FIELDS = ("line", "column", "text", "problem", "step", "row", "column_of", "number", "why")
MAX_PLACE = 10_000_000


def is_form(node: Node) -> bool:
    """Whether a document is a form of what was not read."""
    return isinstance(node, Mapping) and node.get(KEY) is not None


def read_form(node: Node, calculations: Many[Calculation]) -> list[Claim]:
    """A claim for each number that is filled in, at its place on the page.

    Raises InputError where an entry has other fields, or names an entry that there is not.
    """
    items = node.get(KEY) if isinstance(node, Mapping) else None
    if isinstance(items, Scalar) and items.blank:
        return []
    if not isinstance(node, Mapping) or not isinstance(items, Sequence):
        raise InputError("a form lists what was not read under `unread:`", place=node.place)
    page = node.get("page")
    source = page.text if isinstance(page, Scalar) and page.text else node.source
    entries = [_Entry(item, source, calculations) for item in items.items]
    return [entry.claim(writing) for writing, entry in enumerate(entries, 1) if entry.is_filled]


class _Entry:
    """One entry of a form."""

    def __init__(self, node: Node, source: str, calculations: Many[Calculation]) -> None:
        if not isinstance(node, Mapping):
            raise InputError("each of unread has fields: line, column, step, row, column_of, number", place=node.place)
        for key, _ in node.entries:
            if key.text not in FIELDS:
                raise InputError(
                    f"{shorten(key.text)} is no field of a form", place=key.place, hint=did_you_mean(key.text, FIELDS)
                )
        self.node, self.source, self.calculations = node, source, calculations

    @property
    def is_filled(self) -> bool:
        number = self.node.get("number")
        return number is not None and not (isinstance(number, Scalar) and is_blank(number))

    def claim(self, writing: int) -> Claim:
        number = self.node.get("number")
        if not isinstance(number, Scalar):
            raise InputError("number should be one number", place=self.node.place)
        problem = (self.whole("problem", len(self.calculations)) or 1) - 1
        calculation = self.calculations[problem]
        place = Place(self.source, self.whole("line", MAX_PLACE), self.whole("column", MAX_PLACE))
        at, (read, why) = self.at(calculation), said(number, calculation.sheet.plan.problem.values, masked=True)
        return Claim(problem, at, Written(number.text, read, place), writing, why=why)

    def at(self, calculation: Calculation) -> At | None:
        """The entry that is named, as it stands on the page."""
        step = self.node.get("step")
        if not isinstance(step, Scalar) or is_blank(step):
            return None
        target = Names(calculation).find(step.text, step)[0]
        grid: Grid = next(grids(calculation, target), [[]])
        row, column = self.whole("row", len(grid)), self.whole("column_of", len(grid[0]))
        if row is None and column is None:
            return None
        return grid[(row or 1) - 1][(column or 1) - 1]

    def whole(self, field: str, most: int) -> int | None:
        """The whole number of a field; None where it is blank."""
        node = self.node.get(field)
        if node is None or (isinstance(node, Scalar) and is_blank(node)):
            return None
        number = whole_number(node, most)
        if not number:
            raise InputError(f"{field} should be a whole number from 1 to {most:,}", place=node.place)
        return number
