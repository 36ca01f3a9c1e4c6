"""What a mistake that costs nothing does to the final answer."""

from __future__ import annotations

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.digits import Digits, text_of
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.causes.outcomes import Mistake, outcome
from attncalc.worksheet.entries import index_of
from attncalc.worksheet.notation import TEXT, entry_name

TWO, ZERO = Digits(significant=2), fmpq(0)


def effect_of(calculation: Calculation, mistake: Mistake) -> str:
    """By how much a mistake moves the entry of the answer that it moves most; "" where it moves none, or no one knows.

    Nothing else is wrong then: it is what the mistake alone would do.
    """
    key = calculation.sheet.recorder.result
    names = list(calculation.records)
    cone = [calculation.records[name] for name in names[: names.index(key) + 1]] if key in names else []
    value = outcome(calculation, cone, mistake, calculation.truth) if cone else None
    if value is None:
        return ""
    moved = {
        (i, j): _distance(entry, true)
        for i, rows in enumerate(zip(value.rows, calculation.truth[key].rows, strict=True))
        for j, (entry, true) in enumerate(zip(*rows, strict=True))
    }
    place = max(moved, key=lambda place: moved[place])
    text = text_of(moved[place], TWO)
    index = index_of(cone[-1].expr, *place)
    name = entry_name(key, index[::-1] if calculation.is_turned(key) else index, TEXT)
    return f"That moves {name} by {text}." if text and bool(moved[place] > 0) else ""


def _distance(entry: Entry, true: Entry) -> Entry:
    """How far two entries are apart; nothing where one of them is −∞."""
    return ZERO if entry is MINUS_INFINITY or true is MINUS_INFINITY else abs(entry - true)
