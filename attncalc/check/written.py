"""What a written number says: its value, and how fine it is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal as Decimals
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.decimal import Decimal
from attncalc.check.calculation import PRECISION, Entry, loose
from attncalc.errors import AttncalcError
from attncalc.reading.number import Node, Number

EXACT = fmpq(0)
MOST_DIGITS = 5  # of a power of ten


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a written number, and one unit of its last place (0 where it is written exactly: 1/2, √2)."""

    value: Entry
    unit: fmpq


@lru_cache(maxsize=4096)
def value_of(number: Number) -> Value | None:
    """What a number says; None where it has no value (letters, a division by 0)."""
    arithmetic = Decimal(PRECISION)
    with arithmetic.working():
        try:
            value = _scaled(number) or loose(arithmetic.number(number))
        except (AttncalcError, ArithmeticError):
            return None
        unit = EXACT if value is MINUS_INFINITY else _unit(number.tree or Node("number", number.text), arithmetic)
        return Value(value, unit)


def could_be(number: Number, other: Value) -> bool:
    """Whether a calculation gives another number with all digits of its one decimal, which may have been rounded."""
    tree, decimals = number.tree, _decimals(number.tree) if number.tree else []
    if tree is None or len(decimals) != 1 or other.value is MINUS_INFINITY:
        return False
    text = decimals[0].text
    ends = [value_of(replace(number, tree=_with(tree, text, f"{text}{more}"))) for more in ("5", "")]
    low = str(Decimals(text) - (Decimals(f"{text}5") - Decimals(text)))
    found = [end.value for end in (*ends, value_of(replace(number, tree=_with(tree, text, low)))) if end]
    return any(value < other.value + other.unit for value in found) and any(
        value > other.value - other.unit for value in found
    )


def _with(tree: Node, text: str, other: str) -> Node:
    """A tree with another number in the place of one."""
    if tree.kind == "number":
        return replace(tree, text=other) if tree.text == text else tree
    return replace(tree, args=tuple(_with(arg, text, other) for arg in tree.args))


def _scaled(number: Number) -> fmpq | None:
    """The value of 4.2 × 10^-4343, which is beyond the powers that are calculated with."""
    tree = number.tree
    if tree is None or tree.kind != "*" or len(tree.args) != 2 or tree.args[0].kind != "number":
        return None
    power = _power_of_ten(tree.args[1])
    return power and fmpq(*Fraction(tree.args[0].text).as_integer_ratio()) * power


def _power_of_ten(tree: Node) -> fmpq | None:
    """10^k, for k of up to four digits; and 1000."""
    if tree.kind == "number":
        return fmpq(int(tree.text)) if tree.text.strip("0") == "1" and tree.text.startswith("1") else None
    if tree.kind != "^" or tree.args[0] != Node("number", "10"):
        return None
    power = tree.args[1].args[0] if tree.args[1].kind == "neg" else tree.args[1]
    if not (power.kind == "number" and power.text.isdecimal() and len(power.text) < MOST_DIGITS):
        return None
    return fmpq(10) ** (-int(power.text) if power is not tree.args[1] else int(power.text))


def _unit(tree: Node, arithmetic: Decimal) -> fmpq:
    """One unit of the last place of what a tree writes: that of a decimal, scaled by what it is multiplied with."""
    if tree.kind == "number":
        return _decimal_unit(tree.text)
    if tree.kind == "neg":
        return _unit(tree.args[0], arithmetic)
    if tree.kind in ("*", "/") and (len(tree.args) == 2):
        first, second = tree.args
        if factor := _power_of_ten(second):
            unit = _unit(first, arithmetic)
            return unit * factor if tree.kind == "*" else unit / factor
    return _coarsest(tree, arithmetic)


def _decimal_unit(text: str) -> fmpq:
    """0.01 of 1.23; 1 of 12; 0.001 of 1.2e-2."""
    mantissa, _, exponent = text.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return fmpq(10) ** (int(exponent or 0) - places)


def _coarsest(tree: Node, arithmetic: Decimal) -> fmpq:
    """The unit of a calculation with decimals (2.718/10.107): as fine as its coarsest number; 0 without decimals."""
    shares = [unit for leaf in _decimals(tree) if (unit := _share(leaf, arithmetic))]
    if not shares:
        return EXACT
    value = loose(arithmetic.evaluate(tree, {}))
    try:
        size = float(abs(arb(value) if type(value) is fmpq else value).mid()).as_integer_ratio()
    except (OverflowError, ValueError):  # e^{6487.5} is no number that a page is about
        return EXACT
    return max(shares) * fmpq(*size)


def _share(leaf: Node, arithmetic: Decimal) -> fmpq | None:
    value: Any = arithmetic.evaluate(leaf, {})
    return _decimal_unit(leaf.text) / abs(value) if value != 0 else None


def _decimals(tree: Node) -> list[Node]:
    if tree.kind == "number":
        return [tree] if "." in tree.text else []
    return [leaf for arg in tree.args for leaf in _decimals(arg)]
