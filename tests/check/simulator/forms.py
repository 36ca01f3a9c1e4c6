"""Exact forms: what people leave as a fraction, a root or a quotient of powers of e."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from flint import fmpq

from .terms import Place, exponents, operand

if TYPE_CHECKING:
    from .work import Work

ROOTS = {2: "sqrt(2)", 3: "sqrt(3)"}


def form(work: Work, place: Place) -> str | None:
    """The exact form of a scaled score or a weight in plain signs; None where somebody takes decimals."""
    key, i, j = place
    if key.startswith("S_scaled"):
        return _quotient(work, place)
    if key.split("_")[0] not in ("A", "alpha"):
        return None
    found = exponents(work.calculation, key)
    if found is None:
        return None
    row = work.lines[found[1]].rows[i]
    if not all(isinstance(entry, fmpq) and entry.q == 1 and abs(entry) < 6 for entry in row):
        return None
    return f"{power(row[j])}/({_sum(row)})"


def _quotient(work: Work, place: Place) -> str | None:
    key, i, j = place
    source = operand(work.calculation, key)
    size = int(work.calculation.truth.get("d_k", work.calculation.truth.get("d")).flat[0].p) if source else 0
    score = work.lines[source].rows[i][j] if source else None
    if size not in ROOTS or not isinstance(score, fmpq) or score.q != 1:
        return None
    if score == 0:
        return "0"
    return _rational(int(score.p), size) if work.habit.rational else f"{score}/{ROOTS[size]}"


def _rational(score: int, size: int) -> str:
    """A score over a root with the root above the bar: 3√2/2."""
    whole, rest = divmod(score, size)
    factor = {1: "", -1: "-"}.get(score if rest else whole, str(score if rest else whole))
    return f"{factor}{ROOTS[size]}/{size}" if rest else f"{factor}{ROOTS[size]}"


def power(exponent: fmpq) -> str:
    """e to a whole number."""
    return {0: "1", 1: "e"}.get(int(exponent.p), f"e^{exponent.p}")


def _sum(row: list[fmpq]) -> str:
    """The sum of powers, equal ones together: 2e + 1."""
    counts = Counter(int(entry.p) for entry in row)
    terms = []
    for exponent in sorted(counts, reverse=True):
        text = power(fmpq(exponent))
        count = counts[exponent]
        terms.append(text if count == 1 else str(count) if exponent == 0 else f"{count}{text}")
    return "+".join(terms)


def latex(text: str) -> str:
    """A form with a fraction bar."""
    above, bar, below = text.partition("/")
    if not bar:
        return _braced(text)
    sign = "-" if above.startswith("-") else ""
    below = below[1:-1] if below.startswith("(") else below
    return rf"{sign}\frac{{{_braced(above.lstrip('-'))}}}{{{_braced(below)}}}"


def _braced(text: str) -> str:
    parts = text.replace("sqrt(", r"\sqrt{").replace(")", "}").split("+")
    powers = (part.partition("e^") for part in parts)
    return "+".join(f"{a}e^{{{b}}}" if sign else a for a, sign, b in powers)


def is_form(text: str) -> bool:
    """Whether a written number is no decimal."""
    return any(sign in text for sign in "/e√s\\") and text != "-inf"
