"""Readings of handwriting that go wrong: digits that look alike, what is lost, and what is taken for a digit."""

from __future__ import annotations

import re
from collections.abc import Callable

from attncalc.reading.commands import words_of

# Digits that were taken for one another on real pages.
ALIKE = {frozenset(pair) for pair in words_of("06 09 17 23 24 35 49 14 56 58 08 37 68 02 38 69 79 89 12")}
MAX_LENGTH = 40
SPACES = re.compile(r"[\s{}]|\\[,;! ]")


def likely_misreading(written: str, other: str) -> str | None:
    """How `other` may have come to be read as what is written; None where nothing suggests it.

    >>> likely_misreading("0.47", "0.4")
    'a bracket read as 7'
    """
    if max(len(written), len(other)) > MAX_LENGTH:
        return None
    one, two = plain(written), plain(other)
    if one == two:
        return None
    return next((says for reading in READINGS if (says := reading(one, two))), None)


def plain(text: str) -> str:
    """A number's text without spaces and braces, with a plain minus."""
    return SPACES.sub("", text).replace("−", "-").replace("–", "-").strip("$~=")


def _sign(one: str, two: str) -> str | None:
    if one.lstrip("-") != two.lstrip("-"):
        return None
    return "a sign read that is not there" if one.startswith("-") else "a sign lost"


def _mixed(one: str, two: str) -> str | None:
    found = re.fullmatch(r"(-?)(\d+)\^\(?(\d+)/(\d+)\)?", one)
    if not found:
        return None
    sign, whole, top, bottom = found.groups()
    improper = f"{sign}{int(whole) * int(bottom) + int(top)}/{bottom}"
    meant = {improper, f"{sign}{whole}{top}/{bottom}", f"{sign}{whole}+{top}/{bottom}"}
    value = _ratio(improper)
    return "a mixed number read as a power" if two in meant or (value is not None and value == _ratio(two)) else None


def _ratio(text: str) -> float | None:
    top, _, bottom = text.partition("/")
    try:
        return float(top) / float(bottom or 1)
    except (ValueError, ZeroDivisionError):
        return None


def _bracket(one: str, two: str) -> str | None:
    return "a bracket read as 7" if one in (two + "7", _longer(two) + "7") else None


def _longer(text: str) -> str:
    return text if "." in text else text + "."


def _point(one: str, two: str) -> str | None:
    if one.replace(".", "").lstrip("-0") != two.replace(".", "").lstrip("-0") or one[:1] != two[:1]:
        return None
    return "a decimal point lost" if "." in two and "." not in one else "a decimal point read elsewhere"


def _denominator(one: str, two: str) -> str | None:
    if "/" in two and one == two.partition("/")[0]:
        return "a denominator lost"
    return "a denominator read that is not there" if "/" in one and two == one.partition("/")[0] else None


def _last_digit(one: str, two: str) -> str | None:
    shorter, longer = sorted((one, two), key=len)
    if len(longer) != len(shorter) + 1 or not _is_dropped(shorter, longer):
        return None
    return "a digit lost" if len(one) < len(two) else "a digit read twice, or where there is none"


def _is_dropped(shorter: str, longer: str) -> bool:
    return any(
        longer[:place] + longer[place + 1 :] == shorter and longer[place].isdigit() for place in range(len(longer))
    )


def _confused(one: str, two: str) -> str | None:
    if len(one) != len(two):
        return None
    pairs = [(a, b) for a, b in zip(one, two, strict=True) if a != b]
    if not 1 <= len(pairs) <= 2 or any(frozenset(pair) not in ALIKE for pair in pairs):
        return None
    return " and ".join(f"{b} read as {a}" for a, b in pairs)


READINGS: tuple[Callable[[str, str], str | None], ...] = (
    _sign,
    _mixed,
    _bracket,
    _point,
    _denominator,
    _last_digit,
    _confused,
)
