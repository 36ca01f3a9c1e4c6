"""Calculations of one entry as people write them out: sums of products, quotients of exponentials."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.check.placing.marks import COARSE, Mark, mark_of
from attncalc.reading.ink import Ink


class Part(NamedTuple):
    """One number in a calculation; `exponent` if it stands as the power of e.

    A minus sign before it may be its own (0 + (-0.96) as 0 - 0.96), or that of the formula: `unsigned` is what it is
    without, `whole` the number with its sign.
    """

    ink: Ink
    mark: Mark
    exponent: bool = False
    why: str = ""  # what is odd about where it stands
    unsigned: Mark | None = None
    whole: Ink | None = None

    @property
    def worth(self) -> Mark:
        """What it contributes: e to its power, or itself."""
        if not self.exponent:
            return self.mark
        value = math.exp(self.mark.value) if self.mark.value < 700 else math.inf
        return Mark(value, max(COARSE * value, value * self.mark.unit))


class Quotient(NamedTuple):
    """A softmax written as a quotient: its numerator and the terms below it."""

    above: Part
    below: list[Part]


def terms_of(ink: Ink) -> list[list[Part]] | None:
    """The terms of a sum, each its factors; None where something in it is no number. A single number is no sum."""
    if ink.kind == "neg":
        inner = terms_of(ink.args[0])
        return [_negative(ink, inner[0]), *inner[1:]] if inner and len(inner) == 1 else None
    terms = ink.args if ink.kind == "sum" else (ink,)
    if ink.kind not in ("sum", "product"):
        return None
    read = [_factors(term) for term in terms]
    if not all(read):
        return None
    return [pair for factors in read if factors for pair in _pairs(factors, len(read))]


def _factors(ink: Ink) -> list[Part] | None:
    if ink.kind == "neg":
        inner = _factors(ink.args[0])
        return _negative(ink, inner) if inner else None
    if ink.kind == "product":
        parts = [_part(arg) for arg in ink.args]
        return None if None in parts else [part for part in parts if part]
    part = _part(ink)
    return [part] if part else None


def _negative(ink: Ink, factors: list[Part]) -> list[Part]:
    first = factors[0]
    mark = Mark(-first.mark.value, first.mark.unit, f"-{first.mark.text}" if first.mark.text else "")
    whole = ink if ink.args[0] is first.ink and first.ink.kind == "number" else None
    return [first._replace(mark=mark, unsigned=None if first.exponent else first.mark, whole=whole), *factors[1:]]


def _pairs(factors: list[Part], terms: int) -> Iterator[list[Part]]:
    """A product of four or more numbers among others is two terms whose + was lost."""
    if terms > 1 and len(factors) >= 4 and len(factors) % 2 == 0:
        yield factors[:2]
        for start in range(2, len(factors), 2):
            yield [_after_lost_sign(factors[start]), factors[start + 1]]
    else:
        yield factors


def _part(ink: Ink) -> Part | None:
    """A number, or e to the power of one."""
    if (inner := exponent_of(ink)) is not None:
        mark = mark_of(inner)
        return Part(inner, mark, exponent=True) if mark and inner.kind == "number" else None
    if ink.kind == "number" or mixed(ink):
        mark = mark_of(ink)
        return Part(ink, mark) if mark else None
    if ink.kind == "neg" and (part := _part(ink.args[0])):
        return _negative(ink, [part])[0]
    return None


def mixed(ink: Ink) -> bool:
    """Whether an ink is a number to a numeric power: a mixed number as some pages show it."""
    return ink.kind == "power" and all(arg.kind == "number" for arg in ink.args)


def exponent_of(ink: Ink) -> Ink | None:
    """What e is raised to."""
    if ink.kind == "power" and ink.args[0].kind == "name" and ink.args[0].name == "e":
        return ink.args[1]
    return ink.args[0] if ink.kind == "call" and ink.name == "exp" and ink.args else None


def over_root(ink: Ink) -> Quotient | None:
    """A number over the root of one, as a calculation whose result follows: 1.08/√2 = 0.76; 1/√2 is a factor."""
    if ink.kind != "quotient" or ink.args[0].text == "1" or ink.args[1].kind != "call" or ink.args[1].name != "sqrt":
        return None
    above, mark = _part(ink.args[0]), mark_of(ink.args[1])
    return Quotient(above, [Part(ink.args[1], mark)]) if above and mark and any(ink.args[1].numbers()) else None


def quotient_of(ink: Ink) -> Quotient | None:
    """A quotient of numbers or exponentials; below it may stand a sum, with or without parentheses."""
    if ink.kind == "quotient":
        above, below = _part(ink.args[0]), _flat(ink.args[1])
        return Quotient(above, below) if above and below else None
    if ink.kind not in ("sum", "product") or ink.args[0].kind != "quotient":
        return None
    first = ink.args[0]  # e^a / e^b + e^c, where no parentheses say what is below
    above, rest = _part(first.args[0]), [_flat(arg) for arg in (first.args[1], *ink.args[1:])]
    if above is None or not above.exponent or None in rest:
        return None
    return Quotient(above, [part for parts in rest for part in parts or ()])


def _flat(ink: Ink) -> list[Part] | None:
    """The numbers of a sum, or of a product whose + signs were lost."""
    if ink.kind not in ("sum", "product"):
        part = _part(ink)
        return [part] if part else None
    parts = [_flat(arg) for arg in ink.args]
    if None in parts:
        return None
    lost = ink.kind == "product"
    return [
        _after_lost_sign(part) if lost and number else part
        for number, inner in enumerate(parts)
        for part in inner or ()
    ]


def _after_lost_sign(part: Part) -> Part:
    return part._replace(why=f"before {part.ink.text} a + is missing, or reads as another sign")
