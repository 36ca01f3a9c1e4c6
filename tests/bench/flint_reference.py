"""Attention to any number of decimals, written directly on python-flint: the least that such an answer costs.

Decimals with so many places are integers over a power of ten, so all scores are one product of integer matrices;
exponentials and outputs are balls, whose digits are printed only where the whole ball rounds to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from flint import arb, arb_mat, ctx, fmpz_mat

Texts = Sequence[Sequence[str]]
GUARDS = (24, 64, 256, 1024, 4096)  # bits beyond the digits that are asked, tried in turn
HALF = arb(0.5)


class Solution(NamedTuple):
    """Scores before scaling, exactly, as `scores` / `unit`; weights and outputs as correctly rounded decimals."""

    scores: fmpz_mat
    unit: int
    weights: list[list[str]]
    outputs: list[list[str]]


def attention(Q: Texts, K: Texts, V: Texts, decimals: int) -> Solution:
    """softmax(QKᵀ/√d_k) V for matrices of plain decimals; raises ValueError at a tie that no precision settles."""
    (q, q_unit), (k, k_unit), (v, v_unit) = _integers(Q), _integers(K), _integers(V)
    scores, unit = q * k.transpose(), q_unit * k_unit
    for guard in GUARDS:
        with ctx.workprec(int(decimals * 3.33) + guard):
            exponentials = _exponentials(scores, arb(q.ncols()).rsqrt() / unit)
            weights = _rounded(_shares(exponentials, exponentials), arb(10) ** decimals, decimals)
            outputs = _rounded(_shares(exponentials, exponentials * arb_mat(v)), arb(10) ** decimals / v_unit, decimals)
        if weights and outputs:
            return Solution(scores, unit, weights, outputs)
    raise ValueError("a number is exactly halfway between two roundings")


def _integers(rows: Texts) -> tuple[fmpz_mat, int]:
    """The integers, and the power of ten to divide them by."""
    places = max(len(text.partition(".")[2]) for text in chain.from_iterable(rows))
    return fmpz_mat([[_scaled(text, places) for text in row] for row in rows]), 10**places


def _scaled(text: str, places: int) -> int:
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(places, "0"))


def _exponentials(scores: fmpz_mat, scale: arb) -> arb_mat:
    """e to the scaled scores, the row's maximum taken off."""
    return arb_mat(
        [
            [(arb(score - top) * scale).exp() for score in row]
            for row, top in ((row, max(row)) for row in scores.tolist())
        ]
    )


def _shares(exponentials: arb_mat, parts: arb_mat) -> list[list[arb]]:
    """Every row of parts over the sum of the row of exponentials."""
    sums = exponentials * arb_mat(exponentials.ncols(), 1, [1] * exponentials.ncols())
    inverses = [1 / total for total in sums.entries()]
    return [[part * inverse for part in row] for row, inverse in zip(parts.tolist(), inverses, strict=True)]


def _rounded(rows: list[list[arb]], power: arb, decimals: int) -> list[list[str]] | None:
    """The digits of every entry times `power`, or None if one of them is not settled."""
    numbers = [[(entry * power + HALF).floor().unique_fmpz() for entry in row] for row in rows]
    if any(number is None for row in numbers for number in row):
        return None
    return [[_with_point(str(number), decimals) for number in row] for row in numbers]


def _with_point(digits: str, decimals: int) -> str:
    digits = digits.zfill(decimals + 1 + digits.startswith("-"))
    return f"{digits[:-decimals]}.{digits[-decimals:]}"
