"""The sizes of a new problem, where nobody asks for others."""

from __future__ import annotations

from attncalc.mechanisms.registry import Mechanism

SIZES = {
    "n": 3,
    "m": 4,
    "h": 2,
    "d_model": 4,
    "d_y": 4,
    "d_out": 4,
    "d_s": 3,
    "vocab": 3,
    "vocab_out": 3,
    "d_x": 6,
    "max_n": 4,
    "gates": 1,
    "r": 3,
    "buckets": 8,
    "p_len": 8,
    "n_t": 4,
    "height": 4,
    "width": 4,
    "k_h": 3,
    "k_w": 3,
}
OTHER = 2  # of a size without a name here


def usual_sizes(mechanism: Mechanism) -> dict[str, int]:
    """The sizes of a new problem: those of its options come first; as many keys as queries where the tokens are one."""
    own = {name: size for group in mechanism.samples().values() for name, size in group.sizes.items()}
    sizes = {**SIZES, **own}
    if not any("m" in term.axes for term in mechanism.signature.inputs if term.is_usual):
        sizes["m"] = sizes["n"]
    return sizes
