"""Large counts as people write them: 37.8M, 2.36 million, 2,359,296, 343.6 GB; and where on a page one stands."""

from __future__ import annotations

import re
from typing import NamedTuple

from flint import fmpq

from attncalc.check.judging.grain import Grain

PREFIXES = {"": 0, "k": 3, "thousand": 3, "m": 6, "million": 6, "g": 9, "b": 9, "bn": 9, "billion": 9, "t": 12,
            "trillion": 12, "p": 15}  # fmt: skip
AMOUNT = re.compile(
    r"(?<![\w.])(\d{1,3}(?:[,_ \u202f']\d{3}){1,6}|\d{1,18})(\.\d{1,9})?"
    r"(?: ?(?:·|\*|×|x|\\times|\\cdot) ?10\^?\{?(\d{1,2})\}?|"
    r" ?(thousand|million|billion|trillion|bn|[kKMGBTP])(?=FLOP|MAC|[^a-zA-Z]|$))?"
)


class Amount(NamedTuple):
    """A count as it is written: where it stands, its value, and the unit of its last digit."""

    start: int
    stop: int
    grain: Grain


def amounts(text: str, start: int, stop: int) -> list[Amount]:
    """The counts in a part of a text, from left to right."""
    return [_amount(match) for match in AMOUNT.finditer(text, start, stop)]


def _amount(match: re.Match[str]) -> Amount:
    whole, decimals, power, prefix = match.groups()
    digits = re.sub(r"\D", "", whole)
    exponent = int(power) if power else PREFIXES[(prefix or "").lower()]
    places = len(decimals) - 1 if decimals else 0
    value = fmpq(int(digits + (decimals or ".")[1:]), 10**places) * 10**exponent
    zeros = 0 if decimals or power or prefix else len(digits) - len(digits.rstrip("0"))  # 2,400,000 is rounded
    return Amount(match.start(), match.end(), Grain(value, fmpq(10 ** (exponent + zeros), 10**places)))
