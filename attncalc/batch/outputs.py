"""Where results go: arrays or memory maps, written block by block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from attncalc.batch.shapes import Laid, split
from attncalc.errors import SizeError

Progress = Callable[[int, int], object]
Tell = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Outputs:
    """The output by heads (…, n, d_v), and what is asked for of lse (…, n) and weights (…, n, m)."""

    O: Any  # noqa: E741  the field's name for it
    lse: Any = None
    weights: Any = None


def place_outputs(laid: Laid, out: Any, lse: Any, weights: Any) -> tuple[Any, Outputs]:
    """The array that is given back, and the places that results are written to. Raises SizeError for a wrong shape."""
    heads, rows = laid.options.heads, (*laid.lead, laid.n)
    shape = (*rows, laid.d_v) if heads is None else (*laid.lead[:-1], laid.n, heads * laid.d_v)
    if out is None:
        out = laid.xp.empty(shape, laid.result)
    for name, array, needed in (("out", out, shape), ("lse", lse, rows), ("weights", weights, (*rows, laid.m))):
        if array is not None and tuple(array.shape) != needed:
            raise SizeError(f"{name} has the shape {tuple(array.shape)}; it needs {needed}")
    return out, Outputs(out if heads is None else split("out", out, heads), lse, weights)


def put(target: Any, where: Any, block: Any) -> None:
    """Writes a block to an array on the host or on the device."""
    with np.errstate(over="ignore"):  # what float16 cannot hold is infinite
        target[where] = block.get() if isinstance(target, np.ndarray) and hasattr(block, "get") else block


def counter(laid: Laid, progress: Progress | None) -> Tell:
    """Adds up the rows that are done, for `progress(done, of)`."""
    done, of = 0, laid.n * prod(laid.lead)

    def tell(rows: int) -> None:
        nonlocal done
        done += rows
        if progress is not None:
            progress(done, of)

    return tell
