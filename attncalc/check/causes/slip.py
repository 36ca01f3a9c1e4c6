"""One wrong number with what stands around it: what a slip in it could have been made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation, Entry, Lines
from attncalc.check.claim import At
from attncalc.check.judging.grain import Grain
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

MAX_TERMS = 64


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of a term: its value, and the entry that it is."""

    value: Entry
    at: At


Term = tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A number that a slip would give, what its sentence needs, and whether it has to be met to the digit."""

    value: Entry
    words: Mapping[str, object] = field(default_factory=dict)
    exactly: bool = False

    def meets(self, number: Grain) -> bool:
        """Whether this is what was written."""
        if self.exactly and number.value is not MINUS_INFINITY:
            return bool(self.value == number.value)
        return number.fits([self.value])


@dataclass(frozen=True)
class Slip:
    """A wrong number: where it stands, what should stand there, and the numbers that it is made of.

    `lines` are the lines as they follow from what is written; `row` the written numbers of its row by their columns,
    `older` other numbers that were written for it.
    """

    calculation: Calculation
    lines: Lines
    at: At
    text: str
    number: Grain
    values: tuple[Entry, ...]  # what follows from the lines before, and the true value if it is another one
    row: Mapping[int, Grain] = field(default_factory=dict)
    older: tuple[tuple[str, Grain], ...] = ()
    written: tuple[Term, ...] = ()  # the terms of the sum as they are written out, where they are
    copied: tuple[Entry, ...] = ()  # what was written for it before
    product: Term = ()  # the factors, where the number is the product of one term

    @property
    def meant(self) -> tuple[Entry, ...]:
        """What may have been meant: what should stand there, and what was written for it before."""
        return (*self.values, *self.copied)

    @property
    def value(self) -> Entry:
        """What should stand there."""
        return self.values[0]

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The products whose sum the entry is; none where it is no such sum."""
        record = self.calculation.records.get(self.at.key)
        if self.written or record is None or record.given or self.product:
            return self.written
        factors: list[Factor] = []

        def leaf(expr: Expr, i: int, j: int) -> Node:
            rows = self.lines[expr.key].rows
            factors.append(Factor(rows[i][j], At(expr.key, i + 1, j + 1)))
            return Node("leaf", str(len(factors) - 1))

        tree = entry(record.expr, self.at.row - 1, self.at.column - 1, leaf, numeric=True)
        terms = [_factors(term, factors) for term in _summands(tree)]
        return tuple(terms) if all(terms) and len(terms) <= MAX_TERMS and len(terms) > 1 else ()  # type: ignore[arg-type]


def _summands(tree: Node) -> Iterator[Node]:
    """The terms of a sum, sums in it resolved."""
    if tree.kind == "+":
        for arg in tree.args:
            yield from _summands(arg)
    else:
        yield tree


def _factors(term: Node, factors: list[Factor]) -> Term | None:
    """The entries that a term multiplies; None where it is something else."""
    leaves = term.args if term.kind == "*" else (term,)
    if any(leaf.kind != "leaf" for leaf in leaves):
        return None
    return tuple(factors[int(leaf.text)] for leaf in leaves)


def value_of_term(term: Term) -> Entry:
    """The product of its factors."""
    value = term[0].value
    for factor in term[1:]:
        value = value * factor.value
    return value


Relation = Callable[[Slip], Iterator[Guess]]
