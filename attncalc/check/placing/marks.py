"""How close a written number is to the one that a line of the work has there: evidence, never a verdict."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from attncalc.check.written import value_of
from attncalc.reading.ink import Ink

COARSE = 0.02  # of a value without digits of its own, such as e^{1.5}
LIKELY = 0.7  # of a number that one digit tells from the right one
NUMBERS = {"e": math.e, "pi": math.pi}
NEAR = 0.35  # at most, of one that is merely near


class Mark(NamedTuple):
    """A written value, one unit of its last place, and its text where it is a plain number."""

    value: float
    unit: float
    text: str = ""


def mark_of(ink: Ink) -> Mark | None:
    """What an ink of numbers comes to; None where it holds anything else."""
    if ink.kind == "number":
        return _number(ink)
    if ink.kind == "neg" and ink.args[0].kind == "number":
        inner = _number(ink.args[0])
        return inner and Mark(-inner.value, inner.unit, f"-{inner.text}")
    if ink.kind == "name":
        return Mark(NUMBERS[ink.name], 0.0) if ink.name in NUMBERS and not ink.indices else None
    parts = [mark_of(arg) for arg in ink.args]
    if ink.kind not in CALCULATED or not parts or None in parts:
        return None
    try:
        value = CALCULATED[ink.kind](ink.name, [part.value for part in parts if part])
    except (ArithmeticError, ValueError, KeyError, IndexError):
        return None
    return Mark(value, COARSE * abs(value)) if math.isfinite(value) else None


def _number(ink: Ink) -> Mark | None:
    found = value_of(ink.number) if ink.number else None
    if found is None:
        return None
    if not hasattr(found.value, "__float__"):
        return Mark(-math.inf, 0.0, ink.text)
    try:
        value, unit = float(found.value), int(found.unit.p) / int(found.unit.q)
    except (OverflowError, ZeroDivisionError):  # a number of hundreds of digits
        return None
    return Mark(value, unit, ink.number.text if ink.number else "")


FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "sqrt": math.sqrt,
    "tanh": math.tanh,
    "ln": math.log,
    "sin": math.sin,
    "cos": math.cos,
}
CALCULATED: dict[str, Callable[[str, list[float]], float]] = {
    "neg": lambda _, args: -args[0],
    "sum": lambda _, args: math.fsum(args),
    "product": lambda _, args: math.prod(args),
    "quotient": lambda _, args: args[0] / args[1],
    "power": lambda _, args: math.pow(*args),
    "call": lambda name, args: FUNCTIONS[name](args[0]),
}


def is_number(ink: Ink) -> bool:
    """Whether an ink is one number: with a sign before it, or mixed as some pages show it."""
    if ink.kind == "neg":
        return ink.args[0].kind == "number"
    return ink.kind == "number" or (ink.kind == "power" and all(arg.kind == "number" for arg in ink.args))


def exponent_of(ink: Ink) -> Ink | None:
    """What e is raised to."""
    if ink.kind == "power" and ink.args[0].kind == "name" and ink.args[0].name == "e":
        return ink.args[1]
    return ink.args[0] if ink.kind == "call" and ink.name == "exp" and ink.args else None


def closeness(mark: Mark, target: float) -> float:
    """From 0 to 1: 1 within a unit of the last place, less for a likely misreading, little for what is merely near."""
    if math.isinf(target) or math.isinf(mark.value):
        return 1.0 if mark.value == target or (target == -math.inf and mark.value <= -1e4) else 0.0
    off = abs(mark.value - target)
    if off < max(0.999 * mark.unit, 1e-9 * max(1.0, abs(target))):
        return 1.0
    if mark.text and _one_sign_apart(mark.text, target):
        return LIKELY if len(mark.text.strip("-0.")) > 2 else LIKELY / 2
    scale = max(abs(target), abs(mark.value))
    return NEAR * max(0.0, 1 - off / (0.3 * scale)) if scale else 0.0


def weight(mark: Mark) -> float:
    """How much a number tells: 0 and 1 stand in many places."""
    return 0.4 if mark.value in (0, 1, -1) else 1.0


@lru_cache(maxsize=20_000)
def _one_sign_apart(text: str, target: float) -> bool:
    """Whether one character tells a text from the target written with as many decimals."""
    places = len(text.partition(".")[2])
    candidates = {f"{target:.{count}f}" for count in (places, places - 1, places + 1) if count >= 0}
    return any(_differ_by_one(text.lstrip("+"), other) for other in candidates)


def _differ_by_one(a: str, b: str) -> bool:
    if abs(len(a) - len(b)) > 1 or len(min(a, b, key=len).strip("-0.")) < 1:
        return False
    if len(a) == len(b):
        return len(a.strip("-0.")) > 1 and sum(x != y for x, y in zip(a, b, strict=True)) == 1
    short, long = sorted((a, b), key=len)
    return any(long[:cut] + long[cut + 1 :] == short for cut in range(len(long)))
