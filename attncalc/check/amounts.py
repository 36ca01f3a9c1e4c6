"""Large counts as people write them: 37.8M, 2,36 Mio., 2 359 296, 343.6 GB, 320 GiB; and where on a page one stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from flint import fmpq

from attncalc.check.judging.grain import Grain
from attncalc.reading.commands import words_of

SCALES = {
    word: power
    for power, words in (
        (3, "thousand tausend tsd mille mil mila duizend tys тыс bin 千 천"),
        (4, "万 萬 만"),
        (
            6,
            "million millions millionen mio millón millones milione milioni milhão milhões miljoen milion miliony"
            " milionów mln млн миллион миллиона миллионов milyon 百万 백만",
        ),
        (8, "亿 億 억"),
        (
            9,
            "billion billions bn bilhão bilhões milliarde milliarden mrd milliard milliards miliardo miliardi mld"
            " miljard miliard miliardy miliardów млрд миллиард миллиарда миллиардов milyar 十亿 십억",
        ),
        (12, "trillion trillions billionen billones billón 万亿 兆 조"),
    )
    for word in words_of(words)
}
PREFIXES = {"": 0, "k": 1, "m": 2, "g": 3, "b": 3, "t": 4, "p": 5, "к": 1, "м": 2, "г": 3, "т": 4}
AMOUNT = re.compile(
    r"(?<![0-9A-Za-z_.,])(\d{1,3}(?:[.,_ \u00a0\u202f'’]\d{3}){1,6}(?!\d)|\d{1,18})([.,]\d{1,9}(?!\d))?"
    r"(?: ?(?:·|\*|×|x|\\times|\\cdot) ?10\^?\{?(\d{1,2})\}?)?"
)
WORD = re.compile(r"(?:\\(?:text|mathrm)\{)?[^\W\d_]{1,24}")
_BYTES = r"bytes?|b|octets?|б|байт\w{0,2}|字节|バイト|바이트|bayt\w{0,2}|bajt\w{0,4}"
BYTES = re.compile(_BYTES)
UNIT = re.compile(rf"([kmgtpкмгт]?)([iи]?)(?:{_BYTES}|(?<=[kmgti])o)")
PREFIX = re.compile(r"([kmgbtp])(?:flops?|macs?)?")


class Amount(NamedTuple):
    """A count as it is written: where it stands, and what it may be, of which the last digit has a unit."""

    start: int
    stop: int
    grains: tuple[Grain, ...]
    is_bytes: bool


class Unit(NamedTuple):
    """What stands behind a number: where it ends, and the sizes that it may have."""

    stop: int
    sizes: tuple[int, ...] = (1,)
    is_bytes: bool = False


def amounts(text: str, start: int, stop: int, *, of_bytes: bool = False) -> list[Amount]:
    """The counts in a part of a text, from left to right; of bytes those with that unit, where there are some."""
    found = [_amount(match, text, stop, of_bytes=of_bytes) for match in AMOUNT.finditer(text, start, stop)]
    plain, with_unit = ([amount for amount in found if amount.is_bytes is kind] for kind in (False, True))
    return with_unit or plain if of_bytes else plain


def _amount(match: re.Match[str], text: str, stop: int, *, of_bytes: bool) -> Amount:
    unit = _unit(text, match.end(), stop, of_bytes=of_bytes)
    sizes = [10 ** int(match[3] or 0) * size for size in unit.sizes]
    is_whole = not (match[2] or match[3]) and unit.sizes == (1,)
    numbers = _numbers(match[1], match[2] or "", is_whole=is_whole)
    grains = (Grain(value * size, place * size) for value, place in numbers for size in sizes)
    return Amount(match.start(), unit.stop, tuple(grains), unit.is_bytes)


def _numbers(whole: str, decimals: str, *, is_whole: bool) -> Iterator[tuple[fmpq, fmpq]]:
    """What digits may mean, and the unit of the last one: in 2.359 the point may part thousands, or decimals."""
    signs = [sign for sign in whole if not sign.isdecimal()]
    first, _, last = whole.rpartition(signs[-1]) if signs else ("", "", whole)
    if not decimals and signs and signs[-1] in ".," and (len(signs) == 1 or len({*signs}) > 1):
        yield _number(first, last)
    if len({*signs}) < 2 and not whole.startswith("0."):
        value, place = _number(whole, decimals[1:])
        digits = str(value) if is_whole else ""  # of 2,400,000 the zeros are rounded
        yield value, place * 10 ** (len(digits) - len(digits.rstrip("0")))


def _number(whole: str, decimals: str) -> tuple[fmpq, fmpq]:
    place = fmpq(1, 10 ** len(decimals))
    return int("".join(filter(str.isdecimal, whole)) + decimals) * place, place


def _unit(text: str, start: int, stop: int, *, of_bytes: bool) -> Unit:
    """The words that belong to a number: M, GiB, GFLOPs, Mio. Bytes, 亿字节; B is a billion of what is no bytes."""
    word = _word(text, start, stop)
    said = word[0].rpartition("{")[2].casefold() if word else ""
    if word is None or (said == "b" and not of_bytes):
        return Unit(word.end(), (10**9,)) if word else Unit(start)
    unit, scale = UNIT.fullmatch(said), _scale(said)
    if scale:
        end = word.end() - len(said) + len(scale)
        behind = _word(text, end, stop)
        is_bytes = behind is not None and BYTES.fullmatch(behind[0].casefold()) is not None
        if is_bytes or not (unit and of_bytes):  # Mio. Bytes are millions, but Mio alone are mebioctets
            return Unit(behind.end() if behind and is_bytes else end, (10 ** SCALES[scale],), is_bytes)
    if unit:
        power = PREFIXES[unit[1]]
        sizes = dict.fromkeys((1024**power,) if unit[2] else (1000**power, 1024**power))
        return Unit(word.end(), tuple(sizes), is_bytes=True)
    prefix = PREFIX.fullmatch(said)
    return Unit(word.end(), (1000 ** PREFIXES[prefix[1]],)) if prefix else Unit(start)


def _word(text: str, start: int, stop: int) -> re.Match[str] | None:
    """The word that stands here, or behind a space."""
    begin = start + (text[start : start + 1] == ".")
    begin += text[begin : begin + 1] in (" ", "~", "\u00a0", "\u202f")
    return WORD.match(text, begin, stop)


def _scale(word: str) -> str:
    """The word for a power of ten that this is, or begins with where words are written without spaces."""
    if word in SCALES or word.isascii():
        return word if word in SCALES else ""
    starts = (word[:size] for size in (2, 1))
    return next((start for start in starts if start in SCALES and start > "\u3000"), "")
