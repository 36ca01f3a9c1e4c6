"""Calculations that are written out: the products of a sum, or a quotient, with the result that stands after them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation, Entry
from attncalc.check.claim import At, Claim
from attncalc.check.written import value_of
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

LARGEST = 1000  # of an exponent
Values = Mapping[int, Entry | None]  # of the parts, by the identity of each claim


@dataclass
class Sum:
    """One calculation that is written out: the entry that it is of, its parts in order, and its results."""

    at: At
    parts: list[Claim] = field(default_factory=list)
    results: list[Claim] = field(default_factory=list)


def is_part(claim: Claim) -> bool:
    """Whether a claim is a part of a calculation that is written out."""
    return claim.term is not None or claim.factor is not None


def sums(claims: Iterable[Claim]) -> list[Sum]:
    """The calculations of a page: claims of one entry that stand together."""
    found: list[Sum] = []
    for claim in claims:
        if claim.at is None or claim.written.number is None:
            continue
        goes_on = bool(found) and found[-1].at == claim.at
        if is_part(claim):
            if not goes_on or found[-1].results:
                found.append(Sum(claim.at))
            found[-1].parts.append(claim)
        elif goes_on:
            found[-1].results.append(claim)
        else:
            found.append(Sum(claim.at, [], [claim]))
    return [each for each in found if each.parts]


def terms(expr: Expr, row: int, column: int) -> list[list[At]] | None:
    """The entries that are multiplied in each term of an entry; None where it is no sum of products."""
    if expr.op not in ("matmul", "dot", "row sums"):
        return None
    leaves: list[At] = []

    def leaf(line: Expr, i: int, j: int) -> Node:
        leaves.append(At(line.key, i + 1, j + 1))
        return Node("leaf", str(len(leaves) - 1))

    tree = entry(expr, row - 1, column - 1, leaf, numeric=True)
    return [[leaves[int(node.text)] for node in _leaves(term)] for term in (tree.args if tree.kind == "+" else (tree,))]


def _leaves(tree: Node) -> list[Node]:
    return [tree] if tree.kind == "leaf" else [node for arg in tree.args for node in _leaves(arg)]


def written_values(parts: Iterable[Claim]) -> dict[int, Entry | None]:
    """What each part says."""
    return {
        id(part): value.value if part.written.number and (value := value_of(part.written.number)) else None
        for part in parts
    }


def product(values: Iterable[Entry | None]) -> Entry | None:
    """The product; None where one has no value, or is masked."""
    found: Entry = fmpq(1)
    for value in values:
        if value is None or value is MINUS_INFINITY:
            return None
        found = found * value
    return found


def total(values: Iterable[Entry | None]) -> Entry | None:
    """The sum; None where one has no value, or is masked."""
    found: Entry = fmpq(0)
    for value in values:
        if value is None or value is MINUS_INFINITY:
            return None
        found = found + value
    return found


def totals(calculation: Calculation, whole: Sum, values: Values) -> list[Entry]:
    """What a calculation comes to with these values of its parts: by its factors, and by its products."""
    expr = calculation.records[whole.at.key].expr if whole.at.key in calculation.records else None
    rule = RULES.get(expr.op) if expr else None
    return [] if rule is None or expr is None else rule(calculation, expr, whole, values)


def _by_terms(parts: Iterable[Claim], values: Values) -> dict[int, list[Entry | None]]:
    found: dict[int, list[Entry | None]] = {}
    for part in parts:
        found.setdefault(part.term or 0, []).append(values[id(part)])
    return found


def _sum(calculation: Calculation, expr: Expr, whole: Sum, values: Values) -> list[Entry]:
    """By the factors, and by the products; nothing where terms are missing that are not 0, or too many stand."""
    expected = terms(expr, whole.at.row, whole.at.column)
    found = []
    for parts in ([part for part in whole.parts if part.factor], [part for part in whole.parts if not part.factor]):
        by_terms = _by_terms(parts, values)
        if by_terms and (expected is None or _are_all(calculation, expected, by_terms)):
            found.append(total(product(term) for term in by_terms.values()))
    return [number for number in found if number is not None]


def _are_all(calculation: Calculation, expected: list[list[At]], by_terms: Collection[int]) -> bool:
    """Whether the terms of a sum are those that should be; 0 may be left out."""
    missing = [term for number, term in enumerate(expected, 1) if number not in by_terms]
    return max(by_terms) <= len(expected) and all(
        any(calculation.truth[at.key].rows[at.row - 1][at.column - 1] == 0 for at in term) for term in missing
    )


def _over(_: Calculation, __: Expr, whole: Sum, values: Values) -> list[Entry]:
    above = product(values[id(part)] for part in whole.parts if part.factor == 1)
    below = product(values[id(part)] for part in whole.parts if part.factor == 2)
    return _quotient(above, below)


def _quotient(above: Entry | None, below: Entry | None) -> list[Entry]:
    return [above / below] if above is not None and below is not None and below != 0 else []


def _share(_: Calculation, expr: Expr, whole: Sum, values: Values) -> list[Entry]:
    """Of exponentials, or of exponents."""
    powers = {arg.key for arg in expr.args if arg.op == "line"}

    def worth(part: Claim) -> Entry | None:
        value = values[id(part)]
        if value is None or part.of is None or part.of.key in powers:
            return value if part.of else None
        if value is MINUS_INFINITY:
            return fmpq(0)
        return arb(value).exp() if bool(abs(value) < LARGEST) else None

    above = [worth(part) for part in whole.parts if part.factor == 1]
    below = [worth(part) for part in whole.parts if part.factor == 2]
    if len(above) != 1 or len(below) not in (1, expr.args[0].axes[-1].size):
        return []
    return _quotient(above[0], total(below))


RULES: dict[str, Callable[[Calculation, Expr, Sum, Values], list[Entry]]] = {
    "matmul": _sum,
    "dot": _sum,
    "add": _sum,
    "row sums": _sum,
    "times": _sum,
    "over": _over,
    "share": _share,
}
