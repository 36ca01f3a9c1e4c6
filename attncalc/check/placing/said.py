"""What was said of some numbers: which lines, which rows or entries, how they stand, what they are factors of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from attncalc.check.formulas import spelled
from attncalc.check.placing.marks import Mark
from attncalc.check.placing.sheets import Sheet
from attncalc.reading.ink import Ink

GENERAL = re.compile(r"[ijkmnts]\s?,?\s?[ijkmnts]")  # indices of no entry: M_ij = -∞ for j > i
PARTNER = 0.25  # of a factor, where the other one is named
SIZES = {"dk": "d_k", "dv": "d_v", "dmodel": "d_model", "d": "d_k", "n": "n", "m": "m", "h": "h"}


class First(NamedTuple):
    """What the first row is called on a page: 0 or 1, in brackets (q[0]) and in words (position 0)."""

    brackets: int = 1
    words: int = 1


FROM_1 = First()


@dataclass
class Said:
    """What was said before some numbers: weights of lines by name, the places named, what stands transposed."""

    lines: dict[str, float] = field(default_factory=dict)
    places: list[tuple[int, ...]] = field(default_factory=list)
    exact: set[str] = field(default_factory=set)  # lines that are named as the vocabulary names them
    transposed: set[str] = field(default_factory=set)  # the lines whose transposes are named
    factor: bool = False  # of a product of matrices, where a transpose is no surprise
    operand: int | None = None  # in a sum of vectors with weights: 0 for the weights, 1 for a vector
    function: str = ""  # whose argument the numbers are
    divides: str = ""  # the words, or the sign, that say that it was divided by what follows
    head: int | None = None
    inks: list[Ink] = field(default_factory=list)  # the labels themselves
    words: list[str] = field(default_factory=list)  # what may be the name of a line
    columns: bool = False  # whether the numbers stand as columns
    rows: tuple[int, ...] = ()  # the numbers of the rows of a matrix, from 0, by their labels
    product: Said | None = None  # of a factor: what is said of the product
    partners: frozenset[str] = frozenset()  # what the numbers are multiplied with, as it is named
    constants: tuple[Mark, ...] = ()  # the numbers that they are multiplied with, or divided by

    @property
    def names_a_size(self) -> bool:
        """Whether a label is d_k, n or another size; D₁₂ is an entry."""
        names = [spelled(ink).replace("_", "") for ink in self.inks if ink.kind == "name" and not _is_entry(ink)]
        return any(name.lower() in SIZES for name in names)

    @property
    def is_rule(self) -> bool:
        """Whether a label is of every entry: M_ij, of which a rule says what it is."""
        indices = ("".join(ink.indices).strip("{}") for ink in self.inks if ink.kind == "name")
        return any(GENERAL.fullmatch(index) for index in indices)

    @property
    def says_something(self) -> bool:
        """Whether any line is told from others by it."""
        return bool(self.lines or self.head or self.partners)

    def of(self, sheet: Sheet, key: str) -> float:
        """The weight of a line of a problem."""
        by_base = self.lines.get(sheet.base(key), 0.0) * (0.5 if self._another(sheet, key) else 0.95)
        weight = max(self.lines.get(key, 0.0), by_base)
        if self.head and (section := sheet.section(key)):
            weight += -0.2 if section[-1] != self.head else 0.2 if weight else 0.1  # a head alone names no line
        partner = PARTNER * (1 + self.factor)  # of two matrices side by side, one tells what the other is
        return weight + (partner if self.partners and sheet.partners(key) & self.partners else 0.0)

    def names(self, sheet: Sheet, key: str) -> bool:
        """Whether a line is called by its name: that of its head, where one of a head is named."""
        by_base = sheet.base(key) in self.exact and not self._another(sheet, key)
        return key in self.exact or (by_base and self.of(sheet, key) > 0)

    def _another(self, sheet: Sheet, key: str) -> bool:
        """Whether the line of another head is named."""
        start = f"{sheet.base(key)}_"
        return key not in self.exact and any(name.startswith(start) and name in sheet.rank for name in self.exact)


def _is_entry(ink: Ink) -> bool:
    """Whether all indices of a name are numbers."""
    return bool(ink.indices) and all(index.strip("{}, ").isdecimal() for index in ink.indices)
