"""Which inputs are learned: weights and biases, which belong to no token."""

from __future__ import annotations

from attncalc.problem.names import read_name
from attncalc.problem.signature import TOKEN_AXES, Signature

FED = frozenset({"s", "s_new", "y", "mem", "X", "Fe", "logits", "state_prev", "omega"})  # of no tokens, but not learned

POSITIONS = frozenset({"P"})  # a row for each token, and learned


def is_learned(signature: Signature, key: str) -> bool:
    """Whether an input of this name holds parameters."""
    known = read_name(key)
    name = known.base if known and known.base in signature.names else key
    if name not in signature.names or name in FED:
        return False
    return name in POSITIONS or not TOKEN_AXES & set(signature[name].axes)
