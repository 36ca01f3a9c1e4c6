"""Entries that only SymPy can hold: letters, logarithms, π and its sines.

Values are built from SymPy's own classes, never from text.
"""

from __future__ import annotations

from typing import Any

import sympy
from flint import arb, fmpq, fmpz

from attncalc.arithmetic.closed import Closed
from attncalc.arithmetic.exp_sum import UNIT, ExpSum
from attncalc.arithmetic.surd import Surd
from attncalc.arithmetic.trig import Trig
from attncalc.errors import NumberError

MAX_FACTORED = 10**15
MAX_ROOT = 10**4
MAX_POWER = 10**6
LARGE_EXPONENT = 1000  # from which on e^(n ln 2) would be written out as a power of 2


class Symbolic:
    """An expression of SymPy as an entry."""

    __slots__ = ("expr",)

    def __init__(self, expr: Any) -> None:
        self.expr = expr

    @property
    def free(self) -> bool:
        """Whether there are letters in it."""
        return bool(self.expr.free_symbols)

    @property
    def digits(self) -> int:
        """How many digits its longest number has."""
        return max((max(abs(int(n.p)), int(n.q)).bit_length() // 3 + 1 for n in self._numbers), default=1)

    @property
    def _numbers(self) -> Any:
        return self.expr.atoms(sympy.Rational)

    def is_moderate(self, name: str) -> bool:
        """Whether SymPy may be asked for this function of it: e^(n ln 2) it writes out as 2^n, however deep."""
        most = (max(abs(int(n.p)), int(n.q)) for n in self._numbers) if self.expr.has(sympy.log) else ()
        return name not in ("exp", "tanh") or max(most, default=0) < MAX_POWER

    def __repr__(self) -> str:
        return str(self.expr)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbolic) and self.expr == other.expr

    def __hash__(self) -> int:
        return hash(self.expr)

    def ball(self) -> arb:
        """Its value at the current precision; raises NumberError where letters stand in it."""
        return _ball(self.expr)

    def __neg__(self) -> Any:
        return wrapped(-self.expr)

    def __add__(self, other: Any) -> Any:
        return self._with(other, _added)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: b / a)

    def __pow__(self, power: int) -> Any:
        return wrapped(self.expr**power)

    def _with(self, other: Any, operation: Any) -> Any:
        if type(other) is arb:
            return operation(self.ball(), other)
        converted = to_sympy(other)
        return NotImplemented if converted is None else wrapped(operation(self.expr, converted))


def _added(a: Any, b: Any) -> Any:
    """a + b; quotients over the same denominator stay one quotient."""
    if type(a) is arb:
        return a + b
    (top_a, bottom_a), (top_b, bottom_b) = a.as_numer_denom(), b.as_numer_denom()
    if bottom_a != bottom_b or bottom_a.is_Rational:
        return a + b
    top = top_a + top_b
    return sympy.Integer(1) if top == bottom_a else top / bottom_a


def has_form(name: str, value: Any) -> bool:
    """Whether SymPy is to be asked for a function of an entry: it may search for long where there is nothing to find.

    Letters are kept; otherwise sines want rational angles or rational parts of π, powers moderate exponents.
    """
    if not isinstance(value, Symbolic):
        return True
    if value.free:
        if not value.is_moderate(name):
            raise NumberError("its exponent is too large for a closed form with letters")
        return True
    if name in ("sin", "cos", "tan"):
        return bool((value.expr / sympy.pi).is_Rational)
    moderate = all(number.q < MAX_ROOT for number in value.expr.atoms(sympy.Rational))
    return (
        moderate
        and value.is_moderate(name)
        and (name not in ("exp", "tanh") or bool(abs(value.ball()) < LARGE_EXPONENT))
    )


def letter(name: str) -> Symbolic:
    """A real letter."""
    return Symbolic(sympy.Symbol(name, real=True))


def pi() -> Symbolic:
    """π."""
    return Symbolic(sympy.pi)


def apply(name: str, value: Any) -> Any:
    """A function of an entry; logarithms of integers are those of their primes, so that equal ones look equal."""
    if name == "ln" and type(value) is fmpq and max(value.p, value.q) < MAX_FACTORED:
        return wrapped(sympy.expand_log(sympy.log(to_sympy(value)), factor=True))
    return wrapped(getattr(sympy, {"ln": "log"}.get(name, name))(to_sympy(value)))


def wrapped(expr: Any) -> Any:
    """An expression as an entry: a rational where it is one."""
    if expr.is_Rational:
        return fmpq(int(expr.p), int(expr.q))
    if expr.has(sympy.zoo, sympy.nan):
        raise ZeroDivisionError
    return Symbolic(expr)


def to_sympy(value: Any) -> Any:
    """An entry as an expression of SymPy, or None if it has none."""
    if isinstance(value, Symbolic):
        return value.expr
    if type(value) in (int, fmpz, fmpq):
        value = fmpq(value)
        return sympy.Rational(int(value.p), int(value.q))
    if isinstance(value, Surd):
        return sympy.Add(*(to_sympy(c) * sympy.sqrt(r) for r, c in value.terms.items()))
    if isinstance(value, Trig):
        waves = ((to_sympy(c), getattr(sympy, name)(to_sympy(angle))) for (name, angle), c in value.terms.items())
        return sympy.Add(*(c * wave for c, wave in waves))
    if isinstance(value, Closed):
        return sympy.Add(
            *(_sum(top) / _sum(bottom) if bottom != UNIT else _sum(top) for bottom, top in value.parts.items())
        )
    return None


def _sum(total: ExpSum) -> Any:
    return sympy.Add(*(to_sympy(c) * sympy.exp(to_sympy(exponent)) for exponent, c in total.terms.items()))


def _ball(expr: Any) -> arb:
    if expr.is_Rational:
        return arb(fmpq(int(expr.p), int(expr.q)))
    if expr.is_Symbol:
        raise NumberError(f"the letter {expr} has no value")
    parts = [_ball(arg) for arg in expr.args]
    if expr.is_Add:
        return sum(parts, arb(0))
    if expr.is_Mul:
        product = arb(1)
        for part in parts:
            product *= part
        return product
    if expr is sympy.pi or expr is sympy.E:
        return arb.pi() if expr is sympy.pi else arb(1).exp()
    return parts[0].__pow__(parts[1]) if expr.is_Pow else getattr(parts[0], expr.func.__name__)()
