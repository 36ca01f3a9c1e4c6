"""Entries in closed form as trees that can be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm
from operator import methodcaller
from typing import Any

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.closed import Closed, sign
from attncalc.arithmetic.exp_sum import UNIT, ExpSum, TanhBottom
from attncalc.arithmetic.limits import ball_of
from attncalc.arithmetic.surd import Surd
from attncalc.arithmetic.trig import CONSTANT, Trig
from attncalc.reading.number import Node

SHORT = 2  # a denominator of more terms is called by its name, where it has one
READABLE = 8  # terms up to which a closed form is written


def tree_of(entry: Any, names: Mapping[Any, str] | None = None) -> Node | None:
    """The tree of an entry, or None if it has no closed form that a person would read.

    `names` gives long denominators the names of the lines where they stand: {Z₃'s value: "Z_3"}.
    """
    if entry is MINUS_INFINITY:
        return Node("-inf", "-inf")
    if type(entry) is arb:
        return None
    if type(entry) is fmpq:
        return _rational(entry)
    if isinstance(entry, Surd):
        return _surd(entry)
    if isinstance(entry, Trig):
        return total(_waves(entry)) if len(entry.terms) <= READABLE else None
    if isinstance(entry, Closed):
        return _closed(entry, names or {})
    return _symbolic(entry.expr)


def _number(value: int) -> Node:
    return Node("number", str(value)) if value >= 0 else Node("neg", args=(Node("number", str(-value)),))


def _rational(value: fmpq) -> Node:
    top, bottom = int(value.p), int(value.q)
    if bottom == 1:
        return _number(top)
    quotient = Node("/", args=(Node("number", str(abs(top))), Node("number", str(bottom))))
    return quotient if top > 0 else Node("neg", args=(quotient,))


def _times(coefficient: fmpq, factor: Node) -> Node:
    """coefficient · factor, as 7√3/6 is written."""
    top, bottom = abs(int(coefficient.p)), int(coefficient.q)
    node = factor if top == 1 else Node("*", args=(Node("number", str(top)), factor))
    node = node if bottom == 1 else Node("/", args=(node, Node("number", str(bottom))))
    return node if coefficient > 0 else Node("neg", args=(node,))


def total(terms: Iterable[Node]) -> Node:
    """A sum of trees in their order; those that a minus sign would begin stand at the end."""
    given = list(terms)
    first = next((at for at, node in enumerate(given) if node.kind != "neg"), 0)
    return given[0] if len(given) == 1 else Node("+", args=(*given[first:], *given[:first]))


def _surd(value: Surd) -> Node:
    def term(radicand: int, coefficient: fmpq) -> Node:
        if radicand == 1:
            return _rational(coefficient)
        return _times(coefficient, Node("call", "sqrt", (Node("number", str(radicand)),)))

    return total(term(radicand, coefficient) for radicand, coefficient in sorted(value.terms.items()))


def _waves(value: Trig) -> list[Node]:
    """The terms of a sum of sines, the constant first, then by their angles."""
    ordered = sorted(value.terms.items(), key=lambda term: (_size(term[0][1]), term[0][0]))
    return [
        _constant(coefficient)
        if (name, angle) == CONSTANT
        else _multiple(coefficient, Node("call", name, (tree_of(angle) or Node("name", "?"),)))
        for (name, angle), coefficient in ordered
    ]


def _size(value: Any) -> float:
    """A number by which closed forms are put in order."""
    return float(ball_of(value).mid())


def _constant(value: Any) -> Node:
    return _rational(value) if type(value) is fmpq else _surd(value)


def _closed(value: Closed, names: Mapping[Any, str]) -> Node | None:
    terms = []
    for denominator, numerator in sorted(value.parts.items(), key=lambda part: part[0] != UNIT):
        named = names.get(denominator)
        if not (_is_readable(numerator) and (named or _is_readable(denominator))):
            return None
        terms.append(_quotient(numerator, denominator, named))
    return total(terms) if len(terms) <= READABLE else None


def _is_readable(value: ExpSum) -> bool:
    return value.size <= READABLE and all(tree_of(exponent) for exponent in value.terms)


def _quotient(numerator: ExpSum, denominator: ExpSum, named: str | None) -> Node:
    """One part: its fractions are moved below the line."""
    if isinstance(denominator, TanhBottom) and (multiple := denominator.multiple(numerator)):
        return _multiple(multiple[0], Node("call", "tanh", (tree_of(multiple[1]) or Node("name", "?"),)))
    if denominator == UNIT:
        return exponential_sum(numerator)
    scale = _common(denominator.terms.values()) if named is None else 1
    numerator, denominator = numerator.times(fmpq(scale)), denominator.times(fmpq(scale))
    factor = _common(numerator.terms.values())
    top = exponential_sum(numerator.times(fmpq(factor)))
    bottom = exponential_sum(denominator) if named is None else Node("name", named)
    if factor != 1:
        bottom = Node("*", args=(Node("number", str(factor)), bottom))
    if top.kind == "neg":
        return Node("neg", args=(Node("/", args=(top.args[0], bottom)),))
    return Node("/", args=(top, bottom))


def _common(coefficients: Iterable[Any]) -> int:
    """The common denominator of all rationals in these coefficients."""
    bottoms = [int(value.q) if type(value) is fmpq else _common(value.terms.values()) for value in coefficients]
    return lcm(*bottoms)


def exponential_sum(value: ExpSum) -> Node:
    """Σ c e^a, the constant first, then by the exponents."""
    ordered = sorted(value.terms.items(), key=lambda term: (term[0] != 0, _size(term[0])))
    return total(node for term in ordered for node in _terms(*term))


def _terms(exponent: Any, coefficient: Any) -> list[Node]:
    if type(exponent) is fmpq and exponent == 0:
        return _waves(coefficient) if isinstance(coefficient, Trig) else [_constant(coefficient)]
    return [_multiple(coefficient, Node("^", args=(Node("name", "e"), tree_of(exponent) or Node("name", "?"))))]


def _multiple(coefficient: Any, factor: Node) -> Node:
    """A rational, a surd or a sum of sines times a factor."""
    if type(coefficient) is fmpq:
        return _times(coefficient, factor)
    if isinstance(coefficient, Trig):
        return _multiple_of_waves(_waves(coefficient), factor)
    if len(coefficient.terms) == 1 and sign(coefficient) < 0:
        return Node("neg", args=(Node("*", args=(_surd(-coefficient), factor)),))
    return Node("*", args=(_surd(coefficient), factor))


def _multiple_of_waves(waves: list[Node], factor: Node) -> Node:
    if len(waves) == 1 and waves[0].kind == "neg":
        return Node("neg", args=(Node("*", args=(waves[0].args[0], factor)),))
    return Node("*", args=(total(waves), factor))


def _ordered(expr: Any) -> list[Any]:
    """The terms of a sum in an order that does not depend on their coefficients: 6 ln 2 before 2 ln 3."""
    terms = {part: coefficient * part for coefficient, part in map(methodcaller("as_coeff_Mul"), expr.args)}
    order = expr.func(*terms).as_ordered_terms()
    return [terms[part] for part in order] if set(order) == set(terms) else list(expr.as_ordered_terms())


def _symbolic(expr: Any) -> Node:
    """SymPy's expression; a minus sign, a quotient and a root as people write them."""
    if expr.is_Rational:
        return _rational(fmpq(int(expr.p), int(expr.q)))
    if expr.is_Symbol or expr.is_NumberSymbol:
        return Node("name", "e" if str(expr) == "E" else str(expr))
    if expr.is_Add:
        return total(map(_symbolic, _ordered(expr)))
    if expr.could_extract_minus_sign() and expr.is_Mul:
        return Node("neg", args=(_symbolic(-expr),))
    top, bottom = expr.as_numer_denom()
    if bottom != 1 and expr.func.__name__ != "exp":
        return Node("/", args=(_symbolic(top), _symbolic(bottom)))
    if expr.is_Mul:
        return Node("*", args=tuple(_symbolic(factor) for factor in expr.as_ordered_factors()))
    if expr.func.__name__ == "exp":
        return Node("^", args=(Node("name", "e"), _symbolic(expr.args[0])))
    if expr.is_Pow:
        base, exponent = expr.args
        if exponent.is_Rational and exponent.p == 1 and exponent.q == 2:
            return Node("call", "sqrt", (_symbolic(base),))
        return Node("^", args=(_symbolic(base), _symbolic(exponent)))
    name = {"log": "ln"}.get(expr.func.__name__, expr.func.__name__)
    return Node("call", name, (_symbolic(expr.args[0]),))
