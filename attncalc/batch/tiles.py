"""How large the blocks are: enough work for each product, and few enough scores to stay in a core's cache."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attncalc.batch.shapes import Laid, count
from attncalc.batch.threads import cores

HOST = {4: (2048, 384), 8: (1024, 256)}  # rows and columns by bytes of an entry: measured, for time and for rounding
DEVICE = (8192, 8192)
LEAST = 16


@dataclass(frozen=True)
class Plan:
    """Blocks of `rows` queries by `columns` keys, on so many threads."""

    rows: int
    columns: int
    threads: int


def plan(laid: Laid) -> Plan:
    """The blocks for a call: as `HOST` says, smaller where the work is small or `memory` is."""
    on_host = laid.xp is np
    threads = min(laid.options.threads or cores(), max(1, count(laid.lead) * laid.n // LEAST)) if on_host else 1
    rows, columns = HOST[laid.work.itemsize] if on_host else DEVICE
    rows, columns = max(LEAST, min(rows, laid.n, _share(laid, rows, threads))), max(LEAST, min(columns, laid.m))
    while threads * _bytes(laid, rows, columns) > laid.options.bytes and max(rows, columns) > LEAST:
        rows, columns = (rows, columns // 2) if columns >= rows else (rows // 2, columns)
    return Plan(rows, columns, threads)


def _share(laid: Laid, rows: int, threads: int) -> int:
    """So many rows that each thread does as many blocks; two at least, where some rows see more keys than others."""
    uneven = laid.options.reach != (None, None) or laid.lengths is not None
    total = laid.n * max(count(laid.lead), 1)
    each = max(2 if uneven else 1, -(-total // (rows * threads)))
    return -(-total // (each * threads))


def _bytes(laid: Laid, rows: int, columns: int) -> int:
    """What one thread's buffers take where scores are held in float64."""
    wide, narrow = 8, laid.work.itemsize
    d, d_v = int(laid.Q.shape[-1]), laid.d_v
    return (
        rows * columns * (wide + narrow + 2) + (rows + columns) * (d + 1) * wide + (2 * rows + columns) * d_v * narrow
    )
