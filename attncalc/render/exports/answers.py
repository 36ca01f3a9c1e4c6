"""Numbers that are typed in: which is right, within what, and what known mistakes give."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from attncalc.render.exam.parts import Number

ROUGH = 2  # units of the last digit within which rounded work ends up, but for one time in a hundred
FEWEST = 2  # decimals from which a rough number can be told from another one


class Known(NamedTuple):
    """A number that a mistake gives, and what the mistake is."""

    value: Decimal
    says: str


class Answer(NamedTuple):
    """The right number, how far from it is right still, and how far from it is roughly right."""

    value: Decimal
    tolerance: Decimal
    rough: Decimal | None
    mistakes: tuple[Known, ...]

    @property
    def known(self) -> tuple[Decimal, ...]:
        """The right number, and those of mistakes."""
        return (self.value, *(mistake.value for mistake in self.mistakes))


def value_of(text: str) -> Decimal | None:
    """What a text of digits says; None where it is no number that can be typed in."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def answer_of(number: Number, decimals: int | None) -> Answer | None:
    """What is right: half a unit of the last digit around the number; None where that is no number.

    A mistake is left out whose number is roughly the right one, or that of one before it.
    """
    value = value_of(number.text)
    if value is None:
        return None
    unit = Decimal(0) if decimals is None else Decimal(1).scaleb(-decimals)
    rough = ROUGH * unit if decimals is not None and decimals >= FEWEST else None
    kept: list[Known] = []
    for slip in number.slips:
        wrong = value_of(slip.text)
        taken = [(value, rough or unit / 2), *((other.value, unit / 2) for other in kept)]
        if wrong is not None and all(abs(wrong - other) > within for other, within in taken):
            kept.append(Known(wrong, slip.says))
    return Answer(value, unit / 2, rough, tuple(kept))


def digits(value: Decimal) -> str:
    """A number without an exponent, and without a sign where it is 0."""
    return f"{value:f}" if value else f"{abs(value):f}"
