"""Small problems drawn at random, of the mechanisms that people work by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from flint import arb

import attncalc
from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Entry

Shapes = dict[str, tuple[int, ...]]
Drawn = tuple[str, dict[str, Any], Shapes]  # a mechanism, its options, what is given


def drawn(numbers: random.Random) -> Calculation:
    """A small solved problem of one of the mechanisms, with exponentials that somebody writes down."""
    while True:
        calculation = _drawn(numbers)
        if has_sums(calculation.truth):
            return calculation


def has_sums(lines: Mapping[str, Array]) -> bool:
    """Whether somebody can write down the sums of the exponentials, and go on from what is written."""
    sums = [entry for key, line in lines.items() if key[0] == "Z" for entry in line.flat]
    return all(1e-2 < entry < 1e5 for entry in map(decimal_of, sums))


def _drawn(numbers: random.Random) -> Calculation:
    mechanism, options, shapes = numbers.choice(MECHANISMS)(numbers)
    decimals, low = numbers.choice((0, 1, 1, 1, 2)), numbers.choice((0, -1))

    def matrix(shape: tuple[int, ...], size: float) -> Any:
        top = round(size * 10**decimals)
        rows = [
            [f"{Decimal(numbers.randint(low * top, top)).scaleb(-decimals):f}" for _ in range(shape[-1])]
            for _ in range(shape[0] if len(shape) == 2 else 1)
        ]
        return rows if len(shape) == 2 else rows[0]

    given = {name: matrix(shape, 1 if name[0] in "WU" and decimals else 2) for name, shape in shapes.items()}
    problem = attncalc.problem(mechanism, given, {"tokens": "rows", **options})
    return Calculation(attncalc.solve(problem))


def _scaled(numbers: random.Random) -> Drawn:
    n, m, d_k, d_v = numbers.randint(2, 4), numbers.randint(2, 4), numbers.choice((2, 3, 4)), numbers.randint(2, 3)
    return "scaled-dot-product", {}, {"Q": (n, d_k), "K": (m, d_k), "V": (m, d_v)}


def _causal(numbers: random.Random) -> Drawn:
    n, d_k, d_v = numbers.randint(2, 4), numbers.choice((2, 3, 4)), numbers.randint(2, 3)
    return "scaled-dot-product", {"mask": "causal"}, {"Q": (n, d_k), "K": (n, d_k), "V": (n, d_v)}


def _self(numbers: random.Random) -> Drawn:
    n, d, d_k, d_v = numbers.randint(2, 4), numbers.randint(2, 4), numbers.choice((2, 3)), numbers.randint(2, 3)
    return "self-attention", {}, {"X": (n, d), "Wq": (d, d_k), "Wk": (d, d_k), "Wv": (d, d_v)}


def _cross(numbers: random.Random) -> Drawn:
    n, m, d, d_k = numbers.randint(2, 3), numbers.randint(2, 4), numbers.randint(2, 4), numbers.choice((2, 3))
    return "cross-attention", {}, {"X": (n, d), "Y": (m, d), "Wq": (d, d_k), "Wk": (d, d_k), "Wv": (d, d_k)}


def _heads(numbers: random.Random) -> Drawn:
    n, d = numbers.randint(2, 3), numbers.randint(3, 4)
    return "multi-head", {"heads": 2}, {"X": (n, d), "Wq": (d, 4), "Wk": (d, 4), "Wv": (d, 4), "Wo": (4, d)}


def _general(numbers: random.Random) -> Drawn:
    n, d_s, d_h = numbers.randint(2, 4), numbers.randint(2, 4), numbers.randint(2, 4)
    return "general", {}, {"H": (n, d_h), "s": (d_s,), "W": (d_s, d_h)}


def _dot(numbers: random.Random) -> Drawn:
    n, d = numbers.randint(2, 4), numbers.randint(2, 4)
    return "dot-product", {}, {"H": (n, d), "s": (d,)}


def _additive(numbers: random.Random) -> Drawn:
    n, d, p = numbers.randint(2, 3), numbers.randint(2, 3), numbers.randint(2, 4)
    return "additive", {}, {"H": (n, d), "s": (d,), "W": (p, d), "U": (p, d), "v": (p,)}


MECHANISMS = (_scaled, _self, _heads, _causal, _cross, _general, _dot, _additive)


def decimal_of(entry: Entry) -> Decimal:
    """An entry with more digits than anybody writes."""
    if isinstance(entry, arb):
        return Decimal(entry.mid().str(25, radius=False))
    return Decimal(int(entry.p)) / Decimal(int(entry.q))
