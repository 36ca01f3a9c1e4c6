"""Functions of one number that are made of an arithmetic's own: activations of layers, gates, ln with 0 ln 0 = 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attncalc.errors import MorePrecision

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
    return ar.positive_part(x)


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
    if ar.is_number(x, 0):
        return x
    return x * (1 + ar.erf(x / ar.function("sqrt", ar.rational("2")))) / 2


def gelu_tanh(ar: Arithmetic, x: Entry) -> Entry:
    """The approximation of GELU with tanh: x (1 + tanh(√(2/π) (x + 0.044715 x³)))/2 (the same paper)."""
    inner = x + x * x * x * ar.rational("0.044715")
    return x * (1 + ar.function("tanh", inner * ar.root_of_2_over_pi())) / 2


def gelu_slope(ar: Arithmetic, x: Entry) -> Entry:
    """Φ(x) + x φ(x), the slope of GELU, with φ(x) = e^(-x²/2)/√(2π)."""
    phi = ar.function("exp", -(x * x) / 2) * ar.root_of_2_over_pi() / 2
    return (1 + ar.erf(x / ar.function("sqrt", ar.rational("2")))) / 2 + x * phi


def gelu_tanh_slope(ar: Arithmetic, x: Entry) -> Entry:
    """The slope of the approximation with tanh: (1 + t)/2 + x (1 - t²)/2 √(2/π) (1 + 3 · 0.044715 x²)."""
    cubic, root = ar.rational("0.044715"), ar.root_of_2_over_pi()
    t = ar.function("tanh", (x + x * x * x * cubic) * root)
    return (1 + t) / 2 + x * (1 - t * t) * root * (1 + x * x * cubic * 3) / 2


def sign(ar: Arithmetic, x: Entry) -> Entry:
    """1 above 0, -1 below, 0 for 0."""
    return ar.rational("1" if ar.is_positive(x) else "0" if ar.is_number(x, 0) else "-1")


def unit_step(ar: Arithmetic, x: Entry) -> Entry:
    """1 above 0, otherwise 0."""
    return ar.rational("1" if ar.is_positive(x) else "0")


def absolute(ar: Arithmetic, x: Entry) -> Entry:
    """|x|; of a ball around 0, the ball of all sizes in it."""
    try:
        return x if ar.is_positive(x) else -x
    except MorePrecision:
        return abs(x)


def p_ln_p(ar: Arithmetic, x: Entry) -> Entry:
    """x ln x, and 0 for 0, which is its limit."""
    return x if ar.is_number(x, 0) else x * ar.function("ln", x)


def log_2(ar: Arithmetic, x: Entry) -> Entry:
    """ln x/ln 2, a whole number for powers of 2."""
    whole = ar.integer(x)
    if whole is None and ar.integer(1 / x) is not None:
        return -log_2(ar, 1 / x)
    if whole is not None and whole > 0 and whole.bit_count() == 1:
        return ar.rational(str(whole.bit_length() - 1))
    return ar.function("ln", x) / ar.function("ln", ar.rational("2"))


def p_log_2_p(ar: Arithmetic, x: Entry) -> Entry:
    """x log₂ x, and 0 for 0, which is its limit."""
    return x if ar.is_number(x, 0) else x * log_2(ar, x)


# 4 cos(15° k) as a sum of square roots, for k from 0 to 6; -2 stands for −√2.
ROOTS = ((16,), (6, 2), (12,), (8,), (4,), (6, -2), (0,))


def cos_of_degrees(ar: Arithmetic, x: Entry) -> Entry:
    """cos x°, a sum of roots for multiples of 15°."""
    steps = ar.integer(x / 15)
    if steps is None:
        return ar.function("cos", x * ar.constant("pi") / 180)
    steps = min(steps % 24, -steps % 24)
    if steps > 6:
        return -cos_of_degrees(ar, 180 - x)
    terms = [ar.function("sqrt", ar.rational(str(abs(n)))) * (1 if n >= 0 else -1) for n in ROOTS[steps]]
    return sum(terms[1:], terms[0]) / 4


def sin_of_degrees(ar: Arithmetic, x: Entry) -> Entry:
    """sin x° = cos(90° − x)."""
    return cos_of_degrees(ar, 90 - x)


ACTIVATIONS: dict[str, Callable[[Arithmetic, Entry], Entry]] = {
    "σ": sigmoid,
    "ReLU": relu,
    "ELU": elu,
    "elu+1": elu_plus_1,
    "SiLU": silu,
    "softplus": softplus,
    "GELU": gelu,
    "GELU_tanh": gelu_tanh,
    "step": unit_step,
    "abs": absolute,
    "p ln p": p_ln_p,
    "cos°": cos_of_degrees,
    "sin°": sin_of_degrees,
    "log₂": log_2,
    "p log₂ p": p_log_2_p,
    "sign": sign,
    "GELU'": gelu_slope,
    "GELU_tanh'": gelu_tanh_slope,
}
