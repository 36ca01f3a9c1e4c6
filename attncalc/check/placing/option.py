"""One thing that a block may be, and what speaks for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import NONE, WORDED, Features, Numbers
from attncalc.check.placing.single import Place

SURE = 1.2  # nats, by which another place has to be less likely before a number is called wrong
SURER = 4.0  # the same where the numbers would be right there, or nothing but the order says what they are


@dataclass(frozen=True, eq=False)
class Option:
    """A line or an entry that a block may be, and what speaks for it; `where` is None beside the work.

    `cause` is the mistake that explains its numbers, `rival` the option that is likeliest otherwise, by `margin` nats
    less.
    """

    features: Features
    sheet: int = 0
    where: Fit | Place | None = None
    numbers: Numbers = NONE
    cause: str = ""
    margin: float = math.inf
    rival: Option | None = None

    @property
    def is_explained(self) -> bool:
        """Whether its numbers are those of its place."""
        return not self.cause and not self.numbers.miss and self.numbers.agree > self.numbers.near

    @property
    def is_in_doubt(self) -> bool:
        """Whether numbers would be accused where they hardly fit better than elsewhere."""
        is_fragment = (self.lost or self.is_stray) and not self.is_named
        has_ground = self.said > 0 or self.cause or self.numbers.agree or self.numbers.near
        sure = SURER if self.may_be_right or not has_ground else 0.0 if self.is_named_mistake else SURE
        return not self.is_explained and (self.margin < sure or is_fragment)

    @property
    def is_stray(self) -> bool:
        """Whether it is a part of an input with none of its numbers: nobody copies a row and all of it wrong."""
        is_part = isinstance(self.where, Fit) and not self.where.is_whole and self.where.sheet.is_input(self.key)
        return is_part and self.numbers.agree <= self.numbers.near

    @property
    def settled(self) -> Option:
        """What is said: nobody is accused of what may be another line, and right."""
        return self.rival if self.is_in_doubt and self.rival and self.may_be_right else self

    @property
    def digits(self) -> float | None:
        """Its margin in digits of evidence; None where there is no other place."""
        return None if math.isinf(self.margin) else round(self.margin / math.log(10), 2)

    @property
    def is_named_mistake(self) -> bool:
        """Whether its numbers are those of a mistake in the line that labels speak for, and not for the other one.

        What that line is made from may stand under its name.
        """
        if not self.cause or self.where is None or self.rival is None:
            return False
        return self.said > self.rival.said + WORDED and self.rival.key not in self.where.sheet.operands(self.key)

    @property
    def is_named(self) -> bool:
        """Whether a label calls its line by its full name."""
        return self.features.get("named", 0.0) >= 1

    @property
    def may_be_right(self) -> bool:
        """Whether its numbers are right elsewhere, where labels say as much."""
        return self.rival is not None and self.rival.is_explained and self.rival.said >= self.said

    @property
    def said(self) -> float:
        """How much labels say for it."""
        return max(self.features.get("named", 0.0), 0.0) + self.features.get("worded", 0.0)

    @property
    def lost(self) -> bool:
        """Whether some of its line does not stand there."""
        return isinstance(self.where, Fit) and bool(self.where.lost)

    @property
    def key(self) -> str:
        """The line."""
        return self.where.key if self.where else ""

    @property
    def place(self) -> object:
        """Where the numbers are put."""
        if isinstance(self.where, Fit):
            return self.sheet, self.where.key, self.where.rows, self.where.columns, self.where.turned
        return (self.sheet, *self.where.spot) if self.where else None

    @property
    def named(self) -> str:
        """The line, or what of it."""
        if isinstance(self.where, Fit) and self.where.is_whole:
            return self.key
        row, column = min(self.entries)
        return f"{self.key}[{row + 1}]" if isinstance(self.where, Fit) else f"{self.key}[{row + 1},{column + 1}]"

    @property
    def entries(self) -> frozenset[tuple[int, int]]:
        """The entries of its line."""
        return self.where.entries if self.where else frozenset()
