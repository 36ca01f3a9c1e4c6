"""What of the work was answered: each line's entries with their verdicts, and what proves the lines that are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.asked import is_open
from attncalc.check.calculation import Calculation
from attncalc.check.causes.table import METHODS
from attncalc.check.claim import At, Judged
from attncalc.check.marks import NOTHING, Rules, prices, worth
from attncalc.check.standing import operands, standing
from attncalc.check.trivial import is_trivial
from attncalc.check.verdict import Verdict

ALL = Fraction(1)
WEIGHTS = ("A", "alpha")  # where a blank of a masked entry is the 0 that one need not write


class Answered:
    """The entries that count, of one problem.

    A line that stands only in the calculations of others has what stands there.
    """

    def __init__(self, calculation: Calculation, judged: Iterable[Judged], rules: Rules) -> None:
        self.calculation, self.rules = calculation, rules
        judged = list(judged)
        self.entries = standing(judged)
        named = {at.key for at in self.entries} | {*calculation.inputs}
        factors = {at: item for at, item in operands(judged).items() if at.key not in named}
        self.entries.update(factors)
        self.misshapen = {item.claim.at.key for item in judged if item.verdict is Verdict.MISSHAPEN and item.claim.at}
        self.slips: dict[At, list[Judged]] = {}  # what is wrong in the calculation of an entry
        for item in judged:
            is_part = item.claim.term is not None or item.claim.factor is not None
            if item.claim.at and is_part and item.verdict is Verdict.WRONG and item.claim.of not in factors:
                self.slips.setdefault(item.claim.at, []).append(item)
        self.prices = prices(calculation)
        self.of = {key: step.of for step in worth(calculation) for key in step.keys}
        self.charged: dict[str, str] = {}  # mistakes of method by name, with the lines that they cost
        self._proven: dict[tuple[str, str], Fraction] = {}

    @cached_property
    def by_key(self) -> dict[str, list[Judged]]:
        """The entries of each line that is written, in part or in full."""
        found: dict[str, list[Judged]] = {}
        for at, item in self.entries.items():
            found.setdefault(at.key, []).append(item)
        return found

    def verdict(self, at: At) -> Verdict:
        """The verdict of an entry; of one that is not written, that it is missing."""
        return self.entries[at].verdict if at in self.entries else Verdict.MISSING

    def ats(self, key: str) -> list[At]:
        """The entries of a line that one has to write."""
        value = self.calculation.truth[key]
        width = value.shape[-1] if value.shape else 1
        name = self.calculation.records[key].name if key in self.calculation.records else key
        ats = [(At(key, number // width + 1, number % width + 1), entry) for number, entry in enumerate(value.flat)]
        ats = [(at, entry) for at, entry in ats if is_open(self.calculation, at)] or ats
        return [
            at
            for at, entry in ats
            if self.verdict(at) is not Verdict.MISSING
            or not (entry is MINUS_INFINITY or (name in WEIGHTS and entry == 0))
        ]

    def is_trivial(self, key: str) -> bool:
        """Whether an earlier mistake made a line trivial."""
        return is_trivial(self.calculation, key, self.by_key)

    def before(self, key: str) -> set[str]:
        """The lines and inputs that a line is calculated from, all of them."""
        if key not in self._before:
            leaves = self.calculation.records[key].expr.lines() if key in self.calculation.records else ()
            found = {leaf.key for leaf in leaves} - {key}
            self._before[key] = found.union(*(self.before(name) for name in found))
        return self._before[key]

    @cached_property
    def _before(self) -> dict[str, set[str]]:
        return {}

    # What is not written.

    def proven(self, key: str, through: str = "") -> Fraction:
        """The share of a line that the lines prove that are made from it, or from another one that is made from it."""
        way = (key, through or key)
        if way not in self._proven:
            self._proven[way] = max((self._shown_by(user, key) for user in self._users(way[1])), default=NOTHING)
        return self._proven[way]

    def _users(self, key: str) -> Iterator[str]:
        for record in self.calculation.sheet.records:
            if any(leaf.key == key for leaf in record.expr.lines()) and record.key != key:
                yield record.key

    def _shown_by(self, user: str, key: str) -> Fraction:
        ats = self.ats(user)
        return sum((self._proves(at, key) for at in ats), NOTHING) / max(1, len(ats))

    def _proves(self, at: At, key: str) -> Fraction:
        """How far an entry shows that a line before it was calculated, and rightly."""
        verdict = self.verdict(at)
        if verdict in (Verdict.MISSING, Verdict.UNREAD):
            return self.proven(key, at.key)
        if verdict is Verdict.FOLLOWS:
            return NOTHING if self.is_trivial(at.key) else self.rules.follow
        made = self.made(self.entries[at])
        if self.entries[at].unrounded:
            return ALL
        if verdict is Verdict.WRONG and made and not self.rules.is_foreign:
            if key == made and self.charged.setdefault(self.cause(self.entries[at]), key) == key:
                return self.left(self.cause(self.entries[at]), key)
            return ALL if key in self.before(made) else self.rules.follow
        return ALL if verdict.credited else NOTHING

    def left(self, name: str, key: str) -> Fraction:
        """What a mistake leaves of the marks of a line that was not written: all but its price, where it has one."""
        of = self.of.get(key)
        return max(NOTHING, ALL - self.prices[name] / of) if name in self.prices and of else NOTHING

    def cause(self, item: Judged) -> str:
        """The name of a mistake of method; "" of a slip."""
        return item.cause.name if item.cause and item.cause.name in METHODS else ""

    def made(self, item: Judged) -> str:
        """The line in which a mistake of method was made; "" of a slip."""
        at = item.claim.of or item.claim.at
        return (item.cause.line or (at.key if at else "")) if item.cause and self.cause(item) else ""

    def shown_in(self, key: str) -> str:
        """The line that proves most of a line."""
        share, through = self.proven(key), key
        while through and (through == key or through not in self.by_key):
            through = next((user for user in self._users(through) if self._shown_by(user, key) == share), "")
        return through
