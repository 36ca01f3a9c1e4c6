"""The root of a closed form that is a square, such as the variance of two numbers: √((a/Z)²) is |a/Z|."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from flint import fmpq

from attncalc.arithmetic.closed import Closed, quotient
from attncalc.arithmetic.exp_sum import ExpSum, Real
from attncalc.arithmetic.limits import TooLarge, sign_of
from attncalc.arithmetic.surd import Surd, square_root

LARGEST = 80  # terms up to which a root is looked for


def root_of(form: Closed) -> Any:
    """The root in closed form, or None where it has none or is too long to look for.

    Numerator times denominator of a square are a square too, whatever factors they share.
    """
    if form.size > LARGEST:
        return None
    try:
        numerator, denominator = form.joined()
        root = _root(numerator * denominator)
    except TooLarge:
        return None
    if root is None:
        return None
    value = quotient(root, denominator)
    return -value if sign_of(value) < 0 else value


def _root(total: ExpSum) -> ExpSum | None:
    """The sum of exponentials whose square this is, term by term from the largest exponent, as one divides."""
    if not all(isinstance(real, fmpq | Surd) for pair in total.terms.items() for real in pair):
        return None
    largest, least = _largest(total), -_largest(ExpSum({-exponent: c for exponent, c in total.terms.items()}))
    first = total.terms[largest]
    start = square_root(first) if type(first) is fmpq and first > 0 else None
    if start is None:
        return None
    half = largest / 2
    root = ExpSum({half: start})
    while (rest := total + (root * root).times(fmpq(-1))).terms:
        exponent = _largest(rest) - half
        if sign_of(exponent - least / 2) < 0 or len(root.terms) > len(total.terms):
            return None
        root = root + ExpSum({exponent: rest.terms[_largest(rest)] / (2 * start)})
    return root


def _largest(total: ExpSum) -> Real:
    return max(total.terms, key=cmp_to_key(_order))


def _order(one: Real, other: Real) -> int:
    return sign_of(one - other)
