"""Arrays that remember how they were made; what mechanisms calculate with."""

from __future__ import annotations

from math import prod
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import InputError
from attncalc.limits import LINE, PRODUCTS
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.operations import OPERATIONS


class Tensor:
    """A value with the expression that made it; the value of what was not given is None, and so is what needs it."""

    __slots__ = ("arithmetic", "expr", "value")

    def __init__(self, arithmetic: Arithmetic, expr: Expr, value: Any) -> None:
        self.arithmetic = arithmetic
        self.expr = expr
        self.value = value

    @property
    def absent(self) -> bool:
        """Whether something it needs was not given."""
        return self.value is None

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What runs along its sides."""
        return self.expr.axes

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes of its sides; None where unknown."""
        return tuple(axis.size for axis in self.axes)

    @property
    def T(self) -> Tensor:
        """The transpose."""
        return apply("transpose", self)

    def __matmul__(self, other: Tensor) -> Tensor:
        return apply("matmul", self, other)

    def __add__(self, other: Tensor) -> Tensor:
        return apply("add", self, other)

    def __sub__(self, other: Tensor) -> Tensor:
        return apply("subtract", self, other)

    def __mul__(self, factor: Tensor) -> Tensor:
        return apply("times", self, factor)

    def __truediv__(self, divisor: Tensor) -> Tensor:
        return apply("over", self, divisor)

    def rows(self, picked: tuple[int, ...]) -> Tensor:
        """Only these rows, counted from 1."""
        return apply("rows", self, params=picked)

    def shifted(self) -> Tensor:
        """These scores minus their row's maximum where the arithmetic needs it; softmax is the same."""
        return apply("minus max", self) if self.arithmetic.stable else self

    def renamed(self, *names: str) -> Tensor:
        """The same tensor with other names for its axes, as the mechanism at hand calls them."""
        axes = tuple(axis._replace(name=name) for axis, name in zip(self.axes, names, strict=False))
        expr = Expr(self.expr.op, self.expr.args, axes, self.expr.params)
        return Tensor(self.arithmetic, expr, self.value)


def apply(op: str, *tensors: Tensor, params: Any = None) -> Tensor:
    """An operation of the table on tensors: its value, and the expression that records it."""
    _check_sizes(op, tensors)
    row = OPERATIONS[op]
    expr = Expr(
        op, tuple(tensor.expr for tensor in tensors), row.axes(*(tensor.axes for tensor in tensors), params), params
    )
    arithmetic = tensors[0].arithmetic
    if any(tensor.absent for tensor in tensors):
        return Tensor(arithmetic, expr, None)
    _check_work(op, tensors, expr.axes)
    return Tensor(arithmetic, expr, row.value(arithmetic, *(tensor.value for tensor in tensors), params))


def _check_work(op: str, tensors: tuple[Tensor, ...], axes: tuple[Axis, ...]) -> None:
    """Raises InputError, before anything is calculated, where that would take far longer than work by hand."""
    entries = prod(axis.size or 1 for axis in axes)
    inner = tensors[0].shape[-1] if op == "matmul" else 1
    for limit, count in ((LINE, entries), (PRODUCTS, entries * (inner or 1))):
        if count > limit.most and op != "transpose":
            raise InputError(limit.told, hint="attncalc batch calculates large matrices.")


TOGETHER = ("add", "subtract", "hadamard", "masked")  # entry by entry; a side of one goes with every entry


def _check_sizes(op: str, tensors: tuple[Tensor, ...]) -> None:
    """Raises InputError where a product or a sum joins sizes that differ: they came from different inputs."""
    if op not in ("matmul", "stacked", *TOGETHER) or any(tensor.absent or not tensor.axes for tensor in tensors):
        return None
    if op == "stacked":
        for part in tensors[1:]:
            _check_size((tensors[0], part), tensors[0].shape[-1], part.shape[-1], "columns")
        return None
    a, b = tensors
    if op == "matmul":
        side = "rows" if len(b.axes) == 2 else "entries"
        return _check_size(tensors, a.shape[-1], b.shape[0], side)
    if 1 not in (a.shape[-1], b.shape[-1]):
        _check_size(tensors, a.shape[-1], b.shape[-1], "columns")
    if len(a.axes) == len(b.axes) == 2 and 1 not in (a.shape[0], b.shape[0]):
        _check_size(tensors, a.shape[0], b.shape[0], "rows")
    return None


def _check_size(tensors: tuple[Tensor, ...], wanted: int | None, found: int | None, side: str) -> None:
    if None in (wanted, found) or wanted == found:
        return
    names = [next((line.key for line in tensor.expr.lines()), "it") for tensor in tensors]
    own = "rows" if side == "rows" and len(tensors[1].axes) == 2 and wanted == tensors[0].shape[0] else "columns"
    own = "entries" if len(tensors[0].axes) == 1 else own
    side = "entries" if len(tensors[1].axes) == 1 else side
    raise InputError(f"{names[1]} has {found} {side}, but should have {wanted}: {names[0]} has {wanted} {own}")


def exp(scores: Tensor) -> Tensor:
    """e to the power of every entry; of a masked score, 0."""
    return apply("exp", scores)


def tanh(a: Tensor) -> Tensor:
    """The hyperbolic tangent of every entry."""
    return apply("tanh", a)


def power(base: Tensor, exponents: Tensor) -> Tensor:
    """A number to the power of every entry."""
    return apply("power", base, exponents)


def row_sums(a: Tensor) -> Tensor:
    """The sum of every row."""
    return apply("row sums", a)


def share(parts: Tensor, whole: Tensor) -> Tensor:
    """Each entry as a share of its row's total; 0 stays 0."""
    return apply("share", parts, whole)


def masked(scores: Tensor, mask: Tensor) -> Tensor:
    """scores + mask; where the mask is -inf the pair is taken out."""
    return apply("masked", scores, mask)


def kept(scores: Tensor) -> Tensor:
    """The scores, with 0 for those that are masked."""
    return apply("kept", scores)


def any_masked(scores: Tensor) -> bool:
    """Whether some score is masked, as far as the scores are there."""
    ar = scores.arithmetic
    return not scores.absent and any(ar.is_masked(entry) for row in ar.rows(scores.value) for entry in row)


def beside(*parts: Tensor) -> Tensor:
    """Matrices side by side, a vector beside every row of them; vectors end to end."""
    return apply("beside", *parts)
