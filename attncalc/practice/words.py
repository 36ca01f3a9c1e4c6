"""What is said of what was typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attncalc.check.claim import Judged
from attncalc.check.report import cell_of
from attncalc.check.verdict import Verdict
from attncalc.errors import shorten
from attncalc.practice.hints import Hints
from attncalc.practice.work import Outcome, Work

NAMED = 4  # entries that are named one by one
GOOD, FAIR, BAD = "good", "fair", "bad"


class Said(NamedTuple):
    """A sentence, and its tone."""

    text: str
    tone: str = ""


SAYS = {
    Verdict.COARSE: ("{}: too few digits to show how this was calculated.", FAIR),
    Verdict.WRONG: ("{}: not right.", BAD),
    Verdict.MISREAD: ("{}: not right.", BAD),
    Verdict.MISSING: ("{}: nothing stands there.", BAD),
}


def said(outcome: Outcome, work: Work, hints: Hints) -> Iterator[Said]:
    """What was typed is right, follows from what was typed before, or which numbers are not right, and probably why."""
    if not outcome.judged:
        yield Said("This could not be read. Type numbers, rows apart by semicolons: 1 2; 3 4", BAD)
    elif outcome.is_right:
        rounded = any(item.verdict is Verdict.ROUNDED for item in outcome.judged)
        yield Said("Right, up to rounding." if rounded else "Right.", GOOD)
    elif outcome.is_done:
        yield Said("This follows from your own earlier numbers: no further mistake.", GOOD)
    else:
        yield from _not_right(outcome, work, hints)


def _not_right(outcome: Outcome, work: Work, hints: Hints) -> Iterator[Said]:
    for item in outcome.judged:
        if item.verdict in (Verdict.MISSHAPEN, Verdict.UNREAD):
            yield Said(f"{shorten(item.claim.why or 'this could not be read', 200)}.", BAD)
            return
    for verdict, (text, tone) in SAYS.items():
        items = [item for item in outcome.judged if item.verdict is verdict]
        if items:
            names = [hints.name(_cell(item, work)) for item in items]
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield Said(text.format(", ".join(names[:NAMED]) + more), tone)
    for says in dict.fromkeys(item.cause.says for item in outcome.judged if item.cause and not _tells(item)):
        yield Said(f"Probably: {says.rstrip('.')}.", FAIR)


def _cell(item: Judged, work: Work) -> tuple[int, int]:
    """Row and column from 0 on the page."""
    assert item.claim.at is not None
    row, column = cell_of(work.calculation, item.claim.at)
    return max(row - 1, 0), max(column - 1, 0)


def first_off(outcome: Outcome | None, work: Work) -> tuple[int, int]:
    """The first entry that is not right, by row and column from 0; the very first where nothing was typed."""
    off = [item for item in outcome.judged if not item.verdict.good and item.claim.at] if outcome else []
    return _cell(off[0], work) if off else (0, 0)


def _tells(item: Judged) -> bool:
    """Whether the cause says the number that is asked for."""
    return bool(item.cause and item.expected) and str(item.expected) in (item.cause.says.split() if item.cause else ())
