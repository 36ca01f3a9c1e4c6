"""Attention as the formula reads, for any array module that keeps to the array API standard."""

from __future__ import annotations

from typing import Any, NamedTuple


class Steps(NamedTuple):
    """The lines of the calculation: scores with all that is done to them, weights, output, log-sum-exp."""

    S: Any
    A: Any
    O: Any  # noqa: E741  the field's name for the output
    lse: Any


def scores(
    xp: Any, Q: Any, K: Any, *, scale: float, softcap: float | None = None, bias: Any = None, allowed: Any = None
) -> Any:
    """What each query gives each key, -inf where it may not attend: Q (…, n, d), K (…, m, d) -> (…, n, m)."""
    S = (Q * scale) @ xp.moveaxis(K, -1, -2)
    if softcap is not None:
        S = softcap * xp.tanh(S / softcap)
    if bias is not None:
        S = S + bias
    return S if allowed is None else xp.where(allowed, S, xp.asarray(-xp.inf, dtype=S.dtype))


def attention_steps(xp: Any, Q: Any, K: Any, V: Any, **between: Any) -> Steps:
    """softmax(QKᵀ·scale)V with its lines: Q (…, n, d), K (…, m, d), V (…, m, d_v) -> O (…, n, d_v).

    A row without a key has weights and an output of 0, and -inf as its log-sum-exp.
    Vaswani et al. 2017, equation 1; the row's maximum is taken off before the exponentials.
    """
    S = scores(xp, Q, K, **between)
    top = xp.max(S, axis=-1, keepdims=True)
    top = xp.where(top == -xp.inf, xp.zeros_like(top), top)
    E = xp.exp(S - top)
    Z = xp.sum(E, axis=-1, keepdims=True)
    A = E / xp.where(Z == 0, xp.ones_like(Z), Z)
    return Steps(S, A, mean(xp, A, V), xp.squeeze(top + xp.log(Z), axis=-1))


def mean(xp: Any, A: Any, V: Any) -> Any:
    """AV, where a weight of 0 takes nothing of its value, though that be infinite or NaN."""
    whole = xp.isfinite(V)
    if bool(xp.all(whole)):
        return A @ V
    return A @ xp.where(whole, V, xp.zeros_like(V)) + spoiled(xp, A, V)


def spoiled(xp: Any, A: Any, V: Any) -> Any:
    """What infinite and NaN entries of V bring to the outputs of the queries that give them weight; 0 elsewhere."""
    part, total = one_where(xp, A > 0, A), 0
    for kind, here in ((xp.nan, xp.isnan(V)), (xp.inf, xp.isinf(V) & (V > 0)), (-xp.inf, xp.isinf(V) & (V < 0))):
        met = part @ one_where(xp, here, V)
        total = total + xp.where(met > 0, xp.full_like(met, kind), xp.zeros_like(met))
    return total


def one_where(xp: Any, condition: Any, like: Any) -> Any:
    """1 where a condition holds and 0 elsewhere, in the type of `like`."""
    return xp.where(condition, xp.ones_like(like), xp.zeros_like(like))
