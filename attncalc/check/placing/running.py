"""Sums that go on from what the one before came to, 1·1 = 1; 1 + 2·0 = 1; 1 + 3·2 = 7, as the one sum that they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from attncalc.check.placing.marks import closeness, mark_of
from attncalc.reading.ink import Ink, Statement

WORD = re.compile(r"\w+")
CALCULATED = ("sum", "product")


def summed(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, such sums as one; what they come to on the way is `carried`."""
    held: Statement | None = None
    for statement in statements:
        if held and (whole := _going_on(held, statement)):
            held = whole
            continue
        if held:
            yield held
        held = statement
    if held:
        yield held


def _going_on(held: Statement, statement: Statement) -> Statement | None:
    """Both as one sum; None where the second begins with another number, or with words."""
    if len(held.sides) < 2 or len(statement.sides) != 2 or not _words(statement) <= _words(held):
        return None
    (*names, before, total), (further, result) = held.sides, statement.sides
    is_sum = before.kind in CALCULATED and further.kind == "sum" and further.args[0].kind == "number"
    if not is_sum or total.kind != "number" or further.args[0].text != total.text or held.struck != statement.struck:
        return None
    if not (result.kind == "number" and _comes_to(before, total)):
        return None
    terms = (*(before.args if before.kind == "sum" else (before,)), *further.args[1:])
    whole = Ink("sum", before.start, further.end, " + ".join(term.text for term in terms), terms)
    carried = (*held.carried, total, further.args[0])
    return replace(held, sides=(*names, whole, result), carried=carried)


def _words(statement: Statement) -> set[str]:
    """The words before a statement, and its names; of several on a line the label stands before each."""
    names = (side.text for side in statement.sides[:-2])
    return {word for text in (statement.words, *names) for word in WORD.findall(text)}


def _comes_to(calculation: Ink, total: Ink) -> bool:
    """Whether what is carried on is what was calculated."""
    value, mark = mark_of(calculation), mark_of(total)
    return value is not None and mark is not None and closeness(mark, value.value) == 1
