"""Wrong lines whose numbers are those of another line, and that nothing after them goes on from: hardly what was meant.

Under words that were misunderstood the exponentials would be weights without a sum, and one head's scores another's.
"""

from __future__ import annotations

from collections.abc import Iterable

from attncalc.check.causes.outcomes import unwritten
from attncalc.check.placing.astray import TELLING, digits
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import closest
from attncalc.check.placing.marks import Mark, closeness
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place

Line = tuple[int, str]  # the number of its problem, and its key


def twin(block: Block, where: Fit | Place) -> str:
    """Another line of the work that has these numbers at these places; "" where there is none, or they tell little."""
    sheet = where.sheet
    cells = _cells(block, where)
    if not any(digits(mark) >= TELLING for mark, _, _ in cells):
        return ""
    others = (key for key in sheet.keys if key != where.key and sheet.shape(key) == sheet.shape(where.key))
    return next((key for key in others if all(closest(sheet, mark, (key, i, j)) == 1 for mark, i, j in cells)), "")


def left(placed: Iterable[tuple[Block, Fit | Place]]) -> set[Line]:
    """The lines that others on the page are made from, none of which has numbers that follow only from theirs."""
    made: set[Line] = set()
    followed: set[Line] = set()
    for block, where in placed:
        before = {(where.sheet.number, key) for key in _ancestors(where.sheet, where.key)}
        made |= before
        followed |= before if _follows(block, where) else set()
    return made - followed


def _follows(block: Block, where: Fit | Place) -> bool:
    """Whether more numbers are as they follow from what is written, and would be others, than the other way round."""
    sheet, following = where.sheet, where.sheet.following(where.key)
    if following is sheet.calculation.truth[where.key]:
        return False
    lines, truth = sheet.floats(following), sheet.truth[where.key]
    as_written = as_true = 0
    for mark, row, column in _cells(block, where):
        follows, true = closeness(mark, lines[row][column]) == 1, closeness(mark, truth[row][column]) == 1
        as_written += follows > true
        as_true += true > follows
    return as_written > as_true


def _ancestors(sheet: Sheet, key: str) -> set[str]:
    """The lines that a line is made from, those that these are made from, and so on."""
    made = [] if sheet.is_input(key) else unwritten(sheet.calculation, key, ())
    return {leaf for record in made for leaf in sheet.operands(record.key)}


def _cells(block: Block, where: Fit | Place) -> list[tuple[Mark, int, int]]:
    """The numbers of a block with the entries that they are."""
    return [(mark, row, column) for _, mark, row, column in block.entries(where) if mark]
