"""Values as texts: what should stand where a number is written."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from attncalc.arithmetic import digits
from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.digits import Digits
from attncalc.check.calculation import Entry
from attncalc.check.claim import Claim
from attncalc.check.written import value_of

MORE = 2  # decimals beyond those that are written
MOST = 12  # significant digits


def text_of(value: Entry, claim: Claim) -> str:
    """A value with a few decimals more than the claim has; in full where that is short."""
    return shown(value, max(2, places_of(claim)) + MORE)


def shown(value: Entry, decimals: int = MOST) -> str:
    """A value with so many decimals; in full where that is short."""
    if value is MINUS_INFINITY:
        return "-inf"
    if type(value) is fmpq and value.q < 10**3 and 10**12 % int(value.q) == 0:
        return digits.text_of(value, Digits(12, MOST)) or "0"
    asked = Digits(decimals)
    text = digits.text_of(value, asked) or ""
    if len(text.replace("-", "").replace(".", "")) > MOST:
        return digits.text_of(value, replace(asked, significant=MOST)) or text
    return text


def places_of(claim: Claim) -> int:
    """How many decimals a claim is written with."""
    value = value_of(claim.written.number) if claim.written.number else None
    if value is None or not value.unit:
        return 2
    places, unit = 0, value.unit
    while unit < 1 and places < MOST:
        places, unit = places + 1, unit * 10
    return places
