"""The code of a question of a paper: which question of which variant it is, and of which seed if that is a number.

Of 40 bits 10 are the variant, 6 the question, 16 the seed, hidden under a mask that the last 8 tell; these are a
digest of the recipe, the seed, the variant and the question, so that a code of another recipe is told.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple

from attncalc.errors import InputError, shorten
from attncalc.problem.codes import value_of, written

SEED, QUESTION, CHECK = 16, 6, 8  # bits
OTHER = (1 << SEED) - 1  # a seed that does not go into these


class Coded(NamedTuple):
    """A question of a variant, both from 1, and the seed of the papers."""

    variant: int
    question: int
    seed: str


def code_of(recipe: str, coded: Coded) -> str:
    """The code of a question of this recipe, which is told by its digest."""
    check = _check(recipe, coded)
    body = (coded.variant - 1) << (QUESTION + SEED) | coded.question << SEED | _number(coded.seed)
    return written((body ^ _mask(check)) << CHECK | check)


def read_code(text: str, recipe: str, seed: str) -> Coded:
    """What a code says; the `seed` is taken where it does not say one. Raises InputError for a code of other papers."""
    value = value_of(text)
    if value is None:
        raise InputError(f"{shorten(text)} is no code", hint="A code stands beside each question: ABCD-EFGH.")
    check = value & ((1 << CHECK) - 1)
    body = (value >> CHECK) ^ _mask(check)
    number = body & OTHER
    coded = Coded(
        (body >> (QUESTION + SEED)) + 1, body >> SEED & ((1 << QUESTION) - 1), seed if number == OTHER else str(number)
    )
    if _check(recipe, coded) != check:
        raise InputError(
            f"the code {shorten(text)} is of another recipe, or of another seed",
            hint="A code is of the recipe as it was; a seed that is no small number is said by --seed.",
        )
    return coded


def _number(seed: str) -> int:
    is_number = seed.isascii() and seed.isdecimal() and str(int(seed[:9])) == seed
    return min(int(seed), OTHER) if is_number else OTHER


def _check(recipe: str, coded: Coded) -> int:
    return sha256(json.dumps([recipe, *coded]).encode()).digest()[0]


def _mask(check: int) -> int:
    return int.from_bytes(sha256(f"code {check}".encode()).digest()[:4], "big")
