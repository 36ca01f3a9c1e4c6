"""Calculations that are no part of the work: whether each is true as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from attncalc.check.claim import Claim
from attncalc.check.equalities.chain import Chains
from attncalc.check.equalities.says import says
from attncalc.check.equalities.sides import Side
from attncalc.check.placing.labels import is_label, said
from attncalc.check.placing.ledger import Ledger
from attncalc.check.placing.readings import exponent_of
from attncalc.reading.ink import Ink, Statement

CONSTANT = {"number", "name", "power", "call", "quotient", "neg"}  # √2, 1/√2, e^{0.6}: entries of no line


def over_all(ink: Ink) -> Ink | None:
    """A quotient of exponentials with all that is added behind it below the line: e^a / e^b + e^c, without brackets."""
    if ink.kind != "sum" or ink.args[0].kind != "quotient" or exponent_of(ink.args[0].args[0]) is None:
        return None
    above, first = ink.args[0].args
    below = Ink("sum", first.start, ink.end, "", (first, *ink.args[1:]))
    return Ink("quotient", ink.start, ink.end, ink.text, (above, below))


class Standing:
    """Looks at the chains of a page in their order; what names stand for is carried on from all of them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.chains = Chains(recalled=False, also=over_all)

    def take(self, statement: Statement, first: int) -> None:
        """Judges a statement of which no number has a place in the work; its claims are those from `first` on."""
        looked = self.chains.look(self.ledger.paper.text, statement)
        own = self.ledger.claims[first:]
        if any(claim.at for claim in own) or not (looked.untrue or (looked.sides and self._is_constant(statement))):
            return
        untrue = [pair.right for pair in looked.untrue]
        self.ledger.claims[first:] = self._told(own, looked.sides, untrue)
        for left, right, _ in looked.untrue:
            self.ledger.untrue(right.start, right.text, left.value, says(left, right))

    def _told(self, claims: Sequence[Claim], sides: Sequence[Side], untrue: Sequence[Side]) -> Iterator[Claim]:
        """The claims of a statement: those in sides that are not true are left out, others in sides are beside it."""
        for claim in claims:
            if not self._stands_in(claim, untrue):
                yield replace(claim, stands=True, why="") if self._stands_in(claim, sides) else claim

    def _stands_in(self, claim: Claim, sides: Sequence[Side]) -> bool:
        at, where = self.ledger.paper.at, claim.written.place
        position = (where.line or 0, where.column or 0) if where else (0, 0)
        return any(at(side.start) <= position < at(side.start + len(side.text)) for side in sides)

    def _is_constant(self, statement: Statement) -> bool:
        """Whether it only works out a constant, under no name of a line."""
        labels = [side for side in statement.sides if is_label(side)]
        named = said(labels, "").lines
        kinds = {part.kind for side in statement.sides if side not in labels for part in side.walk()}
        return kinds <= CONSTANT and not any(line in sheet.rank for sheet in self.ledger.sheets for line in named)
