"""From a number to the digits that are asked: correctly rounded, or not at all.

A text is what Python's `Decimal` reads: `0.1192`, `-3`, `1.4e-14`. A rational settles its own ties; a ball is
rounded only if every number in it rounds alike, otherwise the answer is None: ask again with more precision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from flint import arb, ctx, fmpq, fmpz

TINY_DIGITS = 2  # significant digits of a number too small for the decimals asked
LARGE = 15  # digits before the point from which on a power of ten is written
Integer = Any  # int, or flint's own
Rounding = Literal["half-up", "half-even", "down"]
RULES: tuple[Rounding, ...] = get_args(Rounding)
NEAREST = "nearest"  # the middle of a ball, where nothing is proven any more


@dataclass(frozen=True, slots=True)
class Digits:
    """How many digits: after the point, or significant; `rule` says which way a tie goes.

    `padded` writes every decimal of a number that is not an integer (0.50), for values that were rounded.
    """

    decimals: int = 4
    significant: int | None = None
    rule: str = "half-up"
    padded: bool = False

    @property
    def bits(self) -> int:
        """A precision that settles almost every entry at once."""
        return int((self.significant or self.decimals) * 3.33) + 40


def fewer(digits: Digits) -> Iterator[Digits]:
    """Fewer digits, one by one, for what is not settled: down to tens and hundreds, at last the nearest number."""
    if digits.significant is None:
        yield from (replace(digits, decimals=count) for count in range(digits.decimals - 1, -LARGE, -1))
    else:
        yield from (replace(digits, significant=count) for count in range(digits.significant - 1, 0, -1))
    yield replace(digits, significant=1, rule=NEAREST)


def text_of(value: Any, digits: Digits) -> str | None:
    """The text of a rational or of a ball, or None where the ball does not decide it."""
    return _rational_text(value, digits) if type(value) is fmpq else _ball_text(value, digits)


def _rational_text(value: fmpq, digits: Digits) -> str | None:
    if (as_is := _as_it_is(value, digits)) is not None:
        return as_is
    sign = "-" if value < 0 else ""
    if digits.significant is None and abs(value) < _power(LARGE):
        number = _round_rational(value, digits.decimals, digits.rule)
        if number:
            return sign + _plain(number, digits.decimals)
    return _significant(value, sign, digits, _round_rational, _exponent_rational)


def _ball_text(value: arb, digits: Digits) -> str | None:
    if digits.significant is None:
        number = _round_ball(value, digits.decimals, digits.rule)
        if number is None and abs(value) < _power(LARGE):
            return None
        if number and len(written := str(number)) <= LARGE + digits.decimals:
            return ("-" if value < 0 else "") + _placed(written, digits.decimals)
        if digits.decimals < 0:  # nothing of it is left
            return None
    if not (value > 0 or value < 0):
        return "0" if value.is_zero() else None
    return _significant(value, "-" if value < 0 else "", digits, _round_ball, _exponent_ball)


def _significant(
    value: Any, sign: str, digits: Digits, round_: Callable[..., Integer | None], size: Callable[[Any], int | None]
) -> str | None:
    """A number by its significant digits: plain where that is short, otherwise with a power of ten."""
    exponent = size(value)
    is_near_power = exponent is None  # of ten: on both sides of it numbers have other exponents
    if exponent is None:
        exponent = _upper_exponent(value)
    count = digits.significant or (TINY_DIGITS if exponent < 0 else digits.decimals + 1)
    if is_near_power and round_(value, count - exponent, digits.rule) != _power(count):
        return None
    number = round_(value, count - 1 - exponent, digits.rule)
    if number is None:
        return None
    if number == _power(count):
        number, exponent = number // 10, exponent + 1
    if digits.significant and -6 < exponent < count:
        return sign + _plain(number, count - 1 - exponent)
    mantissa = _plain(number, count - 1)
    ends = digits.significant and type(value) is fmpq and abs(value) == number * fmpq(10) ** (exponent + 1 - count)
    return f"{sign}{_strip(mantissa) if ends else mantissa}e{exponent:+d}"


def _as_it_is(value: fmpq, digits: Digits) -> str | None:
    """The text of a rational that has no more digits than asked for."""
    numerator, denominator = int(value.p), int(value.q)
    if denominator == 1 and abs(numerator) < _power(digits.significant or LARGE):
        return str(numerator)
    if digits.significant is None:
        number, rest = divmod(abs(numerator) * _power(digits.decimals), denominator)
        if rest or number >= _power(LARGE + digits.decimals):
            return None
        text = _plain(number, digits.decimals)
        return ("-" if numerator < 0 else "") + (text if digits.padded else _strip(text))
    places = digits.significant - 1 - _exponent_rational(value)
    if not 0 <= places <= digits.significant + 5 or (numerator * _power(places)) % denominator:
        return None
    return ("-" if numerator < 0 else "") + _strip(_plain(abs(numerator) * _power(places) // denominator, places))


def _strip(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _plain(number: Integer, places: int) -> str:
    """number / 10^places, written out."""
    return _placed(str(number), places)


def _placed(digits: str, places: int) -> str:
    """Digits with a point before the last `places` of them."""
    if places <= 0:
        return digits + "0" * -places
    digits = digits.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def round_rational(value: fmpq, decimals: int, rule: str) -> fmpq:
    """The rational nearest to `value` with so many decimals."""
    number = _round_rational(value, decimals, rule)
    return fmpq(number if value >= 0 else -number, _power(decimals))


def round_to(value: Any, decimals: int, rule: str) -> fmpq | None:
    """A rational or a ball rounded to so many decimals; None where the ball does not decide it."""
    if type(value) is fmpq:
        return round_rational(value, decimals, rule)
    number = _round_ball(value, decimals, rule)
    if number is None or not (number == 0 or value > 0 or value < 0):
        return None
    return fmpq(-number if value < 0 else number, _power(decimals))


def _round_rational(value: fmpq, places: int, rule: str) -> Integer:
    """|value| · 10^places as an integer."""
    numerator, denominator = abs(int(value.p)), int(value.q)
    if places >= 0:
        numerator *= _power(places)
    else:
        denominator *= _power(-places)
    number, rest = divmod(numerator, denominator)
    if rule == "down":
        return number
    up = 2 * rest > denominator or (2 * rest == denominator and (rule == "half-up" or number % 2 == 1))
    return number + up


def _round_ball(value: arb, places: int, rule: str) -> Integer | None:
    """|value| · 10^places as an integer, if the whole ball rounds to it."""
    scaled = abs(value.mid() if rule == NEAREST else value) * _power_ball(places, ctx.prec)
    return (scaled if rule == "down" else scaled + 0.5).floor().unique_fmpz()


def _exponent_rational(value: fmpq) -> int:
    """The power of ten of the first digit."""
    numerator, denominator = abs(int(value.p)), int(value.q)
    exponent = len(fmpz(numerator).str()) - len(fmpz(denominator).str())
    larger = (
        numerator >= denominator * _power(exponent) if exponent >= 0 else numerator * _power(-exponent) >= denominator
    )
    return exponent if larger else exponent - 1


def _exponent_ball(value: arb) -> int | None:
    exponent = (abs(value).log() / arb(10).log()).floor().unique_fmpz()
    return None if exponent is None else int(exponent)


def _upper_exponent(value: arb) -> int:
    """The power of ten of the first digit of the largest number of a ball."""
    return int((abs(value).log() / arb(10).log()).upper().floor().unique_fmpz())


@lru_cache(maxsize=4096)
def _power(exponent: int) -> int:
    return int(10**exponent)


@lru_cache(maxsize=256)
def _power_ball(exponent: int, precision: int) -> arb:
    assert precision == ctx.prec
    return arb(10) ** exponent
