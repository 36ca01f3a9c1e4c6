r"""Answers in closed form as numbers of the grammar of entries: \frac{e}{e+1}, 2\sqrt{2}."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from flint import arb

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.written import value_of
from attncalc.reading.ink import Ink
from attncalc.reading.number import Node, Number

CALLS = ("sqrt", "exp", "ln", "tanh", "sin", "cos")
JOINED = {"sum": "+", "product": "*"}
PAIRS = {"quotient": "/", "power": "^"}
MOST = 60  # parts of one form


def number_of(ink: Ink) -> Number | None:
    """The number that an ink is, written out in numbers, e and π alone; None where anything else stands in it."""
    if ink.number is not None:
        return ink.number
    if sum(1 for _ in ink.walk()) > MOST:
        return None
    tree = _tree(ink)
    return Number(ink.text, tree) if tree else None


def _tree(ink: Ink) -> Node | None:
    if ink.kind == "number" and ink.number:
        return ink.number.tree or Node("number", ink.number.text)
    if ink.kind == "name" and ink.name in ("e", "pi") and not ink.indices:
        return Node("name", ink.name)
    parts = [_tree(arg) for arg in ink.args]
    trees = tuple(part for part in parts if part)
    if not trees or len(trees) < len(parts):
        return None
    if ink.kind == "neg":
        return Node("neg", args=trees)
    if ink.kind == "call" and ink.name in CALLS and len(trees) == 1:
        return Node("call", ink.name, trees)
    if ink.kind in PAIRS and len(trees) == 2:
        return Node(PAIRS[ink.kind], args=trees)
    return Node(JOINED[ink.kind], args=trees) if ink.kind in JOINED else None


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
    "exp": arb.exp, "sqrt": arb.sqrt, "tanh": arb.tanh, "ln": arb.log, "sin": arb.sin, "cos": arb.cos,
}  # fmt: skip
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
