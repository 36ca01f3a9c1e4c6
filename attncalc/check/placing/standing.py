"""Calculations that are no part of the work: whether each is true as it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from attncalc.check.claim import Claim
from attncalc.check.equalities.chain import Chains, Looked
from attncalc.check.equalities.says import says
from attncalc.check.equalities.sides import Side
from attncalc.check.placing.labels import is_label, said
from attncalc.check.placing.ledger import Ledger, leaf_of
from attncalc.check.placing.marks import closeness, mark_of
from attncalc.check.placing.terms import over_all
from attncalc.check.written import could_be
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink, Statement

Position = tuple[int, int]
Spans = Sequence[tuple[Position, Position]]
CONSTANT = {"number", "name", "power", "call", "quotient", "neg"}  # √2, 1/√2, e^{0.6}: entries of no line


class Standing:
    """Looks at the chains of a page in their order; what names stand for is carried on from all of them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.chains = Chains(recalled=False, also=over_all)
        self.lines = {name for sheet in ledger.sheets for key in sheet.keys for name in (key, sheet.base(key))}

    def take(self, statement: Statement, first: int) -> None:
        """Judges a statement that has no place in the work; its claims are those from `first` on."""
        looked = _but_rounded(self.chains.look(self.ledger.paper.text, statement), statement)
        own = self.ledger.claims[first:]
        if self._stands_alone(statement, looked, [claim for claim in own if claim.at]):
            untrue = [pair.right for pair in looked.untrue]
            self.ledger.claims[first:] = self._told(own, self._where(looked.sides), self._where(untrue))
            for left, right, _ in looked.untrue:
                self.ledger.untrue(right.start, right.text, left.value, says(left, right))

    def _stands_alone(self, statement: Statement, looked: Looked, placed: Sequence[Claim]) -> bool:
        """Whether no number of a statement has a place: of one that is not true, under its own name or rightly."""
        if looked.untrue:
            return not placed or not (self._is_named(statement) or any(map(self._is_right, placed)))
        return bool(looked.sides) and not placed and self._is_constant(statement)

    def _is_right(self, claim: Claim) -> bool:
        at, number = claim.of or claim.at, claim.written.number
        mark = mark_of(Ink("number", 0, 0, claim.written.text, number=number)) if number else None
        if at is None or not at.row or mark is None:
            return True  # nothing is known of it
        key, row, column = leaf_of(at)
        return closeness(mark, self.ledger.sheets[claim.problem].truth[key][row][column]) == 1

    def _is_named(self, statement: Statement) -> bool:
        labels = [side for side in statement.sides if is_label(side)]
        return not self.lines.isdisjoint(said(labels, statement.words, statement.heading).lines)

    def _is_constant(self, statement: Statement) -> bool:
        """Whether it only works out a constant, under no name of a line."""
        kinds = {part.kind for side in statement.sides if not is_label(side) for part in side.walk()}
        return kinds <= CONSTANT and not self._is_named(statement)

    def _where(self, sides: Sequence[Side]) -> list[tuple[Position, Position]]:
        """Where sides begin and end, in order."""
        at = self.ledger.paper.at
        return sorted((at(side.start), at(side.start + len(side.text))) for side in sides)

    def _told(self, claims: Sequence[Claim], sides: Spans, untrue: Spans) -> Iterator[Claim]:
        """The claims of a statement: those in sides that are not true are left out, others in sides are beside it."""
        for claim in claims:
            if not _stands_in(claim, untrue):
                aside = replace(claim, at=None, term=None, factor=None, of=None, stands=True, why="")
                yield aside if _stands_in(claim, sides) else claim


def _but_rounded(looked: Looked, statement: Statement) -> Looked:
    """Without what is not true only because a number is written with fewer digits than it was calculated with."""
    numbers = {side.start: number_of(side) for side in statement.sides}
    untrue = tuple(
        pair
        for pair in looked.untrue
        if not (
            (number := numbers.get(pair.left.start)) and any(could_be(number, value) for value in pair.right.values)
        )
    )
    return replace(looked, untrue=untrue)


def _stands_in(claim: Claim, spans: Spans) -> bool:
    where = claim.written.place
    position = (where.line or 0, where.column or 0) if where else (0, 0)
    before = bisect_right(spans, position, key=lambda span: span[0]) - 1
    return before >= 0 and position < spans[before][1]
