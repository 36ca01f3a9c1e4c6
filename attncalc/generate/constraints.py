"""Constraints as people write them: integer S, at-most-digits Q 2, spread A 0.05 0.9."""

from __future__ import annotations

from collections.abc import Iterable

from flint import fmpq

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.generate.predicates import PREDICATES, Constraint, with_usual
from attncalc.reading.number import PLAIN

MOST_LENGTH = 20
NONE = "none"  # of the usual constraints


def read_constraints(texts: Iterable[str]) -> tuple[Constraint, ...]:
    """Constraints with the usual ones of other names beside them, unless `none` stands among them."""
    texts = list(texts)
    own = tuple(read_constraint(text) for text in texts if text.strip() != NONE)
    return own if len(own) < len(texts) else with_usual(own)


def read_constraint(text: str) -> Constraint:
    """A predicate, the step that it is of (all that it suits, if none is named), its numbers.

    Raises InputError where there is no such predicate, it lacks a number, or no line could hold it.
    """
    name, *words = text.split()[:8] or [""]
    if name not in PREDICATES:
        raise InputError(f"there is no constraint {shorten(name)}", hint=did_you_mean(name, PREDICATES))
    wanted = PREDICATES[name].numbers
    step = words.pop(0) if len(words) == len(wanted) + 1 else ""
    numbers = tuple(number for word in words if (number := _number(word)) is not None)
    if len(numbers) != len(words) or len(numbers) != len(wanted):
        example = " ".join([name, "S", *(f"<{number}>" for number in wanted)])
        raise InputError(
            f"constraint {shorten(text)}: {name} takes a step, or none, and "
            f"{len(wanted) or 'no'} number{'s' * (len(wanted) != 1)}",
            hint=example,
        )
    if list(numbers) != sorted(numbers) or any(number < 0 for number in numbers):
        why = f"nothing is both from {words[0]} on and up to {words[-1]}" if len(words) > 1 else "no line is so"
        raise InputError(f"constraint {shorten(text)}: {why}")
    return Constraint(name, step, numbers)


def _number(text: str) -> fmpq | None:
    if not PLAIN.fullmatch(text) or len(text) > MOST_LENGTH or "e" in text.lower():
        return None
    whole, _, part = text.lstrip("+").partition(".")
    return fmpq(int(whole + part), 10 ** len(part))
