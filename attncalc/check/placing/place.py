"""From a page to its claims: statement by statement, each number to the line and the entry that it fits best."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.check.placing.by_name import ByName
from attncalc.check.placing.chains import groups, joined
from attncalc.check.placing.labels import is_label
from attncalc.check.placing.ledger import Ledger
from attncalc.check.placing.of_entries import Entries
from attncalc.check.placing.of_matrices import Matrices
from attncalc.check.placing.own_words import passages
from attncalc.check.placing.readings import exponent_of
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.written_out import WrittenOut
from attncalc.reading.ink import Paper, Statement

NOWHERE = "it fits no line of the work"


def place(paper: Paper, calculations: Sequence[Calculation]) -> list[Claim]:
    """The claims of a page on these problems, in the order in which they stand."""
    if _subtracts_maximum(paper):
        for calculation in calculations:
            calculation.add_shifted()
    ledger = Ledger(paper, [Sheet(number, calculation) for number, calculation in enumerate(calculations)])
    named, matrices, entries = ByName(ledger), Matrices(ledger), Entries(ledger)
    written_out = WrittenOut(entries)
    seen: set[tuple[str, ...]] = set()
    left = passages(paper.text, ledger.sheets)
    for statement in joined(paper.statements):
        while left and left[-1].end <= statement.start:
            if (titled := left.pop().titles) and len(ledger.sheets) > 1:
                ledger.current = titled
                seen.clear()
        if left and left[-1].start <= statement.start:
            continue
        text = tuple(side.text for side in statement.sides if side.text)
        ledger.struck = statement.struck
        ledger.repeat = text in seen and any(char.isdigit() for side in text for char in side)
        seen.add(text)
        if named.take(statement):
            matrices.begin()
            entries.run = None
        elif written_out.take(statement):
            matrices.begin()
        else:
            _take(statement, matrices, entries)
        _account(statement, ledger)
    for scrap in paper.scraps:
        ledger.unread(scrap.start, scrap.text, scrap.why)
    return sorted(ledger.claims, key=_place)


def _take(statement: Statement, matrices: Matrices, entries: Entries) -> None:
    """Places the numbers of one chain."""
    matrices.begin()
    for group in groups(statement):
        if group.grids:
            entries.run = None
            matrices.take(group)
        else:
            entries.take(group)


def _account(statement: Statement, ledger: Ledger) -> None:
    """No number is dropped."""
    for number in (number for side in statement.sides if not is_label(side) for number in side.numbers()):
        if number.start not in ledger.taken:
            ledger.unread(number.start, number.text, NOWHERE)


def _place(claim: Claim) -> tuple[int, int]:
    where = claim.written.place
    return (where.line or 0, where.column or 0) if where else (0, 0)


def _subtracts_maximum(paper: Paper) -> bool:
    """Whether e⁰ stands on a page, though no score is 0: the largest was subtracted from all."""
    exponents = (exponent_of(ink) for statement in paper.statements for side in statement.sides for ink in side.walk())
    return any(ink is not None and ink.kind == "number" and ink.text.strip("0.") == "" for ink in exponents)
