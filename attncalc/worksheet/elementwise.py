"""Operations entry by entry: products, extremes, functions and activations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.worksheet import entry_rules as entry
from attncalc.worksheet.notation import ATOM, POWER, PRODUCT, SUM
from attncalc.worksheet.operation import Notation, Operation, function, larger, one_number, same

NAMED = {"σ": r"\sigma", "sqrt": r"\sqrt", "ln": r"\ln", "sin": r"\sin", "cos": r"\cos", "log₂": r"\log_2"}
FUNCTIONS = (
    "σ",
    "ReLU",
    "ELU",
    "elu+1",
    "SiLU",
    "softplus",
    "GELU",
    "GELU_tanh",
    "step",
    "ln",
    "log₂",
    "sin",
    "cos",
    "sign",
    "GELU'",
    "GELU_tanh'",
)
LOOSE = (SUM + PRODUCT) / 2  # a ⊙ b beside a matrix product: (a ⊙ b) c


def operator(name: str) -> str:
    """A name that LaTeX does not know as a function."""
    escaped = name.replace("_", r"\_")
    return rf"\operatorname{{{{{escaped}}}}}"


def _activation(name: str) -> Operation:
    notation = function(name, NAMED.get(name, operator(name)))
    return Operation(lambda ar, a, _: ar.activate(name, a), entry.call(name), notation, same)


def _extreme(kind: str) -> Callable[..., Any]:
    """The smaller or the larger of two entries at the same place."""

    def value(ar: Arithmetic, a: Any, b: Any, _: Any) -> Any:
        pairs = zip(ar.rows(a), ar.rows(b), strict=True)
        return ar.array([[ar.ordered(kind, [x, y]) for x, y in zip(*pair, strict=True)] for pair in pairs]).reshape(
            *a.shape
        )

    return value


def _leaky(ar: Arithmetic, a: Any, slope: Any, _: Any) -> Any:
    return ar.array([[ar.ordered("leaky", [x, slope]) for x in row] for row in ar.rows(a)]).reshape(*a.shape)


def _p_ln_q(ar: Arithmetic, p: Any, q: Any, _: Any) -> Any:
    """p ln q; 0 where p is 0, whatever q is."""
    pairs = zip(ar.rows(p), ar.rows(q), strict=True)
    return ar.array(
        [[x if ar.is_number(x, 0) else x * ar.function("ln", y) for x, y in zip(*pair, strict=True)] for pair in pairs]
    ).reshape(*p.shape)


ELEMENTWISE: dict[str, Operation] = {
    **{name: _activation(name) for name in FUNCTIONS},
    "hadamard": Operation(
        lambda ar, a, b, _: a * b,
        entry.both("*"),
        Notation("{0} ⊙ {1}", r"{0} \odot {1}", LOOSE, (PRODUCT, POWER)),
        larger,
    ),
    "square": Operation(lambda ar, a, _: a * a, entry.squared, Notation("{0}²", "{0}^2", POWER, (ATOM,)), same),
    "sqrt": Operation(
        lambda ar, a, _: ar.activate("sqrt", a),
        entry.call("sqrt"),
        Notation("√({0})", r"\sqrt{{{0}}}", ATOM, (0,)),
        same,
    ),
    "abs": Operation(
        lambda ar, a, _: ar.activate("abs", a),
        entry.call("abs"),
        Notation("|{0}|", r"\left|{0}\right|", ATOM, (0,)),
        same,
    ),
    "p ln p": Operation(
        lambda ar, a, _: ar.activate("p ln p", a),
        entry.times_its("ln"),
        Notation("{0} ln {0}", r"{0} \ln {0}", PRODUCT, (ATOM,)),
        same,
    ),
    "p log₂ p": Operation(
        lambda ar, a, _: ar.activate("p log₂ p", a),
        entry.times_its("log₂"),
        Notation("{0} log₂ {0}", r"{0} \log_2 {0}", PRODUCT, (ATOM,)),
        same,
    ),
    "p ln q": Operation(
        _p_ln_q, entry.times_a_logarithm, Notation("{0} ⊙ ln {1}", r"{0} \odot \ln {1}", PRODUCT, (PRODUCT, ATOM)), same
    ),
    "LeakyReLU": Operation(
        _leaky,
        entry.several("leaky"),
        Notation("LeakyReLU({0})", operator("LeakyReLU") + r"\left({0}\right)", ATOM, (0, 0)),
        same,
    ),
    "smaller": Operation(
        _extreme("min"),
        entry.several("min"),
        Notation("min({0}, {1})", r"\min\left({0}, {1}\right)", ATOM, (0, 0)),
        same,
    ),
    "larger": Operation(
        _extreme("max"),
        entry.several("max"),
        Notation("max({0}, {1})", r"\max\left({0}, {1}\right)", ATOM, (0, 0)),
        same,
    ),
    "minus": Operation(lambda ar, a, _: -a, entry.negated, Notation("−{0}", "-{0}", SUM, (PRODUCT,)), same),
    "outer": Operation(
        lambda ar, a, b, _: ar.matmul(a.reshape(a.shape[0], 1), b.reshape(1, b.shape[0])),
        entry.outer,
        Notation("{0} {1}ᵀ", r"{0} {1}^\top", PRODUCT, (PRODUCT, ATOM)),
        lambda a, b, _: (*a, *b),
    ),
    "dot": Operation(
        lambda ar, a, b, _: ar.matmul(a.reshape(1, a.shape[0]), b),
        entry.dot,
        Notation("{0} · {1}", r"{0} \cdot {1}", PRODUCT, (PRODUCT, PRODUCT)),
        one_number,
    ),
}
