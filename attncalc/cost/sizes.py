"""Sizes that nobody said: those that follow from others, and otherwise those of the Transformer (base)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attncalc.mechanisms.registry import Mechanism
from attncalc.mechanisms.usual import usual_sizes
from attncalc.problem.signature import Signature

# Vaswani et al. 2017, table 3, and its batches of 512 tokens and more.
BASE = {
    "n": 512,
    "d_model": 512,
    "h": 8,
    "vocab": 37_000,
    "d_k": 64,
    "d_v": 64,
    "d_s": 512,
    "d_h": 512,
    "d_y": 512,
    "height": 224,
    "width": 224,
    "max_n": 512,
}
ALL_FEATURES = "d"  # one word for all sizes of features
Sizes = dict[str, int]
# What follows from what, in this order; None where that is not known.
FOLLOWS: tuple[tuple[str, Callable[[Sizes], int | None]], ...] = (
    ("d_model", lambda it: it["h"] * it["d_k"] if {"h", "d_k"} <= it.keys() else None),
    ("d_model", lambda it: it.get("d_q")),
    ("m", lambda it: it.get("n")),
    ("n", lambda it: it.get("m")),
    ("max_n", lambda it: it.get("n")),
    ("d_k", lambda it: it["d_model"] // it["h"] if {"h", "d_model"} <= it.keys() else None),
    ("d_q", lambda it: it.get("d_model")),
    ("d_kc", lambda it: it.get("d_k")),
    ("d_v", lambda it: it.get("d_k", it.get("d_q"))),
    ("d_vc", lambda it: it.get("d_v")),
    ("d_ff", lambda it: 4 * it["d_model"] if "d_model" in it else None),
    ("d_out", lambda it: it.get("d_model")),
    ("d_y", lambda it: it.get("d_model")),
    ("d_c", lambda it: 4 * it["d_k"] if "d_k" in it else None),  # DeepSeek-AI 2024, DeepSeek-V2, section 2.1.4
)


def completed(mechanism: Mechanism, signature: Signature, said: Mapping[str, int]) -> tuple[Sizes, Sizes]:
    """All sizes of a mechanism from those that were said; and those among them that were not.

    Its `signature` is that of the inputs that are there.
    """
    known = signature.sizes
    sizes = {name: size for name, size in said.items() if name != ALL_FEATURES}
    if (of_all := said.get(ALL_FEATURES)) and ALL_FEATURES not in known:
        names = ["d_model"] if "d_model" in known else [name for name in known if name.startswith("d_")]
        sizes = {**dict.fromkeys(names, of_all), **sizes}
    elif of_all:
        sizes[ALL_FEATURES] = of_all
    found = dict(sizes)
    _follow(found, known)
    usual = {**usual_sizes(mechanism), **BASE}
    for name in ("n", "h", "d_model", *known):
        if name in known and name not in found:
            found[name] = usual.get(name, BASE["d_model"] if name.startswith("d") else 2)
            _follow(found, known)
    return found, {name: size for name, size in found.items() if name not in said}


def _follow(sizes: Sizes, known: tuple[str, ...]) -> None:
    """Adds the sizes that follow from those that are there."""
    for name, rule in FOLLOWS:
        if name in known and name not in sizes and (size := rule(sizes)):
            sizes[name] = size
