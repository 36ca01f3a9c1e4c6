"""How long closed forms may grow, and the balls that take their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb, ctx, fmpq

ZERO, ONE = fmpq(0), fmpq(1)
MAX_TERMS = 4000
MAX_PRECISION = 1 << 16

_limit = MAX_TERMS


class TooLarge(ArithmeticError):  # noqa: N818  not an error: a ball is used instead
    """A closed form has grown beyond the limit in force; a ball takes its place."""


@contextmanager
def at_most(terms: int) -> Iterator[None]:
    """Closed forms of more than so many terms become balls inside this context."""
    global _limit  # noqa: PLW0603  like flint's own precision, it belongs to the calculation that runs
    before, _limit = _limit, min(terms, MAX_TERMS)
    try:
        yield
    finally:
        _limit = before


def limit() -> int:
    """How many terms a closed form may have."""
    return _limit


def is_zero(value: Any) -> bool:
    """Whether an entry is exactly 0."""
    return type(value) is fmpq and value == 0


def digits_in(value: Any) -> int:
    """How many digits the longest number of an exact entry has; 1 of a ball, whose digits do not add up."""
    if type(value) is fmpq:
        return int(value.height_bits()) // 3 + 1
    if isinstance(value, tuple):
        return max(map(digits_in, value))
    parts = getattr(value, "parts", None) or getattr(value, "terms", None)
    if parts:
        return max(map(digits_in, parts.items()))
    return getattr(value, "digits", 1)


def ball_of(value: Any) -> arb:
    """Any entry as a ball at the current precision."""
    kind = type(value)
    return value if kind is arb else arb(value) if kind is fmpq else value.ball()


def sign_of(value: Any) -> int:
    """The sign of a rational, or of another form by balls of growing precision; TooLarge where it stays undecided."""
    if type(value) is fmpq:
        return int(value > 0) - int(value < 0)
    before = ctx.prec
    try:
        while True:
            ball = value.ball()
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            if ctx.prec > MAX_PRECISION:
                raise TooLarge
            ctx.prec *= 2
    finally:
        ctx.prec = before
