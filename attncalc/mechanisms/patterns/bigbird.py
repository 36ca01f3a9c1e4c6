"""BigBird: a window, global tokens and random keys together."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.attend import QKV, attend
from attncalc.mechanisms.patterns.rules.drawn import Bigbird
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "BigBird attention",
    shapes=QKV,
    paper="Zaheer et al. 2020, Big Bird: Transformers for Longer Sequences, section 2",
)
def bigbird(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, pattern: Bigbird, between: Between) -> Tensor:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 in a window, for global tokens, and for keys that were drawn."""
    return attend(w, Q, K, V, pattern, between)
