"""Rows of an output against proven digits: how far the floating point is from the truth.

Inputs in floating point are exact binary fractions. Scores, exponentials and sums are balls (Arb, through
python-flint) that hold the true value between two bounds; a bound that is too wide to judge by is asked again with more
bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, isfinite, prod
from typing import Any, NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx

from attncalc.batch.files.layout import Array
from attncalc.batch.rows import seen
from attncalc.batch.shapes import Index, Laid

BITS = 128  # to start with
MOST_BITS = 1 << 14
SEED = 8
KEYS = 1024  # that are converted at once
FINE = 1 / 1024  # a ball is judged by when it is that much narrower than a unit in the last place


class Shared(NamedTuple):
    """What the rows of one head have in common; a scale of None is 1/√d_k."""

    K: Array
    V: Array
    scale: float | None
    softcap: float | None


class Row(NamedTuple):
    """One query: its vector, the keys it sees, what is added to its scores."""

    q: Array
    sees: Array
    bias: Array | None


class Worst(NamedTuple):
    """The largest error of some rows: in units in the last place, where it stands, and of which value; and plainly."""

    units: float
    row: int
    column: int
    value: float
    error: float
    largest: float


def proven(shared: Shared, rows: Sequence[Row], bits: int) -> list[list[arb]]:
    """The outputs of some rows as balls; a row that sees no key is 0."""
    sums = arb_mat(len(rows), shared.V.shape[-1] + 1)
    with ctx.workprec(bits):
        queries = _exactly([row.q for row in rows]).transpose()
        shifts = [_shift(shared, row) for row in rows]
        for start in range(0, len(shared.K), KEYS):
            part = slice(start, start + KEYS)
            if any(row.sees[part].any() for row in rows):
                scores = (_exactly(shared.K[part]) * queries).transpose().tolist()
                exponentials = [_exponentials(shared, *one, part) for one in zip(rows, scores, shifts, strict=True)]
                sums += arb_mat(exponentials) * _exactly(np.insert(shared.V[part], 0, 1, axis=1))
        return [line if bottom == 0 else [entry / bottom for entry in line] for bottom, *line in sums.tolist()]


def compare(shared: Shared, rows: Sequence[Row], got: Sequence[Array]) -> Worst:
    """The largest error of `got`, the outputs of these rows."""
    bits = BITS
    while True:
        truth = proven(shared, rows, bits)
        worst = _compare(truth, got, bits)
        if worst is not None or bits >= MOST_BITS:
            return worst or Worst(inf, 0, 0, inf, inf, 0.0)
        bits *= 2


def _exactly(matrix: Any) -> arb_mat:
    return arb_mat(np.asarray(matrix, np.float64).tolist())


def _shift(shared: Shared, row: Row) -> float:
    """About the largest score: taken off so that exponentials stay small, and any number does for that."""
    scale = shared.K.shape[-1] ** -0.5 if shared.scale is None else shared.scale
    most = -inf
    for start in range(0, len(shared.K), KEYS):
        part = slice(start, start + KEYS)
        with np.errstate(all="ignore"):
            scores = shared.K[part].astype(np.float64) @ row.q.astype(np.float64) * scale
            scores = scores if row.bias is None else scores + row.bias[part]
        most = max(most, float(scores[row.sees[part]].max(initial=-inf)))
    return most if isfinite(most) and not shared.softcap else 0.0


def _exponentials(shared: Shared, row: Row, scores: list[arb], shift: float, part: slice) -> list[arb]:
    """Of a block of scores; 0 where the key is not seen."""
    scale = 1 / arb(shared.K.shape[-1]).sqrt() if shared.scale is None else arb(float(shared.scale))
    bias = np.zeros(len(scores)) if row.bias is None else row.bias[part].astype(np.float64)
    cap = shared.softcap

    def exponential(score: arb, added: float) -> arb:
        score *= scale
        return ((cap * (score / cap).tanh() if cap else score) + added - shift).exp()

    return [
        exponential(score, float(added)) if sees and added != -inf else arb(0)
        for score, sees, added in zip(scores, row.sees[part], bias, strict=True)
    ]


def _compare(truth: Sequence[Sequence[arb]], got: Sequence[Array], bits: int) -> Worst | None:
    """None where a ball is too wide to judge by."""
    units, where, error = 0.0, (0, 0, 0.0), 0.0
    for row, (line, written) in enumerate(zip(truth, got, strict=True)):
        for column, (entry, number) in enumerate(zip(line, written, strict=True)):
            unit = _unit(entry, written.dtype)
            if not float(entry.rad()) <= unit * FINE:
                return None
            with ctx.workprec(bits):
                off = float(abs(arb(float(number)) - entry).mid()) if np.isfinite(number) else inf
            error = max(error, off)
            if off / unit > units:
                units, where = off / unit, (row, column, float(entry.mid()))
    largest = max(abs(float(entry.mid())) for line in truth for entry in line)
    return Worst(units, *where, error, largest)


def _unit(entry: arb, dtype: np.dtype[Any]) -> float:
    """The unit in the last place of the number of this type that is nearest to an entry."""
    limit = float(np.finfo(dtype).max)
    return float(np.spacing(dtype.type(min(abs(float(entry.mid())), limit / 2))))


class Report(NamedTuple):
    """What `--verify` found: rows and entries looked at, and the largest errors."""

    rows: int
    of: int
    entries: int
    units: float
    place: Index
    value: float
    relative: float


def verify(laid: Laid, outputs: Array, count: int) -> Report:
    """Compares `count` random rows of outputs (…, n, d_v), always the same ones, with proven digits."""
    total = prod(laid.lead) * laid.n
    chosen = np.sort(np.random.default_rng(SEED).choice(total, min(count, total), replace=False))
    worst = [_of_head(laid, outputs, index, rows) for index, rows in _by_head(laid, chosen)]
    largest = max(one.largest for _, one in worst)
    place, most = max(worst, key=lambda pair: pair[1].units)
    error = max(one.error for _, one in worst)
    return Report(
        len(chosen),
        total,
        len(chosen) * laid.d_v,
        most.units,
        (*place, most.column),
        most.value,
        error / largest if largest else error,
    )


def _by_head(laid: Laid, chosen: Array) -> Iterator[tuple[Index, list[int]]]:
    heads: dict[Index, list[int]] = {}
    for number in chosen:
        *index, row = (int(part) for part in np.unravel_index(number, (*laid.lead, laid.n)))
        heads.setdefault(tuple(index), []).append(row)
    yield from heads.items()


def _of_head(laid: Laid, outputs: Array, index: Index, rows: list[int]) -> tuple[Index, Worst]:
    keys = laid.of_keys(index)
    shared = Shared(laid.K[keys], laid.V[keys], laid.options.scale, laid.options.cap)
    queries = [
        Row(laid.Q[index][row], seen(laid, index, row), None if laid.bias is None else laid.bias[index][row])
        for row in rows
    ]
    worst = compare(shared, queries, [outputs[index][row] for row in rows])
    return (*index, rows[worst.row]), worst
