"""What every arithmetic can do, and how an entry's tree is given a value.

An arithmetic makes arrays of its own entries and calculates with them. All arrays know `shape`, `T`, slices,
`reshape` and + − × / entry by entry, as NumPy's do, so mechanisms are written once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import add, mul
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from attncalc.errors import NumberError
from attncalc.limits import EXPONENT, POWER
from attncalc.reading.number import Node, Number

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Digits

Entry = Any
AnyArray = Any
ROOTS_OF_ROOTS = 2**6  # the largest denominator of an exponent whose root is taken root by root


class Arithmetic(ABC):
    """One way to calculate. Shapes of matrices are rows × columns; a vector has one size."""

    name: ClassVar[str]
    stable: ClassVar[bool] = False  # whether softmax has to subtract the row's maximum first

    @contextmanager
    def working(self) -> Iterator[None]:
        """The context in which this arithmetic calculates."""
        yield

    @abstractmethod
    def rational(self, text: str) -> Entry:
        """The entry of a plain decimal such as 0.10 or 1e-3."""

    @abstractmethod
    def constant(self, name: str) -> Entry:
        """pi or e."""

    @abstractmethod
    def function(self, name: str, value: Entry) -> Entry:
        """sqrt, exp, ln, sin, cos, tan or tanh of one entry; raises NumberError outside its domain."""

    @abstractmethod
    def erf(self, value: Entry) -> Entry:
        """The error function of one entry."""

    @abstractmethod
    def root_of_2_over_pi(self) -> Entry:
        """√(2/π), of the approximation of GELU."""

    def activate(self, name: str, a: AnyArray) -> AnyArray:
        """An activation, or a function, of every entry."""
        rows = [[self._called(name, entry) for entry in row] for row in self.rows(a)]
        return self.array(rows).reshape(*a.shape)

    def _called(self, name: str, value: Entry) -> Entry:
        """An activation, or a function, of one entry."""
        from attncalc.arithmetic.activations import ACTIVATIONS

        made = ACTIVATIONS.get(name)
        return made(self, value) if made else self.function(name, value)

    def ordered(self, name: str, row: list[Entry]) -> Entry:
        """What a name of arithmetic/order.py's table, such as max or argmax, says of a row of entries."""
        from attncalc.arithmetic.order import ORDER

        return ORDER[name](self, row)

    @abstractmethod
    def array(self, rows: Sequence[Sequence[Entry]]) -> AnyArray:
        """The matrix with these rows."""

    @abstractmethod
    def matmul(self, a: AnyArray, b: AnyArray) -> AnyArray:
        """The product of matrices and vectors."""

    @abstractmethod
    def map(self, name: str, a: AnyArray) -> AnyArray:
        """A function of every entry; exp(-inf) is 0."""

    @abstractmethod
    def power(self, base: Entry, a: AnyArray) -> AnyArray:
        """`base` to the power of every entry."""

    @abstractmethod
    def row_sum(self, a: AnyArray) -> AnyArray:
        """The sum of every row, as a column; the sum of a vector, as a vector of one entry."""

    @abstractmethod
    def row_max(self, a: AnyArray) -> AnyArray:
        """The largest entry of every row, as a column."""

    @abstractmethod
    def masked(self, scores: AnyArray, mask: AnyArray) -> AnyArray:
        """scores + mask, and -inf wherever the mask is -inf, whatever the score."""

    @abstractmethod
    def share(self, parts: AnyArray, whole: AnyArray) -> AnyArray:
        """parts / whole, row by row; 0 wherever a part is 0."""

    def through_softmax(self, weights: AnyArray, gradient: AnyArray) -> AnyArray:
        """The gradient of scores whose softmax are these weights: a ⊙ (g − the sum of a ⊙ g), row by row."""
        return weights * (gradient - self.row_sum(weights * gradient))

    def returned(self, a: AnyArray) -> AnyArray:
        """What a gradient becomes before the next one uses it."""
        return a

    @abstractmethod
    def beside(self, parts: Sequence[AnyArray]) -> AnyArray:
        """Matrices side by side, vectors end to end."""

    @abstractmethod
    def same(self, a: Entry, b: Entry) -> bool:
        """Whether two entries are the same number; raises MorePrecision where that is open."""

    @abstractmethod
    def rows(self, a: AnyArray) -> list[list[Entry]]:
        """The entries as a list of rows; a vector is one row."""

    @abstractmethod
    def is_masked(self, entry: Entry) -> bool:
        """Whether an entry is the score of a masked pair."""

    @abstractmethod
    def is_positive(self, entry: Entry) -> bool:
        """Whether a number is greater than 0; letters are taken to be."""

    def positive_part(self, entry: Entry) -> Entry:
        """max(0, x)."""
        return entry if self.is_positive(entry) else self.rational("0")

    def is_number(self, entry: Entry, number: int) -> bool:
        """Whether an entry is this integer."""
        return self.integer(entry) == number

    @abstractmethod
    def text(self, entry: Entry, digits: Digits) -> str | None:
        """The digits asked of one entry, or None where they are not settled."""

    def settle(self, a: AnyArray) -> AnyArray:
        """What a step's value becomes before the next step uses it."""
        return a

    def minus_infinity(self) -> Entry:
        """The entry of a masked score."""
        from attncalc.arithmetic.array import MINUS_INFINITY

        return MINUS_INFINITY

    def symbol(self, name: str) -> Entry:
        """The entry of a letter without a value."""
        raise NumberError(
            f"the letter {name} has no value", hint=f"Give it one (`values: {{{name}: 2}}`), or use --exact."
        )

    def number(self, number: Number, names: Mapping[str, Number] | None = None) -> Entry:
        """The entry that a number as written stands for; `names` gives letters their values."""
        return self.rational(number.text) if number.tree is None else self.evaluate(number.tree, names or {})

    def written(self, rows: Sequence[Sequence[Number]], names: Mapping[str, Number]) -> AnyArray:
        """The matrix of numbers as written; `names` gives letters their values."""
        rational, number = self.rational, self.number
        return self.array(
            [[rational(entry.text) if entry.tree is None else number(entry, names) for entry in row] for row in rows]
        )

    def evaluate(self, tree: Node, names: Mapping[str, Number]) -> Entry:
        """The entry that a tree stands for; raises NumberError where it has no value."""
        if tree.kind == "number":
            return self.rational(tree.text)
        if tree.kind == "-inf":
            return self.minus_infinity()
        if tree.kind == "name":
            return self._named(tree.text, names)
        values = [self.evaluate(arg, names) for arg in tree.args]
        try:
            return self._operate(tree, values)
        except ZeroDivisionError:
            raise NumberError("it divides by 0") from None
        except OverflowError:
            raise NumberError("it is too large") from None

    def _operate(self, tree: Node, values: list[Entry]) -> Entry:
        if tree.kind == "call":
            return self._called(tree.text, values[0])
        if tree.kind not in OPERATORS and tree.kind != "^":
            return self.ordered(tree.kind, values)
        if tree.kind == "^" and tree.args[0] == Node("name", "e"):
            return self.function("exp", values[1])
        return self._power(*values) if tree.kind == "^" else OPERATORS[tree.kind](*values)

    def _named(self, name: str, names: Mapping[str, Number]) -> Entry:
        if name in names:
            return self.number(names[name])
        return self.constant(name) if name in ("pi", "e") else self.symbol(name)

    def _power(self, base: Entry, exponent: Entry) -> Entry:
        if (whole := self.integer(exponent)) is not None:
            if abs(whole) > EXPONENT.most or abs(whole) * self.digits_of(base) > POWER.most:
                raise NumberError(f"{EXPONENT.told}, and {POWER.told}")
            return _repeated(base, whole)
        if (halves := self.integer(exponent + exponent)) is not None:
            return self._power(self.function("sqrt", base), self.rational(str(halves)))
        if self.integer(exponent * self.rational(str(ROOTS_OF_ROOTS))) is not None:
            root = self.function("sqrt", base)
            if self.integer(root) is not None:  # 10000^(1/4) is 100^(1/2)
                return self._power(root, exponent + exponent)
        try:
            return self.function("exp", exponent * self.function("ln", base))
        except NumberError:
            raise NumberError("of a number that is not positive there are whole powers only") from None

    def digits_of(self, entry: Entry) -> int:
        """How many digits an exact entry has; 1 where digits do not add up."""
        return 1

    @abstractmethod
    def integer(self, entry: Entry) -> int | None:
        """The integer that an entry is, or None."""


def _repeated(base: Entry, times: int) -> Entry:
    """base^times by squaring, with nothing but products and quotients."""
    if times < 0:
        return 1 / _repeated(base, -times)
    if times < 2:
        return base if times else base / base if base != 0 else 1 + base
    half = _repeated(base, times // 2)
    return half * half * base if times % 2 else half * half


OPERATORS: dict[str, Callable[..., Entry]] = {
    "+": lambda *values: reduce(add, values),
    "-": lambda a, b: a - b,
    "*": lambda *values: reduce(mul, values),
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
}


ArithmeticName = Literal["decimal", "exact", "rounded", "float"]
ARITHMETICS: tuple[ArithmeticName, ...] = get_args(ArithmeticName)


def arithmetic(name: str, *, precision: int = 64, decimals: int = 4, rule: str = "half-up") -> Arithmetic:
    """The arithmetic of this name at a precision in bits; `decimals` and `rule` are for `rounded`."""
    if name == "float":
        from attncalc.arithmetic.floats import Float

        return Float()
    from attncalc.arithmetic import decimal, exact, rounded

    makers: dict[str, Callable[[], Arithmetic]] = {
        "decimal": lambda: decimal.Decimal(precision),
        "exact": lambda: exact.Exact(precision),
        "proving": lambda: exact.Proving(precision),
        "rounded": lambda: rounded.Rounded(precision, decimals, rule),
    }
    return makers[name]()
