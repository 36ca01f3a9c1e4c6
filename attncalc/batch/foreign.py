"""Attention by a kernel of another package, where it can do it; each is held to the truth before it is believed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attncalc.batch.backends.kernel import BFLOAT16, IN_BFLOAT16, NUMPY, Shape, chosen, kernel
from attncalc.batch.block import NARROW
from attncalc.batch.outputs import Outputs, Tell, put
from attncalc.batch.shapes import Index, Laid, count
from attncalc.batch.threads import cores, one_thread_each
from attncalc.errors import InputError

ROWS = 8  # that are calculated again, in float64, when a shape is first met
BOUND = 2e-6  # of the largest output: what float32 may be off; of bfloat16 it is only said
PIECE = 4096  # keys that are converted at once
SEED = 8

_errors: dict[tuple[str, Shape], float] = {}  # of this process: how far kernels were off


def attend_foreign(laid: Laid, outputs: Outputs, tell: Tell, say: Callable[[str], object]) -> str:
    """Writes softmax(QKᵀ·scale)V into `outputs` and gives the name of who did; numpy: nobody did."""
    options, scores = laid.options, count(laid.lead) * laid.n * laid.m
    causal, short = bool(options.causal), options.short
    name = chosen(options.backend, scores, causal=causal, short=short) if _is_plain(laid, outputs) else NUMPY
    if name == NUMPY:
        return NUMPY
    sizes = laid.n, laid.m, int(laid.Q.shape[-1]), laid.d_v
    shape = Shape(*sizes, causal, laid.scale, options.threads or cores(), short)
    if not short and _errors.get((name, shape), 0) > BOUND:
        return NUMPY
    made = []
    for index in laid.heads():
        O = _attended(laid, index, name, shape, say)  # noqa: E741  the field's name for it
        if O is None:
            return NUMPY
        put(outputs.O[index], slice(None), O)
        made.append(laid.n)
    for rows in made:
        tell(rows)
    return f"{name} in {BFLOAT16}, off by {_errors[name, shape]:.1g} of the largest output" if short else name


def attend_short(laid: Laid, outputs: Outputs, tell: Tell, say: Callable[[str], object]) -> str:
    """The same in bfloat16, which own blocks do not have; raises InputError where nobody does it."""
    name = attend_foreign(laid, outputs, tell, say)
    if name == NUMPY:
        raise InputError(
            f"{BFLOAT16} is for plain attention by {' or '.join(IN_BFLOAT16)}, of finite numbers that are not large",
            hint=f"--backend {IN_BFLOAT16[0]}, or --dtype float32",
        )
    return name


def _is_plain(laid: Laid, outputs: Outputs) -> bool:
    """Whether other packages mean the same: float32 on the host, no mask but a causal one of a square, no bias."""
    options = laid.options
    free = laid.mask is None and laid.bias is None and laid.lengths is None and options.cap is None
    here = laid.xp is np and laid.work == np.float32 and options.memory is None and 0 not in (laid.n, laid.m, laid.d_v)
    sight = options.window is None and (not options.causal or (laid.n == laid.m and not laid.past))
    return free and here and sight and outputs.lse is None and outputs.weights is None


def _attended(laid: Laid, index: Index, name: str, shape: Shape, say: Callable[[str], object]) -> Any:
    """The output of a head; None where its scores need more digits, its numbers more care, or the kernel is wrong."""
    at = laid.of_keys(index)
    Q, K, V = (np.ascontiguousarray(array, np.float32) for array in (laid.Q[index], laid.K[at], laid.V[at]))
    with np.errstate(all="ignore"):
        norms = [float(np.sqrt(np.einsum("ij,ij->i", rows, rows).max())) for rows in (Q, K)]
    if not norms[0] * norms[1] * abs(laid.scale) <= NARROW:
        return None
    O = kernel(name, shape)(Q, K, V)  # noqa: E741  the field's name for it
    if not np.isfinite(O).all():
        return None
    if shape.short or (name, shape) not in _errors:
        with one_thread_each():  # others would only wait
            error = _error(Q, K, V, O, shape)
        _errors[name, shape] = max(error, _errors.get((name, shape), 0))
        if not (shape.short or error <= BOUND):
            say(f"{name} is off by {error:.1g} of the largest output; own blocks do it instead")
            return None
    return O


def _error(Q: Any, K: Any, V: Any, O: Any, shape: Shape) -> float:  # noqa: E741  the field's name for it
    """How far some rows of an output are from the truth, in float64, as part of the largest output."""
    rows = np.sort(np.random.default_rng(SEED).choice(len(Q), min(ROWS, len(Q)), replace=False))
    pieces = [slice(start, start + PIECE) for start in range(0, len(K), PIECE)]
    queries = Q[rows].astype(np.float64) * shape.scale
    S = np.concatenate([queries @ K[piece].astype(np.float64).T for piece in pieces], axis=1)
    if shape.causal:
        S[np.arange(len(K)) > rows[:, None]] = -np.inf
    A = np.exp(S - S.max(axis=1, keepdims=True))
    A /= A.sum(axis=1, keepdims=True)
    truth = sum(A[:, piece] @ V[piece].astype(np.float64) for piece in pieces)
    return float(np.abs(O[rows] - truth).max() / np.abs(truth).max())
