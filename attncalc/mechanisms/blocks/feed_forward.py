"""The feed-forward layer of a transformer."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.blocks.activations import BY_GATE, Activations
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import hadamard
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

SPELT = {"W_1": "Wup", "b_1": "bup", "W_2": "Wdown", "b_2": "bdown"}


@mechanism(
    "Feed-forward layer",
    shapes="X[n,d_model] Wup[d_model,d_ff] bup[d_ff]? Wdown[d_ff,d_out] bdown[d_out]? "
    "Wgate[d_model,d_ff]? bgate[d_ff]? -> F[n,d_out]",
    paper="Vaswani et al. 2017, Attention Is All You Need, eq. 2; with a gate Shazeer 2020, GLU Variants Improve "
    "Transformer, eq. 6",
    spelt=SPELT,
    names="Wup: weights of the first layer; bup: bias of the first layer; Wgate: weights of the gate; "
    "bgate: bias of the gate; Wdown: weights of the second layer; bdown: bias of the second layer",
    lines="F_pre: first layer before its activation; F_act: activation; F_gate: gate before its activation; "
    "F_gated: first layer through its gate; F: output of the feed-forward layer; F_out: its activation",
)
def feed_forward(
    w: Recorder,
    X: Tensor,
    Wup: Tensor,
    bup: Tensor | None,
    Wdown: Tensor,
    bdown: Tensor | None,
    Wgate: Tensor | None,
    bgate: Tensor | None,
    *,
    act: Activations,
) -> Tensor:
    """max(0, X W₁ + b₁) W₂ + b₂, token by token; with a gate, (SiLU(X Wgate) ⊙ X W₁) W₂."""
    inner = project(w, "F_pre", X, Wup, bup, "The first layer, before its activation.")
    if Wgate is None:
        if act.activation.needs_gate:
            raise InputError(
                "this activation multiplies by a gate, but Wgate is not given",
                hint="Give Wgate, the weights that the activation is taken after.",
            )
        inner = act.activation.of(w, "F_act", inner)
    else:
        if act.activation.name in BY_GATE:
            w.note(f"With this gate, the layer is {BY_GATE[act.activation.name]}.")
        gate = project(w, "F_gate", X, Wgate, bgate, "The gate, before its activation.")
        gate = act.activation.of(w, "F_act", gate)
        inner = w.step("F_gated", hadamard(gate, inner), "The gate lets through a part of each entry.")
    F = project(w, "F", inner, Wdown, bdown, "The second layer.")
    return act.out_activation.of(w, "F_out", F)
