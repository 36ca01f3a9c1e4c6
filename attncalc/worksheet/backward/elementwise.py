"""Derivatives of operations entry by entry."""

from __future__ import annotations

from collections.abc import Callable

from attncalc.reading.number import Node
from attncalc.worksheet.backward.build import hadamard, less, ln, make, minus, number, plus, times
from attncalc.worksheet.backward.rule import Rule
from attncalc.worksheet.expression import Expr

HALF = Node("/", args=(Node("number", "1"), Node("number", "2")))
LN_2 = Node("call", "ln", (Node("number", "2"),))
DEGREE = Node("/", args=(Node("name", "pi"), Node("number", "180")))


def _of(slope: Callable[[Expr, Expr], Expr]) -> Rule:
    """The rule of a function of every entry, by its slope at x, of which y is the value."""
    return lambda expr, y, G: (hadamard(G, slope(expr.args[0], y)),)


def _one_less(a: Expr) -> Expr:
    return less(number("1"), a)


def _square(a: Expr) -> Expr:
    return make("square", a)


def _silu(x: Expr, _: Expr) -> Expr:
    s = make("σ", x)
    return hadamard(s, plus(number("1"), hadamard(x, _one_less(s))))


def _larger(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    """All to the one that was taken; where both are equal, to the second."""
    above = make("above", *expr.args)
    return hadamard(G, above), hadamard(G, _one_less(above))


def _smaller(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    below = make("above", *expr.args[::-1])
    return hadamard(G, below), hadamard(G, _one_less(below))


def _leaky(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    x, slope = expr.args
    above = make("step", x)
    return hadamard(G, plus(above, times(_one_less(above), slope))), hadamard(G, less(x, make("ReLU", x)))


def _p_ln_q(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    p, q = expr.args
    return hadamard(G, make("ln", q)), hadamard(G, make("over", p, q))


def _over(expr: Expr, y: Expr, G: Expr) -> tuple[Expr, Expr]:
    divisor = expr.args[1]
    return make("over", G, divisor), minus(make("over", hadamard(G, y), divisor))


def _power(expr: Expr, y: Expr, G: Expr) -> tuple[Expr, Expr]:
    base, exponents = expr.args
    return make("over", hadamard(hadamard(G, exponents), y), base), times(hadamard(G, y), ln(base))


ELEMENTWISE: dict[str, Rule] = {
    "add": lambda _, __, G: (G, G),
    "subtract": lambda _, __, G: (G, minus(G)),
    "minus": lambda _, __, G: (minus(G),),
    "times": lambda expr, _, G: (times(G, expr.args[1]), hadamard(G, expr.args[0])),
    "hadamard": lambda expr, _, G: (hadamard(G, expr.args[1]), hadamard(G, expr.args[0])),
    "over": _over,
    "power": _power,
    "exp": _of(lambda _, y: y),
    "tanh": _of(lambda _, y: _one_less(_square(y))),
    "σ": _of(lambda _, y: hadamard(y, _one_less(y))),
    "ReLU": _of(lambda x, _: make("step", x)),
    "ELU": _of(lambda x, _: make("exp", less(x, make("ReLU", x)))),
    "elu+1": _of(lambda x, _: make("exp", less(x, make("ReLU", x)))),
    "SiLU": _of(_silu),
    "softplus": _of(lambda x, _: make("σ", x)),
    "GELU": _of(lambda x, _: make("GELU'", x)),
    "GELU_tanh": _of(lambda x, _: make("GELU_tanh'", x)),
    "LeakyReLU": _leaky,
    "ln": lambda expr, _, G: (make("over", G, expr.args[0]),),
    "log₂": lambda expr, _, G: (make("over", make("over", G, expr.args[0]), number(LN_2)),),
    "sin": _of(lambda x, _: make("cos", x)),
    "cos": lambda expr, _, G: (minus(hadamard(G, make("sin", expr.args[0]))),),
    "sin°": lambda expr, _, G: (times(hadamard(G, make("cos°", expr.args[0])), number(DEGREE)),),
    "cos°": lambda expr, _, G: (minus(times(hadamard(G, make("sin°", expr.args[0])), number(DEGREE))),),
    "square": lambda expr, _, G: (times(hadamard(G, expr.args[0]), number("2")),),
    "sqrt": lambda _, y, G: (make("over", times(G, number(HALF)), y),),
    "abs": _of(lambda x, _: make("sign", x)),
    "p ln p": _of(lambda x, _: plus(make("ln", x), number("1"))),
    "p log₂ p": _of(lambda x, _: plus(make("log₂", x), make("over", number("1"), number(LN_2)))),
    "p ln q": _p_ln_q,
    "smaller": _smaller,
    "larger": _larger,
    "masked": lambda _, y, G: (make("seen", G, y),) * 2,
    "kept": lambda expr, _, G: (make("seen", G, expr.args[0]),),
}
