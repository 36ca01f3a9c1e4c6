"""A pattern as an automaton: its signs are the states, with one edge for each way to get from one to the next.

That is Glushkov's construction, with the ways counted. Anchors and lookarounds of one sign are conditions of edges; the
signs of other lookarounds are states from which nothing comes back, and their conditions are left out, as is that an
atomic group is as long as can be: more ways are found than there are, never fewer. A repeat of at most `FEW` times is
taken as three copies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from math import inf
from re import _constants as sre
from re import _parser as parser

FEW = 40
COPIES = 3
SAMPLES = [*map(chr, range(0x180)), *"Ωжא٣中あ한²₁ᵀ½ⅷ√∞…–−“⎡𝟎𝛼🙂\u0301\u0305\u0336\u2009\u200b\u202f\u3000\ufeff"]
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
SINGLE = (sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY)
CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}
Ways = list[tuple[int, tuple]]


@dataclass
class Part:
    """How a part of a pattern begins and ends, and the conditions of each way in which it can be empty."""

    first: Ways = field(default_factory=list)
    last: Ways = field(default_factory=list)
    empty: list[tuple] = field(default_factory=list)


def nothing() -> Part:
    return Part(empty=[()])


@dataclass
class Automaton:
    """The signs of a pattern, the edges between them, the bodies that are matched on their own, and signs only seen.

    An edge is from, to, its conditions, whether it leaves all that is atomic, and how often its loop may be run.
    """

    flags: int
    alphabet: list[str]
    signs: list[frozenset[str]] = field(default_factory=list)
    edges: Counter = field(default_factory=Counter)
    bodies: list = field(default_factory=list)
    ahead: set[int] = field(default_factory=set)
    atomic: int = 0

    def sequence(self, items) -> Part:
        made = nothing()
        for op, value in items:
            made = self.joined(made, self.part(op, value))
        return made

    def joined(self, a: Part, b: Part) -> Part:
        self.connect(a.last, b.first, 0)
        return Part(
            a.first + [(sign, gap + guard) for gap in a.empty for sign, guard in b.first],
            b.last + [(sign, guard + gap) for gap in b.empty for sign, guard in a.last],
            _twice_at_most([one + other for one, other in product(a.empty, b.empty)]),
        )

    def connect(self, ends: Ways, begins: Ways, bound: float) -> None:
        for (a, before), (b, after) in product(ends, begins):
            self.edges[a, b, before + after, not self.atomic, bound] += 1

    def part(self, op, value) -> Part:
        if op in SINGLE:
            self.signs.append(self.matched(op, value))
            sign = (len(self.signs) - 1, ())
            return Part([sign], [sign])
        return PARTS[op](self, value)

    def group(self, value) -> Part:
        _, more, fewer, items = value
        before, self.flags = self.flags, (self.flags | more) & ~fewer
        made = self.sequence(items)
        self.flags = before
        return made

    def branch(self, value) -> Part:
        parts = [self.sequence(items) for items in value[1]]
        ends = ([way for part in parts for way in getattr(part, name)] for name in ("first", "last"))
        return Part(*ends, _twice_at_most([way for part in parts for way in part.empty]))

    def repeat(self, value) -> Part:
        least, most, items = value
        if most > FEW:
            made = self.sequence(items)
            self.connect(made.last, made.first, inf if most == sre.MAXREPEAT else most)
            return Part(made.first, made.last, made.empty if least else [()])
        made, count = nothing(), min(most, COPIES)
        for number in reversed(range(count)):  # x(x(x)?)?
            made = self.joined(self.sequence(items), made)
            made.empty = made.empty if number < least else [()]
        return made

    def possessive(self, value) -> Part:
        return self.whole([(sre.MAX_REPEAT, value)], body=value[2])

    def whole(self, items, body=None) -> Part:
        self.bodies.append(body or items)
        self.atomic += 1
        made = self.sequence(items)
        self.atomic -= 1
        return made

    def look(self, value, *, is_not: bool = False) -> Part:
        direction, items = value
        if len(items) == 1 and items[0][0] in SINGLE:
            return Part(empty=[(("next" if direction > 0 else "last", self.matched(*items[0]), is_not),)])
        if direction < 0:
            return nothing()
        self.bodies.append(items)
        before = len(self.signs)
        first = self.sequence(items).first
        self.ahead.update(range(before, len(self.signs)))
        return Part(first, empty=[()])

    def matched(self, op, value) -> frozenset[str]:
        """The signs of the alphabet that one sign of the pattern can be."""
        if op is sre.ANY:
            return frozenset(self.alphabet) - (frozenset() if self.flags & re.DOTALL else {"\n"})
        items = value if op is sre.IN else [(op, value)]
        cases = (str.lower, str.upper, str) if self.flags & re.IGNORECASE else (str,)
        return frozenset(
            char for char in self.alphabet if any(_is_one(items, one) for case in cases if len(one := case(char)) == 1)
        )


PARTS = {
    sre.SUBPATTERN: Automaton.group,
    sre.BRANCH: Automaton.branch,
    sre.ATOMIC_GROUP: Automaton.whole,
    sre.MAX_REPEAT: Automaton.repeat,
    sre.MIN_REPEAT: Automaton.repeat,
    sre.POSSESSIVE_REPEAT: Automaton.possessive,
    sre.ASSERT: Automaton.look,
    sre.ASSERT_NOT: lambda made, value: made.look(value, is_not=True),
    sre.AT: lambda _, value: Part(empty=[((value,),)]),
    sre.GROUPREF: lambda made, _: made.part(sre.ANY, None),
}


def automaton(items, flags: int, *, searched: bool) -> tuple[Automaton, set[int]]:
    """The automaton of a parsed pattern, and the signs behind which it may end, whatever follows.

    Where it is searched, its first sign is all that a search skips.
    """
    made = Automaton(flags, sorted({*SAMPLES, *_written(items)}))
    if searched:
        made.signs.append(frozenset(made.alphabet))
        made.edges[0, 0, (), True, inf] = 1
    part = made.sequence(items)
    if searched:
        made.connect([(0, ())], part.first, 0)
    return made, {sign for sign, conditions in part.last if not conditions}


def remembered(conditions: Iterable[tuple], last: str) -> tuple[bool, ...]:
    """What conditions need to know of the sign that was read last."""
    sets = sorted({tuple(sorted(one[1])) for one in conditions if one[0] == "last"})
    return (last == "\n", _is_word(last), *(last in one for one in sets))


def holds(condition: tuple, last: str, following: str, flags: int) -> bool:
    """Whether a condition of an edge allows two signs to stand side by side."""
    match condition:
        case "next", signs, is_not:
            return (following in signs) != is_not
        case "last", signs, is_not:
            return (last in signs) != is_not
        case (sre.AT_BOUNDARY | sre.AT_NON_BOUNDARY as kind,):
            return (_is_word(last) != _is_word(following)) == (kind is sre.AT_BOUNDARY)
        case (sre.AT_BEGINNING,):
            return last == "\n" and bool(flags & re.MULTILINE)
        case (sre.AT_END,):
            return following == "\n"
    return False  # \A and \Z have nothing on one side


def _is_word(char: str) -> bool:
    return char == "_" or char.isalnum()


def _twice_at_most(ways: list[tuple]) -> list[tuple]:
    return [way for way, count in Counter(ways).items() for _ in range(min(count, 2))]


def _is_one(items, char: str) -> bool:
    """Whether a set of a pattern has a sign."""
    negated = items[0][0] is sre.NEGATE
    return negated != any(_is(op, value, char) for op, value in items[negated:])


def _is(op, value, char: str) -> bool:
    match op:
        case sre.LITERAL:
            return ord(char) == value
        case sre.NOT_LITERAL:
            return ord(char) != value
        case sre.RANGE:
            return value[0] <= ord(char) <= value[1]
        case sre.CATEGORY:
            return re.match(CATEGORIES[value], char) is not None
    raise NotImplementedError(op)


def _written(items) -> set[str]:
    """The signs that a pattern writes, and those beside the ends of its ranges."""
    if isinstance(items, tuple) and len(items) == 2 and items[0] in (sre.LITERAL, sre.NOT_LITERAL):
        return {chr(items[1])}
    if isinstance(items, tuple) and len(items) == 2 and items[0] is sre.RANGE:
        return {chr(code) for end in items[1] for code in (end - 1, end, end + 1) if 0 <= code < 0x110000}
    if isinstance(items, list | tuple | parser.SubPattern):
        return set().union(*map(_written, items))
    return set()
