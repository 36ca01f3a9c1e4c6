"""What is written out laid on what should stand there, part by part: which number is which entry, term and factor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isclose

from attncalc.check.placing.marks import NUMBERS, Mark, closeness, exponent_of, is_number, mark_of
from attncalc.check.placing.match import Bit, Match, Role, freely, in_order, score_of
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.terms import factors_of, over_all, terms_of
from attncalc.check.placing.wants import Leaf, Want
from attncalc.reading.ink import Ink

COPIED = 0.35  # at most, for a given number with other digits
LOOSELY = 0.9  # of what has other operations, but all the numbers
NAMED = 0.5  # of what is left as a name
DEEPEST = 3  # lines, of which one is made from the next
MOST_LOST = 3  # terms of a sum


@dataclass
class Aligner:
    """Lays calculations on entries of one problem; `swapped` where factors stand the other way round: k·q for q·k.

    Where an entry `is_named` before it, a calculation may be written in another way.
    """

    sheet: Sheet
    swapped: bool = False
    is_named: bool = False

    def of(self, ink: Ink, spot: Leaf) -> Match:
        """A calculation of an entry; nothing where the entry is a copy of another one."""
        wants = [want for want in self.sheet.wants(spot) if want.args]
        found = [(self.match(ink, want, Role(spot)), swapped) for want in wants for swapped in self._orders(want)]
        best, self.swapped = max(found, key=lambda pair: pair[0].score, default=(Match(), self.swapped))
        if not self.is_named or len(best.bits) == sum(1 for _ in ink.numbers()):
            return best
        return next((other for want in wants if (other := self._loosely(ink, want, Role(spot))).bits), best)

    def _orders(self, want: Want) -> Iterator[bool]:
        """The orders of the factors of a product by itself, the one of before first; those of a sum go together."""
        before = self.swapped
        for self.swapped in (before, not before)[: 1 + (want.kind == "product")]:
            yield self.swapped

    def match(self, ink: Ink, want: Want, role: Role) -> Match:
        """A part of it: a number for whatever comes to it, an operation for the same operation."""
        if want.kind == "neg" and ink.kind == "neg":
            return self.match(ink.args[0], want.args[0], role)
        if is_number(ink):
            return self._number(ink, want, role)
        if not any(ink.numbers()):
            return Match(NAMED)
        if want.leaf:
            return self._expanded(ink, want.leaf, role)
        if want.number is not None:
            return self._constant(ink, want, role)
        rule = RULES.get((_kind(ink), "exp" if want.name == "exp" else want.kind))
        return rule(self, ink, want, role) if rule else Match()

    def _number(self, ink: Ink, want: Want, role: Role) -> Match:
        """A number: an entry, a constant, or what a part of the calculation comes to."""
        mark = mark_of(ink)
        if mark is None:
            return Match()
        close = self._close(mark, want)
        if want.leaf and self.sheet.is_input(want.leaf[0]) and not self._is_copy(mark, want.leaf):
            close = min(close, COPIED)
        if want.leaf or (want.number is not None and not isclose(mark.value, want.number)):
            return Match(close, (Bit(ink, role.at, role.term, role.factor or 1, want.leaf, close=close),))
        if want.kind == "product":
            return Match(close, (Bit(ink, role.at, role.term, close=close),))
        return Match(close, (Bit(ink, role.at, close=close),) if close == 1 else ())

    def _is_copy(self, mark: Mark, leaf: Leaf) -> bool:
        """Whether a number is what is given, so that 0 is not much of 0.8."""
        return any(2 * abs(mark.value - value) <= mark.unit for value in self.sheet.values(leaf))

    def _close(self, mark: Mark, want: Want) -> float:
        return max((closeness(mark, value) for value in self.sheet.worths(want)), default=0.0)

    def _constant(self, ink: Ink, want: Want, role: Role) -> Match:
        """A constant in closed form, all of whose numbers are accounted for."""
        mark = mark_of(ink)
        if mark is None or self._close(mark, want) < 1:
            return Match()
        return Match(1.0, tuple(Bit(number, role.at) for number in ink.numbers()))

    def _expanded(self, ink: Ink, leaf: Leaf, role: Role) -> Match:
        """A calculation in place of an entry; exponentials and their sums are no calculations of their own."""
        before = self.swapped
        found = [
            self.match(
                ink, want, Role(leaf, deep=role.deep + 1) if _is_own(want) else role._replace(deep=role.deep + 1)
            )
            for want in (self.sheet.wants(leaf) if role.deep < DEEPEST else ())
            if want.args
        ]
        self.swapped = before  # the order of factors there says nothing of the line at hand
        return max(found, key=score_of, default=Match())

    def _sum(self, ink: Ink, want: Want, role: Role) -> Match:
        """Terms in their order, of which some may be lost, or, of single entries, in any order; 0 may be left out."""
        terms, wants = list(terms_of(ink, want)), want.args
        counted = sum(self.sheet.worths(arg) != {0.0} for arg in wants)
        if len(terms) > len(wants) + 1 or counted - len(terms) > MOST_LOST:
            return Match()
        roles = [role._replace(term=number) for number in range(1, len(wants) + 1)]
        pairs = list(zip(wants, roles, strict=True))

        def laid() -> list[Match]:
            if len(terms) >= len(wants) and not is_free:
                return [self.match(term, *pair) for (term, _), pair in zip(terms, pairs, strict=False)]
            table = [[self.match(term, *pair) for pair in pairs] for term, _ in terms]
            return freely(table) if is_free else in_order(table)

        is_free = all(arg.leaf for arg in wants)
        found = laid() if is_free else self._either_way(laid)
        found += [Match()] * (len(terms) - len(found))
        told = [
            match._replace(bits=tuple(replace(bit, why=why) for bit in match.bits)) if why else match
            for (_, why), match in zip(terms, found, strict=True)
        ]
        whole = Match.of(told, max(len(terms), counted))
        return whole._replace(lost=whole.lost + max(0, counted - len(terms)))

    def _either_way(self, laid: Callable[[], list[Match]]) -> list[Match]:
        """The terms with their factors in the order that suits all of them better; the one of before first."""
        before, one = self.swapped, laid()
        if all(match.score == 1 for match in one):
            return one
        self.swapped = not before
        other = laid()
        if sum(map(score_of, other)) > sum(map(score_of, one)):
            self.swapped = not before
            return other
        self.swapped = before
        return one

    def _product(self, ink: Ink, want: Want, role: Role) -> Match:
        """Factors in their order, or all the other way round; a minus sign before them may be that of the first."""
        factors, first = factors_of(ink)
        if len(factors) != len(want.args):
            return Match()
        found = []
        for place, factor in enumerate(factors):
            k = len(factors) - 1 - place if self.swapped else place
            own = role._replace(term=role.term or 1, factor=k + 1)
            ways = [factor, *first] if not place else [factor]
            found.append(max((self.match(one, want.args[k], own) for one in ways), key=score_of))
        return Match.of(found)

    def _quotient(self, ink: Ink, want: Want, role: Role) -> Match:
        """Numerator and denominator; of a softmax the numerator is a term of what is below it."""
        (above, below), (entry, whole) = ink.args, want.args
        is_share = entry.leaf is not None and whole.leaf is not None
        term = None if is_share else role.term or 1
        of_term = entry.leaf[2] + 1 if is_share and entry.leaf and not is_number(above) else term
        one = self.match(above, entry, role._replace(term=of_term, factor=1))
        two = self.match(below, whole, role._replace(term=term, factor=2))
        size = max(1, len(two.bits)) if is_share else 1
        return Match.of([one, two])._replace(score=(one.score + two.score * size) / (1 + size))

    def _flat_quotient(self, ink: Ink, want: Want, role: Role) -> Match:
        """The same where no brackets say what stands below: e^a / e^b + e^c."""
        whole = over_all(ink)
        return self._quotient(whole, want, role) if whole else Match()

    def _over(self, ink: Ink, want: Want, role: Role) -> Match:
        """A quotient for a product with a constant: x/√2 for 0.707·x."""
        entries = [arg for arg in want.args if arg.number is None]
        constants = [arg.number for arg in want.args if arg.number]
        if len(entries) != 1 or len(constants) != 1 or len(want.args) != 2:
            return Match()
        return self._quotient(ink, Want("quotient", (entries[0], Want("number", number=1 / constants[0]))), role)

    def _arguments(self, ink: Ink, want: Want, role: Role) -> Match:
        """The arguments of the same function."""
        if ink.name != want.name or len(ink.args) != len(want.args):
            return Match()
        pairs = enumerate(zip(ink.args, want.args, strict=True), 1)
        return Match.of([self.match(one, other, role._replace(factor=number)) for number, (one, other) in pairs])

    def _exponential(self, ink: Ink, want: Want, role: Role) -> Match:
        """The exponents of e."""
        exponent = exponent_of(ink)
        own = role._replace(term=role.term or 1, factor=role.factor or 1)
        return self.match(exponent, want.args[0], own) if exponent else Match()

    def _loosely(self, ink: Ink, want: Want, role: Role) -> Match:
        """What is written in another way, if every number in it is an entry that belongs there, or what is known.

        Where names are left in it, its numbers may all be constants of the formula.
        """
        left = dict(enumerate(want.leaves, 1))
        bits: list[Bit] = []
        for number in ink.numbers():
            mark = mark_of(number)
            place = next((k for k, leaf in left.items() if mark and self._is_entry(mark, leaf)), None)
            if not (place or (mark and self._is_known(mark, want))):
                return Match()
            bits.append(Bit(number, role.at, None, place, left.pop(place)) if place else Bit(number, role.at))
        if any(part.kind == "name" and part.name not in NUMBERS for part in ink.walk()):
            return Match(NAMED, tuple(bits))
        return Match(LOOSELY, tuple(bits)) if any(bit.of for bit in bits) or not want.leaves else Match()

    def _is_entry(self, mark: Mark, leaf: Leaf) -> bool:
        """Whether a number is an entry to its last digit; a whole one exactly."""
        return any(
            isclose(mark.value, value) or ("." in mark.text and closeness(mark, value) == 1)
            for value in self.sheet.values(leaf)
        )

    def _is_known(self, mark: Mark, want: Want) -> bool:
        """Whether a number is a constant of a calculation, what a part of it comes to, or that but for its sign."""
        if abs(mark.value) in want.digits:
            return True
        signed = (mark, mark._replace(value=-mark.value))
        if any(self._is_entry(one, leaf) for one in signed for leaf in want.leaves):
            return True
        return any(self._is_part(one, part) for one in signed for part in want.parts)

    def _is_part(self, mark: Mark, part: Want) -> bool:
        """Whether a number is what a part comes to; a constant is copied as it is."""
        if part.number is not None:
            return isclose(mark.value, part.number)
        return any(closeness(mark, value) == 1 for value in self.sheet.worths(part))


def _kind(ink: Ink) -> str:
    """The kind of an ink; a sign before a product is that of a factor."""
    if exponent_of(ink) is not None:
        return "exp"
    return "product" if ink.kind == "neg" and ink.args[0].kind == "product" else ink.kind


def _is_own(want: Want) -> bool:
    """Whether what an entry is made from is a calculation that is written for itself."""
    return want.name != "exp" and not (want.kind == "sum" and all(arg.leaf for arg in want.args))


Rule = Callable[[Aligner, Ink, Want, Role], Match]
RULES: dict[tuple[str, str], Rule] = {
    ("sum", "sum"): Aligner._sum,
    ("product", "sum"): Aligner._sum,
    ("exp", "sum"): Aligner._sum,
    ("product", "product"): Aligner._product,
    ("quotient", "quotient"): Aligner._quotient,
    ("sum", "quotient"): Aligner._flat_quotient,
    ("product", "quotient"): Aligner._flat_quotient,
    ("quotient", "product"): Aligner._over,
    ("exp", "exp"): Aligner._exponential,
    ("call", "call"): Aligner._arguments,
    ("power", "power"): Aligner._arguments,
}
