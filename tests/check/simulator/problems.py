"""Problems that people do by hand: drawn at random, with a title and as a problem file."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from drawn import MECHANISMS as DRAWN
from drawn import Drawn, decimal_of, has_sums

import attncalc
from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError

FORMS = ("block", "lists", "semicolons")  # in which a matrix stands in a problem file
Texts = list[list[str]]
LARGE = 60  # an exponential that teachers avoid, most of them


def _causal_self(numbers: random.Random) -> Drawn:
    n, d, d_k = numbers.randint(3, 4), numbers.randint(2, 3), numbers.choice((2, 3))
    return "self-attention", {"mask": "causal"}, {"X": (n, d), "Wq": (d, d_k), "Wk": (d, d_k), "Wv": (d, 2)}


def _grouped(numbers: random.Random) -> Drawn:
    n, m = numbers.randint(2, 3), numbers.randint(2, 3)
    return "grouped-query", {"heads": 4, "groups": 2}, {"Q": (n, 8), "K": (m, 4), "V": (m, 4)}


def _rope(numbers: random.Random) -> Drawn:
    n = numbers.randint(2, 3)
    return "rope", {"base": numbers.choice((100, 10000))}, {"Q": (n, 4), "K": (n, 4), "V": (n, 2)}


def _alibi(numbers: random.Random) -> Drawn:
    n = numbers.randint(3, 4)
    return "alibi", {"slope": numbers.choice(("1/2", "1/4", "0.1"))}, {"Q": (n, 2), "K": (n, 2), "V": (n, 2)}


def _norm(numbers: random.Random) -> Drawn:
    n, d = numbers.randint(2, 3), numbers.randint(3, 4)
    return "self-attention", {"residual": True, "norm": "layer"}, {"X": (n, d)}


def _padded(numbers: random.Random) -> Drawn:
    n, m = numbers.randint(2, 3), numbers.randint(3, 4)
    return "scaled-dot-product", {"padding": [1] * (m - 1) + [0]}, {"Q": (n, 2), "K": (m, 2), "V": (m, 2)}


def _given_heads(numbers: random.Random) -> Drawn:
    n = numbers.randint(2, 3)
    return "multi-head", {"heads": 2}, {"Q": (n, 4), "K": (n, 4), "V": (n, 4), "Wo": (4, numbers.choice((2, 4)))}


def _columns(numbers: random.Random) -> Drawn:
    n, d, d_k = numbers.randint(2, 3), numbers.randint(2, 3), numbers.choice((2, 3))
    return "self-attention", {"tokens": "columns"}, {"X": (d, n), "Wq": (d_k, d), "Wk": (d_k, d), "Wv": (2, d)}


Draw = Callable[[random.Random], Drawn]
BY_NAME: dict[str, Draw] = {draw.__name__.strip("_"): draw for draw in (*DRAWN, _causal_self, _padded, _given_heads)}
SPECIAL: dict[str, Draw] = {"grouped": _grouped, "rope": _rope, "alibi": _alibi, "norm": _norm, "columns": _columns}
ENGLISH = ("grouped", "rope", "alibi", "norm")  # for which only English has all words
KINDS = {**BY_NAME, **SPECIAL}
ATTENTION = ("scaled", "causal", "self", "cross", "heads", "causal_self", "padded", "given_heads")
ROWS = ("scaled", "causal", "self", "cross", "causal_self", "padded")
DECODERS = ("dot", "general", "additive")


@dataclass(frozen=True)
class Problem:
    """What is asked, as it is typed into a problem file, and the right work."""

    mechanism: str
    options: dict[str, Any]
    given: dict[str, Texts]
    calculation: Calculation
    kind: str

    def text(self, numbers: random.Random, title: str, places: int) -> str:
        """The problem file."""
        form = numbers.choice(FORMS)
        lines = [f'title: "{title}"', f"mechanism: {self.mechanism}", "given:"]
        lines += [line for name, rows in self.given.items() for line in _given(name, rows, form)]
        options = [f"  {key}: {str(value).lower()}" for key, value in self.options.items()]
        lines += ["options:", *options] if options else []
        return "\n".join([*lines, "show:", f"  decimals: {places}"]) + "\n"


def drawn(numbers: random.Random, kinds: tuple[str, ...], *, whole: bool = False) -> Problem:
    """A problem of one of the kinds, with exponentials that somebody writes down; `whole` numbers if asked."""
    while True:
        try:
            problem = _drawn(numbers, numbers.choice(kinds), whole)
        except InputError:  # a row of equal numbers has no deviation
            continue
        lines = problem.calculation.truth
        if has_sums(lines) and _is_normal(lines) and (_is_moderate(lines) or numbers.random() < 0.1):
            return problem


def _drawn(numbers: random.Random, kind: str, whole: bool) -> Problem:
    mechanism, options, shapes = KINDS[kind](numbers)
    decimals = 0 if whole else numbers.choice((0, 1, 1, 1, 2))
    signed = numbers.random() < 0.7
    given = {name: _matrix(numbers, name, shape, decimals, signed) for name, shape in shapes.items()}
    typed = {name: rows if len(shapes[name]) == 2 else rows[0] for name, rows in given.items()}
    solved = attncalc.solve(attncalc.problem(mechanism, typed, {"tokens": "rows", **options}))
    return Problem(mechanism, options, given, Calculation(solved), kind)


def _is_normal(lines: Mapping[str, Array]) -> bool:
    """Whether nothing is divided by a deviation that is next to nothing."""
    return "sigma" not in lines or all(decimal_of(entry) > Decimal("0.2") for entry in lines["sigma"].flat)


def _is_moderate(lines: Mapping[str, Array]) -> bool:
    """Whether no weight is next to 1, as teachers choose their numbers."""
    return all(decimal_of(entry) < LARGE for key in lines if key[0] == "E" for entry in lines[key].flat)


def _matrix(numbers: random.Random, name: str, shape: tuple[int, ...], decimals: int, signed: bool) -> Texts:
    """Entries as teachers choose them: small, most with few digits, some zeros and ones."""
    size = 1.0 if name[0] in "WU" and decimals else 2.0

    def entry() -> str:
        if numbers.random() < 0.25:
            value = Decimal(numbers.choice((0, 1, 1, 2)))
        else:
            value = Decimal(numbers.randint(1, round(size * 10**decimals))).scaleb(-decimals)
        return f"{-value if signed and value and numbers.random() < 0.25 else value:f}"

    rows = shape[0] if len(shape) == 2 else 1
    return [[entry() for _ in range(shape[-1])] for _ in range(rows)]


def _given(name: str, rows: Texts, form: str) -> list[str]:
    if len(rows) == 1 and form != "block":
        return [f"  {name}: [{', '.join(rows[0])}]"]
    if form == "lists" or _starts_with_sizes(rows):
        return [f"  {name}:", *(f"    - [{', '.join(row)}]" for row in rows)]
    if form == "semicolons":
        return [f'  {name}: "{"; ".join(" ".join(row) for row in rows)}"']
    return [f"  {name}: |", *(f"    {' '.join(row)}" for row in rows)]


def _starts_with_sizes(rows: Texts) -> bool:
    """Whether the first row can be taken for the sizes of what follows it, of which `solve` asks what is meant."""
    below = sum(map(len, rows[1:]))
    return len(rows[0]) == 2 and all(text.isdigit() for text in rows[0]) and below == int(rows[0][0]) * int(rows[0][1])
