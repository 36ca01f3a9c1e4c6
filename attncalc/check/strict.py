"""What `--strict` asks for: values that are correctly rounded, with as many decimals as the problem's file demands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Judged
from attncalc.check.written import value_of
from attncalc.problem.tree import whole_number

MOST = 1000
NOT_ROUNDED = "it is not correctly rounded"


def strictly(calculation: Calculation, judged: Sequence[Judged]) -> Iterator[Judged]:
    """The verdicts with what is not correctly rounded, or has too few decimals, called wrong."""
    option = calculation.sheet.plan.problem.show.get("decimals")
    places = whole_number(option.value, MOST) if option else None
    for item in judged:
        if item.verdict == "rounded":
            yield replace(item, verdict="wrong", note=NOT_ROUNDED)
        elif item.verdict == "right" and places is not None and _is_short(calculation, item, places):
            yield replace(item, verdict="wrong", note=f"{places} decimals are asked for")
        else:
            yield item


def _is_short(calculation: Calculation, item: Judged, places: int) -> bool:
    """Whether an entry of a step has fewer decimals than are asked for, and is not exact."""
    claim = item.claim
    if (
        claim.at is None
        or claim.at.key not in calculation.records
        or claim.term is not None
        or claim.factor is not None
    ):
        return False
    value = value_of(claim.written.number) if claim.written.number else None
    true = calculation.truth[claim.at.key].rows[claim.at.row - 1][claim.at.column - 1]
    if value is None or value.unit <= fmpq(1, 10**places):
        return False
    is_exact = bool(value.value == true)  # of a ball this is never so
    return not is_exact
