"""Sums that go on from what the one before came to, 1·1 = 1; 1 + 2·0 = 1; 1 + 3·2 = 7, as the one sum that they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from attncalc.check.placing.chains import Run, runs
from attncalc.check.placing.marks import closeness, mark_of
from attncalc.reading.ink import Ink, Statement

WORD = re.compile(r"\w+")
CALCULATED = ("sum", "product")


def summed(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, such sums as one; what they come to on the way is `carried`."""
    return map(_as_one, runs(statements, _goes_on))


def _goes_on(run: Run, statement: Statement) -> bool:
    """Whether a sum begins with what the one before came to, and no other words stand before it."""
    before = run[-1].sides
    if len(before) < 2 or len(statement.sides) != 2 or statement.struck != run[0].struck:
        return False
    (*_, calculated, total), (further, result) = before, statement.sides
    if calculated.kind not in CALCULATED or further.kind != "sum" or not total.kind == result.kind == "number":
        return False
    return further.args[0].text == total.text and _comes_to(calculated, total) and _words(statement) <= _words(run[0])


def _as_one(run: Run) -> Statement:
    first, *others = run
    if not others:
        return first
    (*names, before, total), last = first.sides, others[-1].sides[-1]
    terms = [*(before.args if before.kind == "sum" else (before,)), *(term for one in others for term in _added(one))]
    whole = Ink("sum", before.start, terms[-1].end, " + ".join(term.text for term in terms), tuple(terms))
    totals = (ink for one in others for ink in (one.sides[0].args[0], one.sides[1]))
    return replace(first, sides=(*names, whole, last), carried=(total, *totals)[:-1])


def _added(statement: Statement) -> tuple[Ink, ...]:
    return statement.sides[0].args[1:]


def _words(statement: Statement) -> set[str]:
    """The words before a statement, and its names; of several on a line the label stands before each."""
    names = (side.text for side in statement.sides[:-2])
    return {word for text in (statement.words, *names) for word in WORD.findall(text)}


def _comes_to(calculation: Ink, total: Ink) -> bool:
    """Whether what is carried on is what was calculated."""
    value, mark = mark_of(calculation), mark_of(total)
    return value is not None and mark is not None and closeness(mark, value.value) == 1
