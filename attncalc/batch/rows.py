"""Every step of a few rows, in float64."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from attncalc.batch.core import attention_steps, scores
from attncalc.batch.files.layout import Array
from attncalc.batch.shapes import Index, Laid, count
from attncalc.errors import InputError

MOST = 1 << 22  # numbers of one step


class Lines(NamedTuple):
    """Rows, counted from 0, and each step of them: arrays (…, r, m), and O (…, r, d_v)."""

    rows: Sequence[int]
    steps: dict[str, Array]


def check_rows(laid: Laid, rows: Sequence[int]) -> None:
    """Raises InputError for rows that are not there, or that are too many to be kept."""
    if max(rows) >= laid.n:
        raise InputError(f"--rows names row {max(rows) + 1:,}, and Q has {laid.n:,}")
    if len(rows) * laid.m * count(laid.lead) > MOST:
        raise InputError(
            f"{len(rows):,} rows of {laid.m:,} scores for {count(laid.lead):,} heads are too many to show",
            hint="--weights FILE.npy writes the weights of all rows.",
        )


def lines_of(laid: Laid, rows: Sequence[int]) -> Lines:
    """The steps of these rows for every head. Vaswani et al. 2017, equation 1."""
    heads = [_of_head(laid, index, rows) for index in laid.heads()]
    steps = {name: np.stack([head[name] for head in heads]) for name in heads[0]}
    return Lines(rows, {name: step.reshape(*laid.lead, *step.shape[1:]) for name, step in steps.items()})


def _of_head(laid: Laid, index: Index, rows: Sequence[int]) -> dict[str, Array]:
    at = laid.of_keys(index)
    Q, K, V = (array.astype(np.float64) for array in (laid.Q[index][list(rows)], laid.K[at], laid.V[at]))
    between: dict[str, Any] = {"scale": laid.scale}
    with np.errstate(all="ignore"):
        lines = {"S": scores(np, Q, K, scale=1.0), "S_scaled": scores(np, Q, K, **between)}
        for name, key, value in _between(laid, index, rows):
            between[key] = value
            lines[name] = scores(np, Q, K, **between)
        done = attention_steps(np, Q, K, V, **between)
    return {**lines, "A": done.A, "O": done.O}


def _between(laid: Laid, index: Index, rows: Sequence[int]) -> list[tuple[str, str, Any]]:
    """The steps between scores and weights that are asked for, each with its keyword."""
    options = laid.options
    hidden = laid.mask is not None or options.reach != (None, None) or laid.lengths is not None
    bias = None if laid.bias is None else laid.bias[index][list(rows)]
    allowed = np.stack([seen(laid, index, row) for row in rows]) if hidden else None
    steps = (("S_capped", "softcap", options.cap), ("S_biased", "bias", bias), ("S_masked", "allowed", allowed))
    return [step for step in steps if step[2] is not None]


def seen(laid: Laid, index: Index, row: int) -> Array:
    """Which keys a row sees, one condition after the other: truths."""
    keys, place, (left, right) = np.arange(laid.m), row + laid.offset(index), laid.options.reach
    sees: Array = keys < laid.length(index)
    if left is not None:
        sees &= keys >= place - left
    if right is not None:
        sees &= keys <= place + right
    if laid.mask is not None:
        sees &= laid.mask[index][row]
    return sees
