r"""What answers in closed form come to: \frac{e}{e+1}, 2\sqrt{2}."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from flint import arb

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.written import value_of
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink


def closed_value(ink: Ink, called: Callable[[Ink], Any]) -> Any:
    """What an ink comes to, as a ball or a rational; `called` is what a name stands for. None where it is nothing."""
    if ink.kind == "number":
        found = value_of(ink.number) if ink.number else None
        return found.value if found and found.value is not MINUS_INFINITY else None
    if ink.kind == "name":
        return arb(1).exp() if ink.name == "e" and not ink.indices else called(ink)
    parts = [closed_value(arg, called) for arg in ink.args]
    if any(part is None for part in parts) or ink.kind not in VALUES:
        return None
    try:
        return VALUES[ink.kind](ink.name, [arb(part) for part in parts])
    except (ArithmeticError, ValueError, KeyError, IndexError):
        return None


FUNCTIONS: dict[str, Callable[[arb], arb]] = {
    "exp": arb.exp,
    "sqrt": arb.sqrt,
    "tanh": arb.tanh,
    "ln": arb.log,
    "sin": arb.sin,
    "cos": arb.cos,
}
VALUES: dict[str, Callable[[str, list[arb]], arb]] = {
    "neg": lambda _, args: -args[0],
    "sum": lambda _, args: sum(args, arb(0)),
    "product": lambda _, args: prod(args, start=arb(1)),
    "quotient": lambda _, args: args[0] / args[1],
    "power": lambda _, args: args[0] ** args[1],
    "call": lambda name, args: FUNCTIONS[name](args[0]),
}


def is_closed(ink: Ink) -> bool:
    """Whether an ink says a number by roots, e or π, and not by decimals alone."""
    kinds = [part for part in ink.walk() if part.kind in ("call", "name")]
    return bool(kinds) and number_of(ink) is not None
