"""What attention is calculated of: Q, K and V, or X and its weights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attncalc.batch.files.layout import Array, shown
from attncalc.batch.files.mapped import block_rows
from attncalc.batch.files.names import Sources
from attncalc.batch.options import Options
from attncalc.batch.project import check_product, product
from attncalc.batch.shapes import Laid
from attncalc.errors import SizeError


class Matrices(NamedTuple):
    """Q, K and V, the options they are calculated with, and the type the result is to have."""

    Q: Array
    K: Array
    V: Array
    options: Options
    dtype: np.dtype[Any]
    Wo: Array | None = None
    bo: Array | None = None


def matrices(sources: Sources, options: Options, folder: Path, *, out_in: bool) -> Matrices:
    """Q, K and V as they are given, or X times its weights. Raises SizeError where these do not agree."""
    given = sources.arrays
    dtype = np.dtype(options.type or np.result_type(*given.values()))
    if "X" not in given:
        return Matrices(given["Q"], given["K"], given["V"], options, dtype)
    weights = {
        role: array.T if out_in or role in sources.turned else array for role, array in given.items() if role[0] == "W"
    }
    Q, K, V = (
        product(given["X"], weights[role], given.get(f"b{role[1]}"), folder, ("X", role)) for role in ("Wq", "Wk", "Wv")
    )
    wide = options.dtype if options.short else np.result_type(dtype, np.float32).name
    return Matrices(Q, K, V, replace(options, dtype=wide), dtype, weights.get("Wo"), given.get("bo"))


def check_sizes(given: Matrices) -> None:
    """Raises SizeError where two matrices do not agree; heads side by side are told apart later."""
    Q, K, V, options = given[:4]
    if min(Q.ndim, K.ndim, V.ndim) < 2:
        return
    if K.shape[-1] != Q.shape[-1] and options.heads is None:
        raise SizeError(f"Q is {shown(Q.shape)} and K is {shown(K.shape)}; K should have {Q.shape[-1]:,} columns")
    if K.shape[-2] != V.shape[-2]:
        raise SizeError(f"K is {shown(K.shape)} and V is {shown(V.shape)}; V should have {K.shape[-2]:,} rows")


def final_shape(given: Matrices, laid: Laid) -> tuple[int, ...]:
    """The shape of what is written; raises SizeError where the output's weights do not take the heads."""
    shape = heads_shape(laid)
    if given.Wo is None:
        return shape
    check_product(shape, given.Wo, given.bo, ("O", "Wo"))
    return (*shape[:-1], given.Wo.shape[1])


def heads_shape(laid: Laid) -> tuple[int, ...]:
    """The shape of the output: heads that came side by side go back there."""
    if laid.options.heads is None:
        return (*laid.lead, laid.n, laid.d_v)
    return (*laid.lead[:-1], laid.n, laid.lead[-1] * laid.d_v)


def finish(heads: Array, given: Matrices, out: Array, folder: Path) -> None:
    """Writes what the output's weights make of `heads` into `out`, rounded once."""
    made = heads if given.Wo is None else product(heads, given.Wo, given.bo, folder, ("O", "Wo"))
    rows, to = made.reshape(-1, made.shape[-1]), out.reshape(-1, out.shape[-1])
    step = block_rows(rows)
    for start in range(0, len(rows), step):
        with np.errstate(over="ignore"):
            to[start : start + step] = rows[start : start + step]
