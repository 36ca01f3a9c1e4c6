"""Mistakes put into right work: of method, wherever the same student would make them, or one slip."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal

from synthetic import HIDDEN

from attncalc.check.causes.rewrites import gradients
from attncalc.check.causes.table import METHOD, ROUNDED_EARLY

from .moves import ALL, LOCAL, MOVES, SKIPS, outcomes
from .noise import RATES
from .terms import operand, products
from .work import Slip, Work, base

WEIGHTS = (("Q", "K", "V"), ("Uh", "Ws"), ("cos", "sin"), ("Q_rot", "K_rot"))  # lines with the same mistake, often
FORWARD = [row for row in METHOD if row.rewrite not in vars(gradients).values()]  # no page goes the way back
METHOD_NAMES = (*(row.name for row in FORWARD if row not in ROUNDED_EARLY), *MOVES)  # roots are rounded by habit


def with_mistake(numbers: random.Random, work: Work, name: str) -> Work | None:
    """The work with a mistake or slip; None if it cannot be made there, or would not be seen."""
    try:
        return _with_slip(numbers, work, name) if name in SLIPS else _with_method(numbers, work, name)
    except (ArithmeticError, KeyError, ValueError, TypeError, IndexError):
        return None


def _with_method(numbers: random.Random, work: Work, name: str) -> Work | None:
    with work.calculation.working():
        ways = {key: found for key in work.calculation.records if (found := _ways(work, key, name))}
    if not ways:
        return None
    key = numbers.choice(list(ways))
    number = numbers.choice(ways[key])
    keys = [key] if name in LOCAL else [one for one in ways if base(one) in _family(numbers, name, base(key))]
    skipped = frozenset(one for one in work.calculation.records if base(one) in SKIPS.get(name, ()))
    skipped = skipped if numbers.random() < 0.7 or name == "norm-over-tokens" else frozenset()
    other = work.with_mistakes({one: (name, number) for one in keys if number in ways[one]}, name, skipped)
    return other if _shows(work, other) else None


def _ways(work: Work, key: str, name: str) -> list[int]:
    """The numbers of the ways in which a mistake can be made in a line."""
    if name in MOVES:
        return [0] if MOVES[name](work.calculation, work.lines, key) is not None else []
    return [number for cause, number in outcomes(work.calculation, key, work.lines) if cause == name]


def _family(numbers: random.Random, name: str, key: str) -> tuple[str, ...]:
    together = next((family for family in WEIGHTS if key in family), (key,))
    if name in MOVES:
        return ("Q", "K", "V", "S", "O", "E", "MH", "X_centred", "X_norm", "Q_rot", "K_rot")
    return together if name in ALL or numbers.random() < 0.7 else (key,)


def _shows(work: Work, other: Work) -> bool:
    """Whether two numbers are far from right where the mistake is made."""
    pairs = [(one, new) for key in other.blamed for one, new in _pairs(work, other, key)]
    return sum(_differ(one, new) for one, new in pairs) >= 2


def _pairs(work: Work, other: Work, key: str) -> list[tuple[str, str]]:
    return [(work.texts[key][i][j], text) for i, j, text in other.entries(key)]


def _differ(one: str, other: str) -> bool:
    if one == other or HIDDEN in (one, other):
        return one != other
    try:
        unit = Decimal(1).scaleb(-min(len(text.partition(".")[2]) for text in (one, other)))
        return abs(Decimal(one) - Decimal(other)) > 2 * unit
    except ArithmeticError:
        return True


# Slips: each gives another text for a number, or None.


def digit_changed(numbers: random.Random, work: Work, key: str, i: int, j: int) -> str | None:
    """Another digit in the place of one."""
    text = work.texts[key][i][j]
    at = numbers.choice([position for position, sign in enumerate(text) if sign.isdigit()])
    return text[:at] + numbers.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1 :]


def digits_swapped(numbers: random.Random, work: Work, key: str, i: int, j: int) -> str | None:
    """Two neighbouring digits the other way round."""
    text = work.texts[key][i][j]
    places = [at for at in range(len(text) - 1) if text[at : at + 2].isdigit() and text[at] != text[at + 1]]
    if not places:
        return None
    at = numbers.choice(places)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def sign_lost(numbers: random.Random, work: Work, key: str, i: int, j: int) -> str | None:
    """A minus that is gone."""
    text = work.texts[key][i][j]
    return text[1:] if text.startswith("-") and text != HIDDEN else None


def term_left_out(numbers: random.Random, work: Work, key: str, i: int, j: int) -> str | None:
    """A sum without one of its terms."""
    terms = products(work.calculation, key, i, j)
    if len(terms) < 2:
        return None
    (one, a, b), (two, c, d) = numbers.choice(terms)
    value = work.values[key].rows[i][j] - work.lines[one].rows[a][b] * work.lines[two].rows[c][d]
    return work.text(key, value)


def neighbour_copied(numbers: random.Random, work: Work, key: str, i: int, j: int) -> str | None:
    """The number beside it, above or below."""
    rows = work.texts[key]
    places = [(i, j - 1), (i, j + 1), (i - 1, j), (i + 1, j)]
    beside = [rows[a][b] for a, b in places if 0 <= a < len(rows) and 0 <= b < len(rows[0])]
    return numbers.choice(beside) if beside else None


Slipped = Callable[[random.Random, Work, str, int, int], str | None]
ARITHMETIC: dict[str, Slipped] = {
    "digit-changed": digit_changed,
    "digits-swapped": digits_swapped,
    "sign-lost": sign_lost,
    "term-left-out": term_left_out,
    "neighbour-copied": neighbour_copied,
}
COPIES = ("digit-changed", "digits-swapped", "sign-lost", "neighbour-copied")
SLIPS = (*ARITHMETIC, *(f"{name} in a copy" for name in COPIES), "given-copied-wrongly")
NOISE = tuple(f"noise {rate}" for rate in RATES)
MISTAKES = (*METHOD_NAMES, *SLIPS, *NOISE)


def _with_slip(numbers: random.Random, work: Work, name: str) -> Work | None:
    for _ in range(20):
        if (slip := _slip(numbers, work, name)) is not None:
            other = work.with_slip(slip)
            if slip.of is not None or _differ(work.texts[slip.place[0]][slip.place[1]][slip.place[2]], slip.text):
                return other
    return None


def _slip(numbers: random.Random, work: Work, name: str) -> Slip | None:
    if name == "given-copied-wrongly":
        keys = [
            key
            for key in work.calculation.inputs
            if f"{key}_1" not in work.calculation.inputs and key != "M" and "_" not in key
        ]
        return _written(numbers, work, name, numbers.choice(keys), numbers.choice(COPIES), "copy")
    how, _, copied = name.partition(" in a ")
    key = numbers.choice(work.written)
    if not copied:
        return _written(numbers, work, name, key, how, "arithmetic")
    i, j, _ = numbers.choice(list(work.entries(key)))
    source = operand(work.calculation, key)
    factors = [place for term in products(work.calculation, key, i, j) for place in term]
    factors = factors or ([(source, i, j)] if source else [])
    factors = [place for place in factors if place[0] not in work.left_out]
    if not factors:
        return None
    of = numbers.choice(factors)
    text = ARITHMETIC[how](numbers, work, *of)
    is_other = text is not None and _differ(text, work.texts[of[0]][of[1]][of[2]])
    return Slip(name, "copy", (key, i, j), text, of) if text and is_other else None


def _written(numbers: random.Random, work: Work, name: str, key: str, how: str, sort: str) -> Slip | None:
    i, j, old = numbers.choice(list(work.entries(key)))
    text = ARITHMETIC[how](numbers, work, key, i, j) if old != HIDDEN else None
    return Slip(name, sort, (key, i, j), text) if text not in (None, old, HIDDEN) else None
