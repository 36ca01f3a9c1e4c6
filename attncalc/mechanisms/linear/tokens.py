"""Tokens one by one: the state that they are written into, and the mask that says the same of all at once."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.errors import InputError
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import diagonal, outer, row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor


def each_token(w: Recorder, X: Tensor) -> Iterator[int]:
    """The numbers of the tokens that X has a row for, each in a section of its own."""
    for number in range(1, (X.shape[0] or 1) + 1):
        with w.section("Token", number):
            yield number


def written(state: Tensor | None, k: Tensor, v: Tensor) -> Tensor:
    """The state with k vᵀ added; that alone before the first token."""
    return outer(k, v) if state is None else state + outer(k, v)


def kept(w: Recorder, state: Tensor | None, g: Tensor | None, t: int) -> Tensor | None:
    """What token t leaves of the state before it: all rows times one number, or each times its own."""
    if state is None or g is None:
        return state
    factors = row(g, t)
    faded = state * factors if g.shape[1] == 1 else diagonal(factors) @ state
    return w.step("state_kept", faded, "What stays of the state before.")


def check_gates(g: Tensor | None, K: Tensor) -> None:
    """Raises InputError where there is neither one gate for each token nor one for each feature of the keys."""
    if g is not None and None not in (g.shape[1], K.shape[1]) and g.shape[1] not in (1, K.shape[1]):
        raise InputError(f"g has {g.shape[1]} columns, but should have 1, or {K.shape[1]} (d_k)")


def refuse_zero(w: Recorder, den: Tensor, first: int, hint: str) -> None:
    """Raises InputError where a denominator is 0; rows are counted from `first`."""
    for i, entries in enumerate([] if den.absent else w.arithmetic.rows(den.value), first):
        if any(w.arithmetic.is_number(entry, 0) for entry in entries):
            raise InputError(f"the denominator of query {i} is 0, and nothing can be divided by it", hint=hint)


def causal_mask(w: Recorder, queries: Axis, keys: Axis) -> Tensor:
    """0 where a token sees another, -inf for those after it."""
    return w.step(
        "M", where(w, "j ≤ i", lambda i, j: j <= i, queries, keys), "A token sees itself and those before it."
    )
