"""What one wants to know of a cost besides counts: bytes of a number, speed, fast memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from attncalc.cost.traffic import FAST
from attncalc.cost.units import bytes_of
from attncalc.errors import InputError, shorten

AMOUNT = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,9})?)(?:e\+?([0-9]{1,2}))? ?([kKMGTPE]?)(i?)(?:B|FLOPS|FLOPs|FLOP/s)?")
PREFIXES = "kMGTPE"


@dataclass(frozen=True)
class Asked:
    """The type of numbers, how many FLOP a second are done at most and which share of these, bytes of fast memory."""

    dtype: str = "fp32"
    speed: Fraction | None = None
    share: Fraction = Fraction(1)
    fast: int = FAST

    @property
    def bytes(self) -> int:
        """Of a number."""
        return bytes_of(self.dtype)


def amount(text: str, what: str) -> Fraction:
    """A number such as 312T, 1.5e14 or 192KiB; raises InputError for anything else."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        raise InputError(f"{what} should be a number, not {shorten(text)}", hint=f"{what} 312T")
    number, exponent, prefix, binary = found.groups()
    power = PREFIXES.index(prefix.replace("K", "k")) + 1 if prefix else 0
    value = Fraction(number) * Fraction(10) ** int(exponent or 0)
    return value * Fraction(1024 if binary else 1000) ** power


def share(text: str) -> Fraction:
    """A share, 0.4 or 40%; raises InputError for anything else."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)(%?)", text.strip())
    value = Fraction(found[1]) / (100 if found[2] else 1) if found else Fraction(0)
    if not 0 < value <= 1:
        raise InputError(f"--utilisation should be a share up to 1, not {shorten(text)}", hint="--utilisation 0.4")
    return value
