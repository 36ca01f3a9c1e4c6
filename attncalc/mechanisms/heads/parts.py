"""What a head projects, and how the heads' outputs come together."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.heads.split import Head
from attncalc.mechanisms.sizes import counted
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside

QUERIES = "What each token looks for."
KEYS = "What each token offers."
VALUES = "What each token passes on."


def projected(
    head: Head,
    name: str,
    X: Tensor,
    whole: Tensor | None,
    W: Tensor | None,
    b: Tensor | None,
    says: str,
    weight: str = "",
) -> Tensor:
    """Q, K or V of one head: X times its part of the weight, or its columns of what is projected already."""
    letter = name.lower()
    W_, b_ = head.of(weight or f"W{letter}", W), head.of(f"b{letter}", b)
    return project(head.w, name, head.part(whole, X, W_), W_, b_, says)


def kept(w: Recorder, formula: str) -> None:
    """Counts the numbers that are kept of each token when text is written token by token."""
    counted(w, "kv_size", formula, "Numbers that are kept of each token, for the queries of later tokens.")
    counted(w, "kv_MH", "h*(d_k + d_v)", "Multi-head attention would keep keys and values of every head.")


def joined(w: Recorder, outputs: Sequence[Tensor], Wo: Tensor | None, bo: Tensor | None = None) -> Tensor:
    """The heads' outputs side by side, through the output projection if there is one."""
    C = w.step("C", beside(*outputs), "The heads' outputs, side by side.")
    return C if Wo is None and bo is None else project(w, "MH", C, Wo, bo, "The output projection mixes the heads.")
