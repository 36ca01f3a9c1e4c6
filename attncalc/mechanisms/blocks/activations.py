"""The activation of a layer, by the words that people write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.mechanisms.options import Kind, Options, option
from attncalc.problem.schema import spelt
from attncalc.problem.tree import Node, Scalar
from attncalc.worksheet.functions import activation
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

NONE = "none"
FUNCTIONS = {
    "relu": "ReLU",
    "gelu": "GELU",
    "gelu-tanh": "GELU_tanh",
    "silu": "SiLU",
    "swish": "SiLU",
    "elu": "ELU",
    "tanh": "tanh",
    "sigmoid": "σ",
    "softplus": "softplus",
    NONE: "",
    "linear": "",
}
GATED = {"swiglu": "SiLU", "geglu": "GELU", "reglu": "ReLU", "glu": "σ", "bilinear": ""}
BY_GATE = {"SiLU": "SwiGLU", "GELU": "GEGLU", "ReLU": "ReGLU", "σ": "GLU", "": "the bilinear layer"}

SAYS = {
    "ReLU": "The larger of 0 and each entry.",
    "GELU": "x Φ(x) of every entry, with Φ(x) = (1 + erf(x/√2))/2.",
    "GELU_tanh": "x (1 + tanh(√(2/π) (x + 0.044715 x³)))/2 of every entry.",
    "SiLU": "x σ(x) = x/(1 + e^−x) of every entry.",
    "ELU": "x of every entry above 0, e^x − 1 of the others.",
    "tanh": "tanh of every entry.",
    "σ": "1/(1 + e^−x) of every entry.",
    "softplus": "ln(1 + e^x) of every entry.",
}


@dataclass(frozen=True)
class Activation:
    """A function of every entry, by its name in elementwise.FUNCTIONS; none where that is empty."""

    name: str = "ReLU"
    needs_gate: bool = False

    def of(self, w: Recorder, name: str, a: Tensor) -> Tensor:
        """The function of every entry as a step of this name."""
        return w.step(name, activation(self.name, a), SAYS[self.name]) if self.name else a


def _one_of(known: Mapping[str, str]) -> Kind:
    """One of these activations, by its word."""

    def read(key: str, node: Node) -> Activation:
        if not isinstance(node, Scalar):
            raise InputError(f"{key} should be one word", place=node.place)
        text = node.text.strip().lower().replace("_", "-").replace(" ", "-")
        if text not in known:
            raise InputError(f"there is no {key} {shorten(text)}", place=node.place, hint=did_you_mean(text, known))
        return Activation(known[text], text in GATED)

    return Kind(spelt(known), read)


ACTIVATION, PLAIN = _one_of({**FUNCTIONS, **GATED}), _one_of(FUNCTIONS)


@dataclass(frozen=True)
class Activations(Options):
    """The activation between two layers, and that after them."""

    activation: Activation = option(
        "relu, gelu, gelu-tanh, silu …; with a gate swiglu, geglu, reglu or glu", ACTIVATION, "gelu", default="relu"
    )
    out_activation: Activation = option("an activation after the second layer too", PLAIN, "relu", default=NONE)
