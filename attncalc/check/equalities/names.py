"""What names stand for in a calculation, as far as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from flint import fmpq

from attncalc.check.equalities.sides import Side
from attncalc.check.written import EXACT, Value, value_of
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink
from attncalc.reading.number import Node, Number

MOST_PARTS = 200  # of one side
MOST_DIGITS = 200  # of a rational that is carried on
SUMS = ("+", "-", "neg")
Name = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Carried:
    """What a name stands for: as it was written last and, where that was rounded, exactly.

    It `is_open` as long as it is an expression that nobody has worked out.
    """

    numbers: tuple[Number, ...]
    is_open: bool = False


@dataclass
class Names:
    """The names of one calculation; those that stand for something unknown are not in it."""

    carried: dict[Name, Carried] = field(default_factory=dict)

    def values(self, ink: Ink) -> tuple[Value, ...]:
        """What an expression comes to; nothing where a name in it is not known."""
        parts = list(islice(ink.walk(), MOST_PARTS + 1))
        if len(parts) > MOST_PARTS or any(map(_is_ambiguous, parts)):
            return ()
        names = [self.carried[name] for name in names_in(ink) if name in self.carried]
        ways = max([1, *(len(carried.numbers) for carried in names), *(1 + len(part.also) for part in parts)])
        numbers = (number_of(self._filled(ink, way), MOST_PARTS) for way in range(ways))
        return tuple(value for number in numbers if number and (value := _value(number)))

    def _filled(self, ink: Ink, way: int) -> Ink:
        """An expression with numbers in place of names."""
        if ink.kind == "name" and (known := self.carried.get(name_of(ink))):
            return replace(ink, kind="number", number=known.numbers[min(way, len(known.numbers) - 1)])
        if ink.also and way:
            return replace(ink, number=ink.also[min(way, len(ink.also)) - 1])
        return replace(ink, args=tuple(self._filled(arg, way) for arg in ink.args)) if ink.args else ink

    def set(self, ink: Ink, found: list[tuple[Ink, Side]], *, is_true: bool) -> None:
        """Says that a name stands for what a chain has found."""
        (first, one), (last, other) = found[0], found[-1]
        exact = [self._number(first, one)] if is_true and other.is_number and other.values[0].unit not in (0, 1) else []
        numbers = tuple(number for number in (self._number(last, other), *exact) if number)
        is_open = len(found) == 1 and not other.is_number
        self.carried.pop(name_of(ink), None)
        if numbers:
            self.carried[name_of(ink)] = Carried(numbers, is_open)

    def _number(self, ink: Ink, side: Side) -> Number | None:
        """A side as a number that stands by itself."""
        value = side.values[0].value
        if side.is_number:
            return ink.number
        if type(value) is not fmpq:  # what has no names in it can be calculated again
            return None if any(name in self.carried for name in names_in(ink)) else number_of(ink, MOST_PARTS)
        parts = [str(abs(part)) for part in (value.p, value.q)]
        above, below = (Node("number", part) for part in parts)
        tree = Node("/", args=(Node("neg", args=(above,)) if value < 0 else above, below))
        return Number(side.text, tree) if max(map(len, parts)) <= MOST_DIGITS else None


def _is_ambiguous(ink: Ink) -> bool:
    """Whether people mean different things by it: log of base 10 or e; 100 - 25%, where the 25% are of the 100."""
    shares = [term.text.endswith("%") for term in ink.args] if ink.kind == "sum" else []
    return (ink.kind == "call" and ink.name == "log") or (any(shares) and not all(shares))


def _value(number: Number) -> Value | None:
    """What a number comes to; a sum is as fine as all of its terms together."""
    found = value_of(number)
    return replace(found, unit=_unit(number.tree)) if found and number.tree and number.tree.kind in SUMS else found


def _unit(tree: Node) -> fmpq:
    if tree.kind in SUMS:
        return sum((_unit(arg) for arg in tree.args), EXACT)
    value = value_of(Number("", tree))
    return value.unit if value and value.unit != 1 else EXACT


def name_of(ink: Ink) -> Name:
    """What a name is called."""
    return ink.name, ink.indices


def names_in(ink: Ink) -> Iterator[Name]:
    """The names in an expression."""
    return (name_of(part) for part in ink.walk() if part.kind == "name")
