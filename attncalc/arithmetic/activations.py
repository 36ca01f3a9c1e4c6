"""Functions of one number that are made of an arithmetic's own: activations of layers, gates, ln with 0 ln 0 = 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attncalc.arithmetic.base import Arithmetic

Entry = Any


def sigmoid(ar: Arithmetic, x: Entry) -> Entry:
    """1/(1 + e^-x); floats take e^x/(1 + e^x) below 0, where e^-x overflows."""
    if ar.stable and not ar.is_positive(x):
        return (part := ar.function("exp", x)) / (1 + part)
    return 1 / (1 + ar.function("exp", -x))


def relu(ar: Arithmetic, x: Entry) -> Entry:
    """max(0, x)."""
    return x if ar.is_positive(x) else ar.rational("0")


def elu(ar: Arithmetic, x: Entry) -> Entry:
    """x above 0, e^x - 1 below (Clevert et al. 2016)."""
    return x if ar.is_positive(x) else ar.function("exp", x) - 1


def elu_plus_1(ar: Arithmetic, x: Entry) -> Entry:
    """elu(x) + 1: x + 1 above 0, e^x below."""
    return x + 1 if ar.is_positive(x) else ar.function("exp", x)


def silu(ar: Arithmetic, x: Entry) -> Entry:
    """x σ(x), also called Swish."""
    return x * sigmoid(ar, x)


def softplus(ar: Arithmetic, x: Entry) -> Entry:
    """ln(1 + e^x)."""
    if ar.stable and ar.is_positive(x):
        return x + ar.function("ln", 1 + ar.function("exp", -x))
    return ar.function("ln", 1 + ar.function("exp", x))


def gelu(ar: Arithmetic, x: Entry) -> Entry:
    """x Φ(x) = x (1 + erf(x/√2))/2 (Hendrycks and Gimpel 2016)."""
    return x * (1 + ar.erf(x / ar.function("sqrt", ar.rational("2")))) / 2


def gelu_tanh(ar: Arithmetic, x: Entry) -> Entry:
    """The approximation of GELU with tanh: x (1 + tanh(√(2/π) (x + 0.044715 x³)))/2 (the same paper)."""
    inner = x + x * x * x * ar.rational("0.044715")
    return x * (1 + ar.function("tanh", inner * ar.root_of_2_over_pi())) / 2


def square(_: Arithmetic, x: Entry) -> Entry:
    """x²."""
    return x * x


def absolute(ar: Arithmetic, x: Entry) -> Entry:
    """|x|."""
    return x if ar.is_positive(x) else -x


def p_ln_p(ar: Arithmetic, x: Entry) -> Entry:
    """x ln x, and 0 for 0, which is its limit."""
    return x if ar.is_number(x, 0) else x * ar.function("ln", x)


ACTIVATIONS: dict[str, Callable[[Arithmetic, Entry], Entry]] = {
    "σ": sigmoid, "ReLU": relu, "ELU": elu, "elu+1": elu_plus_1, "SiLU": silu, "softplus": softplus,
    "GELU": gelu, "GELU_tanh": gelu_tanh, "square": square, "abs": absolute, "p ln p": p_ln_p,
}  # fmt: skip
